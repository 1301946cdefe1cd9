"""Which papers belong to a topic: a probability for each, not a rank.

A listing is judged by what it misses as much as by what it shows, so every paper of the collection
is judged, not the first k of a ranking. The signs that speak for a paper: how much of the topic one
of its sentences names, whether the words stand side by side, and how often, in the words of the
question and in the other words of the field (`rag.related`); how close in meaning the abstract and
its best sentence are, and how far that closeness stands out from the rest of the collection, also
for the part of the topic that is farthest ("X for Y" wants both). Outliers matter more than levels:
cosines of short topics differ widely in level.

A logistic model weighs the signs. A second, absolute test says whether the collection holds the
topic at all: some paper always stands out, also for a topic that nobody wrote about.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from rag.embedding import Embedder
from rag.everyday import terms_for
from rag.name_parts import with_named
from rag.related import Thesaurus
from rag.sentence_index import WHOLE, Wording
from rag.snapshot import Snapshot
from rag.stages import stage
from rag.topic_parts import alternatives, conjuncts
from rag.topic_parts import parts as parts_of
from rag.words import words

__all__ = ["BELONGS", "BORDERLINE", "Relevance", "Topic"]

BELONGS = 0.28
"""The probability from which on a paper belongs to a topic."""

BORDERLINE = 0.15
"""The probability from which on a paper is shown apart, as borderline."""

# The probability that one paper must reach for the collection to hold a topic. It lies above
# `BELONGS`, where more topics that no paper is on would be answered; what it costs topics that some
# are on is in the figures of `paperchat eval --kinds listing,unanswerable-topic`.
_HELD = 0.48

# Logistic weights of the signs, in their order, fitted and cross-validated on 568 topics over the
# papers of the sample suite and two other samples of as many abstracts (ICML 2024). None of them is
# one of the suite's questions, by which they are measured: `paperchat eval --kinds listing`.
_WEIGHTS = np.array([-0.85, -1.53, 1.44, 3.16, 0.83, 1.04, 0.36, 0.73, -0.51, 3.43, 0.39, 2.05])
_BIAS = -7.74

_BACKGROUND = 2_000  # papers whose cosines say what level is usual
# Papers whose sentences are read: the most promising by the other signs, and some of the others,
# for the level. Where there are more, the rest passes for usual.
_PROMISING = 400
_USUAL = 400


@dataclass(frozen=True, slots=True)
class Topic:
    """A topic, judged.

    Attributes:
        probability: (n,) how likely each paper belongs to the topic.
        held: Whether the collection holds the topic at all.
        vector: (dimension,) the topic's vector.
        by_sentence: (m,) how much of the topic each sentence of the sentence index names.
    """

    probability: NDArray[np.float64]
    held: bool
    vector: NDArray[np.float32]
    by_sentence: NDArray[np.float32]

    @property
    def papers(self) -> list[int]:
        """The numbers of the papers that belong to it, the likeliest first; none if not held."""
        ranked: list[int] = (-self.probability).argsort(kind="stable").tolist()
        return [n for n in ranked if self.probability[n] >= BELONGS] if self.held else []


class Relevance:
    """Judges the papers of one snapshot. Safe to use from several threads."""

    def __init__(self, snapshot: Snapshot, embedder: Embedder) -> None:
        self._snapshot = snapshot
        self._embedder = embedder
        self._thesaurus = Thesaurus.load()

    @stage("judge")
    def judge(self, topic: str) -> Topic:
        """Judge every paper; a topic of two ("both X and Y") by the one that fits it less."""
        judged = [self._judge_alternatives(part) for part in conjuncts(topic)]
        return Topic(
            np.minimum.reduce([part.probability for part in judged]),
            all(part.held for part in judged),
            judged[0].vector,
            np.mean([part.by_sentence for part in judged], axis=0),
        )

    def _judge_alternatives(self, topic: str) -> Topic:
        """Judge every paper by the alternative ("X or Y") that fits it best."""
        judged = [self._judge(part) for part in alternatives(topic)]
        best = judged[0]
        for other in judged[1:]:
            best = Topic(
                np.maximum(best.probability, other.probability),
                best.held or other.held,
                best.vector,
                np.maximum(best.by_sentence, other.by_sentence),
            )
        return best

    def _judge(self, topic: str) -> Topic:
        evidence = self._evidence(topic)
        probability = 1.0 / (1.0 + np.exp(-(_WEIGHTS @ evidence.signs + _BIAS)))
        near_miss = ~evidence.whole | (probability < _needed(evidence))
        probability = np.where(near_miss, np.minimum(probability, _NEAR_MISS), probability)
        top = int(probability.argmax())
        held = float(probability[top]) >= _HELD and _near(
            float(evidence.wide.coverage[top]), float(evidence.close[top])
        )
        by_sentence = np.maximum(evidence.own.by_sentence, _REWORDED * evidence.wide.by_sentence)
        judged = Topic(probability, held, evidence.vector, by_sentence)
        return with_named(topic, judged, self._snapshot)

    def _evidence(self, topic: str) -> _Evidence:
        spelt = self._snapshot.acronyms.spell_out(topic)
        own, wide, reworded = self._wording(topic)
        other = [*reworded, *terms_for(topic, float(own.coverage.max()))]
        meant = ", ".join([spelt, *other[:_MEANT]])
        parts = parts_of(spelt)
        vectors = self._embedder.embed([spelt, *([meant] if other else []), *parts])
        close = np.asarray(self._snapshot.means @ vectors.T)
        outlying = _standardised(close).T
        by_part = outlying[len(outlying) - len(parts) :]
        signs = np.stack(
            [
                own.coverage,
                own.adjacency,
                np.log1p(own.mentions),
                wide.coverage,
                wide.adjacency,
                np.log1p(wide.mentions),
                outlying[0],
                outlying[1] if other else outlying[0],
                by_part.min(axis=0) if parts else outlying[0],
            ]
        )
        whole = np.ones(len(self._snapshot), dtype=bool)
        for part, outlies in zip(parts, by_part, strict=True):
            named = self._wording(part)[1].coverage
            whole &= (named >= _NAMED_PART) | (outlies >= _MEANT_PART) | (named.max() <= WHOLE)
        promising = np.argsort(_WEIGHTS[: len(signs)] @ signs)[-_PROMISING:]
        best, standing_out = self._by_sentence(vectors[0], promising)
        lexical = self._snapshot.lexical.coverage(words(spelt))
        signs = np.vstack([signs, best, standing_out, lexical])
        return _Evidence(signs, own, wide, whole, close[:, 0], vectors[0])

    def _by_sentence(
        self, vector: NDArray[np.float32], promising: NDArray[np.int64]
    ) -> tuple[NDArray[np.float32], NDArray[np.float64]]:
        """Give, (n,) each, the cosine of a paper's best sentence, and how far it stands out."""
        size = len(self._snapshot)
        usual = np.arange(0, size, max(1, size // _USUAL))
        read = np.union1d(promising, usual)
        vectors, begins = self._snapshot.sentence_vectors(read.tolist())
        cosines = np.maximum.reduceat(vectors @ vector, begins)
        best = np.full(size, cosines[np.searchsorted(read, usual)].mean(), dtype=np.float32)
        best[read] = cosines
        return best, _standardised(best, _USUAL)

    def _wording(self, topic: str) -> tuple[Wording, Wording, tuple[str, ...]]:
        """Tell how papers word a topic, and how in other words of the field, and in which."""
        acronyms = self._snapshot.acronyms
        reworded = self._thesaurus.reword(acronyms.spell_out(topic)) or self._thesaurus.reword(
            topic
        )
        own = self._snapshot.sentences.wording(acronyms.variants(topic))
        wide = self._snapshot.sentences.wording(reworded).union(own) if reworded else own
        return own, wide, reworded


@dataclass(frozen=True, slots=True)
class _Evidence:
    """What speaks for each of n papers: (12, n) signs, and what some of them were made of."""

    signs: NDArray[np.float64]
    own: Wording
    wide: Wording
    whole: NDArray[np.bool_]  # (n,) whether the paper may have every part of the topic
    close: NDArray[np.float32]
    vector: NDArray[np.float32]


_MEANT = 8  # rewordings that say, together with the topic, what is meant
# A paper lacks a part of a topic ("X for Y" has two) that another paper names whole, where none of
# its sentences names this share of it, and its abstract is not so many deviations closer to it than
# the collection is.
_NAMED_PART = 0.35
_MEANT_PART = 1.0
_NEAR_MISS = 0.27  # at most borderline
_REWORDED = 0.8  # what a sentence counts for that names the topic in other words


def _standardised(close: NDArray[np.float32], sampled: int = _BACKGROUND) -> NDArray[np.float64]:
    """Express cosines, (n,) or a column each, in standard deviations from the collection's mean.

    Both are taken from so many papers, or a few more.
    """
    sample = close[:: max(1, len(close) // sampled)]
    standardised: NDArray[np.float64] = (close - sample.mean(axis=0)) / np.maximum(
        sample.std(axis=0), 1e-6
    )
    return standardised


def _needed(evidence: _Evidence) -> NDArray[np.float64]:
    """Say, (n,), how sure it must be of each paper that it belongs.

    The more papers name a topic word for word, the more its words are a name, and the surer a paper
    must be that does not name it: it may be on a resembling topic ("conformers" for "conformal").
    """
    own, wide = evidence.own, evidence.wide
    literal = (own.coverage > WHOLE) & (own.adjacency > WHOLE)
    named = literal | ((wide.coverage > WHOLE) & (wide.adjacency > 0.5))
    naming = int(literal.sum())
    return np.where(named | (naming < _NAMES), 0.0, 1 - 1 / (2 * max(naming, 1)))


# One paper that has the words of a topic side by side may have them so by chance.
_NAMES = 2


def _near(coverage: float, close: float) -> bool:
    return coverage + 1.5 * close > 0.75
