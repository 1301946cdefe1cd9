"""What is known of a paper from elsewhere: prizes, venues, who wrote it and who paid for it.

All of these are everyday words, which a paraphrase may bring along; but none of them rewords
anything that an abstract says of its subject. So a claim may have them only from its passage.
"""

from __future__ import annotations

from collections.abc import Iterator

from rag.checking.alignment import Alignment
from rag.checking.conflicts.conflict import Conflict
from rag.checking.lexicon import stem

__all__ = ["find"]

_OUTSIDE = frozenset(
    stem(word)
    for word in """award awarded prize medal win won winner winning honor honour honorable
    celebrated acclaimed
    conference workshop symposium journal proceedings venue poster spotlight keynote tutorial
    accepted published publication publisher citations cited
    university college institute institution laboratory department faculty professor student
    founder startup company corporation industry-partner consortium collaborators
    funded funding grant sponsored sponsor donated patent patented licensed license
    invented born""".split()
)


def find(alignment: Alignment) -> Iterator[Conflict]:
    """Find what the claim says about the paper that its passage says nothing of."""
    for number, word in enumerate(alignment.claim.words):
        if word.stem in _OUTSIDE and not alignment.matches[number]:
            yield Conflict("outside", f"the passage says nothing of “{word.text}”", 0.97)
            return
