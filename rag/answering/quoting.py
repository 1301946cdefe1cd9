"""The answerer that needs no model: it composes answers from verbatim sentences."""

from __future__ import annotations

from rag.answering.across import answer_across
from rag.answering.alike import list_alike
from rag.answering.comparison import compare
from rag.answering.composed import Composed
from rag.answering.listing import list_papers
from rag.answering.lookup import look_up
from rag.answering.overview import overview, portray, summarise
from rag.answering.people import list_people
from rag.answering.quoted import quote_paper
from rag.answering.references import References
from rag.answering.sides import compared_papers
from rag.kinds import asks_for_abstract
from rag.language import is_english
from rag.questions import Query
from rag.relevance import Relevance
from rag.retrieval import Retriever
from rag.snapshot import Snapshot
from rag.stages import stage
from rag.words import inflections

__all__ = ["QuotingAnswerer"]

_EMPTY = "The collection holds no papers yet. Add some with: paperchat ingest FILE..."


class QuotingAnswerer:
    """Answers from one snapshot of a collection. Safe to use from several threads."""

    def __init__(self, snapshot: Snapshot, retriever: Retriever, relevance: Relevance) -> None:
        self._snapshot = snapshot
        self._retriever = retriever
        self._relevance = relevance

    @stage("compose")
    def compose(self, query: Query, references: References) -> Composed:
        """Compose the answer to a question."""
        if not len(self._snapshot):
            return Composed(text=_EMPTY, abstained=True)
        if self._retriever.reads_across and not is_english(query.standalone):
            return answer_across(query, self._snapshot, self._retriever, references)
        if len(query.focus) == 1 and (composed := self._of_one(query, references)):
            return composed
        if query.authorship and query.authorship.people:
            return list_people(query.authorship, query, self._snapshot, self._relevance, references)
        if query.kind == "listing":
            return list_papers(query, self._snapshot, self._relevance, references)
        if query.kind == "overview":
            return self._overview(query, references)
        if query.kind == "comparison":
            numbers = compared_papers(query, self._snapshot, self._retriever, self._relevance)
            if len(numbers) > 1:
                return compare(query, numbers, self._snapshot, self._retriever, references)
        if query.kind == "other":
            return Composed(text=self._what_can_be_asked(), abstained=True)
        return look_up(query, self._snapshot, self._retriever, self._relevance, references)

    def _of_one(self, query: Query, references: References) -> Composed | None:
        """Answer what is asked of one paper as a whole; None where a fact is asked."""
        (number,) = query.focus
        indexed = self._snapshot[number]
        if query.alike:
            return list_alike(number, self._snapshot, references)
        if asks_for_abstract(query.asks):
            return quote_paper(indexed, range(len(indexed.sentences)), references)
        return portray(indexed, references) if query.kind == "overview" else None

    def _overview(self, query: Query, references: References) -> Composed:
        topic = query.parts.topic
        if not set(inflections(topic)) - _OF_A_COLLECTION:
            return overview(self._snapshot, references)
        if numbers := self._relevance.judge(topic).papers:
            return summarise(numbers, topic, self._snapshot, references)
        return list_papers(query, self._snapshot, self._relevance, references)  # says that none is

    def _what_can_be_asked(self) -> str:
        return (
            f"Ask about the {len(self._snapshot)} papers of this collection: which of them study a "
            "topic, what one of them proposes or reports, how two of them differ, or what the "
            "collection holds."
        )


# What is asked of a collection, and names no topic: "what are the main themes".
_OF_A_COLLECTION = frozenset(
    inflections(
        """main major key common frequent popular hot current overall different whole entire theme
        subject area field kind type sort trend topic cluster group category direction question
        paper work research collection list corpus set conference cover belong represent do to by"""
    )
)
