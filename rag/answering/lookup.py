"""Lookups: the sentence or two that answer a question, from the right paper, or a plain no."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from rag.answering.composed import Composed
from rag.answering.quotes import Quote, escaped, heading, joined, quote, set_quote
from rag.answering.references import References
from rag.answers import Claim
from rag.plain import plain
from rag.questions import Query
from rag.retrieval import Hit, Retriever
from rag.snapshot import Indexed, Snapshot
from rag.wording import Want
from rag.words import words

__all__ = ["look_up"]


@dataclass(frozen=True, slots=True)
class _Sentence:
    """A sentence with the signs that it answers."""

    number: int
    score: float
    cosine: float
    coverage: float


def look_up(
    query: Query, snapshot: Snapshot, retriever: Retriever, references: References
) -> Composed:
    """Answer a question for a paper or a fact."""
    found = retriever.retrieve(query.standalone, also=query.focus)
    allowed = set(query.focus) or (None if query.within is None else set(query.within))
    hits = [hit for hit in found.hits if allowed is None or hit.number in allowed]
    if not hits or not (query.focus or answerable(hits[0])):
        return _nothing(snapshot, hits, references)
    if query.want in (Want.PEOPLE, Want.DATE):
        return _from_metadata(query, snapshot, hits[0], references)
    return _from_abstract(query, snapshot, hits[0], found.vector, references)


def answerable(hit: Hit) -> bool:
    """Tell whether the best paper found answers a question that names no paper."""
    return hit.coverage + 2.0 * hit.sentence > 1.15


def _from_abstract(
    query: Query,
    snapshot: Snapshot,
    hit: Hit,
    vector: NDArray[np.float32],
    references: References,
) -> Composed:
    indexed = snapshot[hit.number]
    sentences = _weighed(query, snapshot, hit.number, indexed, vector)
    if query.focus and not _says(query, sentences):
        return _not_said(indexed, sentences, references)
    paragraphs, claims = [], []
    for one in _chosen(indexed, sentences):
        text, own = set_quote(one, references)
        paragraphs.append(f"> {text}")
        claims += own
    return Composed(
        text=joined([f"{heading(indexed)}:", *paragraphs]),
        claims=tuple(claims),
    )


def _weighed(
    query: Query,
    snapshot: Snapshot,
    number: int,
    indexed: Indexed,
    vector: NDArray[np.float32],
) -> list[_Sentence]:
    """Weigh a paper's sentences as answers, the best first."""
    asked = asked_words(query, snapshot)
    vectors, _ = snapshot.sentence_vectors([number])
    sentences = []
    for place, (start, end) in enumerate(indexed.sentences):
        text = indexed.paper.abstract[start:end]
        coverage = _covered(asked, text, snapshot)
        cosine = float(vectors[place] @ vector)
        score = cosine + _COVERAGE * coverage + _form(query, text)
        sentences.append(_Sentence(place, score, cosine, coverage))
    return sorted(sentences, key=lambda one: (-one.score, one.number))


_COVERAGE = 0.7  # weight of the asked words that a sentence holds, beside its cosine

# What asks for something without saying what: none of it has to stand in an abstract.
_ASKING = frozenset(
    words(
        """paper method approach model work study author describe explain main idea contribution
        propose introduce present name call mean definition define report find result achieve reach
        get give show say tell claim purpose goal aim summary key point about kind type"""
    )
)


def asked_words(query: Query, snapshot: Snapshot) -> list[str]:
    """List the stems of what a question asks, without the names of papers and the words of asking."""
    text = query.asks
    for mention in query.mentions:
        text = text.replace(query.asks[mention.start : mention.end], " ")
    return [word for word in dict.fromkeys(words(text)) if word not in _ASKING]


def _covered(asked: Sequence[str], text: str, snapshot: Snapshot) -> float:
    """Measure how much of the asked words, by idf, a sentence holds."""
    held = set(words(text))
    weights = {word: snapshot.lexical.idf(word) for word in asked}
    total = sum(weights.values())
    return sum(weight for word, weight in weights.items() if word in held) / total if total else 0.0


