"""Lookups: the sentence or two that answer a question, from the right paper, or a plain no."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from rag.answering.composed import Composed
from rag.answering.quotes import Quote, escaped, heading, joined, quote, set_quote
from rag.answering.references import References
from rag.answers import Claim
from rag.aspects import Aspect, aspects
from rag.plain import plain
from rag.questions import Query
from rag.retrieval import Hit, Retriever
from rag.snapshot import Indexed, Snapshot
from rag.wording import Want
from rag.words import inflections, words

__all__ = ["look_up"]


@dataclass(frozen=True, slots=True)
class _Sentence:
    """A sentence with the signs that it answers."""

    number: int
    score: float
    cosine: float
    coverage: float
    has_form: bool  # whether it holds a number or a link, where one is asked for


def look_up(
    query: Query, snapshot: Snapshot, retriever: Retriever, references: References
) -> Composed:
    """Answer a question for a paper or a fact."""
    found = retriever.retrieve(query.standalone, also=query.focus)
    allowed = set(query.focus) or (None if query.within is None else set(query.within))
    hits = [hit for hit in found.hits if allowed is None or hit.number in allowed]
    unknown = unknown_name(_nameless(query), snapshot)
    if not hits or unknown or not (query.focus or answerable(hits[0])):
        return _nothing(snapshot, hits, unknown, references)
    if query.want in (Want.PEOPLE, Want.DATE):
        return _from_metadata(query, snapshot, hits[0], references)
    return _from_abstract(query, snapshot, hits[0], found.vector, retriever, references)


def answerable(hit: Hit) -> bool:
    """Tell whether the best paper found answers a question that names no paper."""
    return hit.coverage + 2.0 * hit.sentence >= _ANSWERABLE


_ANSWERABLE = 0.75

_PROPER = re.compile(
    r"(?<=[\w,;] )(?:[A-Z][\w-]*[a-z][\w-]*|[A-Z]{2,}[\w-]*|[\w-]*[a-z][A-Z]\w*|"
    r"[A-Za-z]+-?\d[\w-]*)\b|"
    r"^(?:[A-Z][a-z]+[A-Z]\w*|[A-Z]{2,}[\w-]*)\b"
)


def unknown_name(question: str, snapshot: Snapshot) -> str | None:
    """Find a proper name in a question that the collection never mentions.

    A question about such a name cannot be answered, however near some paper comes to the rest.
    """
    for match in _PROPER.finditer(question):
        name = match.group()
        forms = words(name)
        # A name with a number ("GPT-4") is known as a whole or not at all.
        decisive = forms[-1:] if any(sign.isdigit() for sign in name) else forms
        if decisive and not any(len(snapshot.lexical.postings(form)) for form in decisive):
            return name
    return None


def _from_abstract(
    query: Query,
    snapshot: Snapshot,
    hit: Hit,
    vector: NDArray[np.float32],
    retriever: Retriever,
    references: References,
) -> Composed:
    indexed = snapshot[hit.number]
    sentences = _weighed(query, snapshot, hit.number, indexed, vector)
    asks_a_detail = bool(query.focus) or query.want in _FORMS
    if asks_a_detail and not (
        _says(query, sentences) or _means(query, snapshot, hit.number, retriever)
    ):
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
    asked = asked_words(query)
    weights = {word: snapshot.sentences.idf(word) for word in asked}
    vectors, _ = snapshot.sentence_vectors([number])
    sentences = []
    for place, (start, end) in enumerate(indexed.sentences):
        text = indexed.paper.abstract[start:end]
        coverage = _covered(weights, text)
        cosine = float(vectors[place] @ vector)
        score = cosine + _COVERAGE * coverage + _form(query, text)
        score -= _ASKS_ITSELF * text.endswith("?")  # a question is no answer
        has_form = query.want not in _FORMS or bool(_FORMS[query.want].search(text))
        sentences.append(_Sentence(place, score, cosine, coverage, has_form))
    return sorted(sentences, key=lambda one: (-one.score, one.number))


_ASKS_ITSELF = 0.5
_COVERAGE = 0.7  # weight of the asked words that a sentence holds, beside its cosine

# What asks for something without saying what: none of it has to stand in an abstract.
_ASKING = frozenset(
    inflections(
        """paper method approach model work study author describe explain main idea contribution
        propose introduce present name call mean mean definition define report find result achieve
        reach get give show say tell claim purpose goal aim summary summarize key point kind type
        big large long fast far high low small deep size number amount there available thing happen
        first new improve help need require solve address compare better exactly actually
        respectively according abstract"""
    )
)


def asked_words(query: Query) -> list[str]:
    """List what a question asks, without the names of papers and the words of asking."""
    asked = dict.fromkeys(inflections(_nameless(query)))
    return [word for word in asked if word not in _ASKING and _LATIN_OR_GREEK.search(word)]


# What is asked in another script cannot be looked for in an English abstract.
_LATIN_OR_GREEK = re.compile(r"[0-9A-Za-z\u00c0-\u024f\u0370-\u03ff]")


def _nameless(query: Query) -> str:
    text = query.asks
    for mention in query.mentions:
        text = text.replace(query.asks[mention.start : mention.end], " ")
    return text


def _covered(weights: Mapping[str, float], text: str) -> float:
    """Measure how much of some weighted words a sentence holds; all where there are none."""
    held = inflections(text)
    total = sum(weights.values())
    if not total:
        return 1.0
    # "phone" is held by "iPhone", "accuracy" by "accuracies"
    covered = (weight for word, weight in weights.items() if any(word in one for one in held))
    return sum(covered) / total


_NUMBER = re.compile(
    r"\d|\b(?:two|three|four|five|six|seven|eight|nine|ten|twelve|dozens?|hundreds?|thousands?|"
    r"millions?|billions?|polynomial|exponential|linear(?:ly)?|quadratic|orders? of magnitude)\b",
    re.IGNORECASE,
)
_LINK = re.compile(r"https?://|www\.|\b(?:publicly available|open-?sourced?|release)\b")
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


_FORMS = {Want.NUMBER: _NUMBER, Want.LINK: _LINK}


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
    """Tell whether some sentence of a paper holds enough of the words that are asked.

    A question for a number or a link needs a sentence that has one.
    """
    if query.want is Want.LINK:
        return any(one.has_form for one in sentences)
    return any(
        one.has_form and (one.coverage >= _COVERED or query.want in _FORMS and one.cosine >= _SURE)
        for one in sentences
    )


_SURE = 0.6  # or, for a number, the cosine of its sentence with the whole question
_COVERED = 0.3  # share of the asked words that one sentence has to hold, by idf


def _means(query: Query, snapshot: Snapshot, number: int, retriever: Retriever) -> bool:
    """Tell whether some sentence of a paper comes close to what is asked in meaning.

    The names of papers are left out: they would bring every sentence close that repeats them.
    """
    if query.want in _FORMS:
        return False
    vectors, _ = snapshot.sentence_vectors([number])
    return float((vectors @ retriever.embed(_nameless(query))).max()) >= _CLOSE


_CLOSE = 0.45


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
    """Say that a paper's abstract does not give what is asked, and what it does say."""
    nearest = max(sentences, key=lambda one: (one.coverage, one.cosine))
    telling = nearest.number if nearest.coverage else aspects(indexed).get(Aspect.PROPOSAL, 0)
    text, claims = set_quote(quote(indexed, telling), references)
    says = "What comes nearest:" if nearest.coverage else "What it is about:"
    return Composed(
        text=joined([f"The abstract of {heading(indexed)} does not say. {says}", f"> {text}"]),
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


def _nothing(
    snapshot: Snapshot, hits: Sequence[Hit], unknown: str | None, references: References
) -> Composed:
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
                f"None of the {len(snapshot)} papers "
                + (f"mentions “{escaped(unknown)}”." if unknown else "answers this."),
                "The nearest, which may not be about it:" if lines else "",
                "\n".join(lines),
            ]
        ),
        claims=tuple(claims),
        abstained=True,
    )


_NEAREST = 3
