"""Collections in Chroma, embedded or on a server: the only module that knows chromadb.

A collection named NAME is two Chroma collections. One holds a record for each passage: its vector
and where it stands; it is written and asked through LlamaIndex's vector store. The other holds a
record for each paper: the abstract, everything that is known of the paper, its sentences and their
vectors. A paper's record is written after its passages, so a paper that is there is there whole,
and passages whose paper is not there are ignored.

Every write changes the collection's revision, before and after, so that whatever was derived from
an earlier state is seen to be stale, also when a write was cut short.
"""

from __future__ import annotations

import base64
import hashlib
import json
import secrets
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import numpy as np
from numpy.typing import NDArray

from rag.errors import CollectionDamaged, CollectionError, CollectionMismatch, CollectionMissing
from rag.locks import writing
from rag.papers import Paper, Passage, Source
from rag.vectors import pack, unpack

if TYPE_CHECKING:
    from chromadb.api import ClientAPI

    from rag.embedding import Embedder
    from rag.settings import Settings

__all__ = [
    "FORMAT",
    "Collection",
    "CollectionSummary",
    "Library",
    "StoredPaper",
    "paper_from_json",
    "paper_to_json",
]

FORMAT = 1
"""The version of what is written below; a collection of another one is refused."""

_PAGE = 500  # papers read from Chroma at once


@dataclass(frozen=True, slots=True)
class StoredPaper:
    """A paper as a collection holds it.

    Attributes:
        sentences: The (start, end) of each sentence in the abstract.
        sentence_vectors: (number of sentences, dimension) float32, unit length.
        keys: Its own identifiers in the lists that give one.
        texts: The fingerprints of its abstract's versions, the present one last.
    """

    paper: Paper
    sentences: tuple[tuple[int, int], ...]
    sentence_vectors: NDArray[np.float32]
    keys: tuple[str, ...] = ()
    texts: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class CollectionSummary:
    """What `collections list` prints of a collection."""

    name: str
    papers: int
    passages: int
    embedder: str
    created: str
    updated: str


def paper_to_json(paper: Paper) -> dict[str, Any]:
    """Turn a paper into what JSON can hold."""
    return asdict(paper)


def paper_from_json(record: Mapping[str, Any]) -> Paper:
    """Restore the paper that `paper_to_json` turned."""
    return Paper(
        **{
            **record,
            "authors": tuple(record["authors"]),
            "sources": tuple(Source(**source) for source in record["sources"]),
        }
    )


