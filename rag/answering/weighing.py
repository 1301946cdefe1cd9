"""How well each sentence of a paper answers a question for a fact, and whether any does.

What comes nearest always exists; whether it answers is told by signs: how much of what is asked a
sentence holds, how near it is in meaning, and whether it has the form of the answer: a number
beside what is counted, a link, the words that give a detail (`rag.answering.details`).
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from rag.answering.details import Details
from rag.plain import plain
from rag.questions import Query
from rag.retrieval import Retriever
from rag.snapshot import Indexed, Snapshot
from rag.wording import Want
from rag.words import inflections, words

__all__ = ["COVERAGE", "Weighed", "covered", "nameless", "says", "weigh"]

COVERAGE = 0.7
"""Weight of the asked words that a sentence holds, beside its cosine."""


@dataclass(frozen=True, slots=True)
class Weighed:
    """A sentence with the signs that it answers.

    Attributes:
        number: Its number in the paper.
        score: What sentences are ranked by; comparable within one question only.
        cosine: Of the sentence and the question.
        coverage: Share of the asked words, by idf, that it holds, in [0, 1].
        has_form: Whether it has the form of the answer: no question, and what is asked for.
    """

    number: int
    score: float
    cosine: float
    coverage: float
    has_form: bool


def weigh(
    query: Query,
    snapshot: Snapshot,
    number: int,
    indexed: Indexed,
    vector: NDArray[np.float32],
) -> list[Weighed]:
    """Weigh the sentences of the paper of a number as answers, the best first."""
    weights = {word: snapshot.sentences.idf(word) for word in _asked_words(query)}
    vectors, _ = snapshot.sentence_vectors([number])
    form = _Form.of(query)
    sentences = []
    for place, (start, end) in enumerate(indexed.sentences):
        text = indexed.paper.abstract[start:end]
        coverage = covered(weights, text)
        cosine = float(vectors[place] @ vector)
        score = cosine + COVERAGE * coverage + form.bonus(text)
        answers = not text.endswith("?") and form.fits(text)
        sentences.append(Weighed(place, score, cosine, coverage, answers))
    return sorted(sentences, key=lambda one: (-one.score, one.number))


# What asks for something without saying what: none of it has to stand in an abstract.
_ASKING = frozenset(
    inflections(
        """paper method approach model work study author describe explain main idea contribution
        propose introduce present name call mean mean definition define report find result achieve
        reach get give show say tell claim purpose goal aim summary summarize key point kind type
        big large long fast far high low small deep biggest largest longest fastest highest lowest
        smallest deepest size number amount there available thing happen
        first new improve help need require solve address compare better exactly actually
        respectively according abstract"""
    )
)


def _asked_words(query: Query) -> list[str]:
    """List what a question asks, without the names of papers and the words of asking."""
    asked = dict.fromkeys(inflections(nameless(query)))
    return [word for word in asked if word not in _ASKING and _LATIN_OR_GREEK.search(word)]


# What is asked in another script cannot be looked for in an English abstract.
_LATIN_OR_GREEK = re.compile(r"[0-9A-Za-z\u00c0-\u024f\u0370-\u03ff]")


def nameless(query: Query) -> str:
    """Leave the names of papers out of what a question asks."""
    text = query.asks
    for mention in query.mentions:
        text = text.replace(query.asks[mention.start : mention.end], " ")
    return text


def covered(weights: Mapping[str, float], text: str) -> float:
    """Measure how much of some weighted words a sentence holds; all where there are none."""
    held = inflections(text)
    total = sum(weights.values())
    if not total:
        return 1.0
    # "phone" is held by "iPhone", "accuracy" by "accuracies"
    return (
        sum(weight for word, weight in weights.items() if any(word in one for one in held)) / total
    )


_NUMBER = re.compile(
    r"\d|\b(?:two|three|four|five|six|seven|eight|nine|ten|twelve|dozens?|hundreds?|thousands?|"
    r"millions?|billions?|twice|half|polynomial(?:ly)?|exponential(?:ly)?|linear(?:ly)?|quadratic|"
    r"orders? of magnitude)\b",
    re.IGNORECASE,
)
_LINK = re.compile(
    r"https?://|www\.|\b(?:publicly available|open-?sourced?|released?|github|"
    r"code is (?:public|available|online))\b",
    re.IGNORECASE,
)
_INTRODUCES = re.compile(
    r"\b(?:we|this (?:paper|work)|our)\b.{0,60}\b"
    r"(?:propos|introduc|present|develop|design|call|term|"
    r"nam|dub|creat|offer)\w*|\b(?:called|termed|named|dubbed|consists? of|is an?)\b",
    re.IGNORECASE,
)
_DEFINES = re.compile(
    r"^\W*(?:what(?:'s| is| are| does)\b|tell me about|explain|describe|define|"
    r"who (?:proposes|introduces))",
    re.IGNORECASE,
)
_SPELLS_OUT = re.compile(
    r"\b(?:stands?\s+for|short\s+for|abbreviat\w*|acronym|spelt\s+out|full\s+name)\b", re.IGNORECASE
)
_COUNTED = re.compile(r"\bhow\s+many\s+((?:[\w-]+\s*){1,3})", re.IGNORECASE)
_FORMS = {Want.NUMBER: _NUMBER, Want.LINK: _LINK}
_BESIDE = 8  # words around a number in which what it counts is named


@dataclass(frozen=True, slots=True)
class _Form:
    """What the answer to a question looks like, whatever it says."""

    want: Want
    counted: frozenset[str]  # the words of what "how many" counts
    details: tuple[re.Pattern[str], ...]
    named: tuple[str, ...]  # the names of papers, where the question is what they are
    spelt_out: tuple[str, ...]  # the names, where it is what they stand for

    @classmethod
    def of(cls, query: Query) -> _Form:
        counted = _COUNTED.search(nameless(query))
        names = tuple(mention.name for mention in query.mentions)
        return cls(
            query.want,
            frozenset(inflections(counted[1])[:2] if counted else ()) - _ASKING,
            tuple(Details.load().asked_by(query.asks)),
            names if _DEFINES.match(query.asks) else (),
            names if _SPELLS_OUT.search(query.asks) else (),
        )

    def fits(self, text: str) -> bool:
        """Tell whether a sentence has the form."""
        if self.details and not any(detail.search(text) for detail in self.details):
            return False
        if self.counted:
            return self._counts(text)
        return self.want not in _FORMS or bool(_FORMS[self.want].search(text))

    def bonus(self, text: str) -> float:
        """Favour sentences that have the form."""
        bonus = 0.5 * bool(self.details and self.fits(text))
        if self.counted:
            bonus += 0.4 * self._counts(text)
        elif self.want is Want.NUMBER:
            bonus += 0.25 * bool(_NUMBER.search(text))
        elif self.want is Want.LINK:
            bonus += (0.6 if "http" in text else 0.2) if _LINK.search(text) else 0.0
        if self.named:
            named = any(name in plain(text) for name in self.named)
            bonus += 0.2 * named + 0.2 * bool(_INTRODUCES.search(text))
        return bonus + 0.6 * any(_in_brackets(name, plain(text)) for name in self.spelt_out)

    def _counts(self, text: str) -> bool:
        """Tell whether a number stands near a word of what is counted."""
        tokens = text.split()
        numbers = [place for place, token in enumerate(tokens) if _NUMBER.search(token)]
        named = [
            place
            for place, token in enumerate(tokens)
            if any(word in one for word in self.counted for one in inflections(token))
        ]
        return any(abs(one - other) <= _BESIDE for one in numbers for other in named)


def _in_brackets(name: str, text: str) -> bool:
    """Tell whether a name stands beside brackets, as where it is spelt out."""
    return f"{name} (" in text or f"({name})" in text


def says(
    query: Query,
    snapshot: Snapshot,
    number: int,
    sentences: Sequence[Weighed],
    retriever: Retriever,
) -> bool:
    """Tell whether the abstract of a paper gives what is asked of it.

    A paper that was only found by what is asked gives it, if any sentence has the form.
    """
    fitting = [one for one in sentences if one.has_form]
    if not (query.focus or query.want in _FORMS):
        return bool(fitting)
    if not fitting or _names_something_else(query, snapshot, number):
        return False
    if query.want is Want.LINK:
        return True
    return (
        max(one.coverage for one in fitting) >= _COVERED
        or max(one.cosine for one in fitting) >= _SURE[query.want in _FORMS]
        or (query.want not in _FORMS and _means(query, snapshot, number, retriever))
    )


_COVERED = 0.3  # share of the asked words that one sentence has to hold, by idf
_SURE = {True: 0.6, False: 0.4}  # or its cosine with the whole question, for a number and for else


def _names_something_else(query: Query, snapshot: Snapshot, number: int) -> bool:
    """Tell whether a question names something, in capitals, that the paper never mentions."""

    def mentioned(name: str) -> bool:
        return any(
            all(number in snapshot.lexical.postings(word) for word in words(variant))
            for variant in snapshot.acronyms.variants(name)
        )

    return not all(mentioned(match.group()) for match in _CAPITALS.finditer(nameless(query)))


_CAPITALS = re.compile(r"\b\w*[A-Z]{2}[\w-]*")


def _means(query: Query, snapshot: Snapshot, number: int, retriever: Retriever) -> bool:
    """Tell whether some sentence of a paper comes close to what is asked in meaning.

    The names of papers are left out: they would bring every sentence close that repeats them.
    """
    vectors, _ = snapshot.sentence_vectors([number])
    return float((vectors @ retriever.embed(nameless(query))).max()) >= _CLOSE


_CLOSE = 0.45
