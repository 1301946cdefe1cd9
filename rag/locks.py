"""One writer at a time: the lock between processes that every write to a data folder takes.

Embedded Chroma is not safe for several writers, whatever its files look like afterwards, so
writing happens under this lock and nowhere else. Reading needs no lock.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from filelock import FileLock, Timeout

from rag.errors import CollectionBusy

__all__ = ["writing"]

PATIENCE = 600.0
"""Seconds that a second writer waits: a batch of papers is written in well under one."""

_POLITE = 0.5  # seconds after which a wait is told


@contextmanager
def writing(
    home: Path, *, patience: float = PATIENCE, waiting: Callable[[str], None] | None = None
) -> Iterator[None]:
    """Hold the lock of a data folder.

    Args:
        home: The data folder.
        patience: How long to wait for another process, in seconds.
        waiting: Told in a line when another process holds the lock.

    Raises:
        CollectionBusy: Another process kept the lock for longer than that.
    """
    home.mkdir(parents=True, exist_ok=True)
    lock = FileLock(home / "write.lock")
    try:
        try:
            lock.acquire(timeout=min(_POLITE, patience))
        except Timeout:
            if waiting:
                waiting("Waiting for another process that is writing to the same data folder.")
            lock.acquire(timeout=max(0.0, patience - _POLITE))
    except Timeout:
        raise CollectionBusy(
            f"another process has been writing for {patience:.0f} seconds",
            where=str(home),
            remedy="Wait for it to finish, or stop it, and try again",
        ) from None
    try:
        yield
    finally:
        lock.release()
