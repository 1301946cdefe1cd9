"""An answer that a model writes: what it reads, what is shown while it writes, what is left of it.

Every sentence is checked. Where that is strict, a sentence is shown once it is whole and checked;
elsewhere the text is shown as it comes, and marked in the answer.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from rag.answering.checked import UNSUPPORTED, Check, bare
from rag.answering.clock import Clock
from rag.answering.composed import Composed
from rag.answering.events import Notice, Token
from rag.answering.evidence import Answerer, Draft, Evidence, NumberedPassage, Turn
from rag.answering.pieces import SentenceStream, sentences_of
from rag.answering.quotes import counted
from rag.answering.record import ModelRecord, decide_by
from rag.answering.references import References
from rag.answering.second_opinion import second_opinion
from rag.answering.strictness import Strictness
from rag.answering.translating import Translation, translate
from rag.answers import Answer, Usage
from rag.choice import READS
from rag.embedding import Embedder
from rag.language import is_english
from rag.papers import Passage
from rag.questions import Query
from rag.retrieval import Retriever
from rag.snapshot import Indexed, Snapshot

__all__ = ["Task", "Writer", "Written", "to_read"]


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

    @property
    def foreign(self) -> bool:
        """Whether the answer is to be in another language than English."""
        return not is_english(self.query.question)

    def begin(
        self, *, strict: bool, english: Mapping[str, str] | None = None
    ) -> tuple[References, Check]:
        """Begin to check a text."""
        references = References(self.history)
        given = {references.number(indexed): indexed for indexed in self.papers}
        check = Check(
            given,
            references,
            strict=strict,
            missing=self.quoted.abstained,
            embedder=self.embedder,
            english=english,
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
        second_opinion: Whether the model judges the claims, too.
        reads: How many papers the model reads; those of a listing are all read.
    """

    model: Answerer
    name: str
    strict: bool | None = False
    record: ModelRecord | None = None
    second_opinion: bool = False
    reads: int = READS

    def write(self, task: Task, clock: Clock) -> Generator[Token | Notice, None, Written]:
        """Have the model answer a question.

        Raises:
            EndpointError: There is no usable answer; what came before is to be discarded.
        """
        strictness = decide_by(self.record, self.name, self.strict)
        # What a sentence in another language says in English is known at the end only.
        at_once = strictness.strict and not task.foreign
        if at_once:
            text = yield from _checked_as_it_comes(self.model, task, clock)
        else:
            text = yield from _checked_at_the_end(self.model, task, clock, strict=strictness.strict)
        clock.lap("check")
        if self.record:
            self.record.add(text.check.counts)
        notices = tuple(_notices(text, strictness))
        if strictness.strict and not text.check.stands:
            return (yield from _quoted_instead(task, text, notices))
        if strictness.strict and not at_once:
            yield Token(text.check.composed().text)
        return self._written(task, text, notices, clock)

    def _written(self, task: Task, text: _Text, notices: tuple[str, ...], clock: Clock) -> Written:
        composed, usage = text.check.composed(), text.usage
        if self.second_opinion and composed.claims:
            passages = {one.number: one for one in task.evidence().passages}
            opinion = second_opinion(self.model, composed.claims, passages)
            composed = replace(composed, claims=opinion.claims)
            notices, usage = (*notices, opinion.notice), usage + opinion.usage
            clock.lap("check")
        if task.query.kind == "listing":
            papers, borderline = task.quoted.papers, task.quoted.borderline
            composed = replace(composed, papers=papers, borderline=borderline)
        return Written(composed, text.references, text.draft.model, usage, notices)


@dataclass(frozen=True, slots=True)
class _Text:
    """A model's text, checked."""

    draft: Draft
    references: References
    check: Check
    translation: Translation = field(default_factory=Translation)

    @property
    def usage(self) -> Usage:
        return self.draft.usage + self.translation.usage


_NOTHING = "Nothing that the model wrote is borne out by the papers. The answer is quoted instead."


def _quoted_instead(
    task: Task, text: _Text, notices: tuple[str, ...]
) -> Generator[Token | Notice, None, Written]:
    yield Notice(_NOTHING)
    for line in task.quoted.text.splitlines(keepends=True):
        yield Token(line)
    quoted = replace(task.quoted, left_out=text.check.left_out)
    return Written(quoted, task.references, None, text.usage, (_NOTHING, *notices))


def _checked_as_it_comes(
    model: Answerer, task: Task, clock: Clock
) -> Generator[Token, None, _Text]:
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
                return _Text(piece, references, check)
            # Thinking that was told from the answer at its end only: that is no part of it.
            return _checked(piece, task, Translation(), strict=True)
        streamed += piece
    raise TypeError(_NO_DRAFT)


def _checked_at_the_end(
    model: Answerer, task: Task, clock: Clock, *, strict: bool
) -> Generator[Token, None, _Text]:
    """Show the text as it comes, or not at all, and check the whole of it."""
    for piece in model.answer(task.evidence()):
        if isinstance(piece, Draft):
            clock.lap("answer")
            sentences = [bare(one) for one in sentences_of(piece.text)]
            translation = translate(model, sentences) if task.foreign else Translation()
            return _checked(piece, task, translation, strict=strict)
        if not strict:
            yield Token(piece)
    raise TypeError(_NO_DRAFT)


_NO_DRAFT = "the last piece of an answer is its draft"


def _checked(draft: Draft, task: Task, translation: Translation, *, strict: bool) -> _Text:
    references, check = task.begin(strict=strict, english=translation.english)
    for sentence in sentences_of(draft.text):
        check.piece(sentence)
    return _Text(draft, references, check, translation)


def to_read(
    query: Query, quoted: References, snapshot: Snapshot, retriever: Retriever, reads: int = READS
) -> tuple[Indexed, ...]:
    """Choose what a model reads: the papers that the quoted answer cites, then the nearest."""
    cited = [snapshot.number_of[citation.paper_id] for citation in quoted.citations()]
    found = [hit.number for hit in retriever.retrieve(query.standalone).hits[:reads]]
    numbers = dict.fromkeys([*cited, *found])
    most = max(reads, len(cited))
    return tuple(snapshot[number] for number in list(numbers)[:most])


def _passage(number: int, indexed: Indexed) -> NumberedPassage:
    paper = indexed.paper
    whole = Passage.cut(paper, 0, len(paper.abstract), indexed.sentences)
    return NumberedPassage(number, paper, whole)


def _notices(text: _Text, strictness: Strictness) -> Iterator[str]:
    removed, check = text.draft.removed_markers, text.check
    if removed:
        yield f"{counted(removed, 'citation')} of no passage removed."
    if text.translation.notice:
        yield text.translation.notice
    if check.left_out:
        yield f"{counted(check.left_out, 'sentence')} not borne out by the papers, left out."
    elif marked := sum(claim.support == "unsupported" for claim in check.composed().claims):
        yield f"{counted(marked, 'sentence')} not borne out by the papers, marked {UNSUPPORTED}."
    if strictness.why:
        yield f"{strictness.told}."
