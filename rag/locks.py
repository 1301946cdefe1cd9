"""One writer at a time: the lock between processes that every write to a data folder takes.

Embedded Chroma is not safe for several writers, whatever its files look like afterwards, so
writing happens under this lock and nowhere else. Asking needs no lock, but loading an index does:
Chroma may write while it loads.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Protocol

from filelock import FileLock, Timeout

from rag.errors import CollectionBusy, CollectionError

__all__ = ["PATIENCE", "POLITE", "FolderLock", "WriteLock"]

PATIENCE = 600.0
"""Seconds that a second writer waits: a batch of papers is written in well under one."""

POLITE = 0.5
"""Seconds after which a wait is told."""


class WriteLock(Protocol):
    """What keeps writers apart."""

    def held(
        self, waiting: Callable[[str], None] | None = None, patience: float = PATIENCE
    ) -> AbstractContextManager[None]:
        """Hold the lock.

        Args:
            waiting: Told in a line when somebody else holds it.
            patience: How long to wait for them, in seconds.

        Raises:
            CollectionBusy: They kept it for longer than that.
        """
        ...


class FolderLock:
    """The lock of a data folder, between processes and between threads.

    A thread that holds it may take it again. The system frees it when its process ends, however
    that ends.

    Args:
        home: The folder.
        name: The file that stands for what is locked.
    """

    def __init__(self, home: Path, name: str = "write.lock") -> None:
        self._home = home
        self._lock = FileLock(home / name)

    @contextmanager
    def held(
        self, waiting: Callable[[str], None] | None = None, patience: float = PATIENCE
    ) -> Iterator[None]:
        """Hold the lock; see `WriteLock`.

        Raises:
            CollectionBusy: Another process kept it for too long.
            CollectionError: The data folder cannot be written.
        """
        try:
            self._acquire(waiting, patience)
        except Timeout:
            raise CollectionBusy(
                f"another process has been writing for {patience:.0f} seconds",
                where=str(self._home),
                remedy="Wait for it to finish, or stop it, and try again",
            ) from None
        except OSError as error:
            raise CollectionError(
                f"the data folder cannot be written ({error.strerror})",
                where=str(self._home),
                remedy="Free it, or name another with PAPERCHAT_HOME",
            ) from error
        try:
            yield
        finally:
            self._lock.release()

    def _acquire(self, waiting: Callable[[str], None] | None, patience: float) -> None:
        self._home.mkdir(parents=True, exist_ok=True)
        try:
            self._lock.acquire(timeout=min(POLITE, patience))
        except Timeout:
            if waiting:
                waiting("Waiting for another process that is writing to the same data folder.")
            self._lock.acquire(timeout=max(0.0, patience - POLITE))