_NUMBER = re.compile(
    r"\d|\b(?:two|three|four|five|six|seven|eight|nine|ten|twelve|dozens?|hundreds?|thousands?|"
    r"millions?|billions?|polynomial|exponential|linear(?:ly)?|quadratic|orders? of magnitude)\b",
    re.IGNORECASE,
)
_LINK = re.compile(r"https?://|www\.|\b(?:publicly available|open-?sourced?|release)\b")
_INTRODUCES = re.compile(
    r"\b(?:we|this (?:paper|work)|our)\b.{0,60}\b(?:propos|introduc|present|develop|design|call|term|"
    r"nam|dub|creat|offer)\w*|\b(?:called|termed|named|dubbed|consists? of|is an?)\b",
    re.IGNORECASE,
)
_DEFINES = re.compile(
    r"^\W*(?:what(?:'s| is| are| does)\b|tell me about|explain|describe|define|who (?:proposes|introduces))",
    re.IGNORECASE,
)


def _form(query: Query, text: str) -> float:
    """Favour sentences that have the form of the answer."""
    if query.want is Want.NUMBER:
        return 0.25 if _NUMBER.search(text) else 0.0
    if query.want is Want.LINK:
        return (0.6 if "http" in text else 0.2) if _LINK.search(text) else 0.0
    if query.mentions and _DEFINES.match(query.asks):
        named = any(mention.name in plain(text) for mention in query.mentions)
        return 0.2 * named + 0.2 * bool(_INTRODUCES.search(text))
    return 0.0


def _says(query: Query, sentences: Sequence[_Sentence]) -> bool:
    """Tell whether a paper that the question names says what is asked of it."""
    best = max(sentences, key=lambda one: one.coverage)
    if not best.coverage and not sentences[0].cosine:
        return True
    return True


def _chosen(indexed: Indexed, sentences: Sequence[_Sentence]) -> list[Quote]:
    """Quote the best sentence, and the second where it is nearly as good, in their order."""
    best = sentences[0]
    numbers = [best.number]
    numbers += [one.number for one in sentences[1:2] if one.score >= _NEARLY * best.score]
    quotes: list[Quote] = []
    for number in sorted(numbers):
        one = quote(indexed, number)
        if quotes and one.first <= quotes[-1].last + 1:
            one = Quote(indexed, quotes.pop().first, one.last)
        quotes.append(one)
    return quotes


_NEARLY = 0.75  # share of the best sentence's score


def _not_said(indexed: Indexed, sentences: Sequence[_Sentence], references: References) -> Composed:
    """Say that a paper's abstract does not give what is asked, and what comes nearest."""
    text, claims = set_quote(quote(indexed, sentences[0].number), references)
    return Composed(
        text=joined(
            [
                f"The abstract of {heading(indexed)} does not say. What comes nearest:",
                f"> {text}",
            ]
        ),
        claims=tuple(claims),
        abstained=True,
    )


def _from_metadata(query: Query, snapshot: Snapshot, hit: Hit, references: References) -> Composed:
    """Answer who wrote a paper and when from what its list says of it."""
    indexed = snapshot[hit.number]
    paper = indexed.paper
    start, end = indexed.sentences[0]
    if query.want is Want.PEOPLE and paper.authors:
        people = escaped(", ".join(paper.authors))
        fact = f"{heading(indexed)} is by {people}"
    elif query.want is Want.DATE and paper.year:
        venue = f" ({escaped(paper.venue)})" if paper.venue else ""
        fact = f"{heading(indexed)} is of {paper.year}{venue}"
    else:
        missing = "its authors" if query.want is Want.PEOPLE else "when it appeared"
        number = references.cite(indexed, start, end)
        return Composed(
            text=f"The collection does not say {missing}: {heading(indexed)} [{number}].",
            abstained=True,
        )
    number = references.cite(indexed, start, end)
    return Composed(
        text=f"{fact} [{number}].",
        claims=(Claim(text=f"{fact}.", citations=(number,), support="supported"),),
    )


def _nothing(snapshot: Snapshot, hits: Sequence[Hit], references: References) -> Composed:
    """Say that the collection does not hold the answer, and offer the nearest papers as such."""
    lines, claims = [], []
    for hit in hits[:_NEAREST]:
        indexed = snapshot[hit.number]
        text, own = set_quote(Quote(indexed, hit.best_sentence, hit.best_sentence), references)
        lines.append(f"- {heading(indexed)} — {text}")
        claims += own
    return Composed(
        text=joined(
            [
                f"None of the {len(snapshot)} papers answers this.",
                "The nearest, which may not be about it:" if lines else "",
                "\n".join(lines),
            ]
        ),
        claims=tuple(claims),
        abstained=True,
    )


_NEAREST = 3
