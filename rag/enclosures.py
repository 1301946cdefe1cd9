r"""The stretches of a text that belong together: formulas, brackets, quotes, code.

A stop inside one ends no sentence. Broken markup is common in abstracts, so a sign without its
partner, or too far from it, encloses nothing, and a dollar may be money.

>>> text = r"At $5. We (e.g. Wu) set \(x. y\) to $f. g$."
>>> [text[start:end] for start, end in enclosures(text)]
['(e.g. Wu)', '\\(x. y\\)', '$f. g$']
"""

from __future__ import annotations

import re
from collections.abc import Iterator

__all__ = ["enclosures", "formulas"]

_SIGN = re.compile(r"\\.|\$\$|``|''|[$`\"()\[\]{}“”«»（）「」『』【】]", re.DOTALL)
_OPENING = dict(zip(")]}”»）」』】", "([{“«（「『【", strict=True)) | {
    r"\)": r"\(",
    r"\]": r"\[",
    "''": "``",
}
_OPENERS = frozenset(_OPENING.values())
# One sign opens and closes these: which of the two is told by the spaces around it.
_SYMMETRIC = frozenset(["$", "$$", '"', "`"])
# Characters. Over 2,634 abstracts, everything longer with a stop inside was an accident.
_LONGEST = 400
_SENTENCE_START = re.compile(r"(?<!\.)[.!?]\s+[A-Z][a-z]*\s")


def enclosures(text: str) -> list[tuple[int, int]]:
    """Find the (start, end) of each outermost enclosure, signs included, in order.

    Takes time linear in the text, whatever it holds.
    """
    return _outermost([(start, end) for _, start, end in _pairs(text)])


def formulas(text: str) -> list[tuple[int, int]]:
    """Find the (start, end) of each LaTeX formula, delimiters included, in order.

    Takes time linear in the text, whatever it holds.
    """
    marks = {"$", "$$", r"\(", r"\["}
    return _outermost([(start, end) for mark, start, end in _pairs(text) if mark in marks])


def _pairs(text: str) -> Iterator[tuple[str, int, int]]:
    """Yield the opening sign, the start and the end of each enclosure."""
    opened: list[tuple[str, int]] = []
    symmetric: dict[str, tuple[int, int]] = {}
    place = 0
    while match := _SIGN.search(text, place):
        sign, start = match.group(), match.start()
        if sign == "$$" and "$" in symmetric:
            sign = "$"  # two formulas that touch: $a$$b$
        place = start + len(sign)
        if sign in _OPENERS:
            opened.append((sign, start))
        elif sign in _OPENING:
            if opened and _fit(sign, opened[-1][0]):
                opener, begun = opened.pop()
                if place - begun <= _LONGEST:
                    yield opener, begun, place
        elif sign in _SYMMETRIC:
            begun, depth = symmetric.pop(sign, (-1, 0))
            if begun >= 0 and _closes(text, sign, begun, place):
                yield sign, begun, place
                del opened[depth:]  # brackets left open in a formula: [0, 1)
            elif _opens(text, sign, place):
                symmetric[sign] = (start, len(opened))


def _fit(closing: str, opening: str) -> bool:
    # [0, 1) and (0, 1] are intervals; no other pair is mixed.
    return _OPENING[closing] == opening or (closing in ")]" and opening in "([")


def _opens(text: str, sign: str, place: int) -> bool:
    """Tell whether a sign that ends at a place opens an enclosure."""
    before = text[max(0, place - len(sign) - 1) : place - len(sign)]
    after = text[place : place + 1]
    if sign == "$":
        return bool(after) and (not after.isspace() or not before.strip(" ("))
    return sign == "$$" or (not before.isalnum() and bool(after.strip()))


def _closes(text: str, sign: str, begun: int, place: int) -> bool:
    """Tell whether a sign that ends at a place closes the enclosure that it began."""
    if place - begun > _LONGEST:
        return False
    inside = text[begun + len(sign) : place - len(sign)]
    if sign == "$":
        return _is_formula(inside, followed_by=text[place : place + 1])
    return sign == "$$" or not inside[-1:].isspace()


def _is_formula(inside: str, followed_by: str) -> bool:
    """Tell a formula from what stands between two prices."""
    has_command = re.search(r"[\\^_]", inside)
    if inside != inside.strip() and not has_command:
        return False
    if followed_by.isdigit() and inside[:1].isdigit() and not has_command:
        return False
    return not _SENTENCE_START.search(inside)


def _outermost(spans: list[tuple[int, int]]) -> list[tuple[int, int]]:
    joined: list[tuple[int, int]] = []
    for start, end in sorted(spans):
        if joined and start < joined[-1][1]:
            joined[-1] = (joined[-1][0], max(end, joined[-1][1]))
        else:
            joined.append((start, end))
    return joined
