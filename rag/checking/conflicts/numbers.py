"""A number or a unit that the evidence does not have."""

from __future__ import annotations

from collections.abc import Iterator

from rag.checking.alignment import Alignment
from rag.checking.conflicts.conflict import Conflict

__all__ = ["find"]

_COUNTED = 3.0  # up to which a reader counts what a passage lists


def find(alignment: Alignment) -> Iterator[Conflict]:
    """Find numbers of the claim that stand nowhere in the evidence."""
    for number, word in enumerate(alignment.claim.words):
        if not word.quantity or alignment.matches[number]:
            continue
        counted = word.quantity.value <= _COUNTED and not word.quantity.unit and word.text.isalpha()
        if counted and not _has_other_count(alignment, number):
            yield Conflict("number", f"the passage does not count “{word.text}”", 0.3)
        else:
            yield Conflict("number", f"the passage does not have “{word.text}”")


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
