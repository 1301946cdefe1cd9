"""What is taken of a model's reply: readable text, a reason for its end, numbers that can be."""

from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from llama_index.core.llms import ChatMessage, ChatResponse

from rag.answering.faults import TooLong
from rag.answering.reply import Readable, Reply


def _read(*pieces: str) -> str:
    stream = Readable()
    return "".join(map(stream.feed, pieces))


@pytest.mark.parametrize(
    ("pieces", "text"),
    [
        (("Bees \x1b[31mhum\x1b]0;x\x07 \x9b2Jloudly\x00.",), "Bees [31mhum]0;x 2Jloudly."),
        (("Bees \u202ehum\u202c and \u2066fly\u2069.",), "Bees hum and fly."),
        (("Bees \ud83d", "\udc1d hum."), "Bees 🐝 hum."),
        (("Bees \ud83d hum \udc1d.",), "Bees \ufffd hum \ufffd."),
        (
            (
                "Bees hum.\r",
                "\nFlies do.\rAnts\u2028don't.",
            ),
            "Bees hum.\nFlies do.\nAnts\ndon't.",
        ),
        (("می\u200cروم 👩\u200d🔬\tx",), "می\u200cروم 👩\u200d🔬\tx"),
    ],
)
def test_text_is_made_readable(pieces: tuple[str, ...], text: str) -> None:
    assert _read(*pieces) == text


@given(
    st.lists(st.text(st.characters(codec=None) | st.sampled_from("\r\n\ud83d\udc1d"), max_size=4))
)
def test_readable_text_depends_on_no_cut_and_can_be_written(pieces: list[str]) -> None:
    assert _read(*pieces) == _read("".join(pieces))
    _read(*pieces).encode()


def _chunk(text: str = "", finish: object = None, usage: object = None) -> ChatResponse:
    raw = SimpleNamespace(choices=[SimpleNamespace(finish_reason=finish)], usage=usage)
    return ChatResponse(message=ChatMessage(), delta=text, raw=raw)


@pytest.mark.parametrize("finish", [None, "", ["stop"], {"why": "stop"}, 1])
def test_only_a_word_is_a_reason_for_the_end(finish: object) -> None:
    reply = Reply()
    reply.take(_chunk("Bees hum.", finish))
    assert reply.finish is None
    reply.ended = True
    assert reply.finish == "stop"


@pytest.mark.parametrize("read", ["7", -7, 10**30, float("inf"), None, [7]])
def test_what_can_be_no_number_of_tokens_is_none(read: object) -> None:
    reply = Reply()
    reply.take(_chunk(usage=SimpleNamespace(prompt_tokens=read, completion_tokens=5)))
    reply.take(_chunk(usage=[1, 2]))
    assert (reply.read_tokens, reply.written_tokens) == (0, 5)


def test_a_reply_past_any_that_was_asked_for_is_not_waited_for() -> None:
    reply = Reply()
    with pytest.raises(TooLong, match="in 60,000 characters"):
        for _ in range(10_000):
            reply.take(_chunk("Bees hum. "))
    assert len(reply.text) <= 60_010
