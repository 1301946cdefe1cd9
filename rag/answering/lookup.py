"""Lookups: the sentence or two that answer a question, from the right paper, or a plain no."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from rag.answering.asked import Asked, nameless
from rag.answering.bibliography import say_record
from rag.answering.composed import Composed
from rag.answering.details import Details
from rag.answering.figures import figures, giving
from rag.answering.polar import comparing, is_polar, speaks_of
from rag.answering.proper import mentioned, misses, unknown_name
from rag.answering.quoted import offer, quote_paper
from rag.answering.quotes import escaped, heading, joined, quote, set_quote
from rag.answering.references import References
from rag.answering.weighing import Weighed, says, weigh
from rag.aspects import Aspect, aspects
from rag.kinds import want_of
from rag.questions import Query
from rag.relevance import Relevance
from rag.retrieval import Found, Hit, Retriever
from rag.snapshot import Indexed, Snapshot
from rag.wording import RECORDED
from rag.words import inflections, words

__all__ = ["look_up"]


def look_up(
    query: Query,
    snapshot: Snapshot,
    retriever: Retriever,
    relevance: Relevance,
    references: References,
) -> Composed:
    """Answer a question for a paper or a fact."""
    found = retriever.retrieve(query.standalone, also=query.focus)
    allowed = set(query.focus) or (None if query.within is None else set(query.within))
    hits = [hit for hit in found.hits if allowed is None or hit.number in allowed]
    asked = nameless(query)
    # Of the nearest papers, those come first that mention what the question names.
    hits[:_NEAR] = sorted(hits[:_NEAR], key=lambda hit: -mentioned(asked, snapshot, hit.number))
    unknown = unknown_name(asked, snapshot)
    if unknown and hits and not misses(asked, snapshot, hits[0].number):
        unknown = None  # only misspelt
    told_by = frozenset() if query.focus else figures(query.asks)
    if told_by and not unknown and (hit := giving(told_by, hits, snapshot)):
        return quote_paper(snapshot[hit.number], [hit.best_sentence], references)
    held = query.focus or (
        hits and not told_by and _held(query, found, hits[0], snapshot, relevance)
    )
    if unknown or not (hits and held):
        none = f"mentions “{escaped(unknown)}”." if unknown else "answers this."
        return offer(f"None of the {len(snapshot)} papers {none}", hits, snapshot, references)
    if query.want in RECORDED and not Details.load().asked_by(query.asks):
        return say_record(query, query.focus or [hits[0].number], snapshot, references)
    return _from_abstract(query, snapshot, hits[0], found.vector, retriever, references)


_NEAR = 10  # papers


def _held(query: Query, found: Found, best: Hit, snapshot: Snapshot, relevance: Relevance) -> bool:
    """Tell whether the collection holds what is asked by a question that names no paper.

    In a few words one asks for a topic ("which paper does speech recognition?"), of which the judge
    of listings knows best; of a description in many words no paper has all.
    """
    if not (found.stands_out or answerable(best)):
        return False
    topic = query.parts.topic
    if not 0 < len(inflections(topic)) <= _FEW_WORDS:
        return True
    covered = snapshot.lexical.coverage(words(topic))[best.number]
    return bool(covered >= _ALL_WORDS) or relevance.judge(topic).held


_FEW_WORDS = 3
_ALL_WORDS = 0.99  # of the topic, by idf, less rounding


def answerable(hit: Hit) -> bool:
    """Tell whether the best paper found answers a question that names no paper."""
    return hit.coverage + 2.0 * hit.sentence >= _ANSWERABLE


_ANSWERABLE = 0.75


def _from_abstract(
    query: Query,
    snapshot: Snapshot,
    hit: Hit,
    vector: NDArray[np.float32],
    retriever: Retriever,
    references: References,
) -> Composed:
    indexed = snapshot[hit.number]
    chosen: set[int] = set()
    missing: list[str] = []
    clauses = _clauses(query)
    for clause in clauses:
        meant = vector if clause is query else retriever.embed(clause.asks)
        if is_polar(clause.asks) and (found := comparing(clause.asks, snapshot, hit.number)):
            chosen.update(found)
            continue
        asked = Asked.by(clause)
        sentences = weigh(clause, asked, snapshot, hit.number, meant, retriever)
        told = says(clause, asked, sentences) and not misses(nameless(clause), snapshot, hit.number)
        if told and not _leaves_open(clause, asked, snapshot, hit.number):
            chosen.update(_chosen(sentences, asked))
        else:
            missing.append(clause.asks.strip(" ,?"))
    if not chosen:
        return _not_said(indexed, sentences, references)
    return quote_paper(indexed, sorted(chosen), references, missing=missing)


def _leaves_open(clause: Query, asked: Asked, snapshot: Snapshot, number: int) -> bool:
    """Tell whether a paper says neither yes nor no to a question that asks it for one."""
    polar = asked.of_a_paper and asked.asks and is_polar(clause.asks)
    return polar and not speaks_of(asked, snapshot, number)


def _clauses(query: Query) -> list[Query]:
    """Take apart what asks for several facts: "how many owls, and where do they live?"."""
    joints = [match.span() for match in _NEXT_FACT.finditer(query.asks)]
    starts = [0, *(end for _, end in joints)]
    ends = [*(start for start, _ in joints), len(query.asks)]
    clauses = [_clause(query, *span) for span in zip(starts, ends, strict=True)]
    several = len(clauses) > 1 and all(
        _ASKS.search(clause.asks) and not _LEANS.search(clause.asks) for clause in clauses
    )
    return clauses if several else [query]


def _clause(query: Query, start: int, end: int) -> Query:
    asks = query.asks[start:end]
    mentions = tuple(
        replace(one, start=one.start - start, end=one.end - start)
        for one in query.mentions
        if start <= one.start and one.end <= end
    )
    return replace(query, asks=asks, want=want_of(asks), mentions=mentions)


_NEXT_FACT = re.compile(
    r"(?:,\s*|\s+)and\s+(?:by\s+|on\s+|in\s+)?(?=(?:how|what|which|where|when|why|who)\b)|"
    r",\s*(?=(?:how|what|where|when|why|who)\b)",
    re.IGNORECASE,
)
_LEANS = re.compile(  # on the noun of another clause
    r"\bhow\s+many\s+(?:is|are|was|were|do|does|did|of\s+them)\b", re.IGNORECASE
)
_ASKS = re.compile(r"\b(?:how|what|which|where|when|why|who)\b", re.IGNORECASE)


def _chosen(sentences: Sequence[Weighed], asked: Asked) -> list[int]:
    """Choose the best sentence and those that are nearly as good."""
    best, *others = (one for one in sentences if one.has_form)
    if not asked.asks:
        # Before it says what something is, an abstract tells what there was without it.
        first = min((one.number for one in sentences if one.defines), default=0)
        others = [one for one in others if one.number >= first]
    nearly = zip(others, _NEARLY, strict=False)
    return [best.number, *(one.number for one, share in nearly if one.score >= share * best.score)]


# What share of the best sentence's score the second and the third must have to be quoted too.
_NEARLY = (0.45, 0.75)


def _not_said(indexed: Indexed, sentences: Sequence[Weighed], references: References) -> Composed:
    """Say that a paper's abstract does not give what is asked, and what it does say."""
    nearest = max(sentences, key=lambda one: (one.coverage, one.cosine))
    telling = nearest.number if nearest.coverage else aspects(indexed).get(Aspect.PROPOSAL, 0)
    text, claims = set_quote(quote(indexed, telling), references)
    lead = "What comes nearest:" if nearest.coverage else "What it is about:"
    return Composed(
        text=joined([f"The abstract of {heading(indexed)} does not say. {lead}", f"> {text}"]),
        claims=tuple(claims),
        abstained=True,
    )
