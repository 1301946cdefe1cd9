"""The newest state of a collection that can be asked, while others may be writing to it.

What is derived from a collection follows each write. For a small collection that takes a moment,
and a question waits for it. For a large one it takes minutes, while a batch is written every
second: a question is answered from the state before, and the new one is made beside it.
"""

from __future__ import annotations

import logging
import threading
from dataclasses import dataclass, replace
from pathlib import Path

from rag.collection import Collection
from rag.embedding import Embedder
from rag.errors import CollectionError
from rag.relevance import Relevance
from rag.retrieval import Retriever
from rag.snapshot import Snapshot
from rag.stages import stage

__all__ = ["Newest", "State"]

_LARGE = 4_000  # papers from which on a question does not wait: some five seconds

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class State:
    """What answers questions about one revision of the collection.

    Attributes:
        outdated: Whether the collection has a newer revision, which cannot be asked yet.
    """

    revision: str
    snapshot: Snapshot
    retriever: Retriever
    relevance: Relevance
    outdated: bool = False


class Newest:
    """Keeps the newest state of a collection. Safe to use from several threads."""

    def __init__(self, collection: Collection, embedder: Embedder, folder: Path) -> None:
        self._collection = collection
        self._embedder = embedder
        self._folder = folder
        self._lock = threading.Lock()
        self._state: State | None = None
        self._making: threading.Thread | None = None

    @stage("open")
    def state(self) -> State:
        """Give the newest state; a question keeps the one that it began with.

        Raises:
            CollectionError: The collection cannot be read.
        """
        revision = self._collection.revision
        with self._lock:
            state = self._state
            if state is None or (
                state.revision != revision and len(state.snapshot) < _LARGE and not self._is_making
            ):
                state = self._state = self._made(revision)
            if state.revision == revision:
                return state
            if not self._is_making:
                self._making = threading.Thread(target=self._make, args=(revision,), daemon=True)
                self._making.start()
            return replace(state, outdated=True)

    @property
    def _is_making(self) -> bool:
        return self._making is not None and self._making.is_alive()

    def _make(self, revision: str) -> None:
        try:
            made = self._made(revision)
        except CollectionError as error:
            _log.warning("%s", error)  # the next question tries again
            return
        with self._lock:
            self._state = made

    @stage("index")
    def _made(self, revision: str) -> State:
        snapshot = Snapshot.open(self._folder, revision, self._collection.papers)
        return State(
            revision,
            snapshot,
            Retriever(self._collection, snapshot, self._embedder),
            Relevance(snapshot, self._embedder),
        )
