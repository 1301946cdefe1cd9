"""Questions made to hurt: each ends in an answer or in one clear line, within a known time."""

from time import process_time

import pytest

from rag.answers import Answer
from rag.assistant import LONGEST_QUESTION
from rag.errors import InputError
from tests.support.world import World

PIECES = {
    "brackets": "(",
    "nested brackets": "(a [",
    "alternatives": "owls or ",
    "pairs": "both owls and ",
    "commas": "owl, ",
    "blanks": "owls   ",
    "hyphens": "a-",
    "capitals": "aBcD",
    "negations": "not without ",
    "quotes": "\"owls' ",
    "dollars": "$x^{",
    "markers": "[1][",
    "unknown words": "zqxjk vwpfh ",
    "one word": "a",
    "other scripts": "猫 и سلام ",
    "letters with accents upon accents": "e\u0301\u0301\u0301",
    "directions turned round": "\u202eowls\u202c ",
    "halves of letters": "\ud800 owl ",
}
SECONDS = 8.0  # of the processor


@pytest.mark.slow
@pytest.mark.parametrize("piece", PIECES)
def test_a_question_that_repeats_one_thing_is_answered_in_time(world: World, piece: str) -> None:
    for head in ("", "Which papers study ", "What is ", "Compare "):
        question = (head + PIECES[piece] * LONGEST_QUESTION)[:LONGEST_QUESTION]
        started = process_time()
        *_, answer = world.assistant.ask(question)
        assert isinstance(answer, Answer)
        assert process_time() - started < SECONDS


def test_a_question_as_long_as_a_paper_is_one_clear_line(world: World) -> None:
    with pytest.raises(InputError, match="has 50,000 characters") as caught:
        list(world.assistant.ask("owls." * 10_000))
    assert len(str(caught.value)) < 100
