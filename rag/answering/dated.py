"""Of the papers that may be listed, those that appeared when and where a question wants them to.

Lists of bare abstracts do not say when a paper appeared. Then all of them stay, and it is said that
the wish was not heeded: leaving out papers for a year that nobody knows would mislead more.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from rag.answering.listed import Candidate
from rag.questions import Query
from rag.relevance import BELONGS

__all__ = ["Dated", "dated"]


@dataclass(frozen=True, slots=True)
class Dated:
    """What is left of a question and of its papers.

    Attributes:
        query: The question; without the wish where no paper's record says what it asks for.
        candidates: The papers that fit.
        note: What a reader has to know of the others; empty for nothing.
    """

    query: Query
    candidates: Sequence[Candidate]
    note: str = ""


def dated(query: Query, candidates: Sequence[Candidate]) -> Dated:
    """Leave out the papers that appeared at another time, or elsewhere."""
    wanted = query.parts.appeared
    if wanted is None:
        return Dated(query, candidates)
    told = [one for one in candidates if wanted.is_told_of(one.indexed.paper)]
    if not told:
        heedless = replace(query, parts=replace(query.parts, appeared=None))
        return Dated(heedless, candidates, f"the lists do not say which papers are {wanted}")
    belonging = [one.indexed.paper for one in candidates if one.relevance >= BELONGS]
    silent = sum(not wanted.is_told_of(paper) for paper in belonging)
    note = f"the lists do not say it of {silent} more" if silent else ""
    return Dated(query, [one for one in told if wanted.fits(one.indexed.paper)], note)
