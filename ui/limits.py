"""How much one visitor may ask, so that nobody keeps the others waiting.

A visitor is a user, or without users an address. Whoever sits at the machine itself is not limited.
"""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from math import ceil

from rag.errors import PaperchatError

__all__ = ["OWNER", "UNKNOWN", "Limits", "TooMany"]

OWNER = ""
"""The visitor who sits at the machine itself."""

UNKNOWN = "?"
"""Every visitor who has not said where from; they share what one may ask."""

_MINUTE = 60.0  # seconds
_MANY = 10_000  # visitors that are remembered before those who have gone are forgotten


class TooMany(PaperchatError):
    """A visitor asks more than one may."""


@dataclass(slots=True)
class _Asked:
    """What a visitor has asked: when, in the last minute, and how much is being answered."""

    times: deque[float] = field(default_factory=deque)
    open: int = 0


class Limits:
    """The limits of every visitor. Safe to use from several threads.

    Args:
        per_minute: Questions in any minute.
        at_once: Questions that are being answered at the same time.
        clock: Gives seconds.
    """

    def __init__(
        self, per_minute: int, at_once: int, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._per_minute = per_minute
        self._at_once = at_once
        self._clock = clock
        self._lock = threading.Lock()
        self._visitors: dict[str, _Asked] = {}

    @contextmanager
    def question(self, visitor: str) -> Iterator[None]:
        """Count a question as long as it is being answered.

        Raises:
            TooMany: The visitor has asked as much as one may.
        """
        if visitor == OWNER:
            yield
            return
        self._begin(visitor)
        try:
            yield
        finally:
            with self._lock:
                self._visitors[visitor].open -= 1

    def _begin(self, visitor: str) -> None:
        with self._lock:
            now = self._clock()
            if len(self._visitors) > _MANY:
                self._forget(now)
            asked = self._visitors.setdefault(visitor, _Asked())
            while asked.times and asked.times[0] <= now - _MINUTE:
                asked.times.popleft()
            if asked.open >= self._at_once:
                raise TooMany(
                    f"{asked.open} of your questions are still being answered",
                    where="One moment, please",
                    remedy="Ask again when one of them is done",
                )
            if len(asked.times) >= self._per_minute:
                wait = ceil(asked.times[0] + _MINUTE - now)
                raise TooMany(
                    f"you have asked {len(asked.times)} questions within a minute",
                    where="One moment, please",
                    remedy=f"Ask again in {wait} seconds",
                )
            asked.times.append(now)
            asked.open += 1

    def _forget(self, now: float) -> None:
        self._visitors = {
            visitor: asked
            for visitor, asked in self._visitors.items()
            if asked.open or (asked.times and asked.times[-1] > now - _MINUTE)
        }
