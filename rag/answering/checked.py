"""From what a model wrote to what a reader may see: every sentence checked against its passages."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from rag.answering.composed import Composed
from rag.answering.references import References
from rag.answers import Claim
from rag.citations import Verdict, check
from rag.sentences import sentence_spans
from rag.snapshot import Indexed

__all__ = ["checked"]

_MARKERS = re.compile(r"\s*\[(\d{1,4})\]")
_WORDS = re.compile(r"\w{2,}")
_RULE = re.compile(r"^[\s|:-]*$|^\s*#{1,6}\s")
_DECLINING = re.compile(
    r"\b(?:passages?|abstracts?|papers?|collection|sources?)\b[^.]{0,40}\b(?:do(?:es)?\s+not|don't|"
    r"doesn't|cannot|no)\b|\bnone\s+of\s+the\b|\bnot\s+(?:mentioned|stated|given|found)\b",
    re.IGNORECASE,
)

UNSUPPORTED = "⚠️"
"""Stands after a sentence that no passage bears out."""


def checked(
    text: str, given: Mapping[int, Indexed], references: References, *, strict: bool
) -> Composed:
    """Check each sentence of a model's text, cite what bears it out and mark what nothing does.

    Args:
        text: Markdown with canonical markers.
        given: The papers that the model was given, by number.
        references: Collects the citations.
        strict: Whether sentences that nothing bears out are left out instead of marked.
    """
    claims: list[Claim] = []
    pieces: list[str] = []
    for piece in _sentences(text):
        numbers = [int(number) for number in _MARKERS.findall(piece)]
        sentence = _MARKERS.sub("", piece).strip()
        if not _WORDS.search(sentence) or _RULE.match(sentence) or sentence.endswith(":"):
            pieces.append(piece)
            continue
        if not numbers and _DECLINING.search(sentence):
            pieces.append(piece)
            continue
        claim = _judge(sentence, numbers, given, references, strict=strict)
        claims.append(claim)
        if not (strict and claim.support == "unsupported"):
            pieces.append(_with_support(piece, numbers, claim))
    said = "".join(pieces).strip()
    return Composed(
        text=said or "Nothing that the model wrote is borne out by the papers.",
        claims=tuple(claims),
        abstained=not any(claim.support != "unsupported" for claim in claims),
    )


def _sentences(text: str) -> Iterator[str]:
    """Cut a text into sentences and what stands between them; joined, they are the text."""
    for line in text.splitlines(keepends=True):
        position = 0
        for _, end in sentence_spans(line):
            # A marker after the stop belongs to the sentence before it.
            markers = re.match(r"(?:\s*\[\d{1,4}\])+", line[end:])
            end += markers.end() if markers else 0
            if end > position:
                yield line[position:end]
                position = end
        if line[position:]:
            yield line[position:]


def _judge(
    sentence: str,
    numbers: Sequence[int],
    given: Mapping[int, Indexed],
    references: References,
    *,
    strict: bool,
) -> Claim:
    """Judge a sentence against the papers that it cites; without a marker, against each of all."""
    candidates = {number: given[number] for number in numbers if number in given} or given
    verdicts = {number: check(sentence, _texts(indexed)) for number, indexed in candidates.items()}
    best = max(verdicts, key=lambda number: _rank(verdicts[number]), default=None)
    if best is None:
        return Claim(text=sentence, citations=(), support="unsupported", reason="nothing was given")
    verdict = verdicts[best]
    cited = list(numbers) if numbers else ([best] if verdict.support != "unsupported" else [])
    for number in cited if verdict.support != "unsupported" or not strict else ():
        if number in verdicts:
            _cite(given[number], verdicts[number], references)
    return Claim(
        text=sentence,
        citations=tuple(dict.fromkeys(cited)),
        support=verdict.support,
        reason=verdict.reason,
    )


def _texts(indexed: Indexed) -> list[str]:
    return [indexed.paper.abstract[start:end] for start, end in indexed.sentences]


def _rank(verdict: Verdict) -> tuple[int, float]:
    return ("unsupported", "partial", "supported").index(verdict.support), verdict.score


def _cite(indexed: Indexed, verdict: Verdict, references: References) -> None:
    for place in verdict.sentences or (0,):
        references.cite(indexed, *indexed.sentences[place])


def _with_support(piece: str, numbers: Sequence[int], claim: Claim) -> str:
    """Add the citation that a sentence came without, or the sign that nothing bears it out."""
    body = piece.rstrip()
    blanks = piece[len(body) :]
    added = "".join(f"[{number}]" for number in claim.citations if number not in numbers)
    sign = f" {UNSUPPORTED}" if claim.support == "unsupported" else ""
    return f"{body}{' ' if added else ''}{added}{sign}{blanks}"
