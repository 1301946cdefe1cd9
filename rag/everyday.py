"""What everyday words mean in the field: for who tells of a paper roughly, in none of its words.

A small embedding model knows that "image" is near "picture", less that "a snoop with hunches" is an
adversary with prior beliefs. The table `data/everyday.txt` has a line for each idea: everyday words
for it, and behind ">" what papers call it.

>>> Everyday.load().meanings_in("a handset that is quick")
('mobile device', 'on-device', 'edge', 'efficient', 'acceleration')
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from rag.plain import fold, plain
from rag.tables import lines_of, two_sided
from rag.words import uninflected

__all__ = ["COMMON_WORDING", "Everyday", "terms_for"]

COMMON_WORDING = 0.5
"""The share of its words, by idf, that a question in the words of the field has in common with one
paper: those of titles lie above it, and far below what is told in other words altogether. What it
does to both is in the figures of `paperchat eval --kinds lookup,paraphrase`."""

_Words = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Everyday:
    """The field's terms by the words of an everyday term."""

    meanings: Mapping[_Words, Sequence[str]]
    longest: int

    @classmethod
    @cache
    def load(cls) -> Everyday:
        """Read the table that comes with paperchat."""
        return cls.of(lines_of("everyday.txt"))

    @classmethod
    def of(cls, lines: Iterable[str]) -> Everyday:
        """Read lines of the form `everyday; everyday > term; term`; "#" begins a comment."""
        meanings: defaultdict[_Words, list[str]] = defaultdict(list)
        for everyday, terms in two_sided(lines):
            for one in everyday:
                meanings[_every_word(one)] += terms
        return cls(meanings, max(map(len, meanings), default=0))

    def meanings_in(self, wording: str) -> tuple[str, ...]:
        """List what the everyday terms of a wording mean, in its order, longer terms first."""
        found: list[str] = []
        words = _every_word(wording)
        start = 0
        while start < len(words):
            lengths = range(min(self.longest, len(words) - start), 0, -1)
            length = next((n for n in lengths if words[start : start + n] in self.meanings), 0)
            found += self.meanings.get(words[start : start + length], ()) if length else ()
            start += max(length, 1)
        return tuple(dict.fromkeys(found))


def terms_for(wording: str, shared: float) -> tuple[str, ...]:
    """List what the everyday terms of a wording mean, if it is worded unlike every paper.

    Args:
        wording: A question or a topic.
        shared: The largest share of its words, by idf, that a paper has, in [0, 1].
    """
    return Everyday.load().meanings_in(wording) if shared < COMMON_WORDING else ()


def _every_word(text: str) -> _Words:
    """List the words of a text without inflections; function words too: terms are made of them."""
    return tuple(map(uninflected, re.findall(r"[^\W_]+", fold(plain(text)))))
