"""Which papers the tab Papers shows, in which order: rows made from a collection or an answer.

Nothing is asked for that: words are looked up in what the lists say, and what is similar is what
lies nearest in meaning.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal
from weakref import WeakKeyDictionary

from rag.answers import Answer
from rag.assistant import Assistant
from rag.papers import Paper

__all__ = ["ORDERS", "Order", "Row", "Browsing", "Catalogues", "Where"]

Where = Literal["collection", "answer", "similar"]
Order = Literal["relevance", "title", "year"]
ORDERS: tuple[Order, ...] = ("relevance", "title", "year")


@dataclass(frozen=True, slots=True)
class Row:
    """A paper in the table.

    Attributes:
        reason: The sentence that shows why it is here; empty where nothing was asked.
        relevance: Between 0 and 1; None where nothing was asked.
    """

    paper_id: str
    title: str
    year: int | None
    reason: str = ""
    relevance: float | None = None


@dataclass(frozen=True, slots=True)
class Browsing:
    """What a visitor looks at.

    Attributes:
        where: The whole collection, the papers of an answer, or those similar to a paper.
        similar: The id of that paper.
        words: All of these have to stand in what is known of a paper.
        order: How the rows are ordered.
        page: Which page of the table is shown, from 0.
        selected: The ids of the papers that are selected, on whatever page.
    """

    where: Where = "collection"
    similar: str = ""
    words: str = ""
    order: Order = "relevance"
    page: int = 0
    selected: frozenset[str] = field(default_factory=frozenset)


@dataclass(frozen=True, slots=True)
class _Known:
    """What is looked at of a paper while the table is made."""

    row: Row
    text: str


class Catalogues:
    """Makes the rows; what they need of a collection is read once. Safe to use from threads."""

    def __init__(self) -> None:
        self._catalogues: WeakKeyDictionary[object, dict[str, _Known]] = WeakKeyDictionary()

    def rows(self, assistant: Assistant, browsing: Browsing, answer: Answer | None) -> list[Row]:
        """Make the rows of every page.

        Args:
            assistant: Knows the collection.
            browsing: What is looked at.
            answer: The answer whose papers are looked at, if there is one.

        Raises:
            CollectionError: The collection cannot be read.
        """
        known = self._catalogue(assistant)
        if browsing.where == "answer":
            rows = [row for row in _of_answer(answer, known) if row.paper_id in known]
        elif browsing.where == "similar":
            rows = [known[paper.id].row for paper in assistant.similar(browsing.similar)]
        else:
            rows = [one.row for one in known.values()]
        sought = browsing.words.casefold().split()
        rows = [row for row in rows if all(one in known[row.paper_id].text for one in sought)]
        if browsing.order == "title":
            return sorted(rows, key=lambda row: row.title.casefold())
        if browsing.order == "year":
            return sorted(rows, key=lambda row: -(row.year or 0))
        if browsing.where == "collection" and sought:
            ranked = {
                one.paper_id: place for place, one in enumerate(assistant.ranking(browsing.words))
            }
            return sorted(rows, key=lambda row: ranked.get(row.paper_id, len(ranked)))
        return rows

    def _catalogue(self, assistant: Assistant) -> dict[str, _Known]:
        snapshot = assistant.snapshot
        if snapshot not in self._catalogues:
            self._catalogues[snapshot] = {
                one.paper.id: _Known(_row(one.paper), _text(one.paper)) for one in snapshot
            }
        return self._catalogues[snapshot]


def _of_answer(answer: Answer | None, known: dict[str, _Known]) -> Sequence[Row]:
    """Give the papers of an answer: those that it lists, else those that it cites."""
    if answer is None:
        return ()
    if answer.papers:
        return [
            Row(one.paper_id, one.title, _year(known, one.paper_id), one.reason, one.relevance)
            for one in answer.papers
        ]
    return [
        Row(one.paper_id, one.title, _year(known, one.paper_id), one.quote)
        for one in answer.citations
    ]


def _year(known: dict[str, _Known], paper_id: str) -> int | None:
    return known[paper_id].row.year if paper_id in known else None


def _row(paper: Paper) -> Row:
    return Row(paper.id, paper.title, paper.year)


def _text(paper: Paper) -> str:
    facts = (paper.title, paper.abstract, *paper.authors, paper.venue or "", str(paper.year or ""))
    return "\n".join(facts).casefold()
