"""What a question turns out to ask, once what it borrows from the conversation is put in."""

from __future__ import annotations

from dataclasses import dataclass

from rag.answers import Kind

__all__ = ["Resolved"]


@dataclass(frozen=True, slots=True)
class Resolved:
    """A question with its references to the conversation resolved.

    Attributes:
        standalone: The question, understandable without the conversation.
        asks: What it asks of the papers that it points at: the question without the pointing.
        focus: The ids of the papers that it points at, one by one.
        within: The ids of the papers that its answer must come from; None for the collection.
        more: Whether it asks for the rest of the last answer.
        kind: The kind of its answer, where the pointing decides it.
        otherwise: What else it may mean, if there is no answer to this.
    """

    standalone: str
    asks: str
    focus: tuple[str, ...] = ()
    within: tuple[str, ...] | None = None
    more: bool = False
    kind: Kind | None = None
    otherwise: str | None = None
