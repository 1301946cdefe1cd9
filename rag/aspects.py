"""The points on which papers can be set side by side, and the sentence that makes each point."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from enum import Enum

from rag.snapshot import Indexed

__all__ = ["Aspect", "aspects", "makes", "points"]


class Aspect(Enum):
    """A point that abstracts make."""

    PROBLEM = "Problem"
    PROPOSAL = "What is proposed"
    WORKING = "How it works"
    FINDING = "What was shown"
    CODE = "Code and data"


_SIGNS = {
    Aspect.CODE: re.compile(
        r"https?://|\b(?:codes?|implementation|toolkit)\b[^.]{0,60}"
        r"\b(?:available|released?|open[- ]?sourced?)\b|\bopen-?sourced?\b|"
        r"\b(?:our|the|all)\s+(?:[\w-]+\s+){0,3}(?:data(?:sets?)?|models?)\b[^.]{0,40}"
        r"\b(?:(?:publicly|freely|now|openly)\s+available|released?)\b|"
        r"\breleas\w+\b[^.]{0,40}\b(?:code|data(?:sets?)?|models?|evaluations?)\b",
        re.IGNORECASE,
    ),
    Aspect.PROPOSAL: re.compile(
        r"\b(?:we|this (?:paper|work|study)|our (?:study|work|paper))\b[^.]{0,60}\b"
        r"(?:propos|introduc|"
        r"present|develop|design|establish|stud(?:y|ies)|investigat|explor|address|provid|construct|"
        r"formulat|analy|describ|releas|extend|argu)\w*|\bwe (?:give|build|derive|ask|consider)\b|"
        r"\b(?:termed|called|named|dubbed)\b",
        re.IGNORECASE,
    ),
    Aspect.FINDING: re.compile(
        r"\b(?:experiment|result|empirical|evaluat|outperform|achiev|surpass|demonstrat|improv|"
        r"state-of-the-art|we (?:find|show|prove|observe|found)|theoretical|guarantee|bound|"
        r"speedup|"
        r"accurac)\w*|\d\s?\\?%",
        re.IGNORECASE,
    ),
    Aspect.WORKING: re.compile(
        r"\b(?:by (?:\w+ ){0,2}\w+ing|consists? of|compris|employ|leverag|integrat|us(?:es|ing)|"
        r"first|then|specifically|mechanism|module|network|in which|whereby|combin|builds? on|"
        r"based on)\w*",
        re.IGNORECASE,
    ),
    Aspect.PROBLEM: re.compile(
        r"\b(?:challeng|however|limit|problem|lack|costly|expensive|difficult|fail|suffer|despite|"
        r"although|yet|unclear|remain|open question|crucial|important|gap|struggl)\w*",
        re.IGNORECASE,
    ),
}
# A proposal is looked for first, so that "we propose ... and show" is one; what is left over is
# split between how it works and what was shown.
_ORDER = (Aspect.CODE, Aspect.PROPOSAL, Aspect.FINDING, Aspect.PROBLEM, Aspect.WORKING)
_FROM_THE_END = {Aspect.FINDING, Aspect.CODE}
# Sentences a point; what was shown has the figures that a reader compares papers by.
_MOST = {
    Aspect.PROBLEM: 2,
    Aspect.PROPOSAL: 2,
    Aspect.WORKING: 3,
    Aspect.FINDING: 3,
    Aspect.CODE: 1,
}
_FIGURE = re.compile(
    r"\d|\b(?:two|three|four|five|six|seven|eight|nine|ten|orders? of magnitude|outperform\w*|"
    r"state[- ]of[- ]the[- ]art)\b",
    re.IGNORECASE,
)


def makes(aspect: Aspect, text: str) -> bool:
    """Tell whether a sentence has the signs of a point."""
    return bool(_SIGNS[aspect].search(text))


def aspects(indexed: Indexed) -> Mapping[Aspect, int]:
    """Find the sentence of an abstract that makes each point; points not made are left out."""
    abstract = indexed.paper.abstract
    texts = [abstract[start:end] for start, end in indexed.sentences]
    found: dict[Aspect, int] = {}
    for aspect in _ORDER:
        places = range(len(texts))
        for place in reversed(places) if aspect in _FROM_THE_END else places:
            if place not in found.values() and _SIGNS[aspect].search(texts[place]):
                found[aspect] = place
                break
    return found


def points(indexed: Indexed) -> Mapping[Aspect, tuple[int, ...]]:
    """Find the sentences of an abstract that make each point, a few each, in their order.

    Abstracts tell their story in one order: what stands before the authors' first "we" is what
    they found wanting; behind it stands what they propose, how it works and what it achieved.
    """
    abstract = indexed.paper.abstract
    texts = [abstract[start:end] for start, end in indexed.sentences]
    turn = next((place for place, text in enumerate(texts) if _AUTHORS.search(text)), 0)
    made: dict[Aspect, list[int]] = {}
    for place, text in enumerate(texts):
        made.setdefault(_point(text, told=place >= turn), []).append(place)
    return {
        aspect: tuple(sorted(sorted(places, key=_merit(aspect, texts))[: _MOST[aspect]]))
        for aspect, places in made.items()
    }


def _point(text: str, *, told: bool) -> Aspect:
    """Tell what point a sentence makes, and whether the authors' own part has begun."""
    if _SIGNS[Aspect.CODE].search(text):
        return Aspect.CODE
    if not told:
        return Aspect.PROBLEM
    shown = _SHOWN.search(text)
    if _MAKES.search(text) and not (shown and not _NAMES.search(text)):
        return Aspect.PROPOSAL
    return Aspect.FINDING if _SIGNS[Aspect.FINDING].search(text) else Aspect.WORKING


def _merit(aspect: Aspect, texts: Sequence[str]) -> Callable[[int], tuple[bool, int]]:
    """Order the sentences of a point: those that make it most plainly first, then as they come."""
    plainly = {Aspect.FINDING: _FIGURE, Aspect.PROPOSAL: _NAMES}.get(aspect, _SIGNS[aspect])
    return lambda place: (not plainly.search(texts[place]), place)


_AUTHORS = re.compile(
    r"\b(?:we|our|this (?:paper|work|study|article)|in this (?:paper|work|study)|are introduced)\b",
    re.IGNORECASE,
)
_MAKES = re.compile(
    r"\b(?:we|this (?:paper|work|study)|our (?:study|work|paper|\w+ contribution)|is|are|method|"
    r"framework|called|termed|named|dubbed)\b[^.]{0,80}\b(?:propos|introduc|present|develop|design|"
    r"construct|formulat|call|term|nam(?:e|ed)\b|establish|aims?\b|argu|address|stud(?:y|ies)\b|"
    r"investigat|explor|giv(?:e|es)\b|provid|deriv|describ|releas|extend|build|creat|offer)\w*|\b(?:termed|called|named|dubbed)\b",
    re.IGNORECASE,
)
_SHOWN = re.compile(
    r"\b(?:experiment\w*|empirical\w*|theoretical\w*|outperform\w*|"
    r"we (?:find|show|prove|demonstrate)|results?|bounds?|guarantees?)\b",
    re.IGNORECASE,
)
_NAMES = re.compile(
    r"\b(?:propos|introduc|present|develop|design|termed|called|named|dubbed|argu)\w*",
    re.IGNORECASE,
)
