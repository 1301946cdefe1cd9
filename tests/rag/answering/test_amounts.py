import pytest

from rag.answering.amounts import Amount


def _given(question: str, sentence: str) -> bool:
    asked = Amount.of(question)
    assert asked is not None
    return asked.given_by(sentence)


@pytest.mark.parametrize(
    "question",
    [
        "What is a barn owl?",
        "Which score function is learnt?",
        "What kind of rate is meant?",
        "How does the cost grow with the number of owls?",
    ],
)
def test_a_question_for_no_amount_asks_for_none(question: str) -> None:
    assert Amount.of(question) is None


@pytest.mark.parametrize(
    "sentence",
    [
        "We tag 12 young barn owls.",
        "The number of owls is 12.",
        "It follows hundreds of owls.",
        "A polynomial number of owls is enough.",
    ],
)
def test_a_count_is_given_beside_what_is_counted(sentence: str) -> None:
    assert _given("How many owls does it follow?", sentence)


@pytest.mark.parametrize(
    "sentence",
    [
        "We tag owls on 12 farms.",
        "Two models of owls are compared.",
        "We follow owls (Strix et al., 2019).",
        "Owls fly in 3D.",
    ],
)
def test_a_number_of_something_else_is_no_count(sentence: str) -> None:
    assert not _given("How many owls does it follow?", sentence)


def test_a_range_counts_and_so_does_a_number_behind_a_hyphen() -> None:
    assert _given("How many owls does it follow?", "It follows 3-5 owls.")
    assert _given("How many bits does it need?", "It needs a 32-bit sum.")


def test_a_hyphen_may_stand_between_a_number_and_what_it_counts() -> None:
    assert _given("How many layers has it?", "We train a two-layer network.")


def test_hundreds_are_not_an_exact_number() -> None:
    assert not _given("How many owls exactly does it follow?", "It follows hundreds of owls.")


def test_an_amount_for_each_unit_is_given_with_the_unit() -> None:
    question = "How many calls per second does it hear?"
    assert not _given(question, "It hears 12 calls.")
    assert _given(question, "It hears 12 calls per second.")


@pytest.mark.parametrize(
    "sentence",
    [
        "Two thirds fly.",
        "It finds 9 of 10.",
        "One in ten is lost.",
        "It is 12% better.",
        "It is almost 470 times faster.",
        "It halves the error.",
    ],
)
def test_a_ratio_has_a_unit_or_a_word_of_its_own(sentence: str) -> None:
    assert _given("By how much is it better?", sentence)


def test_a_clear_margin_is_no_ratio() -> None:
    assert not _given("By how much is it better?", "It is better by a clear margin on 3 farms.")


@pytest.mark.parametrize(
    "sentence",
    ["It is accurate on a Birdphone 12.", "See (2) for the accuracy.", "Two owls are accurate."],
)
def test_the_number_of_a_name_or_of_a_list_measures_nothing(sentence: str) -> None:
    assert not _given("What accuracy does it reach?", sentence)


def test_a_complexity_may_be_a_formula() -> None:
    assert _given("What complexity does it have?", r"It costs $\mathcal{O}(n \log n)$ steps.")
