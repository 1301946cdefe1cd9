r"""What a model thinks aloud before it answers, and that no reader should see.

Some endpoints send it apart from the answer, where it is easily passed over. Others send it as the
beginning of the text, between `<think>` and `</think>`, or with the second of them alone.

>>> answer_of("<think>Which paper? The first.</think>\n\nIt is fast [1].")
'It is fast [1].'
"""

from __future__ import annotations

import re

__all__ = ["ReasoningFilter", "answer_of"]

_TAGS = ("<think>", "<thinking>", "<reasoning>")
_CLOSING = re.compile(r"</(?:think|thinking|reasoning)>\s*")
_LONGEST_CLOSING = len("</reasoning>")


def answer_of(text: str) -> str:
    """Give the answer alone, of a whole reply; empty where there is only reasoning."""
    *_, answer = _CLOSING.split(text)
    return "" if answer.lstrip().startswith(_TAGS) else answer


class ReasoningFilter:
    """Leaves out the reasoning at the beginning of a reply while the reply is coming."""

    def __init__(self) -> None:
        self._pending = ""
        self._reasoning = False
        self._answering = False

    def feed(self, piece: str) -> str:
        """Take the next piece of the reply, and give out what is answer in it."""
        if self._answering:
            return piece
        self._pending += piece
        if not self._reasoning:
            beginning = self._pending.lstrip()
            if any(tag.startswith(beginning) for tag in _TAGS if tag != beginning):
                return ""
            if not beginning.startswith(_TAGS):
                self._answering = True
                return self._pending
            self._reasoning = True
        return self._after_reasoning()

    def _after_reasoning(self) -> str:
        closing = _CLOSING.search(self._pending)
        if closing is None:
            self._pending = self._pending[-_LONGEST_CLOSING:]
            return ""
        # Blanks after the closing mark may still come, and belong to neither.
        answer = self._pending[closing.end() :]
        self._answering = bool(answer)
        return answer
