"""Where every word stands, sentence by sentence: whether a paper says what a question says.

BM25 sees a paper as a bag of words. Whether a paper is about "graph matching" also hangs on both
words standing in one sentence, side by side. This index holds the position of every word
(`rag.words.inflections`), so that this can be told for all papers at once.

Positions count words through the whole collection, with a gap after each sentence, so that two
neighbouring positions always lie in one sentence.
"""

from __future__ import annotations

import json
from array import array
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from rag.words import inflections

__all__ = ["WHOLE", "SentenceIndex", "Wording"]

WHOLE = 0.99
"""A share from which on all is there: one, less rounding."""


@dataclass(frozen=True, slots=True)
class Wording:
    """How n papers word a topic.

    Attributes:
        coverage: (n,) in [0, 1]: the largest share of the topic's words, by idf, in one sentence.
        adjacency: (n,) in [0, 1]: the largest share of its neighbouring words that stand side by
            side in one sentence; for a topic of one word, whether it occurs.
        mentions: (n,) how many sentences name the whole topic.
        by_sentence: (m,) coverage plus adjacency of each sentence.
    """

    coverage: NDArray[np.float32]
    adjacency: NDArray[np.float32]
    mentions: NDArray[np.float32]
    by_sentence: NDArray[np.float32]

    def union(self, other: Wording) -> Wording:
        """Take the better of two wordings of one topic, paper by paper."""
        return Wording(
            np.maximum(self.coverage, other.coverage),
            np.maximum(self.adjacency, other.adjacency),
            np.maximum(self.mentions, other.mentions),
            np.maximum(self.by_sentence, other.by_sentence),
        )


class SentenceIndex:
    """The positions of words in the sentences of n papers.

    Attributes:
        first: (n + 1,) the number of each paper's first sentence.
    """

    def __init__(self, folder: Path) -> None:
        self._vocabulary: dict[str, int] = json.loads((folder / "words.json").read_text("utf-8"))
        self._positions = np.load(folder / "positions.npy", mmap_mode="r")
        self._starts = np.load(folder / "starts.npy")
        self._idf = np.load(folder / "idf.npy")
        self._sentence_ends = np.load(folder / "sentence_ends.npy")
        self.first = np.load(folder / "first.npy")

    @staticmethod
    def build(folder: Path, papers: Iterable[Sequence[str]]) -> None:
        """Write the index of some papers, each given as its sentences (at least one)."""
        vocabulary: dict[str, int] = {}
        # Arrays, not lists: the words of 100,000 abstracts are 15 million.
        tokens, positions = array("i"), array("i")
        sentence_ends = array("q")
        first = [0]
        holders: list[int] = []  # for each word, how many papers hold it
        position = 0
        for sentences in papers:
            seen: set[int] = set()
            for sentence in sentences:
                for word in inflections(sentence):
                    token = vocabulary.setdefault(word, len(vocabulary))
                    tokens.append(token)
                    positions.append(position)
                    position += 1
                    seen.add(token)
                position += 1
                sentence_ends.append(position)
            first.append(len(sentence_ends))
            holders.extend([0] * (len(vocabulary) - len(holders)))
            for token in seen:
                holders[token] += 1
        order = np.argsort(np.asarray(tokens), kind="stable")
        counts = np.bincount(np.asarray(tokens), minlength=len(vocabulary))
        df = np.array(holders, dtype=np.float64)
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "words.json").write_text(json.dumps(vocabulary, ensure_ascii=False), "utf-8")
        np.save(folder / "positions.npy", np.asarray(positions)[order])
        np.save(folder / "starts.npy", np.concatenate([[0], np.cumsum(counts)]).astype(np.int64))
        np.save(folder / "idf.npy", _idf(len(first) - 1, df))
        np.save(folder / "sentence_ends.npy", np.asarray(sentence_ends))
        np.save(folder / "first.npy", np.array(first, dtype=np.int64))

    def wording(self, topics: Sequence[str], papers: Sequence[int] | None = None) -> Wording:
        """Tell how papers word a topic, given in one or several wordings.

        Args:
            topics: The wordings.
            papers: The numbers of the papers that are looked at, in whose order they are told of,
                each once; None for all of them, which takes the longer the more there are.
        """
        extent = None if papers is None else _Extent.of(papers, self.first, self._sentence_ends)
        found = [self._wording(inflections(topic), extent) for topic in topics]
        best = found[0]
        for other in found[1:]:
            best = best.union(other)
        return best

    def _wording(self, query: Sequence[str], extent: _Extent | None) -> Wording:
        first = self.first if extent is None else extent.first
        standing = {word: self._standing(word, extent) for word in query}
        coverage = np.zeros(first[-1], dtype=np.float32)
        total = 0.0
        for word, (_, sentences) in standing.items():
            weight = self.idf(word)
            coverage[np.unique(sentences)] += weight
            total += weight
        if total:
            coverage /= total
        adjacency = _adjacency(query, standing, coverage)
        whole = (coverage > WHOLE) & ((adjacency > WHOLE) | (len(query) > 2) & (adjacency >= 0.5))
        return Wording(
            np.maximum.reduceat(coverage, first[:-1]),
            np.maximum.reduceat(adjacency, first[:-1]),
            np.add.reduceat(whole.astype(np.float32), first[:-1]),
            coverage + adjacency,
        )

    def holds(self, word: str) -> bool:
        """Tell whether any paper holds a word without its inflections."""
        return word in self._vocabulary

    def frequent(self, occurrences: int) -> list[str]:
        """List the words that occur so often at least."""
        counts = np.diff(self._starts)
        return [word for word, number in self._vocabulary.items() if counts[number] >= occurrences]

    def idf(self, word: str) -> float:
        """Weigh a word by its rarity among papers; an unknown word weighs most."""
        number = self._vocabulary.get(word)
        if number is None:
            return float(_idf(len(self.first) - 1, np.zeros(1))[0])
        return float(self._idf[number])

    def _standing(self, word: str, extent: _Extent | None) -> _Standing:
        """Give the positions of a word, and the numbers of the sentences that they lie in."""
        number = self._vocabulary.get(word)
        if number is None:
            return np.empty(0, dtype=np.int32), np.empty(0, dtype=np.int64)
        places = np.asarray(self._positions[self._starts[number] : self._starts[number + 1]])
        if extent is None:
            return places, np.searchsorted(self._sentence_ends, places, side="right")
        places, owners = extent.within(places)
        sentences = np.searchsorted(self._sentence_ends, places, side="right")
        return places, sentences - extent.moved[owners]


