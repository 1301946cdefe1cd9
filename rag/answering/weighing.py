"""How well each sentence of a paper answers a question for a fact, and whether any does.

What comes nearest always exists; whether it answers is told by signs: how much of what is asked a
sentence holds, in the same words or in others that mean the same, how near it is in meaning, and
whether it has the form of the answer (`rag.answering.forms`). Of the words that are asked, those
that few sentences of the paper hold tell its sentences apart; the others only say what it is about.

What the weights and the least values below do, and those of the form, is in the figures of
`paperchat eval --kinds lookup,unanswerable-detail`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from rag.answering.asked import Asked, content_words, telling_words
from rag.answering.forms import Form
from rag.checking.lexicon import lexicon, stem
from rag.questions import Query
from rag.retrieval import Retriever
from rag.snapshot import Snapshot
from rag.wording import Want
from rag.words import inflections, uninflected

__all__ = ["COVERAGE", "Weighed", "covered", "says", "weigh"]

COVERAGE = 0.7
"""Weight of the asked words that a sentence holds, beside its cosine."""

_ALIKE = 0.6  # what a word that can stand for an asked one counts of it


@dataclass(frozen=True, slots=True)
class Weighed:
    """A sentence with the signs that it answers.

    Attributes:
        number: Its number in the paper.
        score: What sentences are ranked by; comparable within one question only.
        cosine: Of the sentence and the question.
        meaning: Of the sentence and what is asked, without what names or describes the paper.
        coverage: Share of the asked words, by idf, that it holds, in [0, 1].
        has_form: Whether it has the form of the answer: no question, and what is asked for.
        form_tells: Whether few sentences have this form.
        defines: Whether it may say what that is which the question asks to define.
    """

    number: int
    score: float
    cosine: float
    meaning: float
    coverage: float
    has_form: bool
    form_tells: bool
    defines: bool


def weigh(
    query: Query,
    asked: Asked,
    snapshot: Snapshot,
    number: int,
    vector: NDArray[np.float32],
    retriever: Retriever,
) -> list[Weighed]:
    """Weigh the sentences of the paper of a number as answers, the best first.

    Args:
        query: The question.
        asked: What it asks of the paper.
        snapshot: The collection.
        number: The paper.
        vector: (dimension,) of the question.
        retriever: What embeds.
    """
    indexed = snapshot[number]
    texts = [indexed.paper.abstract[start:end] for start, end in indexed.sentences]
    vectors, _ = snapshot.sentence_vectors([number])
    cosines, meanings = vectors @ vector, vectors @ retriever.embed(asked.text)
    wordings = [_shares(wording, texts, snapshot) for wording in _wordings(asked, snapshot)]
    telling, coverage = np.max(wordings, axis=0)
    # Neither the acronyms of a field nor what they stand for are names.
    known = [
        indexed.paper.title,
        *snapshot.acronyms.long_forms,
        snapshot.acronyms.spell_out(query.asks),
    ]
    form = Form.of(query, asked.text, frozenset(inflections(" ".join(known))))
    sentences = [
        Weighed(
            place,
            score=float((cosines[place] + meanings[place]) / 2.0 + COVERAGE * telling[place])
            + form.bonus(text),
            cosine=float(cosines[place]),
            meaning=float(meanings[place]),
            coverage=float(coverage[place]),
            has_form=not text.endswith("?") and form.fits(text),
            form_tells=form.tells,
            defines=form.defines(text),
        )
        for place, text in enumerate(texts)
    ]
    return sorted(sentences, key=lambda one: (-one.score, one.number))


def _wordings(asked: Asked, snapshot: Snapshot) -> list[Mapping[str, float]]:
    """List the words of what is asked, as they are and with acronyms spelt out or brought in."""
    if not asked.asks:
        return [{}]
    return [telling_words(variant) for variant in snapshot.acronyms.variants(asked.text)]


def _shares(
    words: Mapping[str, float], texts: Sequence[str], snapshot: Snapshot
) -> NDArray[np.float64]:
    """Measure how much of some words each sentence holds: (2, sentences), in [0, 1].

    First by how few of the sentences hold a word, then by how few of the whole collection do; all
    where there are no words.
    """
    held = _held(words, texts, _ALIKE)
    rare = np.log((len(texts) + 1.0) / ((held == 1.0).sum(axis=0) + 0.5))
    idf = np.array([snapshot.sentences.idf(uninflected(word)) for word in words])
    weights = np.array([rare, idf]) * np.array(list(words.values()))
    totals = weights.sum(axis=1, keepdims=True)
    return weights @ held.T / totals if totals.all() else np.ones((2, len(texts)))


def _held(words: Mapping[str, float], texts: Sequence[str], alike: float) -> NDArray[np.float64]:
    """Measure how far each sentence holds each word: (sentences, words), in [0, 1]."""
    held = np.zeros((len(texts), len(words)))
    for place, text in enumerate(texts):
        forms, stems = inflections(text), {stem(word) for word in content_words(text)}
        for column, word in enumerate(words):
            # "phone" is held by "iPhone", "accuracy" by "accuracies"
            if any(uninflected(word) in form for form in forms):
                held[place, column] = 1.0
            elif any(lexicon().alike(stem(word), other) for other in stems):
                held[place, column] = alike
    return held


def covered(
    weights: Mapping[str, float], texts: Sequence[str], alike: float = _ALIKE
) -> NDArray[np.float64]:
    """Measure how much of some weighted words each sentence holds, (sentences,), in [0, 1].

    All of them where there are no words. `alike` is what a word counts that can stand for one.
    """
    total = sum(weights.values())
    if not total:
        return np.ones(len(texts))
    held = _held(weights, texts, alike)
    share: NDArray[np.float64] = held @ np.array(list(weights.values())) / total
    return share


def says(query: Query, asked: Asked, sentences: Sequence[Weighed]) -> bool:
    """Tell whether the abstract of a paper gives what is asked of it.

    A paper that was only found by what is asked gives it, if any sentence has the form.
    """
    fitting = [one for one in sentences if one.has_form]
    if not fitting or query.want is Want.LINK or not asked.of_a_paper:
        return bool(fitting)
    coverage = max(one.coverage for one in fitting)
    if fitting[0].form_tells or coverage >= _COVERED:
        return coverage >= _COVERED_IN_FORM
    return (
        max(one.cosine for one in fitting) >= _SURE or max(one.meaning for one in fitting) >= _CLOSE
    )


# What one sentence has to hold of the asked words, by idf: a number beside none of them is the
# number of something else. Where any sentence may answer, nearness in meaning will do.
_COVERED_IN_FORM = 0.2
_COVERED = 0.25
_SURE = 0.4  # cosine with the whole question
_CLOSE = 0.45  # or with what is asked of the paper
