"""A text of which the end may not have come yet.

What reads a stream sign by sign asks here for what stands ahead. Where that has not come, the
question raises `Undecided`, and is asked again when more has come; so the answer never depends on
where the stream was cut.
"""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Lookahead", "Undecided"]

_BLANKS = frozenset(" \t")
_LONGEST_REPEAT = 40


class Undecided(Exception):  # noqa: N818 - a state, not an error; never leaves the reader of a stream
    """More of the text is needed to tell what stands here."""


@dataclass(frozen=True, slots=True)
class Lookahead:
    """What has come of a text, and whether that is all of it."""

    text: str
    whole: bool

    def sign(self, place: int) -> str:
        """Give the character at a place; empty past the end.

        Raises:
            Undecided: It has not come yet.
        """
        if place < len(self.text):
            return self.text[place]
        if self.whole:
            return ""
        raise Undecided

    def starts(self, wanted: str, place: int) -> bool:
        """Tell whether a string stands at a place.

        Raises:
            Undecided: Only its beginning has come.
        """
        found = self.text[place : place + len(wanted)]
        if found == wanted:
            return True
        if self.whole or not wanted.startswith(found):
            return False
        raise Undecided

    def past(self, signs: frozenset[str], place: int) -> int:
        """Give the place of the first character from `place` on that is none of `signs`.

        It looks at 40 characters at most, lest a model that repeats one for ever is held back.
        """
        end = place + _LONGEST_REPEAT
        while place < end and (sign := self.sign(place)) and sign in signs:
            place += 1
        return place

    def past_blanks(self, place: int) -> int:
        """Give the place of the first character from `place` on that is no space or tab."""
        return self.past(_BLANKS, place)

    def find(self, wanted: str, place: int, end: int, *, stop: str | None = "\n") -> int | None:
        """Find a string that ends at `end` at the latest, before any `stop`.

        Returns:
            Where it begins, or None.

        Raises:
            Undecided: It may still come.
        """
        found = self.text.find(wanted, place, end)
        if stop and self.text.find(stop, place, found if found >= 0 else end) >= 0:
            return None
        if found >= 0:
            return found
        if self.whole or len(self.text) >= end:
            return None
        raise Undecided
