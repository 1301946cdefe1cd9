r"""Where a quoted piece stands in an abstract, however it was copied.

Models change what they quote: case, spacing, quotes, dashes, ligatures, LaTeX, a word or two. The
search goes over the letters and digits alone, which survive all of these but the last; for that
one the closest stretch is taken, if it is close.

>>> text = "We find that *sparse* nets need $2\\times$ fewer steps."
>>> start, end = find_span("Sparse nets need 2x fewer steps", text)
>>> text[start:end]
'sparse* nets need $2\\times$ fewer steps'
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache

__all__ = ["find_span"]

# Of 100, how alike a quote and its place must be. Quotes with two words of ten changed score
# 85 to 90, the best place of a sentence from another abstract 50 to 65.
_ALIKE = 82.0
_SHORTEST = 12  # letters; shorter quotes must stand there to the letter
_RUN = 3  # letters in a row that mark where the quote's own words begin and end
_LONGEST = 2_000  # letters of a quote that are compared
_COMMAND = re.compile(r"\\[A-Za-z]+")
_ELLIPSIS = re.compile(r"\s*(?:\[\s*)?(?:…|\.{3,})(?:\s*\])?\s*")
_WIDEST = 600  # characters that an ellipsis may stand for


def find_span(quote: str, abstract: str) -> tuple[int, int] | None:
    """Find the (start, end) of a quote in an abstract, in characters, at the borders of words.

    Returns:
        The place of the words that the quote gives, or None if the abstract does not have them.
    """
    parts = [part for part in _ELLIPSIS.split(quote.strip()) if part.strip()]
    if len(parts) > 1 and (whole := _find_parts(parts, abstract)):
        return whole
    return _find(quote, abstract)


def _find_parts(parts: list[str], abstract: str) -> tuple[int, int] | None:
    """Find a quote that leaves something out: from its first part to its last."""
    first, last = _find(parts[0], abstract), _find(parts[-1], abstract)
    if first and last and first[1] <= last[0] <= first[1] + _WIDEST:
        return first[0], last[1]
    return None


def _find(quote: str, abstract: str) -> tuple[int, int] | None:
    text, wanted = _letters(abstract), _letters(quote)
    if not wanted.letters:
        return None
    place = _exact(wanted.letters, text, abstract)
    if place is None and len(wanted.letters) >= _SHORTEST:
        place = _closest(wanted.letters[:_LONGEST], text.letters)
    if place is None:
        return None
    start, end = text.places[place[0]], text.places[place[1] - 1] + 1
    return _snapped(abstract, start, end)


@dataclass(frozen=True, slots=True)
class _Letters:
    """The letters and digits of a text, folded, each with its place in the text."""

    letters: str
    places: tuple[int, ...]


@lru_cache(maxsize=256)
def _letters(text: str) -> _Letters:
    commands = [(match.start(), match.end()) for match in _COMMAND.finditer(text)]
    letters: list[str] = []
    places: list[int] = []
    skip_to = 0
    for place, sign in enumerate(text):
        if commands and place == commands[0][0]:
            skip_to = commands.pop(0)[1]
        if place < skip_to:
            continue
        for folded in unicodedata.normalize("NFKD", sign).casefold():
            if folded.isalnum():
                letters.append(folded)
                places.append(place)
    return _Letters("".join(letters), tuple(places))


def _exact(wanted: str, text: _Letters, abstract: str) -> tuple[int, int] | None:
    """Find letters in a text, whole words if possible."""
    found = None
    start = text.letters.find(wanted)
    while start >= 0:
        end = start + len(wanted)
        if _is_whole(abstract, text.places[start], text.places[end - 1] + 1):
            return start, end
        found = found or (start, end)
        start = text.letters.find(wanted, start + 1)
    return found if len(wanted) >= _SHORTEST else None


def _is_whole(abstract: str, start: int, end: int) -> bool:
    return not (
        abstract[start - 1 : start].isalnum() and start > 0 or abstract[end : end + 1].isalnum()
    )


def _closest(wanted: str, letters: str) -> tuple[int, int] | None:
    """Find the stretch of a text that is most like a quote."""
    from rapidfuzz import fuzz
    from rapidfuzz.distance import Levenshtein

    if len(letters) < len(wanted) * _ALIKE / 100:
        return None
    found = fuzz.partial_ratio_alignment(wanted, letters, score_cutoff=_ALIKE)
    if found is None or found.dest_start == found.dest_end:
        return None
    start, end = found.dest_start, found.dest_end
    if len(letters) < len(wanted):  # the shorter one is looked for in the longer
        start, end = 0, len(letters)
    # The stretch is as long as the quote, even where the quote has words of its own.
    kept = [
        block
        for block in Levenshtein.opcodes(wanted, letters[start:end])
        if block.tag == "equal" and block.dest_end - block.dest_start >= _RUN
    ]
    if not kept:
        return None
    return start + kept[0].dest_start, start + kept[-1].dest_end


def _snapped(abstract: str, start: int, end: int) -> tuple[int, int]:
    """Move a span's ends to the borders of the words that they stand in."""
    while start > 0 and abstract[start - 1].isalnum() and abstract[start].isalnum():
        start -= 1
    while end < len(abstract) and abstract[end - 1].isalnum() and abstract[end].isalnum():
        end += 1
    return start, end
