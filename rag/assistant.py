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
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from rag.answering.composed import Composed
from rag.answering.quoting import QuotingAnswerer
from rag.answering.references import References
from rag.answers import Answer, Timings
from rag.collection import Collection
from rag.embedding import Embedder
from rag.errors import InputError
from rag.papers import Paper
from rag.questions import Query, understand
from rag.relevance import Relevance
from rag.retrieval import Retriever
from rag.snapshot import Snapshot
from rag.suggestions import suggestions

__all__ = ["Assistant", "Event", "Notice", "Token"]

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
    """

    def __init__(self, collection: Collection, embedder: Embedder, folder: Path) -> None:
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
        return "quoting"

    def suggestions(self) -> tuple[str, ...]:
        """Suggest questions that this collection answers."""
        return suggestions(self.snapshot)

    def papers(self, paper_ids: Iterable[str]) -> tuple[Paper, ...]:
        """Read papers by their ids; those that the collection no longer holds are left out."""
        snapshot = self.snapshot
        numbers = (snapshot.number_of.get(paper_id) for paper_id in paper_ids)
        return tuple(snapshot[number].paper for number in numbers if number is not None)

    def ask(self, question: str, history: Sequence[Answer] = ()) -> Iterator[Event]:
        """Answer a question.

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
        started = time.perf_counter()
        query = understand(question, history, state.snapshot)
        understood = time.perf_counter()
        notices = tuple(_language_notices(question, self._embedder))
        for notice in notices:
            yield Notice(notice)
        references = References(history)
        answerer = QuotingAnswerer(state.snapshot, state.retriever, state.relevance)
        composed = answerer.compose(query, references)
        answered = time.perf_counter()
        for piece in _pieces(composed.text):
            yield Token(piece)
        yield _answer(
            query,
            composed,
            references,
            notices,
            Timings(
                retrieve=_milliseconds(understood - started),
                answer=_milliseconds(answered - understood),
            ),
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


def _answer(
    query: Query,
    composed: Composed,
    references: References,
    notices: tuple[str, ...],
    timings: Timings,
) -> Answer:
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
        notices=notices,
        timings_ms=timings,
    )


def _pieces(text: str) -> Iterator[str]:
    """Cut a text into its lines, so that a long answer appears from its top."""
    yield from text.splitlines(keepends=True)


def _milliseconds(seconds: float) -> float:
    return round(1000 * seconds, 2)
