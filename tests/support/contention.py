"""Threads that all want one lock."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from contextlib import AbstractContextManager

__all__ = ["inside_at_once"]


def inside_at_once(
    held: Callable[[], AbstractContextManager[None]], *, seconds: float
) -> list[int]:
    """Have four threads hold a lock for a while; how many were inside as each came in."""
    inside: list[int] = []
    counts: list[int] = []

    def work() -> None:
        with held():
            inside.append(1)
            counts.append(len(inside))
            time.sleep(seconds)
            inside.pop()

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return counts
