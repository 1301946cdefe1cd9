"""A number that the evidence does not have, bounds the other way, or counts something else of."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rag.checking.alignment import Alignment
from rag.checking.conflicts.conflict import Conflict
from rag.checking.reading import Reading, Word

__all__ = ["find"]

_BOUNDS = re.compile(
    r"\b(?:(?P<lower>at least|no (?:less|fewer) than|(?<!no )more than|over|above)"
    r"|at most|up to|no more than|(?<!no )(?:less|fewer) than|below|under) $"
)
_COUNTED = 3.0  # up to which a reader counts what a passage lists


def find(alignment: Alignment) -> Iterator[Conflict]:
    """Find numbers of the claim, and orders of growth, that stand nowhere in the evidence."""
    yield from _grows_otherwise(alignment)
    for number, word in enumerate(alignment.claim.words):
        if not word.quantity:
            continue
        if alignment.matches[number]:
            yield from _bounded_otherwise(alignment, number)
            yield from _counts_otherwise(alignment, number)
            continue
        counted = word.quantity.value <= _COUNTED and not word.quantity.unit and word.text.isalpha()
        if counted and not _has_other_count(alignment, number):
            yield Conflict("number", f"the passage does not count “{word.text}”", 0.3)
        else:
            yield Conflict("number", f"the passage does not have “{word.text}”")


def _grows_otherwise(alignment: Alignment) -> Iterator[Conflict]:
    """Find an O(...) of the claim that the evidence does not have, though it has others."""
    if not (mine := _orders(alignment.claim)):
        return
    theirs = {order for one in alignment.index.sentences for order in _orders(one)}
    missing = next((order for order in mine if order not in theirs), None)
    if theirs and missing:
        yield Conflict("number", f"the passage does not have “{missing}”")


def _orders(reading: Reading) -> list[str]:
    """List the orders of growth that a text gives, each in one spelling.

    >>> from rag.checking.reading import read
    >>> _orders(read("in O(log n / sqrt(n)) steps, or Õ(n^(-1/2))"))
    ['O(lnn/√n)', 'O(n^-1/2)']
    """
    written = reading.text.replace("sqrt", "√").replace("log", "ln").replace("Õ", "O")
    return [f"O({_UNREAD.sub('', inside)})" for inside in _ORDER.findall(written)]


_ORDER = re.compile(r"(?<!\w)O ?\(((?:[^()]|\((?:[^()]|\([^()]{0,50}\)){0,50}\)){1,100})\)")
_UNREAD = re.compile(r"[\s(){}*·]")


def _bounded_otherwise(alignment: Alignment, number: int) -> Iterator[Conflict]:
    """Find "at least" a number for "at most" it, and the like."""
    mine = _bound(alignment.claim, alignment.claim.words[number])
    theirs = {
        _bound(alignment.index.sentences[match.sentence], alignment.index.word(match))
        for match in alignment.matches[number]
        if match.sentence in alignment.support
    }
    if mine and theirs == {-mine}:
        said = "at least" if mine > 0 else "at most"
        yield Conflict("number", f"the passage bounds the number the other way, not “{said}”")


def _bound(reading: Reading, word: Word) -> int:
    """Tell whether a number is a lower bound (1), an upper one (-1) or none (0)."""
    before = " ".join(reading.tokens[max(0, word.place - 3) : word.place]) + " "
    found = _BOUNDS.search(before)
    return 0 if not found else 1 if found["lower"] else -1


def _counts_otherwise(alignment: Alignment, number: int) -> Iterator[Conflict]:
    """Find numbers that count what the evidence does not have, where it counts something else."""
    counted = _counted(alignment.claim, number)
    if counted is None or alignment.matches[counted]:
        return
    theirs = [
        (match.sentence, other)
        for match in alignment.matches[number]
        if match.sentence in alignment.support
        for other in (_counted(alignment.index.sentences[match.sentence], match.word),)
        if other is not None
    ]
    if theirs and not any(place in alignment.met for place in theirs):
        sentence, other = theirs[0]
        said = alignment.index.sentences[sentence].words[other].text
        text = alignment.claim.words[counted].text
        yield Conflict("count", f"the passage counts “{said}”, not “{text}”", 0.92)


def _counted(reading: Reading, number: int) -> int | None:
    """The word right behind a number, or behind its "of"."""
    if number + 1 >= len(reading.words) or reading.words[number + 1].quantity:
        return None
    place = reading.words[number].place
    between = reading.tokens[place + 1 : reading.words[number + 1].place]
    return number + 1 if between in {(), ("of",)} else None


def _has_other_count(alignment: Alignment, number: int) -> bool:
    """Tell whether the evidence counts the same thing, and comes to another number."""
    words = alignment.claim.words
    following = words[number + 1 : number + 4]
    heads = {
        m for n in range(number + 1, min(len(words), number + 4)) for m in alignment.matches[n]
    }
    index = alignment.index
    for sentence, place in index.by_stem.get("#", []):
        if any(m.sentence == sentence and 0 < m.word - place <= 3 for m in heads):
            return bool(following)
    return False
