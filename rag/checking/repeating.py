"""Claims that say to the letter what sentences of their evidence say: the quick way out."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from rag.checking.evidence import Piece
from rag.checking.spelling import clean
from rag.plain import fold

__all__ = ["repeated"]


def repeated(claim: str, sentences: Sequence[Piece]) -> tuple[Piece, ...]:
    """Find the sentence that says the claim to the letter, but for markup and its last sign."""
    wanted = _letters(claim)
    found = next((piece for piece in sentences if _letters(piece.text) == wanted), None)
    return (found,) if found else _joined(wanted, sentences)


def _joined(wanted: str, sentences: Sequence[Piece]) -> tuple[Piece, ...]:
    """Find whole sentences that a claim strings together, to the letter, with "and" between."""
    spans: list[Piece] = []
    for piece in sentences:
        said = _CONNECTIVE.sub("", _letters(piece.text))
        if len(said) >= _SHORTEST_JOINED and said in wanted:
            wanted = wanted.replace(said, " ", 1)
            spans.append(piece)
    left = re.findall(r"\w+", wanted)
    return tuple(spans) if spans and set(left) <= _JOINTS else ()


_CONNECTIVE = re.compile(
    r"^(?:however|moreover|furthermore|finally|in addition|additionally|therefore|hence|thus|"
    r"specifically|notably|also|further|second|first|then|consequently),?\s+"
)
_JOINTS = frozenset("and while also moreover furthermore in addition however".split())
_SHORTEST_JOINED = 25  # characters


@lru_cache(maxsize=4096)
def _letters(text: str) -> str:
    return " ".join(fold(clean(text)).split()).strip(" .\"'“”")
