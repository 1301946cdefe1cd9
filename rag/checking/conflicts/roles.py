"""Words in each other's place: the fast planner for the slow one, 7B for 34B, Hare for Tortoise."""

from __future__ import annotations

from collections.abc import Iterator

from rag.checking.alignment import Alignment
from rag.checking.conflicts.comparison import is_repeated
from rag.checking.conflicts.conflict import Conflict
from rag.checking.conflicts.subjects import STRONG
from rag.checking.context import lead, ties
from rag.checking.lexicon import lexicon
from rag.checking.quantities import Quantity
from rag.checking.reading import Reading, Word

__all__ = ["find"]

_ENOUGH = 0.05  # by how much a word must be tied more strongly to its rival's place, of 1
_SIBLING = 0.12  # the same where the rival only stands before the same noun


def find(alignment: Alignment, coined: frozenset[str]) -> Iterator[Conflict]:
    """Find words of the claim whose place in the evidence a rival fits better.

    Args:
        alignment: The claim beside its evidence.
        coined: The stems of the names that the evidence coins.
    """
    repeated = is_repeated(alignment)
    margins: dict[tuple[int, str], tuple[float, Word]] = {}
    for number, word in enumerate(alignment.claim.words):
        for rival, margin in _margins(alignment, number, word, coined):
            if repeated and lexicon().opposed(word.stem, rival.stem):
                continue  # "faster than X": what X is does not matter
            key = number, _key(rival)
            if key not in margins or margin > margins[key][0]:
                margins[key] = margin, rival
    for (number, theirs), (margin, rival) in margins.items():
        word = alignment.claim.words[number]
        # A rival that the claim has too is only swapped if each stands in the other's place.
        back = [
            other
            for (place, mine), (other, _) in margins.items()
            if mine == _key(word) and _key(alignment.claim.words[place]) == theirs
        ]
        claimed = any(_key(one) == theirs for one in alignment.claim.words)
        total = margin + max(back, default=-1.0) if claimed else margin
        opposed = lexicon().opposed(word.stem, theirs) or word.quantity or word.stem in coined
        if total > (_ENOUGH if opposed else _SIBLING):
            yield Conflict(
                "swapped",
                f"the passage says this of “{rival.text}”, not of “{word.text}”",
                min(1.0, 0.8 + 2 * total),
            )


def _key(word: Word) -> str:
    return str(word.quantity.value) if word.quantity else word.stem


def _margins(
    alignment: Alignment, number: int, word: Word, coined: frozenset[str]
) -> Iterator[tuple[Word, float]]:
    """Yield the rivals of a word, each with how much better its place fits, from -1 to 1."""
    own = [m for m in alignment.matches[number] if not m.opposed and m.likeness > 0.7]
    beside = {(m.sentence, m.word + step) for m in own for step in (-1, 1)}
    rivals = [
        rival
        for rival in (_rivals(alignment, number, word, coined) if own else ())
        if rival[2].stem not in coined or rival[:2] not in beside  # parts of one name
    ]
    mine = [ties(alignment, number, m.sentence, m.word) for m in own] if rivals else []
    for sentence, place, rival in rivals:
        theirs = ties(alignment, number, sentence, place)
        claimed = enumerate(alignment.claim.words)
        both = {number, *(n for n, one in claimed if one.stem == rival.stem)}
        ahead, behind = min((lead(one, theirs, both) for one in mine), key=lambda it: it[1] - it[0])
        yield rival, behind - ahead


def _rivals(
    alignment: Alignment, number: int, word: Word, coined: frozenset[str]
) -> Iterator[tuple[int, int, Word]]:
    """Yield the places of the evidence that hold what could stand instead of a word."""
    index = alignment.index
    if word.quantity:
        yield from _other_numbers(alignment, number, word, word.quantity)
        return
    for match in alignment.matches[number]:
        other = index.word(match)
        opposite = match.opposed and other.negated == word.negated and (word.name or not other.name)
        if opposite and match.sentence == alignment.home[number]:
            yield match.sentence, match.word, other
    yield from _siblings(alignment, number, word)
    if word.name and word.stem not in coined:
        yield from _other_names(alignment, number)
    if word.stem in coined:
        for sentence in alignment.support:
            for place, other in enumerate(index.sentences[sentence].words):
                if other.stem in coined and other.stem != word.stem:
                    yield sentence, place, other


def _other_numbers(
    alignment: Alignment, number: int, word: Word, quantity: Quantity
) -> Iterator[tuple[int, int, Word]]:
    """Yield the numbers that could be put for one: written alike, and of one unit."""
    index = alignment.index
    found = alignment.matches[number]
    if any(_is_referring(index.sentences[m.sentence], index.word(m)) for m in found):
        return  # what it belongs to stands elsewhere
    for sentence, place in index.by_stem.get("#", []):
        other = index.sentences[sentence].words[place]
        if (
            other.quantity
            and not quantity.equals(other.quantity)
            # "a factor of 2" leaves its "x" out.
            and (units := {quantity.unit, other.quantity.unit})
            and (len(units) == 1 or units == {"", "x"})
            and word.text[0].isdigit() == other.text[0].isdigit()
            and sentence in alignment.support
            and not _is_referring(index.sentences[sentence], other)
        ):
            yield sentence, place, other


def _other_names(alignment: Alignment, number: int) -> Iterator[tuple[int, int, Word]]:
    """Yield the names in a name's place where the passage speaks of that name only elsewhere."""
    home, found = alignment.home[number], alignment.matches[number]
    # A name that a sentence begins with may be the paper's own, and stand for "it" anywhere.
    if any(m.sentence == home or alignment.index.word(m).place < _OPENING for m in found):
        return
    initials = "".join(token[0] for token in alignment.claim.tokens)
    claimed = {word.stem for word in alignment.claim.words}
    for place, other in enumerate(alignment.index.sentences[home].words):
        named = other.name and not other.quantity and other.text not in initials
        if named and other.stem not in claimed:
            yield home, place, other


_OPENING = 2  # tokens


# Words by which a sentence says what a number belongs to by where that stands.
_REFERRING = frozenset({"former", "latter"})


def _is_referring(reading: Reading, number: Word) -> bool:
    return bool(_REFERRING & set(reading.tokens[number.place + 1 : number.place + 5]))


def _siblings(alignment: Alignment, number: int, word: Word) -> Iterator[tuple[int, int, Word]]:
    """Yield what else stands before the same noun: this regime, that regime."""
    words = alignment.claim.words
    if word.text in STRONG or number + 1 >= len(words) or words[number + 1].place != word.place + 1:
        return
    head = words[number + 1].stem
    pairs = [
        (sentence, place - 1)
        for sentence, place in alignment.index.by_stem.get(head, [])
        if place and sentence in alignment.support
    ]
    own = [(s, p) for s, p in pairs if alignment.index.sentences[s].words[p].stem == word.stem]
    if not own:
        return
    for sentence, place in pairs:
        other = alignment.index.sentences[sentence].words[place]
        adjacent = alignment.index.sentences[sentence].words[place + 1].place == other.place + 1
        if word.name and not other.name:
            continue
        if adjacent and (sentence, place) not in own and not other.quantity:
            yield sentence, place, other
