"""The front door: a question and its conversation go in, events and an Answer come out.

::

    assistant = Assistant(collection, embedder, folder)
    for event in assistant.ask("Which papers study conformal prediction?"):
        ...  # Token and Notice as they come, and at the end the Answer

Understanding, retrieval, answering and checking follow one another here and nowhere else.
"""

from __future__ import annotations

import threading
import time
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from rag.answering.checked import UNSUPPORTED, checked
from rag.answering.composed import Composed
from rag.answering.evidence import Answerer, Draft, Evidence, NumberedPassage, Turn
from rag.answering.quoting import QuotingAnswerer
from rag.answering.references import References
from rag.answers import Answer, Timings
from rag.collection import Collection
from rag.embedding import Embedder
from rag.errors import EndpointError, InputError
from rag.papers import Paper, Passage
from rag.questions import Query, understand
from rag.relevance import Relevance
from rag.retrieval import Retriever
from rag.snapshot import Indexed, Snapshot
from rag.suggestions import suggestions

__all__ = ["Assistant", "Event", "Notice", "Ranked", "Token"]

LONGEST_QUESTION = 4_000
"""Characters; a longer text is no question, and would only cost time."""


@dataclass(frozen=True, slots=True)
class Token:
    """A piece of the answer's text, to be shown as it comes."""

    text: str


@dataclass(frozen=True, slots=True)
class Notice:
    """A line that tells the user how the answer comes about."""

    text: str


Event = Token | Notice | Answer


@dataclass(frozen=True, slots=True)
class Ranked:
    """A paper in a ranking; scores are comparable within one question only."""

    paper_id: str
    score: float


@dataclass(frozen=True, slots=True)
class _State:
    """What answers questions about one revision of the collection."""

    revision: str
    snapshot: Snapshot
    retriever: Retriever
    relevance: Relevance


class Assistant:
    """Answers questions about one collection. Safe to use from several threads.

    Args:
        collection: The collection; its newest revision is asked, whoever wrote it.
        embedder: The embedder that made the collection.
        folder: Where what is derived from the collection is kept.
        model: A language model that writes the answers; None means that they are quoted.
        model_name: Its name.
        strict: Whether its sentences that no paper bears out are left out instead of marked.
    """

    def __init__(
        self,
        collection: Collection,
        embedder: Embedder,
        folder: Path,
        model: Answerer | None = None,
        model_name: str = "",
        *,
        strict: bool = False,
    ) -> None:
        self._strict = strict
        self._model = model
        self._model_name = model_name
        self._collection = collection
        self._embedder = embedder
        self._folder = folder
        self._lock = threading.Lock()
        self._state: _State | None = None

    @property
    def snapshot(self) -> Snapshot:
        """The newest state of the collection."""
        return self._current().snapshot

    @property
    def answerer(self) -> str:
        """Who writes the answers: `quoting`, or the model's name."""
        return self._model_name if self._model else "quoting"

    def suggestions(self) -> tuple[str, ...]:
        """Suggest questions that this collection answers."""
        return suggestions(self.snapshot)

    def papers(self, paper_ids: Iterable[str]) -> tuple[Paper, ...]:
        """Read papers by their ids; those that the collection no longer holds are left out."""
        snapshot = self.snapshot
        numbers = (snapshot.number_of.get(paper_id) for paper_id in paper_ids)
        return tuple(snapshot[number].paper for number in numbers if number is not None)

    def ranking(self, question: str, history: Sequence[Answer] = ()) -> tuple[Ranked, ...]:
        """Rank papers for a question in its conversation, as retrieval does, the best first.

        Raises:
            InputError: The question is empty or too long.
            CollectionError: The collection cannot be read.
        """
        state = self._current()
        query = understand(_checked(question), history, state.snapshot)
        hits = state.retriever.retrieve(query.standalone).hits
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
        question = _checked(question)
        state = self._current()
        clock = _Clock()
        query = understand(question, history, state.snapshot)
        references = References(history)
        quoting = QuotingAnswerer(state.snapshot, state.retriever, state.relevance)
        quoted = quoting.compose(query, references)
        clock.lap("retrieve")
        notices = list(_language_notices(question, self._embedder)) if not self._model else []
        for notice in notices:
            yield Notice(notice)
        if self._model and query.kind != "other":
            try:
                yield from self._written(query, quoted, references, history, state, clock)
                return
            except EndpointError as error:
                notices.append(f"{error} The answer is quoted instead.")
                yield Notice(notices[-1])
        for line in quoted.text.splitlines(keepends=True):
            yield Token(line)
        clock.lap("answer")
        yield _answer(query, quoted, references, notices=tuple(notices), timings_ms=clock.timings())

    def _written(
        self,
        query: Query,
        quoted: Composed,
        quoted_references: References,
        history: Sequence[Answer],
        state: _State,
        clock: _Clock,
    ) -> Iterator[Event]:
        """Have the model write the answer, and check what it wrote."""
        assert self._model is not None  # noqa: S101 - only called with a model
        references = References(history)
        papers = _to_read(query, quoted_references, state)
        given = {references.number(indexed): indexed for indexed in papers}
        draft: Draft | None = None
        for piece in self._model.answer(_evidence(query, given, history)):
            if isinstance(piece, Draft):
                draft = piece
            elif not self._strict:  # what may be left out is not shown before it is checked
                yield Token(piece)
        if draft is None:
            raise TypeError("the last piece of an answer is its draft")
        clock.lap("answer")
        composed = checked(draft.text, given, references, strict=self._strict)
        clock.lap("check")
        if self._strict:
            yield Token(composed.text)
        yield _answer(
            query,
            replace(composed, papers=quoted.papers, borderline=quoted.borderline)
            if query.kind == "listing"
            else composed,
            references,
            answerer="model",
            model=draft.model,
            usage=draft.usage,
            notices=tuple(_draft_notices(draft, composed, strict=self._strict)),
            timings_ms=clock.timings(),
        )

    def _current(self) -> _State:
        """Open the newest revision; a question keeps the one that it began with."""
        revision = self._collection.revision
        with self._lock:
            if self._state is None or self._state.revision != revision:
                snapshot = Snapshot.open(self._folder, revision, self._collection.papers())
                self._state = _State(
                    revision,
                    snapshot,
                    Retriever(self._collection, snapshot, self._embedder),
                    Relevance(snapshot, self._embedder),
                )
            return self._state


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
    """Say so where a question is in a script that the embedded model cannot read."""
    letters = [sign for sign in question if sign.isalpha()]
    latin = sum(unicodedata.name(sign, "").startswith(("LATIN", "GREEK")) for sign in letters)
    if letters and latin < len(letters) / 2 and embedder.name.startswith("all-MiniLM"):
        yield (
            "The embedded model reads English only. Ask in English, set a language model "
            "(PAPERCHAT_MODEL), or make a collection with a multilingual one (PAPERCHAT_EMBEDDER)."
        )


