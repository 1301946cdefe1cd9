"""Whether the words that a sentence cites bear it out, decided by the program.

>>> check("It halves the cost.", ["We propose X.", "X halves the cost of training."]).support
'supported'
>>> check("It halves the cost by 30%.", ["X halves the cost of training."]).support
'unsupported'
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from rag.answers import Support
from rag.plain import plain
from rag.words import inflections

__all__ = ["Verdict", "check"]

_SUPPORTED = 0.6  # share of a claim's words that one or two neighbouring sentences hold
_PARTIAL = 0.35

_NUMBER = re.compile(r"\d[\d,]*(?:\.\d+)?")
_NEGATION = re.compile(
    r"\b(?:not|no|never|without|cannot|neither|nor|none|hardly|fails?|failed|lacks?|n't)\b|n't\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the check of a claim found.

    Attributes:
        support: `supported`, `partial` or `unsupported`.
        score: The share of the claim's words that its evidence holds, in [0, 1].
        sentences: The numbers of the sentences that come closest, neighbours in order.
        reason: Why it is not supported in full; empty where it is.
    """

    support: Support
    score: float
    sentences: tuple[int, ...]
    reason: str = ""


def check(claim: str, sentences: Sequence[str]) -> Verdict:
    """Judge a claim against the sentences that it cites, alone and in neighbouring pairs."""
    wanted = set(inflections(claim))
    if not wanted or not sentences:
        return Verdict("unsupported", 0.0, (), "it says nothing that a passage could bear out")
    held = [set(inflections(sentence)) for sentence in sentences]
    windows: list[tuple[int, ...]] = [(place,) for place in range(len(held))]
    windows += [(place, place + 1) for place in range(len(held) - 1)]

    def share(window: tuple[int, ...]) -> float:
        covered = set[str]().union(*(held[place] for place in window))
        return len(wanted & covered) / len(wanted)

    # A pair has to add something to the better of its two sentences.
    best = max(windows, key=lambda window: round(share(window) - 0.05 * (len(window) - 1), 6))
    score = share(best)
    text = " ".join(sentences[place] for place in best)
    if missing := numbers_of(claim) - numbers_of(" ".join(sentences)):
        return Verdict("unsupported", score, best, f"the passages do not hold {min(missing)}")
    if score < _PARTIAL:
        return Verdict("unsupported", score, best, "the passages do not say this")
    if bool(_NEGATION.search(claim)) != bool(_NEGATION.search(text)):
        return Verdict("partial", score, best, "one of the two is a negation")
    if score < _SUPPORTED:
        return Verdict("partial", score, best, "the passages say only a part of this")
    return Verdict("supported", score, best)


def numbers_of(text: str) -> set[str]:
    """Collect the numbers of a text, without their thousands separators."""
    return {found.replace(",", "").rstrip(".") for found in _NUMBER.findall(plain(text))}
