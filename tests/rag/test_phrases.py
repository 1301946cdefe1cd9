import pytest

from rag.phrases import opening, whole


@pytest.mark.parametrize(
    ("text", "phrase"),
    [
        (" a novel method for sorting beans, fast. It works.", "sorting beans, fast"),
        ("the first attempt to sort beans: a sieve", "sorting beans"),
        ("—an approach to automatic sorting", "approach to automatic sorting"),
        ("a sieve, which parts beans", "sieve that parts beans"),
        ("a setting in which beans roll", "setting in which beans roll"),
        ("two sieves, washed twice a day, for beans", "sieves for beans"),
        ("", ""),
    ],
)
def test_a_phrase_begins_with_the_words_that_matter(text: str, phrase: str) -> None:
    assert opening(text) == phrase


@pytest.mark.parametrize(
    ("phrase", "part"),
    [
        ("sieves for beans and show their worth", "sieves for beans"),
        ("sieve for beans, lentils, and peas in dry sheds", "sieve for beans, lentils, and peas"),
        ("sieve that sorts beans by weight", "sieve that sorts beans by weight"),
        ("sieve that sorts", "sieve"),
        ("bounds of size $n^2$", "bounds"),
        ("distance between beans and stones in sheds", "distance between beans and stones"),
        ("beans sorted by their weight", "beans"),
        ("these beans", ""),
        ("for beans", ""),
    ],
)
def test_a_part_of_a_phrase_stands_alone(phrase: str, part: str) -> None:
    assert whole(phrase, 36) == part


def test_nothing_is_left_where_no_part_fits() -> None:
    assert whole("unfathomable sieves", 5) == ""
