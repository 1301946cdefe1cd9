"""Chroma, embedded or on a server: the only module that knows chromadb.

A collection named NAME is two Chroma collections, its parts. `passages` holds a record for each
passage (see `rag.vector_store`). `papers` holds a record for each paper (see `rag.stored`), and as
its metadata what is known of the collection: its facts.

Embedded Chroma does not see vectors that another process wrote after it had loaded an index. So
the client is renewed whenever a collection has a revision that it did not write itself.
"""

from __future__ import annotations

import gc
import hashlib
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import nullcontext
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any, Literal, TypeVar
from urllib.parse import urlsplit

from rag.chroma_faults import folder_fault, is_unreachable, missing, server_fault
from rag.errors import CollectionError, CollectionMissing, PaperchatError
from rag.lease import Lease
from rag.locks import FolderLock, WriteLock
from rag.vector_store import INDEX

if TYPE_CHECKING:
    from chromadb.api import ClientAPI

    from rag.settings import Settings

__all__ = ["PARTS", "Chroma", "Facts", "Part", "chroma_name"]

Part = Literal["passages", "papers"]
Facts = dict[str, Any]
Result = TypeVar("Result")

PARTS: tuple[Part, Part] = ("passages", "papers")

_DELAYS = (0.5, 1.0, 2.0, 4.0, 8.0, 8.0, 8.0)
"""Seconds between tries to reach a server: on a busy machine it takes some twenty to start."""


def chroma_name(name: str, part: str) -> str:
    """Name a part of a collection as Chroma allows; people name theirs in any script."""
    return f"paperchat-{hashlib.sha256(name.encode()).hexdigest()[:24]}-{part}"


@dataclass(slots=True)
class _Session:
    """A client, and the ids of the Chroma collections whose indexes it has loaded."""

    client: ClientAPI
    loaded: set[str] = field(default_factory=set)


