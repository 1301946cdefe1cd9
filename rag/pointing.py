"""How a question points at papers of the conversation without naming them.

By place ("the second one", "the first two"), by number ("[3]", "papers 2 and 5"), by what they are
about ("the one on frogs"), all of them ("which of these"), both, the other, or by a pronoun. Each
pointer says where it stands, so that a question can be read without it.

>>> [pointer.value for pointer in by_place("the first and the third: how do they differ?")]
[1, 3]
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

__all__ = [
    "COUNTS",
    "Pointer",
    "all_of_them",
    "both",
    "by_number",
    "by_place",
    "described",
    "first_few",
    "other",
    "pronoun",
    "without",
]


@dataclass(frozen=True, slots=True)
class Pointer:
    """A pointer in a question.

    Attributes:
        start: Where it begins, in characters.
        end: Where it ends, exclusive.
        value: The place from 1 on (from the end where negative), number or count that it names.
        about: What it says that the paper is about.
        possessive: Whether what follows belongs to the paper ("its").
        plural: Whether it may mean several papers.
    """

    start: int
    end: int
    value: int = 0
    about: str = ""
    possessive: bool = False
    plural: bool = False


_ORDINALS = {
    word: place
    for place, forms in enumerate(
        (
            "first 1st",
            "second 2nd",
            "third 3rd",
            "fourth 4th",
            "fifth 5th",
            "sixth 6th",
            "seventh 7th",
            "eighth 8th",
            "ninth 9th",
            "tenth 10th",
        ),
        start=1,
    )
    for word in forms.split()
} | {"last": -1, "final": -1, "former": 1, "latter": -1}
_ORDINAL_WORD = "|".join(_ORDINALS)
_NOUN = (
    r"(?:one|ones|paper|papers|work|works|article|method|methods|approach|entry|result|item|model|"
    r"study|studies|algorithm|framework|benchmark|dataset)"
)
_PAPER = r"(?:one|paper|article|study|method|approach|entry)"
_ORDINAL = re.compile(
    rf"\bthe\s+(?P<word>{_ORDINAL_WORD})(?:\s+(?:listed\s+)?{_NOUN})?\b(?!\s+\w+\s+of\b)"
    rf"(?!\s+(?!{_NOUN}\b)(?:author|step|term|layer|stage|time|sentence|year|letter)s?\b)|"
    rf"(?<=\band\s)(?P<also>{_ORDINAL_WORD})\b",
    re.IGNORECASE,
)
_FEW = re.compile(
    rf"\b(?:the\s+)?(?P<end>first|top|last)\s+(?P<count>two|three|four|five|2|3|4|5)(?:\s+{_NOUN})?\b",
    re.IGNORECASE,
)
COUNTS = {"two": 2, "three": 3, "four": 4, "five": 5}
"""Numbers as they are said of a few papers."""

_NUMBERED = re.compile(
    r"\[(?P<a>\d{1,3})\]|(?:\b(?:paper|number|no\.|item|result|entry|source|citation)s?\s*#?|#)"
    r"(?P<b>\d{1,3})\b(?:\s*(?:and|&|,)\s*(?P<c>\d{1,3})\b)?",
    re.IGNORECASE,
)
_BARE_PAIR = re.compile(
    r"\b(?:compare|between|contrast)\s+(?P<a>\d{1,3})\s+(?:and|with|to|&)\s+(?P<b>\d{1,3})\b|"
    r"^\W*(?P<c>\d{1,3})\s+(?:and|vs\.?|versus|or)\s+(?P<d>\d{1,3})\W*$",
    re.IGNORECASE,
)
_OTHER = re.compile(
    rf"\b(?:the\s+other|the\s+remaining)(?:\s+(?:{_NOUN}|two))?\b(?!\s+(?:hand|way|side))",
    re.IGNORECASE,
)
_BOTH = re.compile(
    # "the two theoretical papers on frogs" are told by what they are, not by the conversation.
    rf"\b(?:(?:the|these|those)\s+(?:two|pair)(?!\s*-|(?:\s+[\w-]+){{0,3}}\s+{_NOUN}\s+(?:on|about|for)\b|"
    rf"\s+(?:[\w-]+\s+){{1,3}}{_NOUN}\b)(?:\s+{_NOUN})?|(?:both|either|neither|each\s+of)"
    rf"(?:(?:\s+of)?\s+(?:them|these|those|the\s+two)|\s+{_NOUN})?(?!\s+(?:of|the|\w+\s+(?:and|or)))|"
    r"one\s+another|each\s+other)\b",
    re.IGNORECASE,
)
_SET = re.compile(
    r"\b(?:(?:of|among|from|in|out of)\s+)?(?:(?:all\s+of\s+)?(?:them|those|these)(?!\s+of\b)|"
    r"(?:these|those|the\s+listed|the\s+above|the\s+same)\s+(?:papers|ones|works|results|methods)|"
    r"they(?=\s+(?:differ|compare|relate|all|have|share)))\b(?!\s+(?:are|is)\s+there)",
    re.IGNORECASE,
)
# What ends the description of a paper: the question goes on after it.
_GOES_ON = (
    r"(?=\s*[,:;?!()]|\s+[-–—]+\s|\.\s|\.?\s*$|\s+(?:is|are|was|does|do|did|has|have|how|what|which|"
    r"where|when|why|who|can|could|uses?|used|propose[sd]?|report(?:s|ed)?|beats?|achieves?|"
    r"compares?|compared|and\s+(?:the\s+(?:one|other)|is|does|what|how))\b)"
)
_DESCRIBED = re.compile(
    rf"\bthe\s+(?P<noun>{_PAPER}|ones)\s+(?:that\s+(?:is|are|deals?|works?|do)\s+)?(?:(?:is|are)\s+)?"
    r"(?P<how>on|about|for|with|that|which|from|using|in|dealing\s+with|concerning|of|by)\s+"
    rf"(?:the\s+|an?\s+)?(?P<about>\S.*?){_GOES_ON}",
    re.IGNORECASE,
)
_MODIFIED = re.compile(
    rf"\bthe\s+(?P<about>(?!(?:{_ORDINAL_WORD}|other|same|whole|following|new|best|two|three|most|only|"
    r"right|remaining|listed|above|nearest|next|previous|proposed|one|ones|main)\b)"
    r"[\w$^+-]+(?:\s+(?!is\b|are\b|of\b|in\b|does\b|do\b)[\w$^+-]+){0,2}?)"
    r"\s+(?P<noun>one|ones|paper)\b(?!\s+(?:on|about|that|which)\b)",
    re.IGNORECASE,
)
_PRONOUN = re.compile(
    r"\b(?:(?P<possessive>its|their)|it|they|them|"
    # "that" and "this" also begin a clause or stand before a noun: "papers that use this kernel".
    r"(?:this|that)(?=\s*[?.!,;:]|\s*$)|"
    r"(?:(?<=^is )|(?<=^does )|(?<=^did )|(?<=^was ))(?:this|that))"
    r"(?=\s|\W|$)(?!\s+(?:is|are)\s+(?:there|possible|clear|true|known))|"
    r"\b(?:this|that|the\s+same|the)\s+"
    r"(?:authors|paper|work|method|approach|model|benchmark|dataset|algorithm|framework|study|"
    r"technique)\b(?!\s+(?:of|on|about|for|that|which|in|by|with)\b)",
    re.IGNORECASE,
)


def first_few(question: str) -> Pointer | None:
    """Find "the first two": how many, counted from the end where negative."""
    match = _FEW.search(question)
    if match is None:
        return None
    count = COUNTS.get(match["count"].lower()) or int(match["count"])
    return Pointer(*match.span(), value=-count if match["end"].lower() == "last" else count)


def by_place(question: str) -> list[Pointer]:
    """Find the places that a question names: "the second one", "the last"."""
    return [
        Pointer(*match.span(), value=_ORDINALS[(match["word"] or match["also"]).lower()])
        for match in _ORDINAL.finditer(question)
        if match["word"] or by_place(question[: match.start()])
    ]


def by_number(question: str) -> list[Pointer]:
    """Find the numbers that a question names: "[3]", "paper 2", "compare 2 and 5"."""
    pair = _BARE_PAIR.search(question)
    matches = [pair] if pair else _NUMBERED.finditer(question)
    return [
        Pointer(*match.span(), value=int(digits))
        for match in matches
        for digits in match.groups()
        if digits
    ]


def described(question: str) -> Pointer | None:
    """Find a paper that is told by what it is about: "the one on frogs", "the frog paper"."""
    match = _DESCRIBED.search(question) or _MODIFIED.search(question)
    if match is None:
        return None
    plural = match["noun"].lower().endswith("s")
    return Pointer(*match.span(), about=match["about"].strip(), plural=plural)


def other(question: str) -> Pointer | None:
    """Find "the other one"."""
    return _pointer(_OTHER, question)


def both(question: str) -> Pointer | None:
    """Find "both", "the two", "either of them"."""
    return _pointer(_BOTH, question)


def all_of_them(question: str) -> Pointer | None:
    """Find "of these", "those papers", "they all"."""
    return _pointer(_SET, question)


def pronoun(question: str) -> Pointer | None:
    """Find "it", "its", "that paper"."""
    match = _PRONOUN.search(question)
    if match is None:
        return None
    word = match.group().lower()
    return Pointer(
        *match.span(),
        possessive=bool(match["possessive"]),
        plural=word in {"they", "their", "them"},
    )


def _pointer(pattern: re.Pattern[str], question: str) -> Pointer | None:
    match = pattern.search(question)
    return Pointer(*match.span(), plural=True) if match else None


def without(question: str) -> str:
    """Take the words out of a question that point at papers."""
    return " ".join(_unpointed(question))


def _unpointed(question: str) -> Iterator[str]:
    for pattern in (_FEW, _BARE_PAIR, _ORDINAL, _NUMBERED, _OTHER, _BOTH, _SET, _PRONOUN):
        question = pattern.sub(" ", question)
    return iter(question.split())
