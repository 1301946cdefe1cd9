"""A word turned into its opposite: lower for higher, harms for improves."""

from __future__ import annotations

from collections.abc import Iterator

from rag.checking.alignment import Alignment, Match
from rag.checking.conflicts.conflict import Conflict
from rag.checking.lexicon import stem
from rag.checking.reading import Reading

__all__ = ["find"]


_BESIDE = 4  # tokens within which one word qualifies another
_BEHIND = 6  # tokens behind a grade within which what it is compared with stands
_LESS = frozenset({"less", "lesser", "fewer", "few"})
_TAKING = frozenset(stem(word) for word in "reduce remove eliminate avoid drop".split())
_TAKEN = 8  # tokens behind such a word that it may be about
_MORE = frozenset({"more", "many", "numerous"})


def find(alignment: Alignment) -> Iterator[Conflict]:
    """Find words of the claim of which the supporting sentences only have the opposite."""
    yield from _opposites(alignment)
    yield from _degrees(alignment)


def _opposites(alignment: Alignment) -> Iterator[Conflict]:
    for number, word in enumerate(alignment.claim.words):
        inside = [m for m in alignment.matches[number] if m.sentence in alignment.support]
        if not inside or any(not match.opposed for match in inside):
            continue
        for match in inside:
            other = alignment.index.word(match)
            if (
                match.sentence == alignment.home[number]
                and other.negated == word.negated
                and _qualify_alike(alignment, number, match)
            ):
                yield Conflict("opposite", f"the passage says “{other.text}”, not “{word.text}”")
                break


def _qualify_alike(alignment: Alignment, number: int, opposite: Match) -> bool:
    """Tell whether a word and its opposite stand beside the same words."""
    sentence = alignment.index.sentences[opposite.sentence]
    place = sentence.words[opposite.word].place
    nearest = [n for n in range(number - 2, number + 3) if n != number]
    return any(
        match.sentence == opposite.sentence
        and match.word != opposite.word
        and not match.opposed
        and abs(sentence.words[match.word].place - place) <= _BESIDE
        for n in nearest
        if 0 <= n < len(alignment.claim.words)
        for match in alignment.matches[n]
    )


def _degrees(alignment: Alignment) -> Iterator[Conflict]:
    """Find more of something of which the evidence has less, and the other way round."""
    for less, number in _graded(alignment.claim):
        if _is_told_of_the_other(alignment, number):
            continue
        theirs = {
            more_or_less
            for match in alignment.matches[number]
            if match.sentence in alignment.support and not match.opposed
            # "reduces the reliance on many parts" is of more parts in its words alone.
            if not alignment.index.word(match).troubles & _TAKING
            for more_or_less, word in _graded(alignment.index.sentences[match.sentence])
            if word == match.word
        }
        if theirs == {not less} or (less and not theirs and _is_praised(alignment, number)):
            said, written = ("more", "less") if less else ("less", "more")
            text = alignment.claim.words[number].text
            yield Conflict("opposite", f"the passage says “{said} {text}”, not “{written}”")


def _is_told_of_the_other(alignment: Alignment, number: int) -> bool:
    """Tell whether what a claim compares with is what the evidence grades.

    "A is less robust than B" for "A breaks, whereas B is more robust".
    """
    place = alignment.claim.words[number].place
    if "than" not in alignment.claim.tokens[place + 1 : place + 3]:
        return False
    behind = [n for n, w in enumerate(alignment.claim.words) if place < w.place <= place + _BEHIND]
    return any(
        theirs.clause == graded.clause and theirs.place < graded.place
        for match in alignment.matches[number]
        if match.sentence in alignment.support and not match.opposed
        for graded in (alignment.index.word(match),)
        for other in behind
        for near in alignment.matches[other]
        if near.sentence == match.sentence and not near.opposed
        for theirs in (alignment.index.word(near),)
    )


def _is_praised(alignment: Alignment, number: int) -> bool:
    """Tell whether the evidence has a word at its home, and nothing that takes from it."""
    home = [
        alignment.index.word(m)
        for m in alignment.matches[number]
        if m.sentence == alignment.home[number] and m.likeness == 1.0
    ]
    taken = [
        word.place
        for word in alignment.index.sentences[alignment.home[number]].words
        if word.stem in _TAKING
    ]
    return bool(home) and not any(
        word.negated
        or word.troubles
        or any(0 < word.place - place <= _TAKEN for place in taken)  # "reduces the need for it"
        for word in home
    )


def _graded(reading: Reading) -> Iterator[tuple[bool, int]]:
    """Yield the words that "more" or "less" stands before, with whether it is "less"."""
    numbers = {word.place: number for number, word in enumerate(reading.words)}
    for place, sign in enumerate(reading.tokens):
        if sign in _MORE or sign in _LESS:
            if place + 1 not in numbers:  # "decreases even more with size"
                before = next((p for p in (place - 1, place - 2) if p in numbers), None)
                if before is not None:
                    yield sign in _LESS, numbers[before]
            for ahead in (1, 2, 3):  # "less GPU memory", "more easily distracted"
                if place + ahead in numbers:
                    yield sign in _LESS, numbers[place + ahead]
                else:
                    break
