from __future__ import annotations

import pytest

from rag.related import Thesaurus
from rag.words import inflections

BIRDS = Thesaurus.of(
    [
        "# birds",
        "birds; avian species > owls; herons",
        "night; dark hours",
        "night birds > nightjars",
    ]
)


@pytest.mark.parametrize(
    ("topic", "reworded"),
    [
        ("birds", ("avian species", "owls", "herons")),
        ("Avian species", ("birds", "owls", "herons")),
        ("owls", ()),  # a narrower term does not stand for the broader one
        ("song of birds", ("song avian species", "song owls", "song herons")),
        ("night birds", ("nightjars",)),  # the longest term that fits, not its parts
        ("", ()),
    ],
)
def test_a_topic_is_worded_with_the_other_terms_of_what_it_names(
    topic: str, reworded: tuple[str, ...]
) -> None:
    assert BIRDS.reword(topic) == reworded


def test_every_term_of_the_table_has_words_and_stands_once_in_its_line() -> None:
    thesaurus = Thesaurus.load()
    for own, others in thesaurus.others.items():
        assert own
        assert all(inflections(other) for other in others)


def test_the_table_knows_that_interpretability_is_explainability() -> None:
    assert "explainability" in Thesaurus.load().reword("interpretability")
