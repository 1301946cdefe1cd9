"""Two things on the wrong sides of the word that ties them: X generalizes Y, reduces Y to X.

A word that both the claim and a supporting sentence have is a hinge. What the claim has on its
left should not be what the passage has on its right, and the other way round.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from rag.checking.alignment import Alignment
from rag.checking.conflicts.conflict import Conflict
from rag.checking.lexicon import lexicon, stem
from rag.checking.reading import Reading, Word
from rag.plain import fold

__all__ = ["find", "share", "sides"]

_TURNING = frozenset("to into onto from than instead rather before after with over".split())
# Words on whose two sides things may stand either way round.
_EITHER_WAY = frozenset(
    stem(word)
    for word in "combine integrate join connect link compare contrast differ similar relate "
    "correlate unify merge coincide equal identical match agree align resemble same both bridge "
    "mix fuse couple pair relationship correspond tradeoff associate interact share".split()
)
_VERB = re.compile(r"(?:[^s]s|ed)$")  # as it stands between a subject and an object
_CHANGES = frozenset(
    stem(word)
    for word in "reduce convert map transform translate transfer turn shift move go adapt "
    "generalize extend compile change recast reset prefer relate".split()
)
_BACK = 7  # tokens before a "to" within which it is said what changes
_STOPS = frozenset(
    ", ; : . ? ! — – while whereas but although though which that because since whose when "
    "if".split()
)
_RIGHT_STOPS = _STOPS | frozenset("using via by for in on under through across at to".split())
_REACH = 5  # content words on a side
_FADING = 0.5  # what each word between takes from what the next one tells
# The share of each side that has to stand on the other side in the passage, and by how much more
# stands on the wrong sides than on the right ones; words around a verb move more freely.
_OF_TURNS = 0.25, 0.35
_OF_VERBS = 0.5, 0.9


def find(alignment: Alignment) -> Iterator[Conflict]:
    """Find a word of the claim whose two sides the evidence has the other way round."""
    turned: set[int] = set()
    straight: set[int] = set()
    for place, sentence, other in _hinges(alignment):
        wrongly, rightly = _fit(alignment, place, sentence, other)
        if sum(rightly) >= sum(wrongly):
            if sum(rightly):
                straight.add(place)
            continue
        most, clearly = _OF_TURNS if alignment.claim.tokens[place] in _TURNING else _OF_VERBS
        if min(wrongly) >= most and sum(wrongly) - sum(rightly) >= clearly:
            turned.add(place)
    for place in sorted(turned - straight)[:1]:
        said = alignment.claim.tokens[place]
        yield Conflict("exchange", f"the passage has the sides of “{said}” the other way round")


_NOTHING = (0.0, 0.0)


def _fit(
    alignment: Alignment, place: int, sentence: int, other: int
) -> tuple[tuple[float, float], tuple[float, float]]:
    """Measure how much of the claim's two sides stands on the wrong and on the right ones."""
    claim, theirs = alignment.claim, alignment.index.sentences[sentence]
    if _is_passive(claim, place) != _is_passive(theirs, other):
        return _NOTHING, _NOTHING
    left, right = sides(claim, place)
    before, after = sides(theirs, other)
    if not (left and right and before and after) or any(
        claim.words[number].stem in _EITHER_WAY for number in left
    ):
        return _NOTHING, _NOTHING
    left, right = _apart(claim, left, right)

    def part(numbers: Sequence[int], places: Sequence[int]) -> float:
        return share(alignment, numbers, sentence, places)

    return (
        (part(left, after), part(right, before)),
        (part(left, before), part(right, after)),
    )


def _hinges(alignment: Alignment) -> Iterator[tuple[int, int, int]]:
    """Yield (place in the claim, sentence, place in it) of the words that both have."""
    claim = alignment.claim
    for place, sign in enumerate(claim.tokens):
        if sign in _TURNING and (sign != "to" or _leads(claim, place)):
            for sentence in alignment.support:
                for other, written in enumerate(alignment.index.sentences[sentence].tokens):
                    if written == sign:
                        yield place, sentence, other
    said = fold(claim.text)  # acronyms are not spelt out in it
    for number, word in enumerate(claim.words):
        if word.text in said and _ties(claim, word):
            for match in alignment.matches[number]:
                if match.sentence in alignment.support and not match.opposed:
                    yield word.place, match.sentence, alignment.index.word(match).place


def _ties(claim: Reading, word: Word) -> bool:
    """Tell whether a word may be the verb between a subject and an object, by its looks."""
    return (
        bool(_VERB.search(word.text))
        and word.stem not in _EITHER_WAY
        and not lexicon().is_term(word.stem)
        and not (word.place and claim.tokens[word.place - 1] in _BEFORE_NOUNS)
    )


_BEFORE_NOUNS = frozenset("of the a an in for with on by these those its their all".split())


def _leads(reading: Reading, place: int) -> bool:
    """Tell whether a "to" leads from one thing to another one, and is not that of a verb."""
    return any(
        sign == "from" or stem(sign) in _CHANGES
        for sign in reading.tokens[max(0, place - _BACK) : place]
    )


def _is_passive(reading: Reading, place: int) -> bool:
    tokens = reading.tokens
    been = place and tokens[place - 1] in _BEEN and tokens[place].endswith("ed")
    return bool(been) or "by" in tokens[place + 1 : place + 3]


_BEEN = frozenset("is are was were be been being".split())


def sides(reading: Reading, place: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The words on both sides of a place, the nearest first, as far as its clause goes."""
    tokens = reading.tokens
    start = end = place
    while start and tokens[start - 1] not in _STOPS:
        start -= 1
    while end + 1 < len(tokens) and tokens[end + 1] not in _RIGHT_STOPS:
        end += 1
    left = [n for n, word in enumerate(reading.words) if start <= word.place < place]
    right = [n for n, word in enumerate(reading.words) if place < word.place <= end]
    return tuple(reversed(left[-_REACH:])), tuple(right[:_REACH])


def _apart(
    reading: Reading, left: Sequence[int], right: Sequence[int]
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Leave out what stands on both sides."""
    stems = [{reading.words[number].stem for number in side} for side in (left, right)]
    both = stems[0] & stems[1]
    return (
        tuple(number for number in left if reading.words[number].stem not in both),
        tuple(number for number in right if reading.words[number].stem not in both),
    )


def share(
    alignment: Alignment,
    numbers: Sequence[int],
    sentence: int,
    places: Sequence[int],
    *,
    fading: float = _FADING,
) -> float:
    """Measure which part of some words of the claim stands at places of a sentence, in [0, 1].

    Args:
        alignment: The claim beside its evidence.
        numbers: The words of the claim.
        sentence: A sentence of the evidence.
        places: The numbers of words in it.
        fading: How much less each word counts than the one before; 0 where all count alike.
    """
    total = met = 0.0
    for rank, number in enumerate(numbers):
        weight = (alignment.claim.words[number].weight + 0.05) / (1.0 + fading * rank)
        total += weight
        if any(
            match.sentence == sentence and match.word in places and not match.opposed
            for match in alignment.matches[number]
        ):
            met += weight
    return met / total if total else 0.0
