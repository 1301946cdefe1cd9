"""Which of many short texts may resemble a written one, without comparing it with each.

Two texts that resemble each other share pairs of neighbouring letters. Of two texts of s and t
letters whose longest common subsequence leaves d letters over, at least
1 + (s + t) / 2 - 1.5 d of the pairs of the one are in the other, their ends counted as letters: a
letter that is taken out breaks two pairs, one that is put in breaks one. So none that is similar
enough is missed.

>>> SimilarTexts(["curbench", "harbour"]).candidates("curbnech", 75.0)
['curbench']
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

__all__ = ["SimilarTexts"]

_CODES = 4_096  # of pairs of letters; two pairs of one code only make for a candidate more
_END = "\n"  # before and behind each text


class SimilarTexts:
    """An index of texts by their pairs of letters. Safe to use from several threads."""

    def __init__(self, texts: Sequence[str]) -> None:
        self._texts = texts
        self._lengths = np.array([len(text) for text in texts], dtype=np.int64)
        codes = _codes(_END + _END.join(texts) + _END)
        # Each text has a pair more than letters; the letter before and the one behind are shared.
        owners = np.repeat(np.arange(len(texts)), self._lengths + 1)
        pairs = np.unique(codes * max(len(texts), 1) + owners) if len(texts) else codes[:0]
        self._owners = (pairs % max(len(texts), 1)).astype(np.int32)
        self._starts = np.searchsorted(pairs // max(len(texts), 1), np.arange(_CODES + 1))

    def candidates(self, written: str, least: float) -> list[str]:
        """List the texts that may resemble a written one, in their order.

        Args:
            written: The text.
            least: How similar they have to be, of 100, as `rapidfuzz.fuzz.ratio` counts it.
        """
        found = [
            self._owners[self._starts[code] : self._starts[code + 1]]
            for code in _codes(_END + written + _END).tolist()
        ]
        shared = np.bincount(np.concatenate(found), minlength=len(self._texts))
        letters = len(written) + self._lengths
        needed = 1.0 + letters * (0.5 - 1.5 * (1.0 - least / 100.0))
        return [self._texts[number] for number in np.flatnonzero(shared >= needed - 1e-6).tolist()]


def _codes(text: str) -> NDArray[np.int64]:
    """Number the pairs of neighbouring letters of a text: one less than it has letters."""
    letters = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype=np.uint32)
    codes: NDArray[np.int64] = (letters[:-1].astype(np.int64) * 89 + letters[1:]) % _CODES
    return codes
