"""From a question's wording to ranked papers: dense and lexical search, fused and weighed.

1. The dense half asks Chroma for the passages nearest to the wording, the lexical half asks BM25.
2. Reciprocal rank fusion of both, grouped by paper, says which papers are worth a closer look.
3. Each of these is weighed by six signs: the cosine of its abstract, the cosine of its best
   sentence, its BM25 score, and how much of the wording (by idf) the paper covers, one of its
   sentences covers, and one of its sentences has side by side. The last four count for less where
   even the best paper covers little of the wording: a question in other words than the abstract's
   shares its chance words with any paper. Such a question is embedded together with what its
   everyday words mean in the field.

The signs stay on the hit, since they also say whether a paper answers the question at all.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from rag.collection import Collection
from rag.embedding import Embedder
from rag.everyday import COMMON_WORDING, terms_for
from rag.snapshot import Snapshot
from rag.stages import stage
from rag.words import words

__all__ = ["Found", "Hit", "Retriever", "fuse"]

RRF_CONSTANT = 60
"""k of reciprocal rank fusion (Cormack, Clarke and Buettcher, SIGIR 2009)."""

DENSE_POOL = 40
"""How many passages are asked of Chroma."""

CANDIDATES = 60
"""How many of the fused papers are weighed."""

# Weights of the six signs, fitted on half of the titles as questions over 2,634 abstracts without
# them; the other half agrees within 0.001: `python -m eval.bench FILE --only titles`.
_BY_MEANING = np.array([1.4, 0.9], dtype=np.float32)
_BY_WORDS = np.array([1.0, 0.4, 0.4, 0.3], dtype=np.float32)

_COHORT = 1_000  # papers whose cosines say what is usual


@dataclass(frozen=True, slots=True)
class Hit:
    """A paper that retrieval found, with the signs that speak for it.

    Attributes:
        number: The paper's number in the snapshot.
        score: What papers are ranked by; comparable within one question only.
        abstract: Cosine of the question and the mean of the paper's sentences.
        sentence: Cosine of the question and the paper's best sentence.
        bm25: BM25 score as a share of the question's best, in [0, 1].
        coverage: Share of the question's words, by idf, that the paper holds, in [0, 1].
        in_one: Share of them, by idf, that one of its sentences holds, in [0, 1].
        side_by_side: Share of neighbouring ones that one of its sentences has so, in [0, 1].
        best_sentence: The number of the best sentence, by cosine, in the paper.
    """

    number: int
    score: float
    abstract: float
    sentence: float
    bm25: float
    coverage: float
    in_one: float
    side_by_side: float
    best_sentence: int


@dataclass(frozen=True, slots=True)
class Found:
    """What a question found.

    Attributes:
        hits: The papers, the best first.
        vector: (dimension,) the question's vector.
        stands_out: Whether the abstract of the best hit is nearer to the question than chance
            would bring any abstract of a collection of this size.
    """

    hits: tuple[Hit, ...]
    vector: NDArray[np.float32]
    stands_out: bool


def fuse(rankings: Iterable[Sequence[int]]) -> list[int]:
    """Fuse rankings by reciprocal rank; ties go to the lower number."""
    scores: dict[int, float] = {}
    for ranking in rankings:
        for rank, number in enumerate(ranking, start=1):
            scores[number] = scores.get(number, 0.0) + 1.0 / (RRF_CONSTANT + rank)
    return sorted(scores, key=lambda number: (-scores[number], number))


class Retriever:
    """Finds papers in one snapshot of a collection. Safe to use from several threads."""

    def __init__(self, collection: Collection, snapshot: Snapshot, embedder: Embedder) -> None:
        self._collection = collection
        self._snapshot = snapshot
        self._embedder = embedder

    @property
    def reads_across(self) -> bool:
        """Whether a question may be in another language than the abstracts."""
        return self._embedder.multilingual

    @stage("retrieve")
    def retrieve(self, wording: str, also: Sequence[int] = ()) -> Found:
        """Rank the papers that come closest to a wording.

        Args:
            wording: What to look for: a question without its frame, or a topic.
            also: Numbers of papers to weigh as well, found or not.

        Returns:
            At most `CANDIDATES` hits and those of `also`.
        """
        variants = self._snapshot.acronyms.variants(wording)
        if not len(self._snapshot):
            return Found((), self.embed(wording), stands_out=False)
        coverage = self._coverage(variants)
        terms = terms_for(wording, float(coverage.max()))
        vector = self.embed(", ".join([wording, *terms]))
        lexical = self._snapshot.lexical.search("\n".join(variants))
        found = fuse([self._dense(vector), [number for number, _ in lexical]])[:CANDIDATES]
        numbers = list(dict.fromkeys([*found, *also]))
        hits = self._weigh(vector, variants, numbers, dict(lexical), coverage)
        return Found(tuple(hits), vector, bool(hits) and self._stands_out(hits[0], vector))

    def is_one_piece(self, word: str) -> bool:
        """Tell whether the embedder knows a word as a whole, as it does the common ones."""
        return self._embedder.count(word.lower()) - self._embedder.count("") <= 1

    @stage("embed")
    def embed(self, wording: str) -> NDArray[np.float32]:
        """Embed a wording, its acronyms spelt out: (dimension,) float32."""
        return self._embedder.embed_query(self._snapshot.acronyms.spell_out(wording))

    def _dense(self, vector: NDArray[np.float32]) -> list[int]:
        """Rank papers by their nearest passage."""
        near = self._collection.nearest(vector, DENSE_POOL)
        return list(dict.fromkeys(self._snapshot.numbers(near)))

    def _stands_out(self, hit: Hit, vector: NDArray[np.float32]) -> bool:
        """Compare a hit's cosine with those of the collection, taken as normally distributed.

        The largest of n values of a normal distribution is expected below sqrt(2 ln n) standard
        deviations from the mean.
        """
        size = len(self._snapshot)
        cosines = self._snapshot.means[:: max(1, size // _COHORT)] @ vector
        deviation = (hit.abstract - cosines.mean()) / max(float(cosines.std()), 1e-6)
        return bool(deviation > math.sqrt(2.0 * math.log(size)))

    def _weigh(
        self,
        vector: NDArray[np.float32],
        variants: Sequence[str],
        numbers: Sequence[int],
        bm25: dict[int, float],
        coverage: NDArray[np.float32],
    ) -> list[Hit]:
        """Weigh papers by the six signs, the best first."""
        if not numbers:
            return []
        sentences, begins = self._snapshot.sentence_vectors(numbers)
        cosines = sentences @ vector
        means = np.add.reduceat(sentences, begins, axis=0)
        abstracts = (means @ vector) / np.maximum(np.linalg.norm(means, axis=1), 1e-9)
        wording = self._snapshot.sentences.wording(variants, numbers)
        best_bm25 = max(bm25.values(), default=1.0)
        trust_in_words = _trust_in_words(coverage)
        hits = []
        for place, number in enumerate(numbers):
            end = begins[place + 1] if place + 1 < len(begins) else len(cosines)
            own = cosines[begins[place] : end]
            by_meaning = (float(abstracts[place]), float(own.max()))
            by_words = (
                bm25.get(number, 0.0) / best_bm25,
                float(coverage[number]),
                float(wording.coverage[place]),
                float(wording.adjacency[place]),
            )
            score = np.dot(_BY_MEANING, by_meaning) + trust_in_words * np.dot(_BY_WORDS, by_words)
            hits.append(
                Hit(number, float(score), *by_meaning, *by_words, best_sentence=int(own.argmax()))
            )
        return sorted(hits, key=lambda hit: (-hit.score, hit.number))

    def _coverage(self, variants: Sequence[str]) -> NDArray[np.float32]:
        """Measure how much of a question each paper covers, in whichever wording covers most."""
        shares = [self._snapshot.lexical.coverage(words(variant)) for variant in variants]
        covered: NDArray[np.float32] = np.maximum.reduce(shares)
        return covered


def _trust_in_words(coverage: NDArray[np.float32]) -> float:
    """Tell how far a question shares its words with the collection, in [0, 1]."""
    return min(float(coverage.max()) / COMMON_WORDING, 1.0) ** 2
