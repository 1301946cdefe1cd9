import pytest

from rag.answering.polar import is_polar
from tests.support.world import World

_ABSTRACT = (
    "Trackers of hawks lose them over woods. We present HawkEye, a tracker that runs on two GPUs "
    "and keeps its focus on wings. Where OwlNet fails in dense woods, it finds nine hawks of ten. "
    "Its code and its films are public."
)


@pytest.fixture(scope="module")
def hawks(tmp_path_factory: pytest.TempPathFactory) -> World:
    home = tmp_path_factory.mktemp("hawks")
    file = home / "hawks.txt"
    file.write_text(f"{_ABSTRACT}\n\nBees dance. We describe BeeWalk, a map of their dances.\n")
    return World.of(home / "data", file)


@pytest.mark.parametrize(
    "question", ["do you know owls?", "Is there code for OwlNet?", "Why owls?"]
)
def test_what_is_answered_by_more_than_yes_or_no_is_not_polar(question: str) -> None:
    assert not is_polar(question)


@pytest.mark.parametrize(
    ("question", "fact"),
    [
        ("Does HawkEye beat OwlNet?", "Where OwlNet fails"),
        ("Is HawkEye better in woods than OwlNet?", "Where OwlNet fails"),
        ("Does HawkEye come with code?", "code and its films"),
        ("Does HawkEye need a GPU?", "two GPUs"),
    ],
)
def test_a_question_for_yes_or_no_is_answered_by_what_speaks_of_it(
    hawks: World, question: str, fact: str
) -> None:
    answer = hawks.ask(question)
    assert not answer.abstained
    assert fact in answer.answer


@pytest.mark.parametrize(
    "question", ["Does HawkEye beat BeeWalker?", "Does HawkEye use attention?"]
)
def test_a_word_that_may_stand_for_the_asked_one_is_no_yes(hawks: World, question: str) -> None:
    assert hawks.ask(question).abstained
