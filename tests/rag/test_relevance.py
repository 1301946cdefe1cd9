from __future__ import annotations

import pytest

from rag.relevance import alternatives, conjuncts


@pytest.mark.parametrize(
    ("topic", "parts"),
    [
        ("owls", ["owls"]),
        ("graph matching or pruning", ["graph matching", "graph pruning"]),
        ("bats, owls or newts", ["bats", "owls", "newts"]),
        ("rain (drizzle, hail ...)", ["rain", "drizzle", "hail"]),
        ("owls / newts", ["owls", "newts"]),
        ("sick owls or newts or tasks", ["sick owls", "sick newts"]),
        ("long short nets (LSTM) for owls", ["long short nets for owls", "LSTM for owls"]),
        ("shifted data, i.e. owls moved", ["shifted data", "owls moved"]),
    ],
)
def test_a_topic_is_taken_apart_at_its_alternatives(topic: str, parts: list[str]) -> None:
    assert alternatives(topic) == parts


@pytest.mark.parametrize(
    ("topic", "parts"),
    [
        ("both owls and newts", ["owls", "newts"]),
        ("owls + newts", ["owls", "newts"]),
        ("combining owls with newts", ["owls", "newts"]),
        ("owls and newts", ["owls and newts"]),
        ("both and newts", ["both and newts"]),
    ],
)
def test_a_topic_of_two_subjects_is_taken_apart(topic: str, parts: list[str]) -> None:
    assert conjuncts(topic) == parts
