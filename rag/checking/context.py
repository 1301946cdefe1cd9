"""How well a place in the evidence fits a word of the claim, by the words around both.

"The fast planner pursues long-term goals" has every word of "the fast planner pursues immediate
goals, the slow planner long-term ones". What tells them apart is which words stand near which.
"""

from __future__ import annotations

from collections.abc import Container, Sequence

from rag.checking.alignment import Alignment
from rag.checking.reading import Word

__all__ = ["lead", "ties"]

_NEAR = 4.0  # tokens within which words belong together
_NEAR_NUMBER = 2.0  # tokens within which a number and what it counts do
_ACROSS = 0.35  # what a boundary between clauses leaves of that


def ties(alignment: Alignment, word: int, sentence: int, place: int) -> list[float]:
    """Measure how well each word of the claim ties one of them to a place of the evidence.

    Args:
        alignment: The claim beside its evidence.
        word: The number of the claim's word.
        sentence: The evidence's sentence.
        place: The number of a word in that sentence.

    Returns:
        For each word of the claim a number from 0; together at most 1.
    """
    claim, target = alignment.claim, alignment.index.sentences[sentence]
    pivot, other = claim.words[word], target.words[place]
    tied = [0.0] * len(claim.words)
    total = 0.0
    for number, near in enumerate(claim.words):
        if number == word:
            continue
        weight = (0.1 + near.weight) * _kernel(pivot, near)
        total += weight
        for match in alignment.matches[number]:
            if match.sentence != sentence or match.word == place or match.opposed:
                continue
            met = target.words[match.word]
            fit = match.likeness * _kernel(other, met)
            tied[number] = max(tied[number], weight * fit)
    return [share / total for share in tied] if total else tied


def lead(
    one: Sequence[float], other: Sequence[float], without: Container[int] = ()
) -> tuple[float, float]:
    """Say by how much each of two places is tied more strongly, over the words that differ.

    Args:
        one: What `ties` says of one place.
        other: What it says of the other.
        without: Numbers of words of the claim that do not count.
    """
    ahead = behind = 0.0
    for number, (mine, theirs) in enumerate(zip(one, other, strict=True)):
        if number not in without:
            ahead += max(0.0, mine - theirs)
            behind += max(0.0, theirs - mine)
    return ahead, behind


def _kernel(one: Word, other: Word) -> float:
    near = _NEAR_NUMBER if one.quantity else _NEAR
    share = 1.0 if one.clause == other.clause else _ACROSS
    return share / (1.0 + abs(one.place - other.place) / near)
