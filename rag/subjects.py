"""Which of the papers that a question names it is about, where others only own a word of it.

A paper is also found by names of things that no other paper mentions: a benchmark, a baseline.
"What GLUE score does OwlNet get?" names such a thing, and asks about the paper on OwlNet alone.
"""

from __future__ import annotations

from collections.abc import Sequence

from rag.coining import coined_names
from rag.names import Mention, key
from rag.snapshot import Snapshot

__all__ = ["subjects"]


def subjects(mentions: Sequence[Mention], snapshot: Snapshot) -> tuple[Mention, ...]:
    """Leave out the names of things, where others name what papers made or are called."""
    own = [mention for mention in mentions if _is_own(mention, snapshot)]
    papers = {number for mention in own or mentions for number in mention.papers}
    return tuple(mention for mention in mentions if papers.intersection(mention.papers))


def _is_own(mention: Mention, snapshot: Snapshot) -> bool:
    """Tell whether a name is what its paper is called, or what it made or keeps speaking of."""
    name = key(mention.name)
    papers = [snapshot[number].paper for number in mention.papers]
    return any(
        name in key(paper.title)
        or name in map(key, coined_names(paper.abstract))
        or paper.abstract.count(mention.name) > 1
        for paper in papers
    )
