"""The objects of a JSON file one after the other, without reading a large file at once.

The top level may be an array of objects (or of arrays of them), or objects one after the other
as `jq` prints them; brackets and commas between them are passed over, but have to balance.
Python's own decoder reads the objects: unlike streaming parsers it accepts `NaN`, which tables
saved from Python are full of, and tells the line of an error.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

from rag.errors import InputError
from rag.readers.decoding import TextFile

__all__ = ["json_values"]

_BETWEEN = re.compile(r"[\s,\[\]\ufeff]*")
_MAX_VALUE = 200_000_000
"""An object of more characters than this is not read, to keep to a computer's memory."""


def json_values(file: TextFile) -> Iterator[tuple[int, object]]:
    """Decode a file's values, each with the number of the line at which it begins.

    Raises:
        InputError: The file is no JSON from some line on; the values before it were yielded.
    """
    window = _Window(file)
    while window.skip_separators():
        yield window.line, window.decode()


class _Window:
    """The part of a file that is looked at; it moves forward and grows as needed."""

    def __init__(self, file: TextFile) -> None:
        self.line = 1
        self._file = file
        self._chunks = file.chunks()
        self._text = ""
        self._at = 0
        self._depth = 0
        self._decoder = json.JSONDecoder(strict=False)

    def skip_separators(self) -> bool:
        """Move to the next value; False at the end of the file."""
        while True:
            between = _BETWEEN.match(self._text, self._at)
            skipped = between.group() if between else ""
            self._depth += skipped.count("[") - skipped.count("]")
            self._advance(self._at + len(skipped))
            if self._at < len(self._text):
                return True
            if not self._grow():
                break
        if self._depth > 0:
            raise self._broken("it ends in the middle of an array", self.line)
        return False

    def decode(self) -> object:
        """Decode the value at hand and move behind it."""
        while True:
            try:
                value, end = self._decoder.raw_decode(self._text, self._at)
            except json.JSONDecodeError as error:
                # Cut off, or wrong? More text tells.
                if len(self._text) - self._at > _MAX_VALUE or not self._grow():
                    line = self.line + self._text.count("\n", self._at, error.pos)
                    raise self._broken(f"it is not JSON ({error.msg})", line) from None
            except RecursionError:
                raise self._broken("it is nested too deeply", self.line) from None
            except ValueError:
                raise self._broken("it is not JSON (a number is too long)", self.line) from None
            else:
                if end < len(self._text) or not self._grow():
                    self._advance(end)
                    return value

    def _advance(self, to: int) -> None:
        self.line += self._text.count("\n", self._at, to)
        self._at = to

    def _grow(self) -> bool:
        """Read at least as much again as is at hand, so that retrying costs linear time."""
        parts = [self._text[self._at :]]
        wanted, read = len(parts[0]), 0
        while read <= wanted and (chunk := next(self._chunks, None)) is not None:
            parts.append(chunk)
            read += len(chunk)
        self._text, self._at = "".join(parts), 0
        return read > 0

    def _broken(self, what: str, line: int) -> InputError:
        return InputError(
            f"{what}; nothing after it was read",
            where=self._file.place(line),
            remedy="Repair that line, or export the file again",
        )