class Chroma:
    """The Chroma of one data folder, or one server. Safe to use from several threads."""

    def __init__(self, settings: Settings) -> None:
        self.home = settings.home
        self.folder = settings.home / "chroma"
        self.embedded = settings.chroma_url is None
        self._url = urlsplit(settings.chroma_url or "")
        self._token = settings.chroma_token
        self._folder_lock = FolderLock(settings.home)
        # Never held while waiting for the folder's lock.
        self._guard = threading.Lock()
        self._current: _Session | None = None
        self._seen: dict[str, str] = {}

    def lock(self, name: str) -> WriteLock:
        """Give the lock that whoever writes to a collection has to hold."""
        return self._folder_lock if self.embedded else Lease(self, chroma_name(name, "writer"))

    @property
    def client(self) -> ClientAPI:
        """The client that is in use.

        Raises:
            CollectionError: The server does not answer, or the data folder cannot be used.
        """
        return self._session.client

    def call(self, name: str, operation: Callable[[], Result]) -> Result:
        """Do something with Chroma; a server that is starting again is waited for.

        Everything that is done may be done twice: adding what is there does nothing.

        Raises:
            CollectionMissing: What was asked for has been deleted.
            CollectionError: Chroma cannot do it.
        """
        from chromadb.errors import NotFoundError

        for delay in (*_DELAYS, None):
            try:
                return operation()
            except PaperchatError:
                raise
            except NotFoundError:
                raise missing(name) from None
            except Exception as error:  # chromadb raises whatever its bindings raise
                if self.embedded or delay is None or not is_unreachable(error):
                    raise self._fault(error) from error
                time.sleep(delay)
        raise AssertionError("the last try returns or raises")

    def facts(self, name: str, *, suffix: str = "") -> Facts | None:
        """Read what is known of a collection; None where there is none of this name."""
        try:
            found = self.call(name, lambda: self._get(name, "papers", suffix))
        except CollectionMissing:
            return None
        return dict(found.metadata or {})

    def set_facts(self, name: str, facts: Mapping[str, Any], *, suffix: str = "") -> None:
        """Write what is known of a collection; in one piece."""
        part = self.call(name, lambda: self._get(name, "papers", suffix))
        self.call(name, lambda: part.modify(metadata=dict(facts)))
        with self._guard:
            self._seen[name] = str(facts["revision"])

    def names(self) -> list[str]:
        """List the names of all collections, sorted."""
        found = self.call("collections", lambda: self.client.list_collections())
        facts = [one.metadata or {} for one in found if one.name.endswith("-papers")]
        return sorted(str(one["name"]) for one in facts if one.get("paperchat") == "papers")

    def create(self, name: str, facts: Mapping[str, Any], *, suffix: str = "") -> None:
        """Make the two parts of a collection, empty."""
        own: dict[Part, Mapping[str, Any]] = {
            "passages": {"paperchat": "passages"},
            "papers": facts,
        }
        self.delete(name, suffix=suffix)  # what a deletion that was cut short has left
        for part in PARTS:
            self.call(
                name,
                lambda part=part: self.client.create_collection(  # type: ignore[misc]
                    chroma_name(name, part + suffix),
                    metadata=dict(own[part]),
                    configuration={"hnsw": INDEX if part == "passages" else {"space": "cosine"}},
                    embedding_function=None,
                ),
            )

    def delete(self, name: str, *, suffix: str = "") -> None:
        """Delete the two parts of a collection, as far as they are there."""
        for part in reversed(PARTS):
            self.delete_part(name, part, suffix=suffix)

    def delete_part(self, name: str, part: Part, *, suffix: str = "") -> None:
        """Delete a part, if it is there."""
        try:
            self.call(name, lambda: self.client.delete_collection(chroma_name(name, part + suffix)))
        except CollectionMissing:
            return

    def rename_part(self, name: str, part: Part, *, suffix: str) -> None:
        """Drop the suffix from a part's name, if it is there; the part of that name goes."""
        try:
            found = self.part(name, part, suffix=suffix)
        except CollectionMissing:
            return
        self.delete_part(name, part)
        self.call(name, lambda: found.modify(name=chroma_name(name, part)))

    def rename(self, name: str, new: str, facts: Mapping[str, Any]) -> None:
        """Give a collection another name; one that was cut short is finished by the next.

        Args:
            name: Its name.
            new: The name that it gets; nothing may have it.
            facts: What is then known of it.
        """
        # The papers last: with them goes what is known of the collection, in one piece.
        changes: dict[Part, dict[str, Any]] = {"passages": {}, "papers": {"metadata": dict(facts)}}
        for part, also in changes.items():
            try:
                found = self.part(name, part)
            except CollectionMissing:
                continue
            self.call(name, partial(found.modify, name=chroma_name(new, part), **also))
        with self._guard:
            self._seen.pop(name, None)

    @property
    def batch(self) -> int:
        """How many records Chroma takes at once."""
        return int(self.client.get_max_batch_size())

    def part(self, name: str, part: Part, *, suffix: str = "") -> Any:
        """Find a part of a collection.

        Raises:
            CollectionMissing: There is none.
        """
        return self.call(name, lambda: self._get(name, part, suffix))

    def is_loaded(self, part: Any) -> bool:
        """Tell whether a part can be asked without Chroma writing to its files."""
        return not self.embedded or str(part.id) in self._session.loaded

    def load(self, name: str, part: Any) -> None:
        """Bring a part's index up to date and into memory; the lock has to be held.

        Raises:
            CollectionDamaged: Its files cannot be read.
        """
        session = self._session
        self.call(name, part.count)  # Chroma does it at the first use
        facts = self.facts(name)
        with self._guard:
            session.loaded.add(str(part.id))
            if facts:
                self._seen.setdefault(name, str(facts["revision"]))

    def follow(self, name: str) -> str:
        """Read a collection's revision, and see what has been written up to it.

        Raises:
            CollectionMissing: The collection has been deleted.
        """
        facts = self.facts(name)
        if facts is None:
            raise missing(name)
        revision = str(facts["revision"])
        with self._guard:
            stale = self._seen.get(name) not in (None, revision)
        if stale and self.embedded:
            self.renew()
        return revision

    def renew(self) -> None:
        """Forget the client of a data folder; the next use opens another one."""
        from chromadb.api.shared_system_client import SharedSystemClient

        with self._guard:
            SharedSystemClient.clear_system_cache()
            self._current = None
            self._seen.clear()
        # Chroma's parts know each other in circles; each client that is left keeps its indexes
        # in memory and some ten files open. One that is at work in another thread stays whole.
        gc.collect()

    @property
    def _session(self) -> _Session:
        session = self._current
        if session is not None:
            return session
        # Chroma writes to its files when it opens them.
        with self._folder_lock.held() if self.embedded else nullcontext(), self._guard:
            if self._current is None:
                self._current = _Session(self._opened() if self.embedded else self._connected())
            return self._current

    def _get(self, name: str, part: Part, suffix: str = "") -> Any:
        return self.client.get_collection(chroma_name(name, part + suffix), embedding_function=None)

    def _opened(self) -> ClientAPI:
        import chromadb
        from chromadb.api.shared_system_client import SharedSystemClient

        try:
            return chromadb.PersistentClient(str(self.folder), settings=_quiet())
        except Exception as error:  # chromadb raises whatever its bindings raise
            # Chroma would give the client that it has half made to whoever asks next.
            SharedSystemClient.clear_system_cache()
            raise self._fault(error) from error

    def _connected(self) -> ClientAPI:
        import chromadb

        secure = self._url.scheme == "https"
        headers = {"x-chroma-token": self._token.get_secret_value()} if self._token else {}
        try:
            return chromadb.HttpClient(
                host=self._url.hostname or "localhost",
                port=self._url.port or (443 if secure else 80),
                ssl=secure,
                headers=headers,
                settings=_quiet(),
            )
        except Exception as error:  # chromadb raises ValueError for a server that is not there
            raise self._fault(error) from error

    def _fault(self, error: Exception) -> CollectionError:
        return folder_fault(error, self.folder) if self.embedded else server_fault(error, self._url)


def _quiet() -> Any:
    """Make Chroma's settings: nothing is told to anybody."""
    from chromadb.config import Settings as ChromaSettings

    return ChromaSettings(anonymized_telemetry=False)
