"""What a question is answered from, and what an answerer makes of it.

::

    for piece in answerer.answer(evidence):
        if isinstance(piece, Draft):
            ...  # last: the whole text, to be checked
        else:
            ...  # a piece of text, to be shown as it comes
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol

from rag.answers import Kind, Usage
from rag.markers import Marker
from rag.papers import Paper, Passage

__all__ = ["Answerer", "Draft", "Evidence", "NumberedPassage", "Turn"]


@dataclass(frozen=True, slots=True)
class Turn:
    """An earlier question of the conversation and its answer."""

    question: str
    answer: str


@dataclass(frozen=True, slots=True)
class NumberedPassage:
    """A passage under the number that its paper has in the conversation."""

    number: int
    paper: Paper
    passage: Passage


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
        markers: Where they stand.
        removed_markers: How many numbers named no passage.
        passages: How many of the passages, from the first on, the model was given.
        model: The model's name.
        first_token_ms: Milliseconds from the call to the first token.
    """

    text: str
    markers: tuple[Marker, ...]
    removed_markers: int
    passages: int
    model: str
    usage: Usage
    first_token_ms: float


class Answerer(Protocol):
    """Writes an answer from evidence. Safe to use from several threads."""

    def answer(self, evidence: Evidence) -> Iterator[str | Draft]:
        """Answer a question: pieces of text as they come, and last the draft.

        Raises:
            EndpointError: There is no usable answer; what came before is to be discarded.
        """
        ...
