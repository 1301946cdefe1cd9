"""Misspelt words of a question, put right from the collection's own words.

Only what is nothing else is put right: no word that the collection has, no name, and nothing that
is likely to be a word. The embedder's tokenizer knows the common words of its language as one piece
each. A slip of the pen drops, doubles or swaps letters, or takes one vowel for another; where a
consonant is another, it is rather another word ("homography", "holography").

>>> put_right("Papers on lerning to rank", lambda: ["learn", "rank"], str.istitle)
('Papers on learning to rank', (Slip(written='lerning', taken_as='learning'),))
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass

from rag.plain import fold
from rag.words import STOPWORDS, uninflected

__all__ = ["Slip", "put_right"]

_SHORTEST = 5  # letters; shorter words resemble too many others
_LONG = 10  # letters from which on two slips may stand in one word
_WORD = re.compile(r"(?<![\w$\\/.@-])[A-Za-z][a-z]+(?![\w$\\/@-]|\.\w)")
_VOWELS = frozenset("aeiouy")


@dataclass(frozen=True, slots=True)
class Slip:
    """A misspelt word and what it was taken for."""

    written: str
    taken_as: str


def put_right(
    question: str,
    frequent: Callable[[], Iterable[str]],
    is_word: Callable[[str], bool],
    but: Collection[tuple[int, int]] = (),
) -> tuple[str, tuple[Slip, ...]]:
    """Put right what is misspelt in a question.

    Args:
        question: The question.
        frequent: Lists the words that several papers have, without inflections; it is asked where
            something is misspelt.
        is_word: Tells whether a written word is one as it stands.
        but: The (start, end) of what is left as it is: names.

    Returns:
        The question, and what was put right in it.
    """
    slips: list[Slip] = []
    vocabulary: list[str] = []

    def right(match: re.Match[str]) -> str:
        written = match.group()
        inside = any(start < match.end() and match.start() < end for start, end in but)
        if inside or len(written) < _SHORTEST or fold(written) in STOPWORDS or is_word(written):
            return written
        if not vocabulary:
            vocabulary.extend(word for word in frequent() if len(word) >= _SHORTEST - 1)
        taken = _meant(written, vocabulary)
        if taken is None:
            return written
        slips.append(Slip(written, taken))
        return taken

    return _WORD.sub(right, question), tuple(slips)


def _meant(written: str, vocabulary: Iterable[str]) -> str | None:
    """Find the one word that a written one may be a slip for, with the ending that it has."""
    from rapidfuzz.distance import OSA

    folded = fold(written)
    base = uninflected(folded)
    if len(base) < _SHORTEST - 1 or not folded.startswith(base):
        return None
    most = 2 if len(base) >= _LONG else 1
    near: dict[str, int] = {}
    for word in vocabulary:
        if word[0] == base[0] and abs(len(word) - len(base)) <= most:
            distance = OSA.distance(base, word, score_cutoff=most)
            if distance <= most and _is_slip(base, word):
                near[word] = distance
    least = min(near.values(), default=0)
    nearest = [word for word, distance in near.items() if distance == least]
    return nearest[0] + folded[len(base) :] if len(nearest) == 1 else None


def _is_slip(written: str, meant: str) -> bool:
    from rapidfuzz.distance import Levenshtein

    if sorted(written) == sorted(meant):
        return True
    return all(
        {written[edit.src_pos], meant[edit.dest_pos]} <= _VOWELS
        for edit in Levenshtein.editops(written, meant)
        if edit.tag == "replace"
    )
