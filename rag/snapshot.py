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
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from rag.acronyms import Acronyms, mine
from rag.authors import AuthorIndex, papers_by_name
from rag.coining import coined_names, named_things
from rag.lexical import LexicalIndex
from rag.names import Name, NameIndex, key
from rag.papers import Paper
from rag.sentence_index import SentenceIndex
from rag.stored import StoredPaper, paper_from_json, paper_to_json
from rag.themes import Theme, find_themes
from rag.vectors import pack, unpack
from rag.words import STOPWORDS, stem

__all__ = ["Indexed", "Snapshot"]

_FORMAT = "5"  # changes whenever the files below, or the analysis of words, change
_EVERYDAY = 2  # papers that hold a word before a name spelt alike needs its own capitals


@dataclass(frozen=True, slots=True)
class Indexed:
    """A paper and where its sentences stand in its abstract."""

    paper: Paper
    sentences: tuple[tuple[int, int], ...]


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
        self._lines = np.load(folder / "lines.npy")
        self._papers = np.memmap(folder / "papers.jsonl", mode="r") if len(self.ids) else b""
        self._rows = np.load(folder / "rows.npy")
        self._vectors = np.load(folder / "vectors.npy", mmap_mode="r")
        self.means: NDArray[np.float32] = np.load(folder / "means.npy", mmap_mode="r")
        self.sentences = SentenceIndex(folder / "sentences")

    @classmethod
    def open(cls, folder: Path, revision: str, stored: Iterable[StoredPaper]) -> Snapshot:
        """Open the snapshot of a revision, and make it first where it is missing.

        Args:
            folder: Where this collection's snapshots lie.
            revision: The collection's revision.
            stored: Its papers; only read where the snapshot has to be made.
        """
        target = folder / f"{_FORMAT}-{revision}"
        if target.exists():
            try:
                return cls(target)
            except (OSError, ValueError, KeyError, EOFError):
                # Cut short or damaged: everything in it can be made again.
                shutil.rmtree(target, ignore_errors=True)
        _make(target, stored)
        return cls(target)

    def __len__(self) -> int:
        """Count the papers."""
        return len(self.ids)

    def __getitem__(self, number: int) -> Indexed:
        """Read a paper."""
        line = bytes(self._papers[self._lines[number] : self._lines[number + 1]])
        record = json.loads(line)
        return Indexed(
            paper_from_json(record["paper"]),
            tuple((start, end) for start, end in record["sentences"]),
        )

    def numbers(self, paper_ids: Iterable[str]) -> list[int]:
        """Number some papers, in their order, without those that the collection does not hold."""
        found = (self.number_of.get(paper_id) for paper_id in paper_ids)
        return [number for number in found if number is not None]

    def __iter__(self) -> Iterator[Indexed]:
        """Read every paper, in order."""
        return (self[number] for number in range(len(self)))

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
    """Write a snapshot beside its place and move it there whole, then delete the older ones."""
    target.parent.mkdir(parents=True, exist_ok=True)
    work = Path(tempfile.mkdtemp(prefix="making-", dir=target.parent))
    try:
        _write(work, sorted(stored, key=lambda one: one.paper.id))
        if not target.exists():
            work.rename(target)
    except OSError:
        # Another process may have put the same snapshot there in the meantime.
        if not (target / "derived.json").exists():
            raise
    finally:
        shutil.rmtree(work, ignore_errors=True)
    for older in target.parent.iterdir():
        if older != target and not older.name.startswith("making-"):
            shutil.rmtree(older, ignore_errors=True)


def _write(folder: Path, stored: Sequence[StoredPaper]) -> None:
    lines, rows = [0], [0]
    with (folder / "papers.jsonl").open("wb") as file:
        for one in stored:
            record = {"paper": paper_to_json(one.paper), "sentences": one.sentences}
            file.write(
                json.dumps(record, ensure_ascii=False).encode("utf-8", "surrogatepass") + b"\n"
            )
            lines.append(file.tell())
            rows.append(rows[-1] + len(one.sentences))
    np.save(folder / "lines.npy", np.array(lines, dtype=np.int64))
    np.save(folder / "rows.npy", np.array(rows, dtype=np.int64))
    vectors = [pack(one.sentence_vectors) for one in stored]
    np.save(folder / "vectors.npy", np.concatenate(vectors) if vectors else np.empty((0, 0)))
    means = [_unit_mean(one.sentence_vectors) for one in stored]
    stacked = np.stack(means) if means else np.empty((0, 0), dtype=np.float32)
    np.save(folder / "means.npy", stacked)
    SentenceIndex.build(folder / "sentences", (_worded(one) for one in stored))
    lexical = LexicalIndex.build(searchable(one.paper) for one in stored)
    lexical.save(folder / "lexical")
    names = NameIndex.build(
        _named([one.paper for one in stored]),
        is_everyday=lambda folded: len(lexical.postings(stem(folded))) >= _EVERYDAY,
        is_known_word=lambda folded: False,
    )
    themes = find_themes(stacked, [one.paper.abstract for one in stored])
    derived = {
        "themes": [(theme.terms, theme.papers) for theme in themes],
        "ids": [one.paper.id for one in stored],
        "authors": papers_by_name(one.paper for one in stored),
        "unsigned": sum(not one.paper.authors for one in stored),
        "acronyms": dict(mine(one.paper.abstract for one in stored).long_forms),
        "names": {
            folded: (name.text, name.papers, name.everyday) for folded, name in names.items()
        },
    }
    (folder / "derived.json").write_text(json.dumps(derived, ensure_ascii=False), encoding="utf-8")


def _unit_mean(vectors: NDArray[np.float32]) -> NDArray[np.float32]:
    mean = vectors.mean(axis=0)
    unit: NDArray[np.float32] = (mean / max(float(np.linalg.norm(mean)), 1e-9)).astype(np.float32)
    return unit


def _worded(stored: StoredPaper) -> list[str]:
    title = [stored.paper.title] if stored.paper.title_given else []
    return title + [stored.paper.abstract[start:end] for start, end in stored.sentences]


def searchable(paper: Paper) -> str:
    """Join what the lexical index holds of a paper: title, abstract, authors."""
    title = paper.title if paper.title_given else ""
    return "\n".join([title, paper.abstract, *paper.authors])


def _named(papers: Sequence[Paper]) -> Iterator[tuple[str, int]]:
    """Pair what papers may be called with their numbers.

    A paper may be called by its title, by the part of it before a colon, by the names that it
    coins, and by whatever has the shape of a name and stands in no other paper.
    """
    things = [named_things(paper.abstract) for paper in papers]
    holders = Counter(key(thing) for own in things for thing in set(own))
    for number, (paper, own) in enumerate(zip(papers, things, strict=True)):
        if paper.title_given:
            yield paper.title, number
            head, colon, _ = paper.title.partition(":")
            if colon and len(head.split()) <= _LONGEST_HEAD:
                yield head, number
        for name in coined_names(paper.abstract):
            yield name, number
        for thing in own:
            if holders[key(thing)] == 1:
                yield thing, number


_LONGEST_HEAD = 4  # words before a colon that are rather a name than a statement
