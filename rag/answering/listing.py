"""Listings: every paper that answers, with the sentence that shows it, and none that does not."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

import numpy as np

from rag.answering.bibliography import declined, unsigned_note, written_by
from rag.answering.composed import Composed
from rag.answering.dated import dated
from rag.answering.listed import Candidate, set_lines, set_list
from rag.answering.quotes import escaped, joined
from rag.answering.references import References
from rag.aspects import Aspect, aspects
from rag.questions import Query
from rag.relevance import BELONGS, BORDERLINE, Relevance, Topic
from rag.snapshot import Snapshot
from rag.traits import shows
from rag.wording import Trait
from rag.words import inflections

__all__ = ["list_papers"]

_NEAREST = 3  # papers offered where none answers
_MOST_BORDERLINE = 8  # more would drown what was asked for


_ALL_SHOWN = "There is no more to show: every paper that comes into question has been listed."


def list_papers(
    query: Query, snapshot: Snapshot, relevance: Relevance, references: References
) -> Composed:
    """Answer a listing from the whole collection."""
    if query.authorship and (refusal := declined(query.authorship, snapshot)):
        return refusal
    topic = relevance.judge(query.parts.topic) if query.parts.topic else None
    in_time = dated(query, _candidates(query, topic, snapshot, relevance))
    query, candidates = in_time.query, in_time.candidates
    if in_time.note and not _asks_for_something(query):
        return Composed(text=f"{in_time.note.capitalize()}.", abstained=True, of_record=True)
    belong = [one for one in candidates if one.relevance >= BELONGS]
    border = [one for one in candidates if BORDERLINE <= one.relevance < BELONGS]
    if query.more:
        belong = border
        if not belong:
            return Composed(text=_ALL_SHOWN, abstained=True)
    if topic is not None and not topic.held and not _narrowed(query):
        border, belong = [*belong, *border], []
    scope = len(snapshot) if query.within is None else len(query.within)
    notes = [in_time.note, unsigned_note(snapshot) if query.authorship else ""]
    if not belong:
        nearest = border or candidates[:_NEAREST]
        return _nothing(query, nearest, scope, notes, references)
    listed, claims = set_list(belong, references)
    borderline, more_claims = set_list(border[:_MOST_BORDERLINE], references)
    return Composed(
        text=joined(
            [
                _count(len(belong), scope, query, [_unsaid(query.parts.topic, snapshot), *notes]),
                set_lines(belong, listed, numbered=True, signed=bool(query.authorship)),
                "Borderline:" if borderline else "",
                set_lines(border, borderline, numbered=False, signed=bool(query.authorship)),
            ]
        ),
        claims=(*claims, *more_claims),
        papers=listed,
        borderline=borderline,
        of_record=query.authorship is not None,
    )


def _asks_for_something(query: Query) -> bool:
    """Tell whether a question, as far as it can be heeded, tells papers apart."""
    return query.parts.tell or query.authorship is not None


def _narrowed(query: Query) -> bool:
    """Tell whether only some papers were asked about, of which a topic need not stand out."""
    return query.within is not None or query.authorship is not None


def _candidates(
    query: Query, topic: Topic | None, snapshot: Snapshot, relevance: Relevance
) -> list[Candidate]:
    """Weigh the papers that may answer, the most relevant first."""
    probability = topic.probability if topic else np.ones(len(snapshot))
    allowed = set(range(len(snapshot)) if query.within is None else query.within)
    if query.authorship:
        allowed = query.authorship.among(allowed)
    for excluded in query.parts.excluded:
        allowed -= _about(relevance.judge(excluded), snapshot)
    found: list[Candidate] = []
    for number in np.argsort(-probability, kind="stable").tolist():
        if topic and probability[number] < _FLOOR and len(found) >= _NEAREST:
            break
        if number not in allowed:
            continue
        indexed = snapshot[number]
        shown = [shows(indexed, trait) for trait in sorted(query.parts.traits, key=str)]
        if any(sentence is None for sentence in shown):
            continue
        reason = (
            best_sentence(number, snapshot, topic)
            if topic
            else next((sentence for sentence in shown if sentence is not None), None)
        )
        if reason is None:
            reason = aspects(indexed).get(Aspect.PROPOSAL, 0)
        found.append(Candidate(number, indexed, float(probability[number]), reason))
    return found


_FLOOR = 0.05  # papers below are not even looked at


def _about(topic: Topic, snapshot: Snapshot) -> set[int]:
    """Number the papers that an exclusion removes: those about the topic, and those naming it."""
    named = np.add.reduceat(topic.by_sentence > _NAMED, snapshot.sentences.first[:-1]) > 0
    return set(np.flatnonzero((topic.probability >= BELONGS) | named).tolist())


_NAMED = 1.9  # coverage and adjacency of a sentence that names a topic whole, 2 less rounding


def best_sentence(number: int, snapshot: Snapshot, topic: Topic) -> int:
    """Find the sentence of an abstract that says most of a topic."""
    indexed = snapshot[number]
    vectors, _ = snapshot.sentence_vectors([number])
    last = int(snapshot.sentences.first[number + 1])
    # A given title counts as a sentence in the index, but not in the abstract.
    worded = topic.by_sentence[last - len(indexed.sentences) : last]
    abstract = indexed.paper.abstract
    asks = np.array([abstract[start:end].endswith("?") for start, end in indexed.sentences])
    return int((vectors @ topic.vector + 0.5 * worded - 0.5 * asks).argmax())


_HAVE = {  # what one paper does, and several do
    Trait.CODE: ("releases code", "release code"),
    Trait.RESOURCE: (
        "brings a benchmark or dataset of its own",
        "bring a benchmark or dataset of their own",
    ),
    Trait.THEORY: ("gives theory", "give theory"),
    Trait.POSITION: ("argues for a position", "argue for a position"),
}


def _predicate(query: Query, *, one: bool) -> str:
    """Word what was asked for, for a reader who wants to see how the question was understood."""
    be, number = ("is", 0) if one else ("are", 1)
    parts = [written_by(query.authorship, one=one)] if query.authorship else []
    parts += [f"{be} about “{escaped(query.parts.topic)}”"] if query.parts.topic else []
    parts += [_HAVE[trait][number] for trait in sorted(query.parts.traits, key=str)]
    parts += [f"{be} {escaped(str(query.parts.appeared))}"] if query.parts.appeared else []
    parts += [f"{be} not about “{escaped(one)}”" for one in query.parts.excluded]
    return " and ".join(filter(None, (", ".join(parts[:-1]), *parts[-1:]))) or f"{be} here"


def _count(count: int, scope: int, query: Query, notes: Iterable[str]) -> str:
    predicate = _predicate(query, one=count == 1)
    return f"**{count}** of {scope} papers {predicate}{_in_brackets(notes)}:"


def _in_brackets(notes: Iterable[str]) -> str:
    told = "; ".join(filter(None, notes))
    return f" ({told})" if told else ""


def _unsaid(topic: str, snapshot: Snapshot) -> str:
    """Say which words of a topic no paper has: what is listed was found without them."""
    said = dict.fromkeys(re.findall(r"[^\W_]+", topic))
    unsaid = [
        f"“{escaped(word)}”"
        for word in said
        if len(word) > 1
        and (forms := inflections(word))
        and not any(map(snapshot.sentences.holds, forms))
    ][:_MOST_UNSAID]
    return f"no abstract says {' or '.join(unsaid)}" if unsaid else ""


_MOST_UNSAID = 3


def _nothing(
    query: Query,
    nearest: Sequence[Candidate],
    scope: int,
    notes: Iterable[str],
    references: References,
) -> Composed:
    """Say that no paper answers, and offer the nearest as such."""
    shown = nearest[:_NEAREST]
    listed, claims = set_list(shown, references)
    return Composed(
        text=joined(
            [
                f"None of the {scope} papers {_predicate(query, one=True)}{_in_brackets(notes)}.",
                "The nearest, which are not about it:" if shown else "",
                set_lines(shown, listed, numbered=False),
            ]
        ),
        claims=tuple(claims),
        abstained=True,
        of_record=query.authorship is not None,
    )
