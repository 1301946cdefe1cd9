r"""A model's text cut into sentences while it is coming.

Joined, the pieces are the text. A marker after the stop belongs to the sentence before it, each
cell of a table is a piece of its own, and a sentence is given out once the word after it is whole,
since that word tells whether it has ended.

>>> stream = SentenceStream()
>>> stream.feed("It is fast [1]. It"), stream.feed(" scales well"), stream.close()
([], ['It is fast [1].'], [' It scales well'])
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from rag.sentences import sentence_spans

__all__ = ["SentenceStream", "sentences_of"]

_MARKERS = re.compile(r"(?:\s*\[\d{1,4}\])+")
_CELLS = re.compile(r"(\|)")
# A sentence may have ended, and the word after it is whole.
_STOP_AND_WORD = re.compile(r"[.!?…][^\w\s]*\s.*\s|[。！？।॥؟۔]", re.DOTALL)
_WORD_AHEAD = re.compile(r"\s*\S+\s+\S|[^\s\[\x00-\x7f]")
_OPENERS, _CLOSERS = frozenset("([{“«（「『【"), frozenset(")]}”»）」』】")


def sentences_of(text: str) -> list[str]:
    """Cut a whole text into its pieces."""
    stream = SentenceStream()
    return [*stream.feed(text), *stream.close()]


class SentenceStream:
    """Cuts one text into sentences; see above."""

    def __init__(self) -> None:
        self._pending = ""
        self._line_begun = False

    def feed(self, text: str) -> list[str]:
        """Take more of the text, and give out the pieces that are whole by now."""
        *lines, self._pending = (self._pending + text).split("\n")
        whole: list[str] = []
        for line in lines:
            whole += self._cut(line + "\n")
            self._line_begun = False
        if not self._is_table(self._pending) and _STOP_AND_WORD.search(self._pending):
            whole += self._whole()
        return whole

    def close(self) -> list[str]:
        """Say that the text is complete, and give out the rest."""
        rest, self._pending = self._pending, ""
        return list(self._cut(rest))

    def _whole(self) -> Iterator[str]:
        """Give out the sentences of the unfinished line that what may follow cannot change."""
        for piece in self._cut(self._pending):
            rest = self._pending[len(piece) :]
            if not _WORD_AHEAD.match(rest) or _is_open(piece):
                return
            self._pending = rest
            self._line_begun = True
            yield piece

    def _is_table(self, line: str) -> bool:
        return not self._line_begun and line.lstrip().startswith("|")

    def _cut(self, line: str) -> Iterator[str]:
        if self._is_table(line):
            yield from (cell for cell in _CELLS.split(line) if cell)
            return
        position = 0
        for _, end in sentence_spans(line):
            markers = _MARKERS.match(line, end)
            end = markers.end() if markers else end
            if end > position:
                yield line[position:end]
                position = end
        if line[position:]:
            yield line[position:]


def _is_open(piece: str) -> bool:
    """Tell whether a bracket or a formula has begun that may close later, stops and all."""
    signs = [sign for sign in piece if sign in _OPENERS or sign in _CLOSERS]
    depth = sum(1 if sign in _OPENERS else -1 for sign in signs)
    return depth > 0 or piece.count("$") % 2 == 1
