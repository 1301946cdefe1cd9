"""What a question is answered from, and what an answerer makes of it.

::

    for piece in answerer.answer(evidence):
        if isinstance(piece, Draft):
            ...  # last: the whole text, to be checked
        else:
            ...  # a piece of text, to be shown as it comes
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from rag.answers import Kind, Usage
from rag.papers import Paper, Passage

__all__ = [
    "Answerer",
    "Completion",
    "Draft",
    "Evidence",
    "NumberedPassage",
    "Performer",
    "Turn",
    "as_told",
]

_LONGEST_TURN = 1_000  # characters of an earlier answer that a model is told
_TURNS = 4


@dataclass(frozen=True, slots=True)
class Turn:
    """An earlier question of the conversation and its answer."""

    question: str
    answer: str


def as_told(history: Sequence[Turn]) -> str:
    """Write the end of a conversation as a model is told of it."""
    return "\n\n".join(
        f"Question: {turn.question}\nAnswer: {turn.answer[:_LONGEST_TURN]}"
        for turn in history[-_TURNS:]
    )


@dataclass(frozen=True, slots=True)
class NumberedPassage:
    """A passage under the number that its paper has in the conversation."""

    number: int
    paper: Paper
    passage: Passage

    @property
    def told(self) -> str:
        """The passage with the facts of its paper, which a question may be about."""
        paper = self.paper
        facts = [", ".join(paper.authors), paper.venue or "", str(paper.year or "")]
        known = "; ".join(fact for fact in facts if fact)
        heading = f"[{self.number}] {paper.title}" + (f" ({known})" if known else "")
        return f"{heading}\n{self.passage.text}"


@dataclass(frozen=True, slots=True)
class Evidence:
    """A question, and all that its answer may come from.

    Attributes:
        question: The question as it was asked.
        standalone: The question without references to the conversation.
        passages: From the most relevant on; where a model's window is short, the last ones are
            left out.
        history: The conversation before it, oldest first.
    """

    question: str
    standalone: str
    kind: Kind
    passages: tuple[NumberedPassage, ...]
    history: tuple[Turn, ...] = ()


@dataclass(frozen=True, slots=True)
class Draft:
    """What a model wrote, before it is checked.

    Attributes:
        text: Markdown with canonical markers (see `rag.markers`).
        removed_markers: How many numbers named no passage.
        model: The model's name.
    """

    text: str
    removed_markers: int
    model: str
    usage: Usage


@dataclass(frozen=True, slots=True)
class Completion:
    """A model's whole reply to a task of its own, other than an answer."""

    text: str
    usage: Usage


class Performer(Protocol):
    """Does a task that a prompt words. Safe to use from several threads."""

    def perform(self, task: str, values: Mapping[str, str]) -> Completion:
        """Do a task.

        Args:
            task: The name of the prompt.
            values: The prompt's variables.

        Raises:
            EndpointError: There is no usable reply.
        """
        ...


class Answerer(Performer, Protocol):
    """Writes an answer from evidence. Safe to use from several threads."""

    def answer(self, evidence: Evidence) -> Iterator[str | Draft]:
        """Answer a question: pieces of text as they come, and last the draft.

        Raises:
            EndpointError: There is no usable answer; what came before is to be discarded.
        """
        ...
