"""How long each stage of an answer takes."""

from __future__ import annotations

import time

from rag.answers import Timings

__all__ = ["Clock"]


class Clock:
    """Times the stages of one answer."""

    def __init__(self) -> None:
        self._last = time.perf_counter()
        self._laps: dict[str, float] = {}

    def lap(self, stage: str) -> None:
        """End a stage; a stage that ends twice takes both times."""
        now = time.perf_counter()
        self._laps[stage] = self._laps.get(stage, 0.0) + 1000 * (now - self._last)
        self._last = now

    def timings(self) -> Timings:
        """Give every stage's time."""
        return Timings(**{stage: round(time_ms, 2) for stage, time_ms in self._laps.items()})
