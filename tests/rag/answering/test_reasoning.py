"""What a model thinks aloud is not part of its answer."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rag.answering.reasoning import ReasoningFilter, answer_of

REPLIES = [
    ("It is fast.", "It is fast."),
    ("  <think>Hm.</think>\n\nIt is fast.", "It is fast."),
    ("<thinking>a < b\n</b></thinking>It is fast.", "It is fast."),
    ("<think></think>It is fast.", "It is fast."),
    ("<think>Hm.", ""),
    ("<think>Hm.</think>\n", ""),
    ("<thin>It is fast.", "<thin>It is fast."),
    ("It is <think>fast.", "It is <think>fast."),
]


@pytest.mark.parametrize(("reply", "answer"), REPLIES)
def test_the_answer_is_what_follows_the_thinking(reply: str, answer: str) -> None:
    assert answer_of(reply) == answer


def test_thinking_may_only_be_ended() -> None:
    assert answer_of("Hm.\n</think>\n\nIt is fast.") == "It is fast."


@pytest.mark.parametrize(("reply", "answer"), REPLIES)
@pytest.mark.parametrize("size", [1, 2, 3, 7, 100])
def test_a_stream_gives_out_the_answer_alone(reply: str, answer: str, size: int) -> None:
    thinking = ReasoningFilter()
    pieces = [reply[start : start + size] for start in range(0, len(reply), size)]
    assert "".join(map(thinking.feed, pieces)) == answer


@given(st.text(alphabet="<think/> x\n", max_size=40), st.integers(1, 9))
def test_what_a_stream_gives_out_does_not_depend_on_its_pieces(reply: str, size: int) -> None:
    whole, cut = ReasoningFilter(), ReasoningFilter()
    pieces = [reply[start : start + size] for start in range(0, len(reply), size)]
    assert "".join(map(cut.feed, pieces)) == whole.feed(reply)


def test_long_thinking_is_not_kept() -> None:
    thinking = ReasoningFilter()
    thinking.feed("<think>")
    for _ in range(1_000):
        thinking.feed("hm " * 10)
    assert len(vars(thinking)["_pending"]) < 50
    assert thinking.feed("</think> It is fast.") == "It is fast."
