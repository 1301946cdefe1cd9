"""Words of the passage, thrown together: each stands there, but never beside its neighbours.

Weak language models write such sentences. In true claims, words that stand side by side also
stand near each other in the passage.
"""

from __future__ import annotations

from collections.abc import Iterator

from rag.checking.alignment import Alignment
from rag.checking.conflicts.conflict import Conflict

__all__ = ["find"]

_NEAR = 6  # tokens within which neighbours of the claim are neighbours in the passage
# Shares of neighbours that are so in the passage, with what a lower share weighs. Of 459 true
# claims by hand, 2 have less than 0.3 and 11 less than 0.4; of 348 sentences thrown together from
# words of an abstract, 195 and 241.
_SHARES = ((0.3, 0.96), (0.4, 0.8), (0.5, 0.35))
_NAME = 0.4  # what a pair with a name counts, for which the passage may say "it"
_FEWEST = 2  # pairs, below which a share says nothing


def find(alignment: Alignment) -> Iterator[Conflict]:
    """Find claims whose neighbouring words stand apart in the passage."""
    words = alignment.claim.words
    near = total = 0.0
    pairs = 0
    for number in range(len(words) - 1):
        apart = _distance(alignment, number)
        if apart is not None:
            weight = 0.05 + min(words[number].weight, words[number + 1].weight)
            if words[number].name or words[number + 1].name:
                weight *= _NAME
            pairs += 1
            total += weight
            near += weight * (1.0 if apart <= _NEAR else 0.5 if apart <= 2 * _NEAR else 0.0)
    if pairs < _FEWEST:
        return
    for share, severity in _SHARES:
        if near / total < share:
            yield Conflict("scatter", "the passage does not put these words together", severity)
            return


def _distance(alignment: Alignment, number: int) -> int | None:
    """How many tokens lie between a word and its neighbour; None if the passage lacks one."""
    places: list[dict[int, list[int]]] = [{}, {}]
    for side in (0, 1):
        for match in alignment.matches[number + side]:
            if match.sentence in alignment.support:
                at = alignment.index.word(match).place
                places[side].setdefault(match.sentence, []).append(at)
    if not (alignment.matches[number] and alignment.matches[number + 1]):
        return None
    return min(
        (
            abs(one - other)
            for sentence in places[0].keys() & places[1].keys()
            for one in places[0][sentence]
            for other in places[1][sentence]
            if one != other
        ),
        default=_FAR,
    )


_FAR = 99
