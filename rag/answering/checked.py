"""From what a model wrote to what a reader may see: every sentence checked against its passages."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from rag.answering.composed import Composed
from rag.answering.references import References
from rag.answers import Claim
from rag.citations import Evidence, Verdict, attribute
from rag.coining import coined_names
from rag.sentences import sentence_spans
from rag.snapshot import Indexed

__all__ = ["checked"]

_MARKERS = re.compile(r"\s*\[(\d{1,4})\]")
_WORDS = re.compile(r"\w{2,}")
_SHORTEST = 4  # words; fewer without a citation are a heading or a label, no claim
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
        if not numbers and (_DECLINING.search(sentence) or len(sentence.split()) < _SHORTEST):
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
        if line.lstrip().startswith("|"):  # each cell of a table says something of its own
            yield from (cell for cell in re.split(r"(\|)", line) if cell)
            continue
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
    """Judge a sentence against the papers that it cites, and find the ones that bear it out."""
    evidence = {number: _evidence(indexed) for number, indexed in given.items()}
    number_of = {one.paper_id: number for number, one in evidence.items()}
    found = attribute(
        sentence,
        tuple(evidence.values()),
        cited=tuple(evidence[number] for number in numbers if number in evidence),
    )
    verdict = found.verdict
    cited = [number_of[one.paper_id] for one in found.evidence] or list(numbers)
    if verdict.support != "unsupported" or not strict:
        for number in cited:
            _cite(given[number], verdict, references)
    return Claim(
        text=sentence,
        citations=tuple(dict.fromkeys(cited)),
        support=verdict.support,
        reason=verdict.reason,
    )


def _evidence(indexed: Indexed) -> Evidence:
    paper = indexed.paper
    names = (paper.title, *coined_names(paper.abstract), *paper.authors)
    return Evidence(paper.id, paper.abstract, names=names)


def _cite(indexed: Indexed, verdict: Verdict, references: References) -> None:
    """Cite the sentences that come nearest to a claim; the first one where none does."""
    spans = [(one.start, one.end) for one in verdict.spans if one.paper_id == indexed.paper.id]
    for start, end in sorted(spans) or indexed.sentences[:1]:
        references.cite(indexed, start, end)


def _with_support(piece: str, numbers: Sequence[int], claim: Claim) -> str:
    """Set the citations that bear a sentence out, or the sign that nothing does."""
    body = piece.rstrip()
    blanks = piece[len(body) :]
    if set(claim.citations) != set(numbers):
        markers = "".join(f"[{number}]" for number in claim.citations)
        body = f"{_MARKERS.sub('', body)} {markers}"
    sign = f" {UNSUPPORTED}" if claim.support == "unsupported" else ""
    return f"{body}{sign}{blanks}"
