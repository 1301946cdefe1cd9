"""Whether a sentence claims anything at all."""

from __future__ import annotations

import re

from rag.checking.reading import read

__all__ = ["LINK", "why_no_statement"]

LINK = re.compile(r"(?:https?://|\bwww\.)\w(?:[^\s<>()\[\]]*[\w/])?", re.IGNORECASE)
"""A link in a sentence, without the sign that ends the sentence."""

_QUESTION = re.compile(r"\?[\s\"'”’)\]*_]*$")
_IMPERATIVE = re.compile(
    r"^\W*(?:please\s+)?(?:ignore|disregard|forget|answer|respond|reply|write|print|output|repeat|"
    r"translate|summari[sz]e|tell|give\s+me|list|show\s+me|click|visit|call|send|pretend|act\s+as|"
    r"do\s+not|don't|you\s+(?:must|should|are\s+now|will))\b",
    re.IGNORECASE,
)
_FEWEST_WORDS = 2
_LEAST = 0.45  # weight of the different words of a claim


def why_no_statement(claim: str) -> str:
    """Say why a sentence claims nothing, or nothing if it does."""
    if _QUESTION.search(claim):
        return "this is a question, not a claim"
    if _IMPERATIVE.search(claim):
        return "this is an instruction, not a claim"
    if LINK.search(claim):  # where something lies is all that "The code is at ..." claims
        return ""
    words = read(claim).words
    if len(words) < _FEWEST_WORDS or sum({w.stem: w.weight for w in words}.values()) < _LEAST:
        return "this claims nothing that can be checked"
    return ""
