import pytest
from hypothesis import given
from hypothesis import strategies as st

from rag.framing import first_question, unframed, without_asides


@pytest.mark.parametrize(
    ("text", "topic"),
    [
        ("Would you refer me to articles that deal with owls?", "owls"),
        ("anything at all on owls here?", "owls"),
        ("the problem of lost owls", "lost owls"),
        ("is anyone interested in owls", "owls"),
        ("point clouds", "point clouds"),
        ("reading comprehension", "reading comprehension"),
    ],
)
def test_what_is_left_between_the_opening_and_the_ending_is_the_topic(
    text: str, topic: str
) -> None:
    assert unframed(text) == topic


@given(st.text("owl papers on, in the?.;: ", max_size=80))
def test_a_topic_adds_no_word_to_a_question_and_keeps_their_order(text: str) -> None:
    asked = iter(text.split())
    assert all(any(word in one for one in asked) for word in unframed(text).split())


def test_what_is_said_behind_a_question_is_cut_where_the_question_has_a_topic() -> None:
    assert first_question("any work on owls? barn owls count too") == "any work on owls"
    assert first_question("really? papers on owls") == "really"
    assert first_question("any? papers on owls") == "any? papers on owls"


def test_how_many_are_wanted_and_how_they_should_be_listed_is_no_part_of_a_question() -> None:
    asked = "give me three papers on owls and name them all"
    assert without_asides(asked) == "give me papers on owls"
