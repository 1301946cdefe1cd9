"""When and where papers appeared, as a question wants them: in a year, in some years, at a venue.

>>> appearance("Which papers from 2021 to 2023 study owls?")
(Appearance(first=2021, last=2023, venue=''), 'Which papers study owls?')
>>> print(appearance("owl papers since 2020")[0])
of 2020 or later
>>> appearance("Which papers study 2000 owls?")[0] is None
True
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from rag.papers import Paper
from rag.plain import fold

__all__ = ["Appearance", "appearance"]


@dataclass(frozen=True, slots=True)
class Appearance:
    """What is asked of the record of a paper.

    Attributes:
        first: The first year, inclusive; None for any before `last`.
        last: The last year, inclusive; None for any after `first`.
        venue: A part of the venue's name; empty for any.
    """

    first: int | None
    last: int | None
    venue: str = ""

    def __str__(self) -> str:
        """Word it as what a paper is: "of 2021"."""
        if self.first == self.last:
            return f"of {self.venue} {self.first}" if self.venue else f"of {self.first}"
        if self.last is None:
            return f"of {self.first} or later"
        if self.first is None:
            return f"of {self.last} or earlier"
        return f"of {self.first} to {self.last}"

    def is_told_of(self, paper: Paper) -> bool:
        """Tell whether the record of a paper says what this asks for."""
        return paper.year is not None and not (self.venue and paper.venue is None)

    def fits(self, paper: Paper) -> bool:
        """Tell whether a paper appeared so; not where its record does not say."""
        return (
            paper.year is not None
            and (self.first is None or self.first <= paper.year)
            and (self.last is None or paper.year <= self.last)
            and fold(self.venue) in fold(paper.venue or "")
        )


_YEAR = r"(?:19[5-9]\d|20[0-4]\d)\b(?!\s*-?\s*\d)"
_APPEARED = (
    r"(?:(?:that|which|and)\s+)?(?:(?:are|is|was|were|have\s+been)\s+)?"
    r"(?:(?:published|appeared|appearing|presented|written|released|dated)\s+)?"
)
_PAPERS = r"(?:papers?|works?|articles?|studies|publications?|abstracts?|preprints?)"
_FORMS = (
    rf"{_APPEARED}(?:between|from)\s+(?P<first>{_YEAR})\s+(?:and|to|until|through|-|–)\s+(?P<last>{_YEAR})",
    rf"{_APPEARED}since\s+(?P<first>{_YEAR})",
    # "from 2020 on graphs" asks for papers of one year.
    rf"{_APPEARED}from\s+(?P<first>{_YEAR})\s+(?:onwards?\b|on(?=\s*[?!.]?\s*$))",
    rf"{_APPEARED}(?P<after>after|later\s+than|newer\s+than)\s+(?P<first>{_YEAR})",
    rf"{_APPEARED}(?P<before>before|earlier\s+than|older\s+than|prior\s+to)\s+(?P<last>{_YEAR})",
    rf"{_APPEARED}(?:until|up\s+to|till)\s+(?P<last>{_YEAR})",
    rf"{_APPEARED}(?:in|from|of|at)\s+(?:the\s+year\s+)?(?:(?P<venue>[A-Z][A-Za-z]*[A-Z][A-Za-z]*)\s+)?"
    rf"(?P<year>{_YEAR})",
    rf"(?:(?P<venue>[A-Z][A-Za-z]*[A-Z][A-Za-z]*)\s+)?(?P<year>{_YEAR})(?=\s+{_PAPERS}\b)",
)
_PATTERNS = tuple(re.compile(rf"(?<![\w,.-])(?:{form})(?![\w%])") for form in _FORMS)


def appearance(question: str) -> tuple[Appearance | None, str]:
    """Find when and where the papers that a question asks for appeared; the question without it."""
    for pattern in _PATTERNS:
        if match := pattern.search(question):
            found = match.groupdict()
            first = found.get("first") or found.get("year")
            last = found.get("last") or found.get("year")
            wanted = Appearance(
                int(first) + ("after" in found) if first else None,
                int(last) - ("before" in found) if last else None,
                found.get("venue") or "",
            )
            rest = f"{question[: match.start()]} {question[match.end() :]}"
            return wanted, re.sub(r"\s+(?=[?!.,]|$)|(?<=\s)\s+", "", rest).strip()
    return None, question
