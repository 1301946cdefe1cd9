"""An embedder for tests that need many vectors at once: hashed bags of words, unit length."""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from rag.embedding import PassageVectors
from rag.papers import Passage
from rag.words import words

__all__ = ["BagOfWords"]


class BagOfWords:
    """Texts that share words are near each other; counts how many passages it embedded."""

    dimension = 64
    window = 256
    multilingual = False

    def __init__(self, name: str = "bag-of-words") -> None:
        self.name = name
        self.embedded = 0

    def count(self, text: str) -> int:
        return len(text.split()) + 2

    def embed_query(self, text: str) -> NDArray[np.float32]:
        vector = np.full(self.dimension, 1e-3, dtype=np.float32)
        for word in words(text):
            vector[zlib.crc32(word.encode()) % self.dimension] += 1
        unit: NDArray[np.float32] = vector / np.linalg.norm(vector)
        return unit

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        if not texts:
            return np.empty((0, self.dimension), dtype=np.float32)
        return np.stack([self.embed_query(text) for text in texts])

    def embed_passages(self, passages: Iterable[Passage]) -> PassageVectors:
        passages = list(passages)
        self.embedded += len(passages)
        return PassageVectors(
            self.embed([passage.text for passage in passages]),
            tuple(
                self.embed(
                    [
                        passage.text[a - passage.start : b - passage.start]
                        for a, b in passage.sentences
                    ]
                )
                for passage in passages
            ),
        )
