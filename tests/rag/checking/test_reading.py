"""What a sentence denies, and which of its words are one word elsewhere."""

import pytest

from rag.checking.lexicon import lexicon, stem
from rag.checking.reading import read


def denied(sentence: str) -> list[str]:
    return [word.text for word in read(sentence).words if word.negated]


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("The probe does not need clean labels.", ["need", "clean", "labels"]),
        ("It needs no labels and halves the cost.", ["needs", "labels"]),
        ("It works without labels, which is cheap.", ["labels"]),
        ("Not only labels but also masks are used.", []),
        ("It fails to converge.", ["converge"]),
    ],
)
def test_a_negation_reaches_what_it_denies(sentence: str, expected: list[str]) -> None:
    assert denied(sentence) == expected


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("pre-training", "pretraining"),
        ("state-of-the-art", "SOTA"),
        ("GNNs", "graph neural networks"),
        ("fine-tuned", "finetuned"),
        ("behaviours", "behavior"),
    ],
)
def test_spellings_of_one_term_are_read_alike(one: str, other: str) -> None:
    assert [word.stem for word in read(f"the {one}").words] == [
        word.stem for word in read(f"the {other}").words
    ]


def test_the_tables_know_what_stands_for_what_and_against_what() -> None:
    known = lexicon()
    assert known.alike(stem("surpasses"), stem("outperform"))
    assert known.opposed(stem("slower"), stem("faster"))
    assert not known.opposed(stem("faster"), stem("faster"))
    assert known.is_term(stem("encoder"))
    assert not known.is_term(stem("thoroughly"))
