"""One writer at a time to a collection on a server, from however many machines.

A server has no files to lock, so whoever writes makes a Chroma collection with the name of the
lock: only one of several can. Its holder lets it beat; a lock that has stopped beating belonged to
a process that has died, and is taken away. Time is measured by each waiting process on a clock of
its own, so clocks need not agree.
"""

from __future__ import annotations

import secrets
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any

from rag.errors import CollectionBusy, CollectionError, CollectionMissing
from rag.locks import PATIENCE, POLITE

if TYPE_CHECKING:
    from rag.chroma import Chroma

__all__ = ["Lease"]

BEAT = 2.0
"""Seconds between two beats."""

DEAD = 15.0
"""Seconds without a beat after which the holder counts as dead."""

_PAUSE = 0.1  # seconds between two looks


class Lease:
    """The lock of a collection on a server; see `rag.locks.WriteLock`."""

    def __init__(self, chroma: Chroma, name: str, *, dead: float = DEAD) -> None:
        self._chroma = chroma
        self._name = name
        self._dead = dead

    @contextmanager
    def held(
        self, waiting: Callable[[str], None] | None = None, patience: float = PATIENCE
    ) -> Iterator[None]:
        """Hold the lock.

        Raises:
            CollectionBusy: Another process kept it for too long.
            CollectionError: The server does not answer.
        """
        own = self._acquire(waiting, patience)
        done = threading.Event()
        heart = threading.Thread(target=self._beat, args=(own, done), daemon=True)
        heart.start()
        try:
            yield
        finally:
            done.set()
            heart.join()
            self._remove(own)

    def _acquire(self, waiting: Callable[[str], None] | None, patience: float) -> Any:
        started = last_change = time.monotonic()
        last_beat: object = None
        while (own := self._made()) is None:
            now = time.monotonic()
            held = self._found()
            beat = held and (held.id, held.metadata)
            if beat != last_beat:
                last_beat, last_change = beat, now
            elif held and now - last_change > self._dead:
                self._remove(held)
                continue
            if waiting and now - started > POLITE:
                waiting("Waiting for another process that is writing to the same collection.")
                waiting = None
            if now - started > patience:
                raise CollectionBusy(
                    f"another process has been writing for {patience:.0f} seconds",
                    where=self._name,
                    remedy="Wait for it to finish, or stop it, and try again",
                )
            time.sleep(_PAUSE)
        return own

    def _made(self) -> Any:
        """Make the lock; None where somebody else holds it."""
        try:
            return self._chroma.call(
                self._name,
                lambda: self._chroma.client.create_collection(
                    self._name, metadata=_heartbeat(), embedding_function=None
                ),
            )
        except CollectionError as error:
            if "already exists" not in str(error):
                raise
            return None

    def _found(self) -> Any:
        """Find the lock; None where nobody holds it any more."""
        try:
            return self._chroma.call(
                self._name,
                lambda: self._chroma.client.get_collection(self._name, embedding_function=None),
            )
        except CollectionMissing:
            return None

    def _beat(self, own: Any, done: threading.Event) -> None:
        while not done.wait(BEAT):
            # A beat that is missed is made up for by the next one.
            with suppress(Exception):
                own.modify(metadata=_heartbeat())

    def _remove(self, held: Any) -> None:
        """Remove a lock.

        Chroma deletes by name, and by now the name may belong to somebody else's lock. So this one
        is renamed first, which goes by its id.
        """
        gone = f"{self._name}-{secrets.token_hex(8)}"
        with suppress(Exception):
            held.modify(name=gone)
            self._chroma.client.delete_collection(gone)


def _heartbeat() -> dict[str, Any]:
    return {"paperchat": "writer", "beat": secrets.token_hex(8)}
