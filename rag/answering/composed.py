"""What an answerer composes, before it is checked and becomes an Answer."""

from __future__ import annotations

from dataclasses import dataclass

from rag.answers import Claim, ListedPaper

__all__ = ["Composed"]


@dataclass(frozen=True, slots=True)
class Composed:
    """The text of an answer and what it is made of.

    Attributes:
        text: Markdown with `[1]` markers.
        abstained: Whether it says that the collection does not hold the answer.
        of_record: Whether it tells what lists say of papers, which no abstract can bear out.
        left_out: How many sentences of a model were left out because nothing bears them out.
    """

    text: str
    claims: tuple[Claim, ...] = ()
    papers: tuple[ListedPaper, ...] = ()
    borderline: tuple[ListedPaper, ...] = ()
    abstained: bool = False
    of_record: bool = False
    left_out: int = 0
