"""An answer that a model writes: what it reads, what is shown while it writes, what is left of it.

Every sentence is checked. Where that is strict, a sentence is shown once it is whole and checked;
elsewhere the text is shown as it comes, and marked in the answer.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass, replace

from rag.answering.checked import UNSUPPORTED, Check
from rag.answering.clock import Clock
from rag.answering.composed import Composed
from rag.answering.events import Notice, Token
from rag.answering.evidence import Answerer, Draft, Evidence, NumberedPassage, Turn
from rag.answering.pieces import SentenceStream, sentences_of
from rag.answering.record import ModelRecord
from rag.answering.references import References
from rag.answering.strictness import Counts, Strictness, decide
from rag.answers import Answer, Usage
from rag.embedding import Embedder
from rag.papers import Passage
from rag.questions import Query
from rag.retrieval import Retriever
from rag.snapshot import Indexed, Snapshot

__all__ = ["Task", "Writer", "Written", "to_read"]

_READ = 8  # papers; a listing's own come before them and are all read


@dataclass(frozen=True, slots=True)
class Written:
    """What became of a model's text.

    Attributes:
        composed: The answer.
        references: What it cites.
        model: The model's name; None where nothing that it wrote could stand, and the quoted answer
            took its place.
    """

    composed: Composed
    references: References
    model: str | None
    usage: Usage
    notices: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Task:
    """What a model is to write, and what that is checked against.

    Attributes:
        quoted: The quoted answer: it decides what the model reads, and may stand in for it.
        references: What the quoted answer cites.
        papers: What the model reads.
        embedder: Compares sentences.
    """

    query: Query
    quoted: Composed
    references: References
    history: Sequence[Answer]
    papers: Sequence[Indexed]
    embedder: Embedder

    def begin(self, *, strict: bool) -> tuple[References, Check]:
        """Begin to check a text."""
        references = References(self.history)
        given = {references.number(indexed): indexed for indexed in self.papers}
        check = Check(
            given,
            references,
            strict=strict,
            missing=self.quoted.abstained,
            embedder=self.embedder,
        )
        return references, check

    def evidence(self) -> Evidence:
        """Give what the model reads."""
        references = References(self.history)
        return Evidence(
            question=self.query.question,
            standalone=self.query.standalone,
            kind=self.query.kind,
            passages=tuple(_passage(references.number(one), one) for one in self.papers),
            history=tuple(Turn(answer.question, answer.answer) for answer in self.history),
        )


@dataclass(frozen=True, slots=True)
class Writer:
    """Has a model write, and checks what it writes. Safe to use from several threads.

    Attributes:
        model: The model.
        name: Its name.
        strict: Whether sentences that nothing bears out are left out; None means that the model's
            record decides.
        record: The model's record, if one is kept.
    """

    model: Answerer
    name: str
    strict: bool | None = False
    record: ModelRecord | None = None

    @property
    def strictness(self) -> Strictness:
        """Whether the check is strict now, and why."""
        counts = self.record.counts() if self.record else Counts()
        return decide(counts, self.name, self.strict)

    def write(self, task: Task, clock: Clock) -> Generator[Token | Notice, None, Written]:
        """Have the model answer a question.

        Raises:
            EndpointError: There is no usable answer; what came before is to be discarded.
        """
        strictness = self.strictness
        write = _checked_as_it_comes if strictness.strict else _checked_at_the_end
        draft, references, check = yield from write(self.model, task, clock)
        clock.lap("check")
        if self.record:
            self.record.add(check.counts)
        composed = check.composed()
        notices = tuple(_notices(draft, check, strictness))
        if strictness.strict and not check.stands:
            yield Notice(_NOTHING)
            for line in task.quoted.text.splitlines(keepends=True):
                yield Token(line)
            return Written(
                replace(task.quoted, left_out=composed.left_out),
                task.references,
                None,
                draft.usage,
                (_NOTHING, *notices),
            )
        if task.query.kind == "listing":
            composed = replace(
                composed, papers=task.quoted.papers, borderline=task.quoted.borderline
            )
        return Written(composed, references, draft.model, draft.usage, notices)


_NOTHING = "Nothing that the model wrote is borne out by the papers. The answer is quoted instead."

_Checked = tuple[Draft, References, Check]


def _checked_at_the_end(
    model: Answerer, task: Task, clock: Clock
) -> Generator[Token, None, _Checked]:
    """Show the text as it comes, and mark in the whole of it what nothing bears out."""
    for piece in model.answer(task.evidence()):
        if isinstance(piece, Draft):
            clock.lap("answer")
            return piece, *_checked(piece, task, strict=False)
        yield Token(piece)
    raise TypeError(_NO_DRAFT)


def _checked_as_it_comes(
    model: Answerer, task: Task, clock: Clock
) -> Generator[Token, None, _Checked]:
    """Show each sentence once it is whole, if a paper bears it out."""
    references, check = task.begin(strict=True)
    sentences = SentenceStream()
    streamed = ""
    for piece in model.answer(task.evidence()):
        whole = sentences.close() if isinstance(piece, Draft) else sentences.feed(piece)
        yield from (Token(shown) for sentence in whole if (shown := check.piece(sentence)))
        if isinstance(piece, Draft):
            clock.lap("answer")
            if streamed == piece.text:
                return piece, references, check
            # Thinking that was told from the answer at its end only: that is no part of it.
            return piece, *_checked(piece, task, strict=True)
        streamed += piece
    raise TypeError(_NO_DRAFT)


_NO_DRAFT = "the last piece of an answer is its draft"


def _checked(draft: Draft, task: Task, *, strict: bool) -> tuple[References, Check]:
    references, check = task.begin(strict=strict)
    for sentence in sentences_of(draft.text):
        check.piece(sentence)
    return references, check


def to_read(
    query: Query, quoted: References, snapshot: Snapshot, retriever: Retriever
) -> tuple[Indexed, ...]:
    """Choose what a model reads: the papers that the quoted answer cites, then the nearest."""
    cited = [snapshot.number_of[citation.paper_id] for citation in quoted.citations()]
    found = [hit.number for hit in retriever.retrieve(query.standalone).hits[:_READ]]
    numbers = dict.fromkeys([*cited, *found])
    most = max(_READ, len(cited))
    return tuple(snapshot[number] for number in list(numbers)[:most])


def _passage(number: int, indexed: Indexed) -> NumberedPassage:
    paper = indexed.paper
    whole = Passage.cut(paper, 0, len(paper.abstract), indexed.sentences)
    return NumberedPassage(number, paper, whole)


def _notices(draft: Draft, check: Check, strictness: Strictness) -> Iterator[str]:
    if draft.removed_markers:
        yield f"{_count(draft.removed_markers, 'citation')} of no passage removed."
    if check.left_out:
        yield f"{_count(check.left_out, 'sentence')} not borne out by the papers, left out."
    elif check.counts.unsupported:
        marked = _count(check.counts.unsupported, "sentence")
        yield f"{marked} not borne out by the papers, marked {UNSUPPORTED}."
    if strictness.why:
        yield f"{strictness.told}."


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"
