"""A suite's fixed questions, read line by line; a wrong line is refused with its place.

A suite is a folder with two files. `papers.jsonl` holds one paper a line, each with an `id` of its
own; paperchat's own reader reads the rest. `questions.jsonl` holds one question a line::

    {"id": "l01", "split": "dev", "kind": "listing", "turns": ["Which papers study owls?"],
     "papers": ["owl-hearing"], "borderline": [], "facts": [], "declined": false, "note": ""}

What a right answer holds is said of the last turn.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, get_args

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from eval.lines import Record, identifier, records
from rag.errors import InputError

__all__ = ["KINDS", "SPLITS", "Kind", "Question", "Split", "Suite", "read_suite"]

Kind = Literal[
    "listing",
    "lookup",
    "paraphrase",
    "comparison",
    "overview",
    "follow-up",
    "unanswerable-topic",
    "unanswerable-detail",
    "other-language",
    "hostile",
]
KINDS: tuple[Kind, ...] = get_args(Kind)
Split = Literal["dev", "held"]
SPLITS: tuple[Split, ...] = get_args(Split)


class Question(BaseModel):
    """A question and what a right answer to its last turn holds.

    Attributes:
        turns: What is asked, in order; all but the last give the last its meaning.
        papers: The ids of the papers that answer it: of a listing, all of them.
        borderline: Papers of which experts would disagree; they count neither way.
        facts: What must be stated, each in its accepted wordings.
        declined: Whether the right answer is that the collection does not say it.
        note: Why a doubtful gold is as it is.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    id: str = Field(min_length=1)
    split: Split
    kind: Kind
    turns: list[str] = Field(min_length=1)
    papers: list[str] = []
    borderline: list[str] = []
    facts: list[list[str]] = []
    declined: bool = False
    note: str = ""

    @model_validator(mode="after")
    def _check(self) -> Question:
        if not all(turn.strip() for turn in self.turns):
            raise ValueError("a turn is empty")
        if not all(fact and all(wording.strip() for wording in fact) for fact in self.facts):
            raise ValueError("a fact has no wording")
        if twice := set(self.papers) & set(self.borderline):
            raise ValueError(f"{min(twice)} is among the papers and the borderline ones")
        if self.declined and self.facts:
            raise ValueError("it is declined, and yet facts must be stated")
        return self


@dataclass(frozen=True, slots=True)
class Suite:
    """Papers and the questions about them.

    Attributes:
        sha256: The hash of the papers' file.
    """

    folder: Path
    paper_ids: frozenset[str]
    questions: tuple[Question, ...]
    sha256: str

    @property
    def name(self) -> str:
        """The folder's name."""
        return self.folder.resolve().name

    @property
    def papers_file(self) -> Path:
        """The file of the papers."""
        return self.folder / _PAPERS


_PAPERS = "papers.jsonl"
_QUESTIONS = "questions.jsonl"


def read_suite(folder: Path) -> Suite:
    """Read a suite.

    Raises:
        InputError: A file is missing, a line is broken, an id stands twice, or a question names a
            paper that there is not.
    """
    papers_file, questions_file = folder / _PAPERS, folder / _QUESTIONS
    paper_ids: dict[str, str] = {}
    for place, record in records(papers_file, _PAPER):
        _add(paper_ids, record, place)
    question_ids: dict[str, str] = {}
    questions = []
    for place, record in records(questions_file, _FORM):
        _add(question_ids, record, place)
        questions.append(_question(record, place, paper_ids))
    if not questions:
        raise InputError(
            "there is no question", where=str(questions_file), remedy=f"Write each as {_FORM}"
        )
    digest = hashlib.sha256(papers_file.read_bytes()).hexdigest()
    return Suite(folder, frozenset(paper_ids), tuple(questions), digest)


_PAPER = '{"id": "p1", "title": "...", "abstract": "..."}'
_FORM = (
    '{"id": "q1", "split": "dev", "kind": "lookup", "turns": ["a question"], '
    '"papers": ["an id of papers.jsonl"]}'
)


def _add(places: dict[str, str], record: Record, place: str) -> None:
    name = identifier(record, "id", place=place)
    if name in places:
        raise InputError(
            f"the id {name} stands at {places[name]} too",
            where=place,
            remedy="Give each line an id of its own",
        )
    places[name] = place


def _question(record: Record, where: str, paper_ids: Mapping[str, str]) -> Question:
    try:
        question = Question.model_validate(record)
    except ValidationError as error:
        first = error.errors(include_input=False, include_url=False)[0]
        field = ".".join(map(str, first["loc"]))
        what = f"{field}: {first['msg']}" if field else first["msg"]
        raise InputError(what, where=where, remedy=f"Write it as {_FORM}") from None
    for paper in (*question.papers, *question.borderline):
        if paper not in paper_ids:
            raise InputError(
                f"there is no paper {paper}",
                where=where,
                remedy=f"Name ids of {_PAPERS}, or add the paper to it",
            )
    return question