class Library:
    """The collections of one data folder, or of one Chroma server."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self.home: Path = settings.home

    def open(self, name: str, embedder: Embedder | None = None) -> Collection:
        """Open a collection.

        Args:
            name: Its name.
            embedder: Who will ask it; checked to be the one that made it.

        Raises:
            CollectionMissing: There is none of this name.
            CollectionMismatch: It was made with another embedder, or by another version.
        """
        facts = self._facts(name)
        if facts is None:
            raise CollectionMissing(
                "there is no such collection",
                where=name,
                remedy=f"Make it with: paperchat ingest FILE... -c {name!r}",
            )
        _check_facts(name, facts, embedder)
        return Collection(self, name)

    def open_or_create(self, name: str, embedder: Embedder) -> Collection:
        """Open a collection, and make an empty one first where there is none."""
        if self._facts(name) is None:
            with self.writing():
                self._create(name, embedder)
        return self.open(name, embedder)

    def exists(self, name: str) -> bool:
        """Tell whether there is a collection of this name."""
        return self._facts(name) is not None

    def summaries(self) -> tuple[CollectionSummary, ...]:
        """Summarise every collection, by name."""
        facts = [dict(one.metadata or {}) for one in self.client.list_collections()]
        names = [str(one["name"]) for one in facts if one.get("paperchat") == "papers"]
        return tuple(Collection(self, name).summary() for name in sorted(names))

    def delete(self, name: str) -> None:
        """Delete a collection.

        Raises:
            CollectionMissing: There is none of this name.
        """
        self.open(name)
        with self.writing():
            for part in ("papers", "passages"):
                self.client.delete_collection(chroma_name(name, part))

    def writing(self, waiting: Callable[[str], None] | None = None) -> AbstractContextManager[None]:
        """Take the one seam where writing happens; a server keeps its own order."""
        return nullcontext() if self._settings.chroma_url else writing(self.home, waiting=waiting)

    @cached_property
    def client(self) -> ClientAPI:
        """The Chroma client.

        Raises:
            CollectionError: The server does not answer, or the data folder cannot be used.
        """
        import chromadb
        from chromadb.config import Settings as ChromaSettings

        quiet = ChromaSettings(anonymized_telemetry=False)
        if self._settings.chroma_url:
            return self._connect(quiet)
        try:
            self.home.mkdir(parents=True, exist_ok=True)
            return chromadb.PersistentClient(str(self.home / "chroma"), settings=quiet)
        except OSError as error:
            raise CollectionError(
                f"the data folder cannot be used ({error.strerror})",
                where=str(self.home),
                remedy="Free it, or name another with PAPERCHAT_HOME",
            ) from error
        except Exception as error:  # chromadb raises whatever its bindings raise
            raise CollectionDamaged(
                f"Chroma cannot open its files ({error})",
                where=str(self.home / "chroma"),
                remedy="Run paperchat doctor, or move the folder away and ingest the lists again",
            ) from error

    def _connect(self, quiet: Any) -> ClientAPI:
        import chromadb

        url = urlsplit(str(self._settings.chroma_url))
        token = self._settings.chroma_token
        headers = {"x-chroma-token": token.get_secret_value()} if token else {}
        secure = url.scheme == "https"
        try:
            return chromadb.HttpClient(
                host=url.hostname or "localhost",
                port=url.port or (443 if secure else 80),
                ssl=secure,
                headers=headers,
                settings=quiet,
            )
        except Exception as error:  # chromadb raises ValueError for a server that is not there
            raise CollectionError(
                "the Chroma server does not answer",
                where=f"{url.scheme}://{url.hostname}:{url.port}",
                remedy="Start it, or correct PAPERCHAT_CHROMA_URL",
            ) from error

    def renew(self) -> None:
        """Forget the client: embedded Chroma does not see vectors that another process wrote."""
        if self._settings.chroma_url:
            return
        from chromadb.api.shared_system_client import SharedSystemClient

        SharedSystemClient.clear_system_cache()
        self.__dict__.pop("client", None)

    def _create(self, name: str, embedder: Embedder) -> None:
        now = _now()
        facts = {
            "paperchat": "papers",
            "name": name,
            "format": FORMAT,
            "embedder": embedder.name,
            "dimension": embedder.dimension,
            "created": now,
            "updated": now,
            "revision": secrets.token_hex(8),
        }
        for part, own in (("passages", {"paperchat": "passages"}), ("papers", facts)):
            self.client.get_or_create_collection(
                chroma_name(name, part),
                metadata=own,
                configuration={"hnsw": {"space": "cosine"}},
                embedding_function=None,
            )

    def _facts(self, name: str) -> dict[str, Any] | None:
        from chromadb.errors import NotFoundError

        try:
            found = self.client.get_collection(chroma_name(name, "papers"), embedding_function=None)
        except NotFoundError:
            return None
        return dict(found.metadata or {})


def _check_facts(name: str, facts: Mapping[str, Any], embedder: Embedder | None) -> None:
    if facts.get("format") != FORMAT:
        raise CollectionMismatch(
            f"it has format {facts.get('format')}, and this paperchat reads format {FORMAT}",
            where=name,
            remedy="Ingest its lists again into a new collection",
        )
    if embedder and facts.get("embedder") != embedder.name:
        raise CollectionMismatch(
            f"it was made with the embedder {facts.get('embedder')}, not with {embedder.name}",
            where=name,
            remedy="Set PAPERCHAT_EMBEDDER as it was then, or ingest the lists again with -c NEW",
        )


def chroma_name(name: str, part: str) -> str:
    """Name a part of a collection as Chroma allows; people name theirs in any script."""
    return f"paperchat-{hashlib.sha256(name.encode()).hexdigest()[:24]}-{part}"


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


class Collection:
    """One collection. Safe to use from several threads."""

    def __init__(self, library: Library, name: str) -> None:
        self.name = name
        self._library = library
        self._lock = threading.Lock()
        self._seen_revision: str | None = None

    @property
    def folder(self) -> Path:
        """Where what is derived from the collection is kept, beside it."""
        return self._library.home / "derived" / chroma_name(self.name, "snapshots")

    @property
    def revision(self) -> str:
        """A token that every write changes, whichever process wrote."""
        revision = str(self._part("papers").metadata["revision"])
        with self._lock:
            if self._seen_revision not in (None, revision):
                self._library.renew()
            self._seen_revision = revision
        return revision

    def summary(self) -> CollectionSummary:
        """Count what the collection holds."""
        papers = self._part("papers")
        facts = papers.metadata
        return CollectionSummary(
            name=self.name,
            papers=papers.count(),
            passages=self._part("passages").count(),
            embedder=str(facts["embedder"]),
            created=str(facts["created"]),
            updated=str(facts["updated"]),
        )

    def papers(self) -> Iterator[StoredPaper]:
        """Read every paper, a page at a time."""
        part = self._part("papers")
        for offset in range(0, part.count(), _PAGE):
            page = part.get(limit=_PAGE, offset=offset, include=["metadatas", "documents"])
            yield from _stored(page)

    def known(self, texts: Sequence[str], keys: Sequence[str]) -> list[StoredPaper]:
        """Find the papers that have one of some fingerprints or keys."""
        part = self._part("papers")
        found = list(_stored(part.get(ids=list(texts), include=["metadatas", "documents"])))
        ids = {one.paper.id for one in found}
        wanted = [{"keys": {"$contains": key}} for key in keys]
        wanted += [{"texts": {"$contains": text}} for text in texts if text not in ids]
        for chunk in _chunks(wanted, 100):
            where: Any = {"$or": chunk} if len(chunk) > 1 else chunk[0]
            page = part.get(where=where, include=["metadatas", "documents"])
            found += [one for one in _stored(page) if one.paper.id not in ids]
            ids |= {one.paper.id for one in found}
        return found

    def nearest(self, vector: NDArray[np.float32], count: int) -> list[str]:
        """Rank passages by their nearness to a vector: the ids of their papers, the best first."""
        from llama_index.core.vector_stores.types import VectorStoreQuery

        result = self._vector_store().query(
            VectorStoreQuery(query_embedding=vector.tolist(), similarity_top_k=count)
        )
        return [str(node.metadata["paper_id"]) for node in result.nodes or []]

    @contextmanager
    def exclusive(self, waiting: Callable[[str], None] | None = None) -> Iterator[None]:
        """Be the only writer for a while, and see all that the writers before have written.

        Args:
            waiting: Told in a line when another process is writing.

        Raises:
            CollectionBusy: Another process kept writing for too long.
        """
        with self._library.writing(waiting):
            # A client that has not seen another process's vectors would write over them.
            _ = self.revision
            yield

    def write(
        self,
        papers: Sequence[StoredPaper],
        passages: Sequence[Passage],
        vectors: NDArray[np.float32],
        *,
        replaced: Sequence[str] = (),
    ) -> None:
        """Write papers, new ones and changed ones; only to be called as the `exclusive` writer.

        Args:
            papers: The papers.
            passages: The passages of those that are new or have a new text.
            vectors: (len(passages), dimension) float32, unit length.
            replaced: The ids of papers whose earlier passages no longer hold.
        """
        self._touch()
        store = self._vector_store()
        for paper_id in replaced:
            self._part("passages").delete(where={"paper_id": paper_id})
        for chunk in _chunks(list(zip(passages, vectors, strict=True)), self._batch):
            store.add([_node(passage, vector) for passage, vector in chunk])
        for batch in _chunks(papers, self._batch):
            self._part("papers").upsert(
                ids=[one.paper.id for one in batch],
                documents=[one.paper.abstract for one in batch],
                metadatas=[_metadata(one) for one in batch],
                embeddings=[_mean(one.sentence_vectors) for one in batch],
            )
        self._touch()

    @cached_property
    def _batch(self) -> int:
        return int(self._library.client.get_max_batch_size())

    def _touch(self) -> None:
        part = self._part("papers")
        revision = secrets.token_hex(8)
        part.modify(metadata={**part.metadata, "revision": revision, "updated": _now()})
        with self._lock:
            self._seen_revision = revision  # our own client sees what we write

    def _part(self, part: str) -> Any:
        from chromadb.errors import NotFoundError

        try:
            return self._library.client.get_collection(
                chroma_name(self.name, part), embedding_function=None
            )
        except NotFoundError:
            raise CollectionMissing(
                "the collection has been deleted",
                where=self.name,
                remedy="Ingest its lists again",
            ) from None

    def _vector_store(self) -> Any:
        from llama_index.vector_stores.chroma import ChromaVectorStore

        return ChromaVectorStore(chroma_collection=self._part("passages"))


def _node(passage: Passage, vector: NDArray[np.float32]) -> Any:
    from llama_index.core.schema import TextNode

    return TextNode(
        id_=passage.id,
        text=passage.text,
        embedding=vector.tolist(),
        metadata={"paper_id": passage.paper_id, "start": passage.start, "end": passage.end},
    )


def _metadata(stored: StoredPaper) -> dict[str, Any]:
    # The abstract is the record's document: it need not stand in the metadata as well.
    record = {**paper_to_json(stored.paper), "abstract": ""}
    metadata: dict[str, Any] = {
        "paper": json.dumps(record, ensure_ascii=False),
        "sentences": json.dumps(stored.sentences),
        "vectors": base64.b64encode(pack(stored.sentence_vectors).tobytes()).decode(),
        "texts": list(stored.texts),
    }
    if stored.keys:
        metadata["keys"] = list(stored.keys)
    return metadata


def _stored(page: Any) -> Iterator[StoredPaper]:
    for abstract, metadata in zip(page["documents"], page["metadatas"], strict=True):
        record = {**json.loads(metadata["paper"]), "abstract": abstract}
        sentences = tuple((start, end) for start, end in json.loads(metadata["sentences"]))
        packed = np.frombuffer(base64.b64decode(metadata["vectors"]), dtype=np.int8)
        yield StoredPaper(
            paper=paper_from_json(record),
            sentences=sentences,
            sentence_vectors=unpack(packed.reshape(len(sentences), -1)),
            keys=tuple(metadata.get("keys", ())),
            texts=tuple(metadata["texts"]),
        )


def _mean(vectors: NDArray[np.float32]) -> list[float]:
    mean = vectors.mean(axis=0)
    unit: list[float] = (mean / max(float(np.linalg.norm(mean)), 1e-9)).tolist()
    return unit


def _chunks(items: Sequence[Any], size: int) -> Iterable[Sequence[Any]]:
    return (items[start : start + size] for start in range(0, len(items), size))
