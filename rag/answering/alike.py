"""Papers like one that is pointed at: the nearest in meaning, and where they come nearest."""

from __future__ import annotations

from rag.answering.composed import Composed
from rag.answering.listed import Candidate, set_lines, set_list
from rag.answering.quotes import heading, joined
from rag.answering.references import References
from rag.neighbours import nearest
from rag.snapshot import Snapshot

__all__ = ["list_alike"]

_MOST = 5


def list_alike(number: int, snapshot: Snapshot, references: References) -> Composed:
    """List the papers nearest to one; how near is near enough is left to the reader."""
    indexed, meaning = snapshot[number], snapshot.means[number]
    candidates = [
        Candidate(
            near,
            snapshot[near],
            relevance=float(snapshot.means[near] @ meaning),
            reason=_nearest_sentence(near, number, snapshot),
        )
        for near in nearest(snapshot, number)[:_MOST]
    ]
    listed, claims = set_list(candidates, references)
    if not listed:
        return Composed(text=f"There is no paper beside {heading(indexed)}.", abstained=True)
    lead = f"The papers nearest to {heading(indexed)} in meaning:"
    return Composed(
        text=joined([lead, set_lines(candidates, listed, numbered=True)]),
        claims=tuple(claims),
        papers=listed,
    )


def _nearest_sentence(near: int, number: int, snapshot: Snapshot) -> int:
    vectors, _ = snapshot.sentence_vectors([near])
    return int((vectors @ snapshot.means[number]).argmax())
