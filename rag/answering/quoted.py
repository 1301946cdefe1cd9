"""Answers that consist of quotes: from the paper that answers, or from those that come nearest."""

from __future__ import annotations

from collections.abc import Sequence

from rag.answering.composed import Composed
from rag.answering.quotes import Quote, escaped, heading, joined, quote, set_quote
from rag.answering.references import References
from rag.retrieval import Hit
from rag.snapshot import Indexed, Snapshot

__all__ = ["offer", "quote_paper"]

_NEAREST = 3  # papers offered where none answers


def quote_paper(
    indexed: Indexed,
    numbers: Sequence[int],
    references: References,
    *,
    lead: str = "",
    missing: Sequence[str] = (),
) -> Composed:
    """Answer with sentences of a paper.

    Args:
        indexed: The paper.
        numbers: Those of the sentences, in their order.
        references: Numbers the citations.
        lead: What is said before.
        missing: What else was asked of the paper in vain.
    """
    paragraphs, claims = [], []
    for one in _quotes(indexed, numbers):
        text, own = set_quote(one, references)
        paragraphs.append(f"> {text}")
        claims += own
    paragraphs += [f"The abstract does not say: “{escaped(one)}”" for one in missing]
    return Composed(text=joined([lead, f"{heading(indexed)}:", *paragraphs]), claims=tuple(claims))


def _quotes(indexed: Indexed, numbers: Sequence[int]) -> list[Quote]:
    """Quote sentences in their order, neighbouring ones as one quote."""
    quotes: list[Quote] = []
    for number in numbers:
        one = quote(indexed, number)
        if quotes and one.first <= quotes[-1].last + 1:
            one = Quote(indexed, quotes.pop().first, one.last)
        quotes.append(one)
    return quotes


def offer(none: str, hits: Sequence[Hit], snapshot: Snapshot, references: References) -> Composed:
    """Say that the collection does not hold the answer, and offer the nearest papers as such.

    Args:
        none: How that is said.
        hits: The papers that came nearest, the best first.
        snapshot: Where they are.
        references: Numbers the citations.
    """
    lines, claims = [], []
    for hit in hits[:_NEAREST]:
        indexed = snapshot[hit.number]
        text, own = set_quote(Quote(indexed, hit.best_sentence, hit.best_sentence), references)
        lines.append(f"- {heading(indexed)} — {text}")
        claims += own
    nearest = "The nearest, which may not be about it:" if lines else ""
    return Composed(
        text=joined([none, nearest, "\n".join(lines)]), claims=tuple(claims), abstained=True
    )
