"""Which papers belong to a topic: a probability for each, not a rank.

A listing is judged by what it misses as much as by what it shows, so every paper of the collection
is judged, not the first k of a ranking. Five signs speak for a paper: how much of the topic one of
its sentences names, whether the words stand side by side, how often, how close in meaning the
abstract is, and how far that closeness stands out from the rest of the collection. The last one
matters most: cosines of short topics differ widely in level, their outliers do not.

A logistic model weighs the signs. A second, absolute test says whether the collection holds the
topic at all: some paper always stands out, also for a topic that nobody wrote about.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from rag.embedding import Embedder
from rag.snapshot import Snapshot

__all__ = ["BELONGS", "BORDERLINE", "Relevance", "Topic"]

BELONGS = 0.45
"""The probability from which on a paper belongs to a topic."""

BORDERLINE = 0.2
"""The probability from which on a paper is shown apart, as borderline."""

# Logistic weights, fitted on the listings of the development questions:
# `python -m eval.bench relevance`.
_COVERAGE, _ADJACENCY, _MENTIONS, _OUTLYING, _CLOSE, _BIAS = 1.88, 1.63, 1.35, 1.64, 0.51, -5.99

_BACKGROUND = 2_000  # papers whose cosines say what level is usual


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


class Relevance:
    """Judges the papers of one snapshot. Safe to use from several threads."""

    def __init__(self, snapshot: Snapshot, embedder: Embedder) -> None:
        self._snapshot = snapshot
        self._embedder = embedder

    def judge(self, topic: str) -> Topic:
        """Judge every paper; a topic with alternatives ("X or Y") by the best of them."""
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
        acronyms = self._snapshot.acronyms
        vector = self._embedder.embed_query(acronyms.spell_out(topic))
        wording = self._snapshot.sentences.wording(acronyms.variants(topic))
        close = np.asarray(self._snapshot.means @ vector)
        outlying = _standardised(close)
        logit = (
            _COVERAGE * wording.coverage
            + _ADJACENCY * wording.adjacency
            + _MENTIONS * np.log1p(wording.mentions)
            + _OUTLYING * outlying
            + _CLOSE * close
            + _BIAS
        )
        probability = 1.0 / (1.0 + np.exp(-logit))
        top = int(probability.argmax())
        held = _held(float(wording.coverage[top]), float(close[top]))
        return Topic(probability, held, vector, wording.by_sentence)


def alternatives(topic: str) -> list[str]:
    """Split a topic at "or" and commas; a modifier of the first part holds for a bare last one.

    >>> alternatives("graph matching or pruning")
    ['graph matching', 'graph pruning']
    """
    parts = [part for part in re.split(r"\s+or\s+|\s*,\s*(?:or\s+)?", topic) if part] or [topic]
    modifier = parts[0].rpartition(" ")[0]
    return parts[:1] + [
        f"{modifier} {part}" if modifier and " " not in part and part.islower() else part
        for part in parts[1:]
    ]


def _standardised(close: NDArray[np.float32]) -> NDArray[np.float64]:
    """Express cosines in standard deviations from the collection's mean."""
    sample = close[:: max(1, len(close) // _BACKGROUND)]
    standardised: NDArray[np.float64] = (close - sample.mean()) / max(float(sample.std()), 1e-6)
    return standardised


def _held(coverage: float, close: float) -> bool:
    return coverage + 1.5 * close > 1.1
