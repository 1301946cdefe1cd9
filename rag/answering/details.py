"""Details that papers give in their body, and abstracts seldom: they are found or they are missing.

What comes nearest to "what learning rate was used" in an abstract is a sentence on training, and it
does not answer. For such details (the table `rag/data/details.txt`) a sentence has to hold words
that give them.

>>> details = Details.load()
>>> [form.search("We train with SGD.") is None for form in details.asked_by("Which batch size?")]
[True]
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache

from rag.tables import lines_of, two_sided

__all__ = ["Details"]


@dataclass(frozen=True, slots=True)
class Details:
    """Pairs of patterns: what asks for a detail, and what a sentence holds that gives it."""

    kinds: tuple[tuple[re.Pattern[str], re.Pattern[str]], ...]

    @classmethod
    @cache
    def load(cls) -> Details:
        """Read the table that comes with paperchat."""
        return cls.of(lines_of("details.txt"))

    @classmethod
    def of(cls, lines: Iterable[str]) -> Details:
        """Read lines of the form `word; word > word; /pattern/`; "#" begins a comment.

        Raises:
            ValueError: A line does not say what asks for a detail and what gives it.
        """
        return cls(tuple((_any_of(asks), _any_of(gives)) for asks, gives in two_sided(lines)))

    def asked_by(self, question: str) -> list[re.Pattern[str]]:
        """List what sentences hold that give the details which a question asks for."""
        return [gives for asks, gives in self.kinds if asks.search(question)]


def _any_of(terms: Sequence[str]) -> re.Pattern[str]:
    if not terms or any(">" in term for term in terms):
        raise ValueError(f"{terms}: terms are needed on both sides of one “>”")
    return re.compile("|".join(map(_pattern, terms)), re.IGNORECASE)


def _pattern(term: str) -> str:
    if term.startswith("/"):
        return term.strip("/")
    return rf"(?<!\w){re.escape(term)}s?(?!\w)"
