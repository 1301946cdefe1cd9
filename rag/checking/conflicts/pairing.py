"""Two pairs whose partners were exchanged: A for Y and B for X, where it is A for X and B for Y."""

from __future__ import annotations

from collections.abc import Iterator

from rag.checking.alignment import Alignment
from rag.checking.conflicts.conflict import Conflict
from rag.checking.conflicts.exchange import share, sides

__all__ = ["find"]

_JOINTS = frozenset("for by with as in on".split())
_MOSTLY = 0.6  # of a partner, that makes it the one that is meant
_CLEARLY = 0.4  # by how much more of a partner tells it from another one


def find(alignment: Alignment) -> Iterator[Conflict]:
    """Find a pair of the claim whose partners the evidence pairs with others."""
    claim = alignment.claim
    for place, sign in enumerate(claim.tokens):
        if sign not in _JOINTS:
            continue
        left, right = sides(claim, place)
        if not left or not right:
            continue
        fits = []
        for sentence in alignment.support:
            theirs = alignment.index.sentences[sentence]
            for other, written in enumerate(theirs.tokens):
                if written == sign:
                    before, after = sides(theirs, other)
                    fits.append(
                        (
                            share(alignment, left, sentence, before),
                            share(alignment, right, sentence, after),
                        )
                    )
        # Partners may share words: "the first module for X", "the second module for Y".
        by_left = max(fits, key=lambda fit: fit[0], default=(0.0, 0.0))
        by_right = max(fits, key=lambda fit: fit[1], default=(0.0, 0.0))
        if (
            min(by_left[0], by_right[1]) > _MOSTLY
            and by_left[0] - by_right[0] > _CLEARLY
            and by_right[1] - by_left[1] > _CLEARLY
        ):
            yield Conflict("pairing", f"the passage has other pairs around “{sign}”")
            return
