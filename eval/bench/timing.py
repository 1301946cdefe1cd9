"""Timing in turns: what is compared runs alternately, so that both see the same machine."""

from __future__ import annotations

import statistics
import subprocess  # noqa: S404 - the benchmarks time whole processes
import sys
import time
from collections.abc import Callable, Sequence

__all__ = ["in_turns", "milliseconds", "process"]


def in_turns(runs: int, *actions: Callable[[], object]) -> list[float]:
    """Run actions in turn and give the median of each, in seconds; a first round is not counted."""
    times: list[list[float]] = [[] for _ in actions]
    for turn in range(runs + 1):
        for action, own in zip(actions, times, strict=True):
            started = time.perf_counter()
            action()
            if turn:
                own.append(time.perf_counter() - started)
    return [statistics.median(own) for own in times]


def process(arguments: Sequence[str]) -> Callable[[], object]:
    """Make an action of a Python process."""

    def run() -> object:
        return subprocess.run(  # noqa: S603 - our own interpreter with our own arguments
            [sys.executable, *arguments], check=True, capture_output=True
        )

    return run


def milliseconds(seconds: float) -> str:
    """Show a time."""
    return f"{1000 * seconds:.1f} ms"
