import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from rag.vectors import pack, unpack


@given(st.integers(0, 2**32 - 1), st.integers(1, 20))
def test_a_byte_a_dimension_keeps_the_direction(seed: int, count: int) -> None:
    vectors = np.random.default_rng(seed).normal(size=(count, 384)).astype(np.float32)
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    restored = unpack(pack(vectors))
    assert (vectors * restored).sum(axis=1).min() > 0.995
