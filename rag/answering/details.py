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
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

__all__ = ["Details"]


@dataclass(frozen=True, slots=True)
class Details:
    """Pairs of patterns: what asks for a detail, and what a sentence holds that gives it."""

    kinds: tuple[tuple[re.Pattern[str], re.Pattern[str]], ...]

    @classmethod
    @cache
    def load(cls) -> Details:
        """Read the table that comes with paperchat."""
        text = files("rag").joinpath("data/details.txt").read_text(encoding="utf-8")
        return cls.of(text.splitlines())

    @classmethod
    def of(cls, lines: Iterable[str]) -> Details:
        """Read lines of the form `word; word > word; /pattern/`; "#" begins a comment."""
        kinds = []
        for line in lines:
            if not line.startswith("#"):
                asks, _, gives = line.partition(">")
                kinds.append((_any_of(asks), _any_of(gives)))
        return cls(tuple(kinds))

    def asked_by(self, question: str) -> list[re.Pattern[str]]:
        """List what sentences hold that give the details which a question asks for."""
        return [gives for asks, gives in self.kinds if asks.search(question)]


def _any_of(terms: str) -> re.Pattern[str]:
    return re.compile("|".join(map(_pattern, filter(None, map(str.strip, terms.split(";"))))), re.I)


def _pattern(term: str) -> str:
    if term.startswith("/"):
        return term.strip("/")
    return rf"(?<!\w){re.escape(term)}s?(?!\w)"
