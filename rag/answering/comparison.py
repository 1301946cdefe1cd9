"""Comparisons: papers side by side, point by point, every cell a cited sentence."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rag.answering.composed import Composed
from rag.answering.lookup import answerable
from rag.answering.quotes import escaped, joined
from rag.answering.references import References
from rag.answers import Claim
from rag.aspects import Aspect, aspects
from rag.questions import Query
from rag.relevance import BELONGS, Relevance
from rag.retrieval import Retriever
from rag.snapshot import Indexed, Snapshot
from rag.wording import split

__all__ = ["compare", "compared_papers"]

_MOST = 5  # papers side by side; a wider table cannot be read
_MISSING = "*not said in the abstract*"


def compared_papers(
    query: Query, snapshot: Snapshot, retriever: Retriever, relevance: Relevance
) -> list[int]:
    """Number the papers that a question compares: named ones, sides of "A and B", or a topic's."""
    named = list(dict.fromkeys(mention.papers[0] for mention in query.mentions))
    numbers = [*query.focus[:_MOST]] if len(query.focus) > len(named) else named
    if len(numbers) < 2:
        sides = _sides(query.standalone)
        numbers = list(dict.fromkeys([*numbers, *_best_of(sides, snapshot, retriever)]))
    if len(numbers) < 2 and not query.mentions:
        topic = relevance.judge(split(_COMPARING.sub(" ", query.standalone)).topic or "papers")
        ranked = (-topic.probability).argsort(kind="stable").tolist()
        numbers = [number for number in ranked if topic.probability[number] >= BELONGS]
    return numbers[:_MOST]


def compare(numbers: Sequence[int], snapshot: Snapshot, references: References) -> Composed:
    """Set papers side by side."""
    papers = [snapshot[number] for number in numbers]
    found = [aspects(indexed) for indexed in papers]
    for indexed in papers:
        references.number(indexed)
    rows = [
        "| | " + " | ".join(f"{escaped(one.paper.title)}" for one in papers) + " |",
        "|---" * (len(papers) + 1) + "|",
    ]
    claims: list[Claim] = []
    for aspect in Aspect:
        if not any(aspect in made for made in found):
            continue
        cells = []
        for indexed, made in zip(papers, found, strict=True):
            cell, own = _cell(indexed, made.get(aspect), references)
            cells.append(cell)
            claims += own
        rows.append(f"| **{aspect.value}** | " + " | ".join(cells) + " |")
    return Composed(
        text=joined([f"{len(papers)} papers side by side:", "\n".join(rows)]), claims=tuple(claims)
    )


def _cell(
    indexed: Indexed, sentence: int | None, references: References
) -> tuple[str, list[Claim]]:
    if sentence is None:
        return _MISSING, []
    start, end = indexed.sentences[sentence]
    text = indexed.paper.abstract[start:end]
    number = references.cite(indexed, start, end)
    return f"{escaped(text)} [{number}]", [
        Claim(text=text, citations=(number,), support="supported")
    ]


_COMPARING = re.compile(
    r"\b(?:how|do|does|differ(?:s|ences?|ent)?|compar(?:e|es|ed|ison)|contrast|versus|vs\.?|between|"
    r"what|is|are|the|in\s+common|have|distinguish(?:es)?)\b",
    re.IGNORECASE,
)
_SIDES = re.compile(
    r"(?:between|compare|contrast|comparison of|how (?:do|does|is|are)|what distinguishes|^)\s*"
    r"(?P<left>.+?)\s+(?:and|vs\.?|versus|with|to|from|compared (?:to|with)|differ from)\s+"
    r"(?P<right>.+?)(?:\s+(?:differ|compare|have in common|relate)\w*)?\W*$",
    re.IGNORECASE,
)


def _sides(question: str) -> list[str]:
    match = _SIDES.search(question.strip())
    return [match["left"], match["right"]] if match else []


def _best_of(sides: Sequence[str], snapshot: Snapshot, retriever: Retriever) -> list[int]:
    best = []
    for side in sides:
        mentions = snapshot.names.find(side)
        if mentions:
            best.append(mentions[0].papers[0])
            continue
        hits = retriever.retrieve(side).hits
        if hits and answerable(hits[0]):
            best.append(hits[0].number)
    return best
