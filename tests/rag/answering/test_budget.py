"""What fits into a window."""

import pytest

from rag.answering.budget import fill, prompt_tokens, reply_tokens


@pytest.mark.parametrize(
    ("window", "reply", "prompt"),
    [(2_048, 512, 1_228), (8_192, 2_048, 4_915), (131_072, 8_192, 98_304)],
)
def test_prompt_and_reply_share_a_window(window: int, reply: int, prompt: int) -> None:
    assert reply_tokens(window) == reply
    assert prompt_tokens(window) == prompt


def test_blocks_are_taken_from_the_first_on_as_long_as_they_fit() -> None:
    assert fill(["aa", "bbb", "cccc", "d"], 6, len) == ("aa", "bbb")
    assert fill(["aa", "bbb"], 5, len) == ("aa", "bbb")


def test_no_block_fits_where_there_is_no_room() -> None:
    assert fill(["a"], 0, len) == ()
    assert fill(["a"], -5, len) == ()
    assert fill([], 5, len) == ()
