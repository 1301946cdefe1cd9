"""The points on which papers can be set side by side, and the sentence that makes each point."""

from __future__ import annotations

import re
from collections.abc import Mapping
from enum import Enum

from rag.snapshot import Indexed

__all__ = ["Aspect", "aspects"]


class Aspect(Enum):
    """A point that abstracts make."""

    PROBLEM = "Problem"
    PROPOSAL = "What is proposed"
    WORKING = "How it works"
    FINDING = "What was shown"
    CODE = "Code and data"


_SIGNS = {
    Aspect.CODE: re.compile(
        r"https?://|\b(?:codes?|implementation|data(?:sets?)?|models?|toolkit)\b[^.]{0,60}"
        r"\b(?:available|released?|open[- ]?sourced?)\b|\bopen-?sourced?\b",
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
        r"accurac)\w*",
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
