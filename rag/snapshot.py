"""A collection at one revision, laid out for questions: everything that is derived from it.

Chroma holds the papers and the vectors of their passages. What else a question needs is computed
from them once and kept in a folder beside the collection: the lexical index, the papers in order,
the vectors of their sentences, their names, authors and acronyms. The folder is named after the
collection's revision. When the collection changes, a new one is made and the old one is deleted;
when it is lost, nothing is lost. A question is answered from one snapshot, so it sees one state
of the collection even while papers are being added.

Papers are numbered from 0 in the order of their ids; the numbers hold within one snapshot only.
"""

from __future__ import annotations

import json
import shutil
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from rag.acronyms import Acronyms
from rag.authors import AuthorIndex
from rag.lexical import LexicalIndex
from rag.locks import FolderLock
from rag.names import Name, NameIndex
from rag.sentence_index import SentenceIndex
from rag.snapshot_files import Indexed, PaperFile, write
from rag.stored import StoredPaper
from rag.themes import Theme
from rag.vectors import unpack
from rag.words import STOPWORDS, stem

__all__ = ["Indexed", "Snapshot"]

_FORMAT = "12"  # changes whenever the files below, or the analysis of words, change


class Snapshot:
    """One revision of a collection, read from a folder. Safe to use from several threads.

    Attributes:
        ids: The papers' ids, sorted; a paper's number is its place here.
        means: (n, dimension) the unit mean of each paper's sentence vectors.
        authors: Who wrote them, as far as their lists say.
        unsigned: How many papers come without authors.
        sentences: Where every word stands. A given title counts as a paper's first sentence here.
    """

    def __init__(self, folder: Path) -> None:
        derived = json.loads((folder / "derived.json").read_text(encoding="utf-8"))
        self.ids: tuple[str, ...] = tuple(derived["ids"])
        self.number_of = {paper_id: number for number, paper_id in enumerate(self.ids)}
        self.lexical = LexicalIndex.load(folder / "lexical")
        self.acronyms = Acronyms.of(derived["acronyms"])
        self.themes = tuple(
            Theme(tuple(terms), tuple(papers)) for terms, papers in derived["themes"]
        )
        self.names = NameIndex(
            {
                folded: Name(text, tuple(papers), everyday)
                for folded, (text, papers, everyday) in derived["names"].items()
            },
            self._is_known_word,
        )
        self.authors = AuthorIndex(derived["authors"])
        self.unsigned: int = derived["unsigned"]
        self._papers = PaperFile(folder / "papers.jsonl", np.load(folder / "lines.npy"))
        self._rows = np.load(folder / "rows.npy")
        self._vectors = np.load(folder / "vectors.npy", mmap_mode="r")
        self.means: NDArray[np.float32] = np.load(folder / "means.npy", mmap_mode="r")
        self.sentences = SentenceIndex(folder / "sentences")

    @classmethod
    def open(
        cls, folder: Path, revision: str, stored: Callable[[], Iterable[StoredPaper]]
    ) -> Snapshot:
        """Open the snapshot of a revision, and make it first where it is missing.

        Of several processes, one makes it and the others wait.

        Args:
            folder: Where this collection's snapshots lie.
            revision: The collection's revision.
            stored: Gives its papers; only called where the snapshot has to be made.
        """
        target = folder / f"{_FORMAT}-{revision}"
        if opened := cls._opened(target):
            return opened
        with FolderLock(folder, "making.lock").held():
            opened = cls._opened(target)
            if not opened:
                shutil.rmtree(target, ignore_errors=True)
                _make(target, stored())
                opened = cls(target)
            return opened

    @classmethod
    def _opened(cls, target: Path) -> Snapshot | None:
        """Open a snapshot; None where it is missing, cut short or damaged."""
        try:
            return cls(target) if target.exists() else None
        except (OSError, ValueError, KeyError, EOFError):
            return None  # everything in it can be made again

    def __len__(self) -> int:
        """Count the papers."""
        return len(self.ids)

    def __getitem__(self, number: int) -> Indexed:
        """Read a paper."""
        return self._papers[number]

    def numbers(self, paper_ids: Iterable[str]) -> list[int]:
        """Number some papers, in their order, without those that the collection does not hold."""
        found = (self.number_of.get(paper_id) for paper_id in paper_ids)
        return [number for number in found if number is not None]

    def __iter__(self) -> Iterator[Indexed]:
        """Read every paper, in order."""
        return iter(self._papers)

    def sentence_vectors(self, numbers: Sequence[int]) -> tuple[NDArray[np.float32], list[int]]:
        """Read the vectors of some papers' sentences.

        Returns:
            (m, dimension) float32 of unit length, and where each paper's rows begin in it.
        """
        spans = [(int(self._rows[number]), int(self._rows[number + 1])) for number in numbers]
        if not spans:
            return np.empty((0, self._vectors.shape[1]), dtype=np.float32), []
        vectors = np.concatenate([self._vectors[start:end] for start, end in spans])
        begins = np.cumsum([0, *(end - start for start, end in spans[:-1])])
        return unpack(vectors), begins.tolist()

    def _is_known_word(self, folded: str) -> bool:
        return folded in STOPWORDS or bool(len(self.lexical.postings(stem(folded))))


def _make(target: Path, stored: Iterable[StoredPaper]) -> None:
    """Write a snapshot beside its place, move it there whole, and delete the others."""
    work = Path(tempfile.mkdtemp(prefix="making-", dir=target.parent))
    try:
        write(work, stored)
        work.rename(target)
    finally:
        shutil.rmtree(work, ignore_errors=True)
    # A process that has one of them open keeps it.
    for other in target.parent.iterdir():
        if other != target and other.is_dir():
            shutil.rmtree(other, ignore_errors=True)
