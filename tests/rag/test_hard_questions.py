"""Questions made to hurt: each ends in an answer or in one clear line, within a known time."""

import gc
import json
from collections.abc import Callable
from pathlib import Path
from time import process_time

import pytest

from rag.answers import Answer
from rag.assistant import LONGEST_QUESTION
from rag.byline import byline
from rag.errors import InputError
from rag.followups import resolve
from rag.kinds import kind_of
from rag.orders import without_orders
from rag.readers import read
from rag.relevance import alternatives, conjuncts
from rag.shelf import SnapshotShelf
from rag.wording import split
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
    "digits and commas": "1,",
    "sides": "owls & newts ",
    "acronyms": "deep owls (DO) ",
    "acronyms side by side": "a(AB)",
    "question words": "which ",
    "joining words": "and ",
    "tails": "papers, ",
    "stops": "a. ",
    "names": "Ann Lee's ",
    "authors": "papers by Ann Lee ",
    "dashes": "-",
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


@pytest.mark.parametrize("piece", PIECES)
def test_what_is_judged_of_a_topic_by_itself_does_not_grow_without_bound(piece: str) -> None:
    judged = [part for side in conjuncts(PIECES[piece] * 9_000) for part in alternatives(side)]
    assert len(judged) <= 96


def _growth(work: Callable[[str], object], piece: str, size: int) -> float:
    """How many times the processor's time grows when a text of a repeated piece is doubled."""

    def cost(length: int) -> float:
        text = (piece * length)[:length]
        times = []
        for _ in range(3):
            started = process_time()
            work(text)
            times.append(process_time() - started)
        return min(times)

    gc.disable()
    try:
        return (cost(2 * size) + 0.02) / (cost(size) + 0.02)
    finally:
        gc.enable()


@pytest.mark.slow
@pytest.mark.parametrize("piece", PIECES)
def test_the_time_for_understanding_a_question_grows_with_its_length(
    world: World, piece: str
) -> None:
    state = world.assistant._newest.state()
    shelf = SnapshotShelf(state.snapshot, state.retriever)
    for part in (split, byline, kind_of, without_orders, lambda text: resolve(text, (), shelf)):
        assert _growth(part, PIECES[piece], 8_000) < 3


@pytest.mark.slow
@pytest.mark.parametrize("piece", PIECES)
def test_the_time_for_reading_an_abstract_of_one_line_grows_with_its_length(
    tmp_path: Path, piece: str
) -> None:
    def taken_in(text: str) -> None:
        path = tmp_path / "line.jsonl"
        path.write_text(json.dumps({"abstract": text}))
        list(read([path]))
        (tmp_path / "line.txt").write_text(text.encode("utf-8", "replace").decode())
        list(read([tmp_path / "line.txt"]))

    assert _growth(taken_in, PIECES[piece], 100_000) < 3
