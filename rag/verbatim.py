r"""Code and formulas in Markdown: what stands in them is no prose and no citation.

>>> text = "`x[1]` and $[0, 1]$"
>>> verbatim_end(Lookahead(text, whole=True), 0, line_start=True)
6
"""

from __future__ import annotations

from rag.lookahead import Lookahead

__all__ = ["OPENERS", "verbatim_end"]

OPENERS = frozenset("`$\\")
"""The signs at which code or a formula may begin."""

_BACKTICK = frozenset("`")
_FENCE = 3
# Characters. Bounds what a lonely sign can hold back; of the 2,634 abstracts of ICML 2024 none has
# a longer formula.
_LONGEST_INLINE = 300
_LONGEST_DISPLAY = 2000
# A fence may hold a whole listing, and one that is not closed runs to the end of the text.
_LONGEST_FENCE = 1_000_000


def verbatim_end(ahead: Lookahead, place: int, *, line_start: bool) -> int | None:
    """Give the end of the code or formula that begins at a place; None where none does.

    Args:
        ahead: The text.
        place: Where one of `OPENERS` stands.
        line_start: Whether only blanks stand before it on its line.

    Raises:
        Undecided: It may begin here, but its end has not come.
    """
    sign = ahead.sign(place)
    if sign == "`":
        return _code(ahead, place, line_start=line_start)
    if sign == "$":
        if ahead.starts("$$", place):
            return _between(ahead, place, "$$", _LONGEST_DISPLAY)
        return _dollars(ahead, place)
    return _backslash(ahead, place)


def _code(ahead: Lookahead, place: int, *, line_start: bool) -> int | None:
    opened = ahead.past(_BACKTICK, place)
    ticks = ahead.text[place:opened]
    if len(ticks) >= _FENCE and line_start:
        found = ahead.find("\n" + ticks, opened, opened + _LONGEST_FENCE, stop=None)
        return len(ahead.text) if found is None else found + 1 + len(ticks)
    start = opened
    while (found := ahead.find(ticks, start, opened + _LONGEST_INLINE)) is not None:
        closed = ahead.past(_BACKTICK, found)
        if closed - found == len(ticks):
            return closed
        start = closed
    return None


def _dollars(ahead: Lookahead, place: int) -> int | None:
    """Tell a formula from money as Pandoc does: no space inside its dollars, no digit after."""
    if ahead.sign(place + 1).isspace():
        return None
    start = place + 1
    while (found := ahead.find("$", start, place + _LONGEST_INLINE)) is not None:
        if ahead.text[found - 1] == "\\":
            start = found + 1
            continue
        if ahead.text[found - 1].isspace() or ahead.sign(found + 1).isdigit():
            return None
        return found + 1
    return None


def _backslash(ahead: Lookahead, place: int) -> int | None:
    r"""Give the end of \( \) or \[ \], or of one escaped character."""
    closer = {"(": "\\)", "[": "\\]"}.get(ahead.sign(place + 1))
    end = _between(ahead, place, closer, _LONGEST_DISPLAY) if closer else None
    return min(place + 2, len(ahead.text)) if end is None else end


def _between(ahead: Lookahead, place: int, closer: str, longest: int) -> int | None:
    found = ahead.find(closer, place + 2, place + longest, stop="\n\n")
    return None if found is None else found + len(closer)
