"""A comparison turned round: B beats A for A beats B.

Both the claim and its passage are searched for comparisons, each of which has a side that comes
off better and one that comes off worse. Then the question is which side of the claim's meets
which side of the passage's.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rag.checking.alignment import Alignment
from rag.checking.comparing import Comparison, comparisons, has_name
from rag.checking.conflicts.conflict import Conflict
from rag.checking.conflicts.valence import praise
from rag.checking.lexicon import lexicon, stem
from rag.checking.reading import Reading

__all__ = ["find", "is_mirrored", "is_repeated"]


# What abstracts call everybody else's methods.
_OTHERS = frozenset(
    stem(word)
    for word in "existing prior previous baseline sota other competitor alternative standard "
    "conventional vanilla naive current recent competing earlier former shelf "
    "state-of-the-art".split()
)
_NAME = 2.0  # times as much as another word, a name tells which side is which
_BESIDE = 0.5  # and another word beside a name tells less
_ABSENT = 0.5  # so does a word that the passage's sentence does not have
_CLEARLY = 0.2
_MOSTLY, _LITTLE = 0.5, 0.1  # of a side, where the passage's other side tells nothing
_PARTLY = 0.4  # the same where nothing stands where it should
_BOTH = 0.15  # of each side, that must meet the other side of the passage's


def find(alignment: Alignment) -> Iterator[Conflict]:
    """Find comparisons that the evidence has the other way round."""
    fits = list(_fits(alignment))
    if any(_is_turned(one.crossed, one.straight) for one in fits):
        yield Conflict("comparison", "the passage has the comparison the other way round")
    elif not any(_is_turned(one.straight, one.crossed) for one in fits) and any(
        one.related and _is_half_turned(one.crossed, one.straight) for one in fits
    ):
        yield Conflict("comparison", "the passage compares with this, not the other way round")


def is_mirrored(alignment: Alignment) -> bool:
    """Tell whether the claim tells a comparison of the passage from its other side.

    "B is slower than A" for "A is faster than B".
    """
    return any(
        one.related == "opposite" and _is_turned(one.straight, one.crossed)
        for one in _fits(alignment)
    )


def is_repeated(alignment: Alignment) -> bool:
    """Tell whether the claim draws a comparison of the passage as the passage draws it."""
    return any(
        one.related == "alike" and _is_turned(one.straight, one.crossed) for one in _fits(alignment)
    )


def _is_turned(one: tuple[float, float], other: tuple[float, float]) -> bool:
    return min(one) > _BOTH and sum(one) > sum(other) + _CLEARLY


def _is_half_turned(crossed: tuple[float, float], straight: tuple[float, float]) -> bool:
    """Tell whether what comes off better in the claim comes off worse in the passage, or the like.

    The passage's other side may be "it" or "which" and tell nothing.
    """
    mostly = _MOSTLY if sum(straight) else _PARTLY
    return any(
        crossed[side] > mostly
        and straight[1 - side] < _LITTLE
        and crossed[side] > straight[side] + _CLEARLY
        for side in (0, 1)
    )


@dataclass(frozen=True, slots=True)
class _Fit:
    """How well a comparison fits one of the passage as it is meant, and turned round.

    `related` tells whether both are told in the "same" words, in those that are "alike" or in
    "opposite" ones (faster, slower), or is empty.
    """

    straight: tuple[float, float]
    crossed: tuple[float, float]
    related: str


def _fits(alignment: Alignment) -> Iterator[_Fit]:
    """Lay each comparison of the claim beside each of the passage."""
    known = lexicon()
    for mine in comparisons(alignment.claim):
        # Names tell sides apart in any sentence, other words only in those that say the claim.
        named = has_name(alignment.claim, (*mine.better, *mine.worse))
        for sentence, reading in enumerate(alignment.index.sentences):
            if not named and sentence not in alignment.support:
                continue
            for theirs in comparisons(reading):
                if (mine.told or theirs.told) and not _is_of_one_kind(mine, theirs):
                    continue
                straight, crossed = _fit(alignment, mine, sentence, theirs)
                if known.opposed(mine.quality, theirs.quality) or _is_opposite(mine, theirs):
                    yield _Fit(crossed, straight, "opposite")
                else:
                    yield _Fit(straight, crossed, _related(mine, theirs))


def _related(mine: Comparison, theirs: Comparison) -> str:
    if mine.quality == theirs.quality:
        return "same" if mine.graded == theirs.graded else "alike"
    return "alike" if lexicon().alike(mine.quality, theirs.quality) else ""


def _is_of_one_kind(mine: Comparison, theirs: Comparison) -> bool:
    """Tell whether two comparisons are in the same respect, or one of them in every respect."""
    if mine.graded and theirs.graded:
        return mine.graded == theirs.graded or lexicon().alike(mine.graded, theirs.graded)
    if bool(mine.graded) != bool(theirs.graded):
        return {mine.quality, theirs.quality} & _OVERALL != set() and bool(
            _praise(mine) and _praise(theirs)
        )
    return mine.quality == theirs.quality or lexicon().opposed(mine.quality, theirs.quality)


_OVERALL = frozenset(stem(word) for word in "better worse outperform underperform".split())


def _is_opposite(mine: Comparison, theirs: Comparison) -> bool:
    """Tell whether one praises what it puts first and the other one blames it."""
    return (mine.told or theirs.told) and _praise(mine) * _praise(theirs) < 0


def _praise(one: Comparison) -> int:
    """1 if what a comparison puts first is praised by it, -1 if it is blamed, 0 if unknown."""
    sign = praise(one.graded or one.quality)
    return -sign if one.graded and one.quality != "more" else sign


def _fit(
    alignment: Alignment, mine: Comparison, sentence: int, theirs: Comparison
) -> tuple[tuple[float, float], tuple[float, float]]:
    """Measure how well two comparisons fit as they stand, and turned round: side by side."""
    better, worse = _apart(alignment.claim, mine)
    first, second = theirs.better, theirs.worse
    if theirs.told:  # in clauses of their own, of which the verbs tell nothing
        first, second = _apart(alignment.index.sentences[sentence], theirs)
        better, worse = (
            tuple(n for n in side if _stands(alignment, n, sentence, (*first, *second))) or side
            for side in (better, worse)
        )

    def shared(numbers: Sequence[int], places: Sequence[int]) -> float:
        return _shared(alignment, numbers, sentence, places)

    straight = shared(better, first), shared(worse, second)
    crossed = shared(better, second), shared(worse, first)
    return straight, crossed


def _stands(alignment: Alignment, number: int, sentence: int, places: Sequence[int]) -> bool:
    """Tell whether a word of the claim stands at one of some places, or not in that sentence."""
    inside = [m.word for m in alignment.matches[number] if m.sentence == sentence]
    return not inside or bool(set(inside) & set(places))


def _apart(reading: Reading, one: Comparison) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The two sides without the words that both have: "tight bounds", "loose bounds"."""
    sides = []
    for side, other in ((one.better, one.worse), (one.worse, one.better)):
        stems = {reading.words[number].stem for number in other}
        own = tuple(number for number in side if reading.words[number].stem not in stems)
        sides.append(own or side)
    return sides[0], sides[1]


def _shared(
    alignment: Alignment, numbers: Sequence[int], sentence: int, places: Sequence[int]
) -> float:
    """The share of a side of the claim's comparison that a side of the evidence's has."""
    total = met = 0.0
    named = has_name(alignment.claim, numbers)
    for number in numbers:
        word = alignment.claim.words[number]
        if word.text.endswith("ly") and len(numbers) > 1:
            continue
        weight = (word.weight + 0.05) * (_NAME if word.name else _BESIDE if named else 1.0)
        if not any(match.sentence == sentence for match in alignment.matches[number]):
            weight *= _ABSENT
        total += weight
        if any(
            match.sentence == sentence and match.word in places and not match.opposed
            for match in alignment.matches[number]
        ):
            met += weight
    share = met / total if total else 0.0
    reading = alignment.index.sentences[sentence]
    both = _are_others(alignment.claim, numbers) and _are_others(reading, places)
    return max(share, 0.8) if both else share


def _are_others(reading: Reading, numbers: Sequence[int]) -> bool:
    return any(reading.words[number].stem in _OTHERS for number in numbers)
