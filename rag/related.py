"""A topic in the other words of its field: what stands for it, and what is a kind of it.

A listing on explainability wants the papers that speak of saliency or of feature attribution. The
table `data/related.txt` has a line for each subject: terms that stand for one another, and behind
">" narrower ones. A topic is reworded by putting each of them where one of the former stands.

>>> Thesaurus.load().reword("graph matching")
('network alignment',)
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

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
        text = files("rag").joinpath("data/related.txt").read_text(encoding="utf-8")
        return cls.of(text.splitlines())

    @classmethod
    def of(cls, lines: Iterable[str]) -> Thesaurus:
        """Read lines of the form `term; term > narrower; narrower`; "#" begins a comment."""
        others: defaultdict[_Words, list[str]] = defaultdict(list)
        for line in lines:
            if not line.startswith("#"):
                same, _, narrower = line.partition(">")
                synonyms = list(_terms(same))
                for term in synonyms:
                    own = tuple(inflections(term))
                    others[own] += [one for one in synonyms if tuple(inflections(one)) != own]
                    others[own] += _terms(narrower)
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


def _terms(text: str) -> Iterator[str]:
    return filter(None, (term.strip() for term in text.split(";")))
