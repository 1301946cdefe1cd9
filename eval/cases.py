"""A question beside what became of it: what every metric is given."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from eval.questions import Question
from eval.running import Asked
from eval.suite_collection import SuiteCollection
from rag.answers import Answer

__all__ = ["Case", "cases"]

_MARKER = re.compile(r"\[(\d+)\]")


@dataclass(frozen=True)
class Case:
    """A question and its answers. Papers go by the suite's ids.

    Attributes:
        gold: The papers that answer it.
        borderline: Those that count neither way; they are left out of `ranking` and `given`.
        ranking: Papers and scores as retrieval ranks them for the last turn, the best first.
        paper_of: The suite's id of each paper, by the collection's.
        abstracts: The abstract of each paper.
    """

    question: Question
    asked: Asked
    gold: frozenset[str]
    borderline: frozenset[str]
    ranking: tuple[tuple[str, float], ...]
    paper_of: Mapping[str, str]
    abstracts: Mapping[str, str]

    @property
    def answer(self) -> Answer:
        """The answer to the last turn, of which the gold speaks."""
        return self.asked.answers[-1]

    @property
    def answerable(self) -> bool:
        """Whether the collection holds the answer."""
        return not self.question.declined

    @cached_property
    def given(self) -> tuple[str, ...]:
        """The papers that the answer gives, the first one first; none where it abstains.

        Those that it lists, where it lists any, else those that it cites, in the order of its text.
        """
        if self.answer.abstained:
            return ()
        listed = [one.paper_id for one in self.answer.papers]
        return tuple(
            paper
            for paper in dict.fromkeys(self._named(listed or _cited(self.answer)))
            if paper not in self.borderline
        )

    @property
    def complete(self) -> bool:
        """Whether `gold` holds every paper that answers; of an overview, it holds some."""
        return self.answerable and bool(self.gold) and self.question.kind != "overview"

    @property
    def missed(self) -> tuple[str, ...]:
        """The papers that answer and are not given."""
        return tuple(sorted(self.gold.difference(self.given))) if self.answerable else ()

    @property
    def wrong(self) -> tuple[str, ...]:
        """The papers that are given and do not answer."""
        return tuple(one for one in self.given if one not in self.gold) if self.complete else ()

    def _named(self, paper_ids: Iterable[str]) -> Iterator[str]:
        return (self.paper_of[one] for one in paper_ids if one in self.paper_of)


def _cited(answer: Answer) -> list[str]:
    by_number = {citation.number: citation.paper_id for citation in answer.citations}
    numbers = map(int, _MARKER.findall(answer.answer))
    return [by_number[number] for number in numbers if number in by_number]


def cases(
    questions: Iterable[Question], asked: Iterable[Asked], collection: SuiteCollection
) -> list[Case]:
    """Bring questions and what became of them together."""
    return [_case(*pair, collection) for pair in zip(questions, asked, strict=True)]


def _case(question: Question, asked: Asked, collection: SuiteCollection) -> Case:
    borderline = frozenset(collection.same[one] for one in question.borderline)
    return Case(
        question=question,
        asked=asked,
        gold=frozenset(collection.same[one] for one in question.papers),
        borderline=borderline,
        ranking=tuple(
            (paper, score)
            for paper_id, score in asked.ranking
            if (paper := collection.paper_of[paper_id]) not in borderline
        ),
        paper_of=collection.paper_of,
        abstracts=collection.abstracts,
    )
