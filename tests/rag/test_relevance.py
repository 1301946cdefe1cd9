from __future__ import annotations

import pytest

from rag.relevance import alternatives


@pytest.mark.parametrize(
    ("topic", "parts"),
    [
        ("owls", ["owls"]),
        ("graph matching or pruning", ["graph matching", "graph pruning"]),
        ("bats, owls or newts", ["bats", "owls", "newts"]),
        ("rain (drizzle, hail ...)", ["rain", "drizzle", "hail"]),
        ("owls / newts", ["owls", "newts"]),
    ],
)
def test_a_topic_is_taken_apart_at_its_alternatives(topic: str, parts: list[str]) -> None:
    assert alternatives(topic) == parts
