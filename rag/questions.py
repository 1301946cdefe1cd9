"""What a question wants: its kind, its topic, the papers that it names, the form of its answer."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from rag.answers import Answer, Kind
from rag.authors import Authorship
from rag.byline import Byline, byline
from rag.followups import Resolved, resolve
from rag.kinds import asks_for_alike, asks_for_papers, is_bare_topic, kind_of, want_of
from rag.language import is_english
from rag.misspelling import Slip, put_right
from rag.names import Mention, key
from rag.orders import without_orders
from rag.retrieval import Retriever
from rag.shelf import SnapshotShelf
from rag.snapshot import Snapshot
from rag.subjects import subjects
from rag.wording import RECORDED, Parts, Want, split
from rag.words import inflections

__all__ = ["Query", "understand"]


@dataclass(frozen=True, slots=True)
class Query:
    """A question, understood.

    Attributes:
        question: The question as it was asked.
        standalone: The question without references to the conversation.
        asks: What it asks of the papers that it points at, without the names of those who wrote
            them; elsewhere the same as `standalone`.
        parts: Its topic, what it excludes and what traits it asks for.
        authorship: Whose papers it asks for; None where it asks for nobody's.
        mentions: The papers that it names.
        focus: The numbers of the papers that it is about; empty where it names none.
        want: The form of the answer.
        within: The numbers of the papers that its answer must come from; None for all.
        more: Whether it asks for the rest of the last answer.
        alike: Whether it asks for papers like the one that it is about.
        slips: The words that were misspelt, and what they were taken for.
        otherwise: What else it may mean, if there is no answer to this.
    """

    question: str
    standalone: str
    asks: str
    kind: Kind
    parts: Parts
    authorship: Authorship | None = None
    mentions: tuple[Mention, ...] = ()
    focus: tuple[int, ...] = ()
    want: Want = Want.ANY
    within: tuple[int, ...] | None = None
    more: bool = False
    alike: bool = False
    slips: tuple[Slip, ...] = ()
    otherwise: Query | None = None


def understand(
    question: str, history: Sequence[Answer], snapshot: Snapshot, retriever: Retriever
) -> Query:
    """Work out what a question wants, in its conversation and for this collection."""
    shelf = SnapshotShelf(snapshot, retriever)
    asking = without_orders(question)
    spelt, slips = _spelt(asking or question, snapshot, retriever)
    resolved = resolve(spelt, history, shelf)
    query = replace(_query(question, resolved, snapshot), slips=slips)
    if not (asking or query.mentions):
        return replace(query, kind="other", otherwise=None)
    if resolved.otherwise is None:
        return query
    other = Resolved(resolved.otherwise, resolved.otherwise)
    return replace(query, otherwise=replace(_query(question, other, snapshot), slips=slips))


def _spelt(question: str, snapshot: Snapshot, retriever: Retriever) -> tuple[str, tuple[Slip, ...]]:
    """Put right what is misspelt in a question, but for the names of papers and of people."""
    if not is_english(question):
        return question, ()
    names = [(one.start, one.end) for one in snapshot.names.find(question)]
    signed = _byline(question, snapshot)
    for name in (*signed.names, *signed.without) if signed else ():
        start = question.find(name)
        names.append((start, start + len(name)))

    def is_word(word: str) -> bool:
        known = any(map(snapshot.sentences.holds, inflections(word)))
        return known or any(map(retriever.is_one_piece, (word, word.removesuffix("s"))))

    def frequent() -> list[str]:
        return snapshot.sentences.frequent(_FREQUENT)

    return put_right(question, frequent, is_word, but=names)


_FREQUENT = 3  # times that a word occurs before another is taken for it


def _query(question: str, resolved: Resolved, snapshot: Snapshot) -> Query:
    signed = _byline(resolved.asks, snapshot)
    asks = signed.rest if signed else resolved.asks
    mentions = tuple(snapshot.names.find(asks))
    if kind_of(asks) != "comparison":
        mentions = subjects(mentions, snapshot)
    within = None if resolved.within is None else tuple(snapshot.numbers(resolved.within))
    focus = tuple(snapshot.numbers(resolved.focus)) or tuple(
        dict.fromkeys(number for mention in mentions for number in mention.papers)
    )
    want = Want.PEOPLE if signed else want_of(asks)
    kind = _kind_by(signed, focus) if signed else _kind(resolved, mentions, focus, want)
    alike = len(focus) == 1 and within is None and asks_for_alike(asks)
    if alike:
        kind = "listing"
    if signed and kind == "listing" and focus:
        within, focus = focus, ()  # "which of them are by ..." lists, also where they are one
    parts = split(asks)
    free = kind == "listing" and within is None and not (alike or signed)
    if free and not parts.tell and _POINTS_BACK.search(asks):
        kind = "other"  # "related work?", before anything was spoken of
    query = Query(
        question=question,
        standalone=resolved.standalone,
        asks=asks,
        kind=kind,
        parts=parts,
        authorship=_authorship(signed, snapshot) if signed else None,
        mentions=mentions,
        focus=focus,
        want=want,
        within=within,
        more=resolved.more,
        alike=alike,
    )
    if not signed and _describes(query, asks):
        return replace(query, otherwise=replace(query, kind="lookup"))
    return query


_POINTS_BACK = re.compile(
    r"\b(?:similar|related|this|that|it|abstract|else|others?|more)\b", re.IGNORECASE
)


def _describes(query: Query, asks: str) -> bool:
    """Tell whether what looks like a topic may tell of one paper that is sought."""
    return (
        query.kind == "listing"
        and kind_of(asks) == "lookup"
        and is_bare_topic(asks, at_least=_DESCRIPTION)
    )


_DESCRIPTION = 7  # words


def _byline(asks: str, snapshot: Snapshot) -> Byline | None:
    """Find whose papers a question asks for; what names a paper does not name its author."""
    signed = byline(
        asks,
        is_author=lambda name: bool(snapshot.authors.find(name).people),
        is_word=lambda word: any(map(snapshot.sentences.holds, inflections(word))),
    )
    if signed is None:
        return None
    exact = [one for one in snapshot.names.find(asks) if one.exact]
    # "does LeafClock work on rain?" names a paper where others name an author
    papers = {key(one.name) for one in exact if not snapshot.authors.find(one.name).people}
    named = (exact and not signed.rest) or any(key(name) in papers for name in signed.names)
    return None if named else signed


def _authorship(signed: Byline, snapshot: Snapshot) -> Authorship:
    return Authorship(
        asked=tuple(map(snapshot.authors.find, signed.names)),
        without=tuple(map(snapshot.authors.find, signed.without)),
        either=signed.either,
        whether=signed.whether,
        people=signed.people,
    )


def _kind_by(signed: Byline, focus: Sequence[int]) -> Kind:
    """Tell whether a question with authors lists their papers, or is about one that is named."""
    return "lookup" if signed.whether and focus else "listing"


def _kind(
    resolved: Resolved, mentions: Sequence[Mention], focus: Sequence[int], want: Want
) -> Kind:
    if want in RECORDED and focus:
        return "lookup"  # "who wrote them" compares nothing
    if resolved.kind is not None:
        return resolved.kind
    kind = kind_of(resolved.asks)
    if len({mention.papers for mention in mentions if len(mention.papers) == 1}) > 1:
        return "comparison"  # what is asked of two papers is answered side by side
    of_one = len(focus) == 1 and resolved.within is None
    if kind == "comparison" and of_one and not _OTHER_SIDE.search(resolved.asks):
        return "lookup"  # "how fast is it compared with a baseline" asks the paper itself
    if kind == "listing" and of_one and not asks_for_papers(resolved.asks):
        return "lookup"  # "which datasets does it use" lists no papers
    if kind == "overview" and of_one and _ITS_AREAS.search(resolved.asks):
        return "lookup"  # "which areas does it cover" asks for no themes of the collection
    if kind != "lookup":
        return kind
    # "which of them ..." lists, whatever noun follows; so does a bare topic ("owls at night").
    bare = not (mentions or focus) and is_bare_topic(resolved.asks)
    return "listing" if resolved.within is not None or bare else "lookup"


_ITS_AREAS = re.compile(
    r"\b(?:which|what)\s+(?:are\s+)?(?:the\s+)?(?:\w+\s+)?(?:topics|themes|subjects|areas|fields)\b",
    re.IGNORECASE,
)
# "the paper on owls" and "a model for owls" are papers; "the prior work" is none that is told.
_OTHER_SIDE = re.compile(
    r"\b(?:the|an?)\s+(?!(?:other|prior|previous|existing|usual|standard|state)\b)(?:[\w-]+\s+){0,3}"
    r"(?:papers?|ones?|works?|models?|methods?|approach|algorithm|framework|dataset|benchmark)\b",
    re.IGNORECASE,
)
