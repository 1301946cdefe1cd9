"""A text in sentences, however it comes."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rag.answering.pieces import SentenceStream, sentences_of

TEXTS = [
    "It is fast [1]. It scales (see Wu et al. 2019, e.g. there) well [2][3].\n\nIt ends.",
    "At $5. We set $f. g$ to 3.5. Dr. Owl wins! Does it? Yes.",
    "| | A |\n|---|---|\n| Size. Big | 3 [1] |\n\n- One. Two.\n- Three [4].",
    "它很快[1]。它「好。」而且稳定[2]。第三句！",
    "See U.S. Patent 3. The end of i.i.d. Data ... and more.The next.",
]


@pytest.mark.parametrize("text", TEXTS)
def test_joined_the_pieces_are_the_text(text: str) -> None:
    assert "".join(sentences_of(text)) == text


@settings(deadline=None, max_examples=200)
@given(st.sampled_from(TEXTS), st.lists(st.integers(0, 90), max_size=12))
def test_however_a_text_is_cut_its_sentences_are_the_same(text: str, places: list[int]) -> None:
    cuts = sorted({min(place, len(text)) for place in places} | {0, len(text)})
    stream = SentenceStream()
    pieces = [
        piece
        for start, end in zip(cuts, cuts[1:], strict=False)
        for piece in stream.feed(text[start:end])
    ]
    assert [*pieces, *stream.close()] == sentences_of(text)


def test_a_sentence_is_given_out_with_the_word_after_it() -> None:
    stream = SentenceStream()
    assert stream.feed("Owls hunt mice [1].") == []
    assert stream.feed(" They") == []
    assert stream.feed(" hear") == ["Owls hunt mice [1]."]


def test_a_marker_after_the_stop_is_waited_for() -> None:
    stream = SentenceStream()
    assert stream.feed("Owls hunt mice. [1][2] They ") == []
    assert stream.feed("hear") == ["Owls hunt mice. [1][2]"]


def test_a_sentence_without_spaces_ends_with_its_stop() -> None:
    stream = SentenceStream()
    assert stream.feed("猫头鹰捕鼠[1]。它") == ["猫头鹰捕鼠[1]。"]


def test_a_long_line_without_an_end_takes_little_time() -> None:
    stream = SentenceStream()
    for _ in range(5_000):
        assert stream.feed("owl (") == []
    assert len(stream.close()) == 1
