"""A corpus laid out for questions: embedded once, kept, and ranked by the product's own parts.

The documents are ingested as a list of papers is, into a data folder of their own:
`PAPERCHAT_HOME/beir/KEY`. The key is made from the documents, the embedder and the code that cuts,
embeds and indexes, so what is there is never older than what it is made from; whoever needs the
room deletes the folder. All else is derived anew for each run, so a change to it shows at once.
"""

from __future__ import annotations

import hashlib
import json
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import numpy as np
from numpy.typing import NDArray

import rag.embedding
import rag.enclosures
import rag.passages
import rag.readers.cleaning
import rag.sentences
import rag.vector_store
from eval.beir_files import Document
from eval.progress import Progress
from rag.collection import Collection
from rag.embedding import Embedder
from rag.errors import InputError
from rag.ingest import ingest
from rag.library import FORMAT, Library
from rag.readers.cleaning import MAX_ABSTRACT
from rag.retrieval import Retriever
from rag.snapshot import Snapshot

if TYPE_CHECKING:
    from rag.workspace import Workspace

__all__ = ["DEPTH", "BeirIndex", "RetrieverName", "opened"]

RetrieverName = Literal["bm25", "dense", "hybrid"]

DEPTH = 101
"""How many documents are ranked: what R@100 looks at, and one that may be the query itself."""

_NAME = "corpus"
_CUTS_EMBEDS_AND_INDEXES = (
    rag.embedding,
    rag.enclosures,
    rag.passages,
    rag.readers.cleaning,
    rag.sentences,
    rag.vector_store,
)


@dataclass(frozen=True, slots=True)
class BeirIndex:
    """The three retrievers over one corpus.

    Attributes:
        documents: The ids of the documents that each paper of the snapshot is made from, by its
            number; documents that say the same are one paper.
    """

    documents: tuple[tuple[str, ...], ...]
    _collection: Collection
    _snapshot: Snapshot
    _retriever: Retriever

    def rank(self, query: str) -> Mapping[RetrieverName, list[str]]:
        """Rank documents in three ways: for each at most `DEPTH` ids, the best first.

        BM25 and dense are the halves of the hybrid, which is the retrieval that answers rest on.
        An answer needs no more than the papers that this weighs; below them stand all others that
        either half has found, by the same weights.
        """
        found = self._retriever.retrieve(query)
        variants = self._snapshot.acronyms.variants(query)
        bm25 = [number for number, _ in self._snapshot.lexical.search("\n".join(variants), DEPTH)]
        dense = self._nearest(found.vector)
        deeper = self._retriever.retrieve(query, also=[*bm25, *dense])
        hybrid = list(dict.fromkeys(hit.number for hit in (*found.hits, *deeper.hits)))
        return {
            "bm25": self._ids(bm25),
            "dense": self._ids(dense),
            "hybrid": self._ids(hybrid),
        }

    def _nearest(self, vector: NDArray[np.float32]) -> list[int]:
        """Rank papers by their nearest passage, `DEPTH` of them where there are as many."""
        count, papers = 2 * DEPTH, min(DEPTH, len(self._snapshot))
        while True:
            passages = self._collection.nearest(vector, count)
            near = list(dict.fromkeys(passages))
            if len(near) >= papers or len(passages) < count:
                return [self._snapshot.number_of[paper_id] for paper_id in near[:DEPTH]]
            count *= 2

    def _ids(self, numbers: Sequence[int]) -> list[str]:
        return [one for number in numbers for one in self.documents[number]][:DEPTH]


@contextmanager
def opened(
    documents: Sequence[Document], workspace: Workspace, progress: Progress | None = None
) -> Iterator[BeirIndex]:
    """Open the index of some documents, and embed them first where that was not done before.

    Raises:
        InputError: None of the documents has a text, or the product cannot read one.
    """
    embedder = workspace.embedder
    home = workspace.settings.home / "beir" / _key(documents, embedder)
    # Embedded, wherever the user's own collections are: nobody else is to see this one.
    library = Library(workspace.settings.model_copy(update={"home": home, "chroma_url": None}))
    done = home / "done"
    if not done.exists():
        home.mkdir(parents=True, exist_ok=True)
        _embed(documents, library.open_or_create(_NAME, embedder), embedder, home, progress)
        done.touch()
    collection = library.open(_NAME, embedder)
    with tempfile.TemporaryDirectory() as folder:
        snapshot = Snapshot.open(Path(folder), collection.revision, collection.papers)
        yield BeirIndex(
            documents=tuple(
                tuple(documents[source.position - 1].id for source in one.paper.sources)
                for one in snapshot
            ),
            _collection=collection,
            _snapshot=snapshot,
            _retriever=Retriever(collection, snapshot, embedder),
        )


def _key(documents: Sequence[Document], embedder: Embedder) -> str:
    """Name a corpus by all that its vectors depend on."""
    digest = hashlib.sha256(f"{FORMAT} {embedder.name}".encode())
    for module in _CUTS_EMBEDS_AND_INDEXES:
        digest.update(Path(str(module.__file__)).read_bytes())
    for document in documents:
        digest.update(_line(document).encode())
    return digest.hexdigest()[:24]


def _line(document: Document) -> str:
    """Write a document as a list of papers has it.

    A document that has only a title says that; a longer text than an abstract may have is cut,
    since the product would refuse it. Its id is left out: a paper knows its place in the list.
    """
    text, title = document.text.strip(), document.title.strip()
    record = {"title": title if text else "", "abstract": (text or title)[:MAX_ABSTRACT]}
    return json.dumps(record) + "\n"


class _Told:
    """Tells how many documents have been embedded."""

    def __init__(self, progress: Progress | None, total: int) -> None:
        self._progress = progress
        self._total = total
        self._done = 0

    def advanced(self, entries: int, share: float) -> None:
        self._done += entries
        if self._progress:
            self._progress("Embedding", self._done, self._total)

    def told(self, line: str) -> None:
        """Leave out what is told besides: refusals are in the report."""


def _embed(
    documents: Sequence[Document],
    collection: Collection,
    embedder: Embedder,
    home: Path,
    progress: Progress | None,
) -> None:
    """Ingest the documents; what an earlier run has embedded before it was cut short, stays."""
    with tempfile.TemporaryDirectory(dir=home) as folder:
        file = Path(folder) / "corpus.jsonl"
        with file.open("w", encoding="utf-8") as out:
            out.writelines(_line(document) for document in documents)
        total = sum(bool(document.title.strip() or document.text.strip()) for document in documents)
        report = ingest([file], collection, embedder, _Told(progress, total))
    if report.refused:
        raise InputError(
            f"a document cannot be read ({report.refused[0]})",
            where="the corpus",
            remedy="Repair it or leave it out",
        )
