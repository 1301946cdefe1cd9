"""A term put for another in the same place: graph attention for Fourier attention.

A paraphrase changes everyday words and keeps the terms. So a term of the claim that its
supporting sentences do not have is suspicious, and more so where one of theirs, which the claim
does not have, stands in its place.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from rag.checking.alignment import Alignment, Match
from rag.checking.conflicts.conflict import Conflict
from rag.checking.lexicon import lexicon
from rag.checking.reading import Word

__all__ = ["find"]

_ABSENT = 0.95  # a term that the evidence does not have anywhere
_APART = 2  # tokens between neighbours
_NEAR = 4  # tokens before a noun within which a word may belong to it


def find(alignment: Alignment) -> Iterator[Conflict]:
    """Find words of the claim that its supporting sentences do not have."""
    known = lexicon()
    for number, word in enumerate(alignment.claim.words):
        if word.quantity or known.is_light(word.stem):
            continue
        if _met(alignment, number):
            yield from _modifier(alignment, number, word)
            continue
        others = list(_instead(alignment, number))
        terms = [other for other in others if known.is_term(other.stem)]
        elsewhere = bool(alignment.matches[number])
        if _is_term(word):
            severity = 0.5 if not others else 0.9 if terms else 0.7
            severity *= 0.4 + 0.6 * min(1.0, word.weight * 1.3)
            if elsewhere and not others:
                severity *= 0.4
            elif not elsewhere:
                severity = _ABSENT
        elif terms:
            severity = 0.55 if _qualifies(alignment, number, terms[0]) else 0.35
        elif any(known.opposed(word.stem, other.stem) for other in others):
            severity = 0.9
        else:
            continue
        shown = [*terms, *others]
        instead = f"“{shown[0].text}”, not “{word.text}”" if shown else f"nothing of “{word.text}”"
        yield Conflict("substitution", f"the passage says {instead}", severity)


def _is_term(word: Word) -> bool:
    known = lexicon()
    plain = word.denies or word.stem
    return known.is_term(plain) or bool(_AGENT.search(word.text))


# What does something is a term, even where doing it is not: an optimizer, a discriminator.
_AGENT = re.compile(r"(?:iz|at|ifi|cod|mpl|arn)(?:er|or)s?$")


def _modifier(alignment: Alignment, number: int, word: Word) -> Iterator[Conflict]:
    """Find a word that the evidence has, but never before the noun that it stands before here."""
    words, known = alignment.claim.words, lexicon()
    if number + 1 >= len(words) or words[number + 1].place != word.place + 1:
        return
    heads = [
        m
        for m in alignment.matches[number + 1]
        if m.likeness == 1.0 and m.sentence in alignment.support
    ]
    own = [m for m in alignment.matches[number] if not m.opposed]
    if not heads or any(
        head.sentence == m.sentence and 0 < _place(alignment, head) - _place(alignment, m) <= _NEAR
        for head in heads
        for m in own
    ):
        return
    for head in heads:
        sentence = alignment.index.sentences[head.sentence].words
        if not head.word or (head.sentence, head.word - 1) in alignment.met:
            continue
        other = sentence[head.word - 1]
        if sentence[head.word].place != other.place + 1 or other.quantity:
            continue
        opposed = known.opposed(word.stem, other.stem)
        if opposed or (not word.name and _is_term(word) and _is_term(other)):
            yield Conflict(
                "modifier",
                f"the passage says “{other.text} {sentence[head.word].text}”, "
                f"not “{word.text} {words[number + 1].text}”",
                0.9 if opposed else 0.6,
            )
            return


def _place(alignment: Alignment, match: Match) -> int:
    return alignment.index.word(match).place


def _qualifies(alignment: Alignment, number: int, other: Word) -> bool:
    """Tell whether a word and another stand before the very same noun."""
    words = alignment.claim.words
    if number + 1 >= len(words) or words[number + 1].place != words[number].place + 1:
        return False
    return any(
        m.likeness == 1.0
        and m.word
        and alignment.index.sentences[m.sentence].words[m.word - 1] is other
        for m in alignment.matches[number + 1]
    )


def _met(alignment: Alignment, number: int) -> bool:
    return any(m.sentence in alignment.support for m in alignment.matches[number])


def _instead(alignment: Alignment, number: int) -> Iterator[Word]:
    """Yield the words of the evidence that stand where a word of the claim would."""
    words = alignment.claim.words
    for side in (-1, 1):
        near = number + side
        if not 0 <= near < len(words) or abs(words[near].place - words[number].place) > _APART:
            continue
        for match in alignment.matches[near]:
            if match.opposed or match.sentence not in alignment.support:
                continue
            sentence = alignment.index.sentences[match.sentence].words
            slot = match.word - side
            if (
                0 <= slot < len(sentence)
                and abs(sentence[slot].place - sentence[match.word].place) <= _APART
                and (match.sentence, slot) not in alignment.met
            ):
                yield sentence[slot]
