r"""What has come of a model's reply: its text made readable, its end, its tokens.

An endpoint may send anything. A terminal or a page would take control characters for commands and
fails on half a character, so neither leaves this module.

>>> stream = Readable()
>>> stream.feed("It halves\x1b[31m the cost \ud83d"), stream.feed("\ude00.\r\n")
('It halves[31m the cost ', '😀.\n')
"""

from __future__ import annotations

import re
from typing import Any

from llama_index.core.llms import ChatResponse

from rag.answering.faults import TooLong

__all__ = ["Readable", "Reply"]

# The longest reply that is asked for has 8,192 tokens, in English some 40,000 characters.
_LONGEST = 60_000
_MOST_TOKENS = 100_000_000  # more is no count
# Half of what may go on with the next piece: a line end, a character beyond the first 65,536.
_HALF = re.compile(r"[\r\ud800-\udbff]\Z")
_LINE_END = re.compile("\r\n?|[\x0b\x0c\x85\u2028\u2029]")
# Controls, and what turns the direction of other text round.
_UNREADABLE = re.compile("[\x00-\x08\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ufeff]")


class Readable:
    """Makes a text readable while it is coming; what it gives out depends on no cut in it."""

    def __init__(self) -> None:
        self._half = ""

    def feed(self, piece: str) -> str:
        """Take the next piece of the text, and give out what can be read by now."""
        text = self._half + piece
        half = _HALF.search(text)
        self._half = half.group() if half else ""
        text = text[: half.start()] if half else text
        whole = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
        return _UNREADABLE.sub("", _LINE_END.sub("\n", whole))


class Reply:
    """What is known of a reply so far, thinking included.

    Attributes:
        begun: Whether anything came that is part of a chat reply.
        text: Its text.
        ended: Whether the stream was brought to its end.
        read_tokens: How many tokens the endpoint says that the model read; 0 where it says none.
        written_tokens: How many it says that the model wrote.
    """

    def __init__(self) -> None:
        self.begun = False
        self.text = ""
        self.ended = False
        self.read_tokens = 0
        self.written_tokens = 0
        self._readable = Readable()
        self._finish: str | None = None

    @property
    def finish(self) -> str | None:
        """Why it ended, in the endpoint's word; None where it has broken off.

        Some servers give no reason, and end the stream properly.
        """
        return self._finish or ("stop" if self.ended else None)

    def take(self, response: ChatResponse) -> str:
        """Take one chunk of it, and give its text.

        Raises:
            TooLong: The reply goes on past any that was asked for.
        """
        text = self._readable.feed(response.delta or "")
        self.begun = True
        self.text += text
        if len(self.text) > _LONGEST:
            raise TooLong(f"in {_LONGEST:,} characters")
        choices = getattr(response.raw, "choices", None) or []
        reasons = [one.finish_reason for one in choices if isinstance(one.finish_reason, str)]
        self._finish = next(filter(None, reasons), self._finish)
        usage = getattr(response.raw, "usage", None)
        self.read_tokens = _count(usage, "prompt_tokens") or self.read_tokens
        self.written_tokens = _count(usage, "completion_tokens") or self.written_tokens
        return text


def _count(usage: Any, name: str) -> int:
    """Read a number of tokens; 0 where there is none, or none that can be."""
    count = getattr(usage, name, None)
    return count if isinstance(count, int) and 0 < count < _MOST_TOKENS else 0