def _to_read(query: Query, quoted: References, state: _State) -> list[Indexed]:
    """Choose what a model reads: the papers that the quoted answer cites, then the nearest."""
    cited = [state.snapshot.number_of[citation.paper_id] for citation in quoted.citations()]
    found = [hit.number for hit in state.retriever.retrieve(query.standalone).hits[:_READ]]
    numbers = dict.fromkeys([*cited, *found])
    most = max(_READ, len(cited))
    return [state.snapshot[number] for number in list(numbers)[:most]]


_READ = 8  # papers; a listing's own come before them and are all read


def _evidence(query: Query, given: Mapping[int, Indexed], history: Sequence[Answer]) -> Evidence:
    return Evidence(
        question=query.question,
        standalone=query.standalone,
        kind=query.kind,
        passages=tuple(
            NumberedPassage(
                number,
                indexed.paper,
                Passage.cut(indexed.paper, 0, len(indexed.paper.abstract), indexed.sentences),
            )
            for number, indexed in given.items()
        ),
        history=tuple(Turn(answer.question, answer.answer) for answer in history),
    )


def _draft_notices(draft: Draft, composed: Composed, *, strict: bool) -> Iterator[str]:
    if draft.removed_markers:
        yield f"{_count(draft.removed_markers, 'citation')} of no passage removed."
    unsupported = sum(claim.support == "unsupported" for claim in composed.claims)
    if unsupported:
        counted = _count(unsupported, "sentence")
        dealt_with = "left out" if strict else f"marked {UNSUPPORTED}"
        yield f"{counted} not borne out by the papers, {dealt_with}."


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"


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
        **facts,
    )


class _Clock:
    """Times the stages of one answer."""

    def __init__(self) -> None:
        self._last = time.perf_counter()
        self._laps: dict[str, float] = {}

    def lap(self, stage: str) -> None:
        """End a stage."""
        now = time.perf_counter()
        self._laps[stage] = self._laps.get(stage, 0.0) + 1000 * (now - self._last)
        self._last = now

    def timings(self) -> Timings:
        """Give every stage's time."""
        return Timings(**{stage: round(time_ms, 2) for stage, time_ms in self._laps.items()})
