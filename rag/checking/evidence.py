"""What a claim is checked against."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rag.sentences import sentence_spans

__all__ = ["Evidence", "Piece", "pieces"]


@dataclass(frozen=True, slots=True)
class Evidence:
    """Some text of a paper: a sentence, a passage or a whole abstract.

    Attributes:
        paper_id: The paper that it is from.
        text: The text, verbatim.
        start: Where the text begins in the paper's abstract, in characters.
        names: What the paper is called: its title or label, coined names, authors.
    """

    paper_id: str
    text: str
    start: int = 0
    names: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Piece:
    """A sentence of some evidence, with its place in the abstract."""

    paper_id: str
    text: str
    start: int
    end: int


def pieces(evidence: Sequence[Evidence]) -> tuple[Piece, ...]:
    """Cut evidence into its sentences."""
    return tuple(
        Piece(one.paper_id, one.text[start:end], one.start + start, one.start + end)
        for one in evidence
        for start, end in sentence_spans(one.text)
    )
