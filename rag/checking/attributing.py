"""Which passage bears a sentence out: the one that it cites, another one, or none."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from rag.checking.alignment import align, index
from rag.checking.evidence import Evidence, pieces
from rag.checking.judging import Vectors, Verdict, check
from rag.checking.reading import read

__all__ = ["Attribution", "attribute"]

_MOST = 3  # passages that are checked in full


@dataclass(frozen=True, slots=True)
class Attribution:
    """What a sentence rests on.

    Attributes:
        verdict: On the sentence, against the passages that it rests on.
        evidence: Those passages; empty where nothing supports the sentence.
        status: `kept` where what it cites supports it, `corrected` where another passage does,
            `given` where it cited nothing and a passage supports it, `unsupported` otherwise.
    """

    verdict: Verdict
    evidence: tuple[Evidence, ...]
    status: Literal["kept", "corrected", "given", "unsupported"]


def attribute(
    claim: str,
    candidates: Sequence[Evidence],
    cited: Sequence[Evidence] = (),
    embedder: Vectors | None = None,
) -> Attribution:
    """Find the passage that bears a sentence out.

    Args:
        claim: One sentence, without citation markers.
        candidates: The passages that the answer was written from.
        cited: Those that the sentence cites; may be empty.
        embedder: See `check`.
    """
    own = check(claim, cited, embedder) if cited else None
    if own and own.support == "supported":
        return Attribution(own, tuple(cited), "kept")
    best: tuple[Verdict, Evidence] | None = None
    for one in _likeliest(claim, [one for one in candidates if one not in cited]):
        verdict = check(claim, (one,), embedder)
        if verdict.support == "supported" and (best is None or verdict.score > best[0].score):
            best = verdict, one
    if best:
        return Attribution(best[0], (best[1],), "corrected" if cited else "given")
    if own and own.support == "partial":
        return Attribution(own, tuple(cited), "kept")
    nothing = Verdict("unsupported", 0.0, reason="no passage says this")
    return Attribution(own or nothing, (), "unsupported")


def _likeliest(claim: str, candidates: Sequence[Evidence]) -> list[Evidence]:
    """Choose the passages that have most of a claim's words."""
    covered = []
    for one in candidates:
        known = index(tuple(piece.text for piece in pieces((one,))))
        covered.append((align(read(claim, known.acronyms), known).coverage, one))
    covered.sort(key=lambda pair: -pair[0])
    return [one for _, one in covered[:_MOST]]
