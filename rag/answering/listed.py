"""Papers of a list: each with its title and the sentence that shows that it belongs, cited."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rag.answering.bibliography import signature
from rag.answering.quotes import escaped, heading
from rag.answering.references import References
from rag.answers import Claim, ListedPaper
from rag.snapshot import Indexed

__all__ = ["Candidate", "set_lines", "set_list"]


@dataclass(frozen=True, slots=True)
class Candidate:
    """A paper that may be listed.

    Attributes:
        number: Its number in the snapshot.
        indexed: The paper.
        relevance: Between 0 and 1.
        reason: The number of the sentence that shows that it belongs.
    """

    number: int
    indexed: Indexed
    relevance: float
    reason: int


def set_list(
    candidates: Sequence[Candidate], references: References
) -> tuple[tuple[ListedPaper, ...], list[Claim]]:
    """Cite the reason of each paper; the papers as values, and their claims."""
    listed, claims = [], []
    for one in candidates:
        start, end = one.indexed.sentences[one.reason]
        number = references.cite(one.indexed, start, end)
        reason = one.indexed.paper.abstract[start:end]
        listed.append(
            ListedPaper(
                paper_id=one.indexed.paper.id,
                title=one.indexed.paper.title,
                reason=reason,
                citation=number,
                relevance=round(one.relevance, 3),
            )
        )
        claims.append(Claim(text=reason, citations=(number,), support="supported"))
    return tuple(listed), claims


def set_lines(
    candidates: Iterable[Candidate],
    listed: Iterable[ListedPaper],
    *,
    numbered: bool,
    signed: bool = False,
) -> str:
    """Set a list in Markdown, a line each; `signed` with the names of those who wrote them."""
    return "\n".join(
        f"{f'{place}.' if numbered else '-'} {heading(one.indexed)}"
        f"{f' {signature(one.indexed)}' if signed else ''} — "
        f"{escaped(paper.reason)} [{paper.citation}]"
        for place, (one, paper) in enumerate(zip(candidates, listed, strict=False), start=1)
    )
