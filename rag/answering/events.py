"""What comes before an answer is whole: its text, piece by piece, and lines about it."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Notice", "Token"]


@dataclass(frozen=True, slots=True)
class Token:
    """A piece of the answer's text, to be shown as it comes."""

    text: str


@dataclass(frozen=True, slots=True)
class Notice:
    """A line that tells the user how the answer comes about."""

    text: str
