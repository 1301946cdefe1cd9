"""The files of a snapshot, written from a collection's papers without holding them in memory.

Papers come in the order in which the collection has them, once. They are put into their own order
on disk; everything else is derived from them there. What stays in memory is what a question needs
there too: a few hundred bytes a paper, but for the words while they are being indexed.
"""

from __future__ import annotations

import json
from array import array
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rag.acronyms import COMMON, mine
from rag.authors import papers_by_name
from rag.coining import coined_names, named_things
from rag.lexical import LexicalIndex
from rag.names import NameIndex, key
from rag.papers import Paper
from rag.sentence_index import SentenceIndex
from rag.stored import StoredPaper, paper_from_json, paper_to_json
from rag.themes import find_themes
from rag.vectors import pack, unit, unpack
from rag.words import stem

__all__ = ["Indexed", "PaperFile", "searchable", "write"]

_EVERYDAY = 2  # papers that hold a word before a name spelt alike needs its own capitals
_LONGEST_HEAD = 4  # words before a colon that are rather a name than a statement


@dataclass(frozen=True, slots=True)
class Indexed:
    """A paper and where its sentences stand in its abstract."""

    paper: Paper
    sentences: tuple[tuple[int, int], ...]


class PaperFile:
    """Papers in a file, read one by one. Safe to read from several threads.

    Args:
        file: A paper a line.
        lines: (n + 1,) where each line begins, and where the last one ends, in bytes.
    """

    def __init__(self, file: Path, lines: NDArray[np.int64]) -> None:
        self._lines = lines
        self._bytes = np.memmap(file, mode="r") if len(lines) > 1 else b""

    def __getitem__(self, number: int) -> Indexed:
        """Read a paper."""
        record = json.loads(self.line(number))
        return Indexed(
            paper_from_json(record["paper"]),
            tuple((start, end) for start, end in record["sentences"]),
        )

    def __iter__(self) -> Iterator[Indexed]:
        """Read every paper, in order."""
        return (self[number] for number in range(len(self._lines) - 1))

    def line(self, number: int) -> bytes:
        """Read a paper's line, its end included."""
        return bytes(self._bytes[self._lines[number] : self._lines[number + 1]])


def write(folder: Path, stored: Iterable[StoredPaper]) -> None:
    """Write the files of a snapshot into an empty folder."""
    ids = _write_papers(folder, stored)
    papers = PaperFile(folder / "papers.jsonl", np.load(folder / "lines.npy"))
    SentenceIndex.build(folder / "sentences", (_worded(one) for one in papers))
    lexical = LexicalIndex.build(searchable(one.paper) for one in papers)
    lexical.save(folder / "lexical")
    names = NameIndex.build(
        _named(papers),
        is_everyday=lambda folded: len(lexical.postings(stem(folded))) >= _EVERYDAY,
        is_known_word=lambda folded: False,
    )
    means = np.load(folder / "means.npy", mmap_mode="r")
    themes = find_themes(means, lambda number: papers[number].paper.abstract)
    derived = {
        "themes": [(theme.terms, theme.papers) for theme in themes],
        "ids": ids,
        "authors": papers_by_name(one.paper for one in papers),
        "unsigned": sum(not one.paper.authors for one in papers),
        "acronyms": dict(mine(one.paper.abstract for one in papers).long_forms),
        "names": {
            folded: (name.text, name.papers, name.everyday) for folded, name in names.items()
        },
    }
    (folder / "derived.json").write_text(json.dumps(derived, ensure_ascii=False), encoding="utf-8")


def searchable(paper: Paper) -> str:
    """Join what the lexical index holds of a paper: title, abstract, authors."""
    title = paper.title if paper.title_given else ""
    return "\n".join([title, paper.abstract, *paper.authors])


def _write_papers(folder: Path, stored: Iterable[StoredPaper]) -> list[str]:
    """Write papers and vectors in the order of the papers' ids, and return the ids."""
    ids: list[str] = []
    ends, rows = array("q", [0]), array("q", [0])
    dimension = 0
    spool, spooled = folder / "spool.jsonl", folder / "spool.bin"
    with spool.open("wb") as lines, spooled.open("wb") as vectors:
        for one in stored:
            lines.write(_line(one))
            vectors.write(pack(one.sentence_vectors).tobytes())
            ids.append(one.paper.id)
            ends.append(lines.tell())
            rows.append(rows[-1] + len(one.sentence_vectors))
            dimension = one.sentence_vectors.shape[1]
    order = sorted(range(len(ids)), key=ids.__getitem__)
    before = PaperFile(spool, np.array(ends, dtype=np.int64))
    with (folder / "papers.jsonl").open("wb") as lines:
        starts = [0]
        for number in order:
            lines.write(before.line(number))
            starts.append(lines.tell())
    np.save(folder / "lines.npy", np.array(starts, dtype=np.int64))
    _write_vectors(folder, spooled, np.array(rows, dtype=np.int64), order, dimension)
    spool.unlink()
    spooled.unlink()
    return [ids[number] for number in order]


def _line(one: StoredPaper) -> bytes:
    record = {"paper": paper_to_json(one.paper), "sentences": one.sentences}
    return json.dumps(record, ensure_ascii=False).encode("utf-8", "surrogatepass") + b"\n"


def _write_vectors(
    folder: Path, spooled: Path, rows: NDArray[np.int64], order: list[int], dimension: int
) -> None:
    """Put the sentences' vectors into order, and write each paper's mean."""
    sizes = np.diff(rows)[order]
    ends = np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64)
    np.save(folder / "rows.npy", ends)
    shape = (int(ends[-1]), dimension)
    vectors = _array(folder / "vectors.npy", np.int8, shape)
    means = _array(folder / "means.npy", np.float32, (len(order), dimension))
    if not shape[0]:
        return
    before = np.memmap(spooled, dtype=np.int8, mode="r", shape=shape)
    for place, number in enumerate(order):
        own = before[rows[number] : rows[number + 1]]
        vectors[ends[place] : ends[place + 1]] = own
        means[place] = unit(unpack(own).mean(axis=0))


def _array(file: Path, kind: Any, shape: tuple[int, int]) -> NDArray[Any]:
    """Make an array in a file; an empty one cannot be mapped."""
    if 0 in shape:
        np.save(file, np.empty(shape, dtype=kind))
        return np.empty(shape, dtype=kind)
    made: NDArray[Any] = np.lib.format.open_memmap(file, mode="w+", dtype=kind, shape=shape)
    return made


def _worded(one: Indexed) -> list[str]:
    title = [one.paper.title] if one.paper.title_given else []
    return title + [one.paper.abstract[start:end] for start, end in one.sentences]


def _named(papers: Iterable[Indexed]) -> Iterator[tuple[str, int]]:
    """Pair what papers may be called with their numbers.

    A paper may be called by its title, by the part of it before a colon, by the names that it
    coins, and by whatever has the shape of a name and stands in no other paper, also in the plural,
    if it is no acronym of the field.
    """
    things = [named_things(one.paper.abstract) for one in papers]
    holders = Counter(key(one) for own in things for one in set(map(_singular, own)))
    for number, (one, own) in enumerate(zip(papers, things, strict=True)):
        paper = one.paper
        if paper.title_given:
            yield paper.title, number
            head, colon, _ = paper.title.partition(":")
            if colon and len(head.split()) <= _LONGEST_HEAD:
                yield head, number
        for name in coined_names(paper.abstract):
            yield name, number
        for thing in own:
            if holders[key(_singular(thing))] == 1 and _singular(thing) not in COMMON:
                yield thing, number


def _singular(thing: str) -> str:
    return thing.removesuffix("s")