_Standing = tuple[NDArray[np.int32], NDArray[np.int64]]


@dataclass(frozen=True, slots=True)
class _Extent:
    """Some papers' sentences, numbered anew in the order of these papers.

    Attributes:
        begins: (k,) the position of each paper's first word.
        ends: (k,) the position behind its last word.
        first: (k + 1,) the new number of its first sentence.
        moved: (k,) the old number of its first sentence less the new one.
    """

    begins: NDArray[np.int32]
    ends: NDArray[np.int32]
    first: NDArray[np.int64]
    moved: NDArray[np.int64]

    @classmethod
    def of(
        cls,
        papers: Sequence[int],
        first: NDArray[np.int64],
        sentence_ends: NDArray[np.int64],
    ) -> _Extent:
        numbers = np.asarray(papers, dtype=np.int64)
        sentences, behind = first[numbers], first[numbers + 1]
        renumbered = np.concatenate([[0], np.cumsum(behind - sentences)])
        # Of the positions' own type: of another, all of them would be copied for each search.
        return cls(
            np.where(sentences > 0, sentence_ends[sentences - 1], 0).astype(np.int32),
            sentence_ends[behind - 1].astype(np.int32),
            renumbered,
            sentences - renumbered[:-1],
        )

    def within(self, places: NDArray[np.int32]) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
        """Give those of some ascending positions that lie in it, each with its paper's place."""
        starts = np.searchsorted(places, self.begins)
        counts = np.searchsorted(places, self.ends) - starts
        owners = np.repeat(np.arange(len(counts)), counts)
        before = np.cumsum(counts) - counts
        return places[np.arange(len(owners)) - (before - starts)[owners]], owners


def _adjacency(
    query: Sequence[str], standing: Mapping[str, _Standing], coverage: NDArray[np.float32]
) -> NDArray[np.float32]:
    """Tell for each sentence which share of neighbouring words stand side by side in it."""
    pairs = list(dict.fromkeys(zip(query, query[1:], strict=False)))
    if not pairs:
        return (coverage > WHOLE).astype(np.float32)
    adjacency = np.zeros_like(coverage)
    for left, right in pairs:
        places, sentences = standing[left]
        beside = np.isin(places + 1, standing[right][0], assume_unique=True)
        adjacency[np.unique(sentences[beside])] += 1.0 / len(pairs)
    return adjacency


def _idf(n: int, df: NDArray[np.float64]) -> NDArray[np.float64]:
    """BM25's inverse document frequency in Lucene's form."""
    idf: NDArray[np.float64] = np.log1p((n - df + 0.5) / (df + 0.5))
    return idf
