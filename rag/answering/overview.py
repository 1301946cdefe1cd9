"""Overviews: what the whole collection holds, counted and clustered, never guessed from a few."""

from __future__ import annotations

from collections.abc import Sequence

from rag.answering.composed import Composed
from rag.answering.quoted import quote_paper
from rag.answering.quotes import escaped, heading, joined
from rag.answering.references import References
from rag.answers import Claim, ListedPaper
from rag.aspects import Aspect, aspects, points
from rag.snapshot import Indexed, Snapshot

__all__ = ["overview", "portray", "summarise"]

_SHOWN = 4  # papers named for each theme


def overview(snapshot: Snapshot, references: References) -> Composed:
    """Count the collection and show its themes, each with its most central papers."""
    lists = {source.list for indexed in snapshot for source in indexed.paper.sources}
    lines, claims = [], []
    for theme in snapshot.themes:
        shown = [snapshot[number] for number in theme.papers[:_SHOWN]]
        named = [f"{escaped(one.paper.title)} [{_cite(one, references)}]" for one in shown]
        more = len(theme.papers) - len(shown)
        rest = f" and {more} more" if more > 0 else ""
        lines.append(
            f"- **{escaped(', '.join(theme.terms))}** ({len(theme.papers)}): "
            + "; ".join(named)
            + rest
        )
        claims += [_claim(one, references) for one in shown]
    count = f"**{len(snapshot)}** papers from {len(lists)} {'list' if len(lists) == 1 else 'lists'}"
    return Composed(
        text=joined([f"{count}. Its themes, by what the abstracts say:", "\n".join(lines)]),
        claims=tuple(claims),
    )


def portray(indexed: Indexed, references: References) -> Composed:
    """Sum one paper up: what it found wanting, what it proposes and what it has shown."""
    made = points(indexed)
    told = sorted(made[aspect][place] for aspect, place in _PORTRAIT.items() if aspect in made)
    return quote_paper(indexed, told or [0], references)


_PORTRAIT = {Aspect.PROBLEM: 0, Aspect.PROPOSAL: 0, Aspect.FINDING: -1}  # what came of it is last


def summarise(
    numbers: Sequence[int], topic: str, snapshot: Snapshot, references: References
) -> Composed:
    """Say in a sentence each what some papers on a topic propose."""
    lines, claims, listed = [], [], []
    for number in numbers:
        indexed = snapshot[number]
        claim = _claim(indexed, references)
        (cited,) = claim.citations
        lines.append(f"- {heading(indexed)} — {escaped(claim.text)} [{cited}]")
        claims.append(claim)
        listed.append(
            ListedPaper(
                paper_id=indexed.paper.id,
                title=indexed.paper.title,
                reason=claim.text,
                citation=cited,
                relevance=1.0,
            )
        )
    are = "is" if len(numbers) == 1 else "are"
    count = f"**{len(numbers)}** of {len(snapshot)} papers {are} about “{escaped(topic)}”:"
    return Composed(
        text=joined([count, "\n".join(lines)]), claims=tuple(claims), papers=tuple(listed)
    )


def _telling_sentence(indexed: Indexed) -> tuple[int, int]:
    return indexed.sentences[aspects(indexed).get(Aspect.PROPOSAL, 0)]


def _cite(indexed: Indexed, references: References) -> int:
    return references.cite(indexed, *_telling_sentence(indexed))


def _claim(indexed: Indexed, references: References) -> Claim:
    start, end = _telling_sentence(indexed)
    number = references.cite(indexed, start, end)
    return Claim(text=indexed.paper.abstract[start:end], citations=(number,), support="supported")
