"""What the passage says of earlier work, claimed of the paper's own."""

from __future__ import annotations

from collections.abc import Iterator

from rag.checking.alignment import Alignment
from rag.checking.conflicts.conflict import Conflict
from rag.checking.lexicon import stem
from rag.checking.reading import Reading

__all__ = ["STRONG", "find", "speaks_of_others"]

STRONG = frozenset("existing prior previous current earlier traditional conventional".split())
"""What others' work is called."""
_WORKS = frozenset(
    stem(word)
    for word in "work method approach model technique algorithm study attempt system theory "
    "analysis literature researcher effort solution framework strategy scheme defense "
    "metric".split()
)
_OWN = frozenset("we our ours us".split())
_OPENING = 8  # tokens within which a sentence's subject stands


def find(alignment: Alignment, coined: frozenset[str]) -> Iterator[Conflict]:
    """Find claims about a paper's own method that rest on a sentence about other work.

    Args:
        alignment: The claim beside its evidence.
        coined: The stems of the names that the evidence coins.
    """
    claim = alignment.claim
    opening = [word for word in claim.words if word.place < 4]
    own = any(word.stem in coined for word in opening) or _says_own(claim)
    if not own or not alignment.support or speaks_of_others(claim):
        return
    sentence = alignment.index.sentences[alignment.support[0]]
    if speaks_of_others(sentence) and not _mentions_own(sentence, coined):
        yield Conflict("subject", "the passage says this of earlier work", 0.95)


def _says_own(claim: Reading) -> bool:
    opening = claim.tokens[:5]
    return bool({"proposed", "their", "our"} & set(opening))


def speaks_of_others(reading: Reading) -> bool:
    """Tell whether a sentence speaks of other people's methods."""
    tokens = reading.tokens
    return any(
        token in STRONG and any(stem(other) in _WORKS for other in tokens[place + 1 : place + 4])
        for place, token in enumerate(tokens[:_OPENING])
    )


def _mentions_own(reading: Reading, coined: frozenset[str]) -> bool:
    return bool(_OWN & set(reading.tokens)) or any(word.stem in coined for word in reading.words)
