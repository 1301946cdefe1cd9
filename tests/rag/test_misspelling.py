import pytest

from rag.misspelling import Slip, put_right
from tests.support.world import World

FREQUENT = ["learn", "network", "reinforcement", "transformer", "holography", "regression", "stork"]
WORDS = {"papers", "storks", "network", "stocks"}


def _right(question: str) -> str:
    return put_right(question, lambda: FREQUENT, lambda word: word.lower() in WORDS)[0]


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("papers on regresion", "papers on regression"),
        ("tranformers", "transformers"),
        ("refinforcement lerning", "reinforcement learning"),
        ("netwrok", "network"),
        ("transfarmers", "transformers"),
        ("reenforcment", "reinforcement"),
    ],
)
def test_a_slip_of_the_pen_is_put_right_with_its_ending(written: str, meant: str) -> None:
    assert _right(written) == meant


@pytest.mark.parametrize(
    "question",
    [
        "papers on storks and stocks",  # words, and one of them near another
        "homography",  # a consonant for another: another word
        "the RegresionNet and REGRESION",  # names
        "regresion.py and $regresion$ and \\regresion",  # code and formulas
        "lean",  # short
        "mortgages",  # near nothing
        "",
    ],
)
def test_what_may_be_something_else_is_left_as_it_is(question: str) -> None:
    assert _right(question) == question


def test_what_resembles_two_words_alike_is_left_as_it_is() -> None:
    def none_is(word: str) -> bool:
        return False

    assert put_right("tranit", lambda: ["transit", "trannit"], none_is) == ("tranit", ())


def test_names_are_left_as_they_are() -> None:
    def none_is(word: str) -> bool:
        return False

    asked = "regresion by Regresion"
    right, slips = put_right(asked, lambda: FREQUENT, none_is, but=[(13, 22)])
    assert (right, slips) == ("regression by Regresion", (Slip("regresion", "regression"),))


def test_an_answer_says_what_a_misspelt_word_was_taken_for(world: World) -> None:
    answer = world.ask("papers on reinforcement lerning")
    assert answer.notices == ("“lerning” is taken as “learning”.",)
    assert {one.paper_id for one in answer.papers} == {
        world.paper_id("Curious Again"),
        world.paper_id("DryGuard"),
    }


@pytest.mark.parametrize("question", ["What is WaleSpotter?", "papers on submarines and owls"])
def test_names_and_words_that_no_paper_has_are_not_put_right(world: World, question: str) -> None:
    assert world.ask(question).notices == ()
