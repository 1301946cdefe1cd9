"""A topic in the other words of its field: what stands for it, and what is a kind of it.

A listing on explainability wants the papers that speak of saliency or of feature attribution. The
table `data/related.txt` has a line for each subject: terms that stand for one another, and behind
">" narrower ones. A topic is reworded by putting each of them where one of the former stands.

>>> Thesaurus.load().reword("graph matching")
('network alignment',)
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from rag.tables import lines_of, two_sided
from rag.words import inflections

__all__ = ["Thesaurus"]

_Words = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Thesaurus:
    """Other terms by the words of a term, synonyms before narrower terms."""

    others: Mapping[_Words, Sequence[str]]
    longest: int

    @classmethod
    @cache
    def load(cls) -> Thesaurus:
        """Read the table that comes with paperchat."""
        return cls.of(lines_of("related.txt"))

    @classmethod
    def of(cls, lines: Iterable[str]) -> Thesaurus:
        """Read lines of the form `term; term > narrower; narrower`; "#" begins a comment."""
        others: defaultdict[_Words, list[str]] = defaultdict(list)
        for synonyms, narrower in two_sided(lines):
            for term in synonyms:
                own = tuple(inflections(term))
                others[own] += [one for one in synonyms if tuple(inflections(one)) != own]
                others[own] += narrower
        return cls(others, max(map(len, others), default=0))

    def reword(self, topic: str) -> tuple[str, ...]:
        """Word a topic with each other term in the place of one that it holds, longest first."""
        words = inflections(topic)
        taken: set[int] = set()
        rewordings: list[str] = []
        for length in range(min(self.longest, len(words)), 0, -1):
            for start in range(len(words) - length + 1):
                places = range(start, start + length)
                terms = self.others.get(tuple(words[start : start + length]), ())
                if terms and taken.isdisjoint(places):
                    taken.update(places)
                    before, after = words[:start], words[start + length :]
                    rewordings += [" ".join([*before, term, *after]) for term in terms]
        return tuple(dict.fromkeys(rewordings))
