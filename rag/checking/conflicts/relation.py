"""Cause and effect, or the general and the special, in each other's place.

The claim need not use the passage's word for how the two hang together: "X limits Y" is turned
round by "Y causes X", and "X is a generalization of Y" by "X is a special case of Y".
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rag.checking.alignment import Alignment
from rag.checking.conflicts.conflict import Conflict
from rag.checking.conflicts.exchange import share, sides
from rag.checking.lexicon import stem
from rag.checking.reading import Reading

__all__ = ["find", "is_mirrored"]

# Wordings of how two things hang together, with whether what stands before them is the cause or
# the more general one. The word of a verb stands for all its forms.
_CAUSES = {
    "cause": True,
    "induce": True,
    "trigger": True,
    "lead to": True,
    "result in": True,
    "give rise to": True,
    "bring about": True,
    "due to": False,
    "because of": False,
    "owe to": False,
    "stem from": False,
    "arise from": False,
    "result from": False,
    "come from": False,
    "attribute to": False,
}
# What a cause may do beyond that; told apart from the above only by what is on its sides.
_EFFECTS = {
    verb: True
    for verb in """limit restrict constrain affect influence determine drive enable hinder impair
    increase decrease reduce improve hurt harm worsen yield introduce prevent shape condition
    raise lower""".split()
}
_GENERAL = {
    "generalize": True,
    "subsume": True,
    "encompass": True,
    "generalization of": True,
    "extension of": True,
    "special case of": False,
    "particular case of": False,
    "instance of": False,
    "specialization of": False,
}
_MOSTLY = 0.5  # of each side, that stands on the other side in the passage
_WHOLLY = 0.8  # the same of one side, where the passage's other side tells nothing
_CLEARLY = 0.7  # by how much more stands on the wrong sides than on the right ones


@dataclass(frozen=True, slots=True)
class _Relation:
    """Two things by the numbers of their words, the cause or the more general one first."""

    first: tuple[int, ...]
    second: tuple[int, ...]
    kind: str
    plain: bool  # whether its wording says nothing but how the two hang together


def find(alignment: Alignment) -> Iterator[Conflict]:
    """Find a relation that the evidence has the other way round."""
    turned = set(_judged(alignment))
    if True in turned and False not in turned:
        yield Conflict("relation", "the passage has this the other way round", 0.97)


def is_mirrored(alignment: Alignment) -> bool:
    """Tell whether the claim tells a relation of the passage, maybe from its other side."""
    return False in _judged(alignment)


def _judged(alignment: Alignment) -> Iterator[bool | None]:
    """Say of each relation of the claim, beside each of the passage, whether it is turned."""
    for mine in _relations(alignment.claim):
        for sentence, reading in enumerate(alignment.index.sentences):
            for theirs in _relations(reading):
                if mine.kind == theirs.kind and (mine.plain or theirs.plain):
                    yield _is_turned(alignment, mine, sentence, theirs)


def _is_turned(
    alignment: Alignment, mine: _Relation, sentence: int, theirs: _Relation
) -> bool | None:
    """Tell whether a relation is turned round; None where the two are about other things."""

    def part(numbers: tuple[int, ...], places: tuple[int, ...]) -> float:
        return share(alignment, numbers, sentence, places)

    wrongly = part(mine.first, theirs.second), part(mine.second, theirs.first)
    rightly = part(mine.first, theirs.first), part(mine.second, theirs.second)
    if mine.plain and theirs.plain and max(wrongly) > _WHOLLY and not sum(rightly):
        return True  # the other side may be "our framework" or "it"
    if min(wrongly) >= _MOSTLY and sum(wrongly) - sum(rightly) >= _CLEARLY:
        return True
    return False if min(rightly) >= _MOSTLY and sum(rightly) > sum(wrongly) else None


def _relations(reading: Reading) -> Iterator[_Relation]:
    tokens = reading.tokens
    for place in range(len(tokens)):
        for kind, wordings in (("cause", _CAUSES), ("cause", _EFFECTS), ("general", _GENERAL)):
            for wording, forward in wordings.items():
                words = wording.split()
                end = place + len(words)
                if [stem(token) for token in tokens[place:end]] != [stem(word) for word in words]:
                    continue
                if len(words) == 1 and tokens[end : end + 1] == ("to",):
                    continue  # "generalizes to", "due to"
                passive = tokens[end : end + 1] == ("by",)
                before, _ = sides(reading, place)
                _, after = sides(reading, end if passive else end - 1)
                if before and after:
                    one, other = (before, after) if forward != passive else (after, before)
                    yield _Relation(one, other, kind, wordings is not _EFFECTS)
