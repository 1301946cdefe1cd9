"""Vectors of unit length, and how they are kept in a byte a dimension."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

__all__ = ["pack", "unit", "unpack"]


def unit(vector: NDArray[np.float32]) -> NDArray[np.float32]:
    """Bring a vector to unit length; one without length stays as it is."""
    length = float(np.linalg.norm(vector))
    return (vector / length if length else vector).astype(np.float32)


def pack(vectors: NDArray[np.float32]) -> NDArray[np.int8]:
    """Round (n, dimension) unit vectors to a byte a dimension: a quarter of the space."""
    scale = 127.0 / np.maximum(np.abs(vectors).max(axis=1, keepdims=True), 1e-9)
    packed: NDArray[np.int8] = np.rint(vectors * scale).astype(np.int8)
    return packed


def unpack(packed: NDArray[np.int8]) -> NDArray[np.float32]:
    """Restore the unit vectors that `pack` rounded, their cosines within 0.005."""
    vectors = packed.astype(np.float32)
    lengths = np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-9)
    restored: NDArray[np.float32] = vectors / lengths
    return restored
