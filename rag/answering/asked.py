"""What a question asks of a paper, without the words that only say which paper it means.

>>> undescribed("In the paper on barn owls at night, how many owls are tagged?").strip()
'how many owls are tagged?'
>>> undescribed("Which towers does the barn owl study name?").split()
['Which', 'towers', 'does', 'name?']
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from rag.plain import fold, plain
from rag.questions import Query
from rag.words import STOPWORDS, inflections, uninflected

__all__ = ["BARE", "Asked", "content_words", "nameless", "telling_words", "undescribed"]

BARE = 2
"""Words beside a name up to which a question only asks what it is: "the OwlNet dataset?"."""

_PAPER = r"(?:paper|study|work|essay|article|abstract|preprint|publication|trial|project)"
_WORD = r"[\w$^{}\\+/'’-]+"
_STOP = (
    r"(?:does|do|did|is|are|was|were|has|have|had|can|could|how|what|which|where|when|why|who|"
    r"in|of|by|from|on|for|with|to|and|the|an?)"
)
_SAYS = r"(?:says?|reports?|claims?|finds?|shows?|proves?|do|does|have|has|suggests?|conclude)"
_ABOUT = r"(?:on|about|of|for|with|that|which|why|how|where|in\s+which|dealing\s+with)"
_DESCRIPTIONS = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        # "owls at night: how many are tagged?"
        r"^[^?:]{8,160}?(?::|\s[-–—]+|,)\s+(?=(?:(?:in|on|at|by|to|from|with|for|under|over)\s+)?"
        r"(?:how|what|which|where|when|why|who|is\s+it|does\s+it|are\s+there)\b)",
        # "in the paper on owls at night, ...", "... according to the paper on owls?"
        rf"(?:\b(?:in|of|by|from|for|to|according\s+to)\s+)the\s+(?:{_WORD}\s+){{0,2}}?{_PAPER}\s+"
        rf"{_ABOUT}\s+[^,:?]*?(?=[,:?]|\s+{_SAYS}\b|$),?",
        # "does the paper on owls at night cite?"
        rf"\bthe\s+(?:{_WORD}\s+){{0,2}}?{_PAPER}\s+{_ABOUT}\s+[^,:?]*?"
        rf"(?=\s+{_SAYS}\b|\s+{_WORD}\s*(?:[,:?]|$))",
        # "the barn owl study"
        rf"(?:,?\s*\b(?:in|of|by|from|for|to|according\s+to)\s+)?\b(?:the|this|that)\s+"
        rf"(?:(?!{_STOP}\s){_WORD}\s+){{0,9}}?{_PAPER}\b(?:'s)?",
    )
)


def undescribed(question: str) -> str:
    """Leave out of a question what describes the paper that it asks about."""
    for description in _DESCRIPTIONS:
        rest = description.sub(" ", question, count=1)
        if rest != question and inflections(rest):
            return rest
    return question


def nameless(query: Query) -> str:
    """Leave the names of papers out of what a question asks."""
    text = query.asks
    for mention in query.mentions:
        text = text.replace(query.asks[mention.start : mention.end], " ")
    return text


@dataclass(frozen=True, slots=True)
class Asked:
    """What a question asks of a paper.

    Attributes:
        text: The question without names and descriptions of the paper.
        asks: Whether its words say more than that something is asked.
        of_a_paper: Whether it asks a paper that is named or described, rather than for one.
    """

    text: str
    asks: bool
    of_a_paper: bool

    @classmethod
    def by(cls, query: Query) -> Asked:
        """Tell what a question asks."""
        text = undescribed(nameless(query))
        asks = len(text.split()) > BARE and 1.0 in telling_words(text).values()
        return cls(text, asks, bool(query.focus) or text != query.asks)


def telling_words(text: str) -> dict[str, float]:
    """List the content words of a question, with how much each says of what is asked, in (0, 1]."""
    return {
        word: _LIGHT if uninflected(word) in _ASKING else 1.0
        for word in content_words(text)
        if _LATIN_OR_GREEK.search(word)
    }


def content_words(text: str) -> list[str]:
    """List the content words of a text, folded, in order."""
    return [word for word in re.findall(r"[^\W_]+", _unowned(text)) if word not in STOPWORDS]


def _unowned(text: str) -> str:
    return re.sub(r"(?<=\w)['’]s\b", " ", fold(plain(text)))


# What asks for something without saying what: little of it has to stand in an abstract.
_ASKING = frozenset(
    inflections(
        """paper method approach model work study author describe explain main idea contribution
        propose introduce present name call mean mean definition define report find result achieve
        reach get give show say tell claim purpose goal aim summary summarize key point kind type
        big large long fast far high low small deep biggest largest longest fastest highest lowest
        smallest deepest size number amount there available thing happen
        come deal run try contain include involve few fewer
        first new improve help need require solve address compare better exactly actually
        respectively according abstract
        two three four five six seven eight nine ten"""
    )
)
_LIGHT = 0.35  # share of the weight of another word
# What is asked in another script cannot be looked for in an English abstract.
_LATIN_OR_GREEK = re.compile(r"[0-9A-Za-z\u00c0-\u024f\u0370-\u03ff]")
