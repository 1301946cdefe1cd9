r"""The stretches of a text that belong together: formulas, brackets, quotes, code.

A stop inside one ends no sentence. Broken markup is common in abstracts, so a sign without its
partner, or too far from it, encloses nothing, and a dollar may be money.

>>> text = r"At $5. We (e.g. Wu) set \(x. y\) to $f. g$."
>>> [text[start:end] for start, end in enclosures(text)]
['(e.g. Wu)', '\\(x. y\\)', '$f. g$']
"""

from __future__ import annotations

import re

__all__ = ["enclosures"]

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
    found: list[tuple[int, int]] = []
    opened: list[tuple[str, int]] = []
    symmetric: dict[str, tuple[int, int]] = {}
    for match in _SIGN.finditer(text):
        sign, start, end = match.group(), match.start(), match.end()
        if sign in _OPENERS:
            opened.append((sign, start))
        elif sign in _OPENING:
            if opened and _fit(sign, opened[-1][0]):
                found.append((opened.pop()[1], end))
        elif sign in _SYMMETRIC:
            begun = symmetric.pop(sign, None)
            if begun and _closes(text, begun[0], match):
                found.append((begun[0], end))
                del opened[begun[1] :]  # brackets left open in a formula: [0, 1)
            elif _opens(text, match):
                symmetric[sign] = (start, len(opened))
    return _outermost([(start, end) for start, end in found if end - start <= _LONGEST])


def _fit(closing: str, opening: str) -> bool:
    # [0, 1) and (0, 1] are intervals; no other pair is mixed.
    return _OPENING[closing] == opening or (closing in ")]" and opening in "([")


def _opens(text: str, match: re.Match[str]) -> bool:
    if match.group() == "$$":
        return True
    before = text[match.start() - 1 : match.start()]
    after = text[match.end() : match.end() + 1]
    return bool(after) and not after.isspace() and (match.group() == "$" or not before.isalnum())


def _closes(text: str, begun: int, match: re.Match[str]) -> bool:
    if match.end() - begun > _LONGEST:
        return False
    if match.group() == "$$":
        return True
    before = text[match.start() - 1]
    after = text[match.end() : match.end() + 1]
    if before.isspace() or (match.group() == "$" and after.isdigit()):
        return False
    return match.group() != "$" or not _SENTENCE_START.search(text, begun, match.start())


def _outermost(spans: list[tuple[int, int]]) -> list[tuple[int, int]]:
    joined: list[tuple[int, int]] = []
    for start, end in sorted(spans):
        if joined and start < joined[-1][1]:
            joined[-1] = (joined[-1][0], max(end, joined[-1][1]))
        else:
            joined.append((start, end))
    return joined
