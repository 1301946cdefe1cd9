"""Which papers a comparison sets side by side.

Those that a question points at or names; the two sides of "A and B", each by what it says; or the
papers of a set, "the papers on X". A side that names what no paper mentions has no paper.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from rag.answering.listing import list_papers
from rag.answering.lookup import answerable
from rag.answering.proper import unknown_name
from rag.answering.references import References
from rag.pointing import COUNTS
from rag.questions import Query
from rag.relevance import Relevance
from rag.retrieval import Retriever
from rag.snapshot import Snapshot
from rag.wording import split

__all__ = ["MOST", "compared_papers"]

MOST = 5
"""Papers side by side; a wider table cannot be read."""

_COMPARING = (
    r"(?:(?:please|can\s+you|could\s+you)\s+)?(?:compare|contrast|(?:a\s+)?comparison\s+(?:of|between)|"
    r"side\s+by\s+side:?|(?:what\s+(?:is|are|'s)\s+)?(?:the\s+)?(?:main\s+|key\s+)?"
    r"(?:differences?|similarities|distinctions?)\s+(?:between|of|among)|how\s+(?:do|does|is|are)|"
    r"what\s+distinguishes|what\s+do|what\s+are\s+the\s+pros\s+and\s+cons\s+of|(?:do|does|are|is)\s+both)"
)
_SET = re.compile(
    rf"^\W*{_COMPARING}\s+(?:all\s+)?(?:the\s+)?(?P<count>two|three|four|five)?\s*"
    r"(?P<set>(?:(?!\band\s+the\b).)*?\b(?:papers|works?|methods|approaches|studies|articles|algorithms|"
    r"benchmarks|datasets)\b.*?)"
    r"(?:\s+(?:differ|compare|relate|have\s+in\s+common|have\s+to\s+do)\b.*)?\W*$",
    re.IGNORECASE,
)
_QUOTED = re.compile(r"(?<!\w)[\"'“‘«]([^\"“”«»]{6,}?)[\"'”’»](?!\w)")
_SIDES = re.compile(
    rf"^\W*(?:{_COMPARING}\s+)?(?P<left>.+?)\s+(?:and|vs\.?|versus|with|to|from|or|against|than|"
    r"(?:is\s+|are\s+)?(?:compared|different|differs?)\s+(?:to|with|from))\s+"
    r"(?P<right>.+?)(?:\s+(?:differ|compare|have\s+in\s+common|relate|have\s+to\s+do)\w*)?\W*$",
    re.IGNORECASE,
)
# "A and B, both use GPs", "A or B: which is faster": what is said of both sides is no part of one.
_ADDED = re.compile(r"(?:\s*[:,]|\s+[-–—])\s+(?!and\b|or\b)[^:]*$")
_HEAD = re.compile(
    r"^\W*(?:(?:the|that|a)\s+)?(?:(?:paper|one|work|article|method|study|benchmark|dataset)s?\s+)"
    r"(?:(?:called|named|titled|on|about|for|with|that|which|of|by)\s+)?",
    re.IGNORECASE,
)
_ANY_PAPER = re.compile(
    r"^\W*(?:the\s+)?(?:prior|previous|existing|other|earlier|baselines?|standard|classical|state\b|"
    r"competing|current|each)\b|^\W*one\W*$|^\W*(?:it|its|this|that|they|them)\W*$",
    re.IGNORECASE,
)


def compared_papers(
    query: Query, snapshot: Snapshot, retriever: Retriever, relevance: Relevance
) -> list[int]:
    """Number the papers that a question compares; fewer than two where it does not tell."""
    named = [mention.papers[0] for mention in query.mentions]
    numbers = list(dict.fromkeys([*query.focus, *named]))
    if len(numbers) < 2 and not query.focus:
        numbers = _of_the_set(query, snapshot, relevance)
    if len(numbers) < 2:
        numbers = list(dict.fromkeys([*query.focus, *named]))
        for side in _sides(query.asks):
            number = _paper_of(side, snapshot, retriever, numbers)
            numbers += [number] if number is not None and number not in numbers else []
    return numbers[:MOST]


def _of_the_set(query: Query, snapshot: Snapshot, relevance: Relevance) -> list[int]:
    """Number the papers of a set that a question tells: "the two papers on X"."""
    match = _SET.match(query.asks)
    if match is None:
        return []
    parts = split(match["set"])
    if not parts.topic and not parts.traits:
        return []
    listing = replace(query, parts=parts, kind="listing", more=False)
    found = list_papers(listing, snapshot, relevance, References())
    count = COUNTS.get((match["count"] or "").lower())
    papers = [*found.papers, *(found.borderline if count else ())]
    return [snapshot.number_of[one.paper_id] for one in papers[:count]]


def _sides(question: str) -> list[str]:
    quoted = _QUOTED.findall(question)
    if len(quoted) > 1:
        return quoted
    match = _SIDES.match(_ADDED.sub("", question))
    return [match["left"], match["right"]] if match else quoted


def _paper_of(
    side: str, snapshot: Snapshot, retriever: Retriever, others: Sequence[int]
) -> int | None:
    """Find the paper that one side of a comparison means."""
    mentions = snapshot.names.find(side)
    if mentions:
        return mentions[0].papers[0]
    if _ANY_PAPER.match(side) or unknown_name(f"the {side}", snapshot):
        return None
    about = _HEAD.sub("", side)
    hits = [hit for hit in retriever.retrieve(about).hits if hit.number not in others]
    return hits[0].number if hits and answerable(hits[0]) else None
