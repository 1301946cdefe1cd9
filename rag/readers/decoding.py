r"""From the bytes of a file to its text, whatever encoding and line ends it was saved with.

A file is opened in two passes, each in bounded memory: the first finds the encoding, the second
reads. The text has `\n` line ends and no control characters but these and tabs.
"""

from __future__ import annotations

import codecs
import io
import re
import stat
import unicodedata
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from rag.errors import InputError
from rag.readers.foreign import foreign_format

__all__ = ["Line", "TextFile", "open_text"]

_SAMPLE = 1 << 16
"""How much of a file is looked at to tell its encoding and format, in bytes or characters."""

_MARKS = (  # UTF-32 first: its little-endian mark begins with that of UTF-16
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)

_LEGACY = (
    "cp1252",
    "iso8859_2",
    "cp1251",
    "gb18030",
    "big5",
    "shift_jis",
    "euc_jp",
    "euc_kr",
)
"""What lists were saved in before UTF-8. Guessing among all encodings that exist goes wrong on
text with few accents (charset-normalizer 3.5 took cp1252 for cp1250). KOI8-R is left out: it
and cp1251 cannot be told apart in short texts."""

_CONTROLS = re.compile("[\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f]")
_SPACES = re.compile("[\x0b\x0c\x85]")
_BEYOND_ASCII = re.compile("[^\x00-\x7f]")
_CONTROL_BYTES = re.compile(rb"[\x00-\x08\x0e-\x1a\x1c-\x1f\x7f]")


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a file.

    Attributes:
        number: Its number, from 1.
        text: The line without its end, cut to the limit that was asked for.
        length: How many characters it has, uncut.
        end: The sign that ends it; empty at the end of the file.
    """

    number: int
    text: str
    length: int
    end: str


@dataclass(frozen=True, slots=True)
class TextFile:
    """A file whose encoding is known.

    Attributes:
        reached: Told which byte has been read to.
    """

    path: Path
    encoding: str
    reached: Callable[[int], None] | None = None

    @property
    def name(self) -> str:
        """The file's name without its folder, as text that can be stored."""
        return self.path.name.encode("utf-8", "replace").decode("utf-8")

    def place(self, line: int | None = None) -> str:
        """Name the file, or one of its lines, for a message."""
        return str(self.path) if line is None else f"{self.path}:{line}"

    def head(self) -> str:
        """Return how the text begins, without leading blanks."""
        return next(self.chunks(), "").lstrip("\ufeff \t\r\n\u00a0\u3000")

    def chunks(self) -> Iterator[str]:
        """Read the text in pieces of some ten thousand characters."""
        with self._open() as file:
            while chunk := file.read(_SAMPLE):
                self._tell(file)
                yield _without_controls(chunk)

    def lines(self, limit: int, ends: str = "\n") -> Iterator[Line]:
        """Read the text line by line, of each line no more than `limit` characters.

        Args:
            limit: How many characters are kept of a line.
            ends: The signs that end a line; only line feeds are counted in its number.
        """
        cut = re.compile(f"([{ends}])")
        number, kept, length = 1, "", 0
        with self._open() as file:
            while piece := file.readline(_SAMPLE):
                *whole, rest = cut.split(piece)
                if whole:
                    self._tell(file)
                for text, end in zip(whole[::2], whole[1::2], strict=True):
                    kept += text[: max(0, limit - len(kept))]
                    yield Line(number, _without_controls(kept), length + len(text), end)
                    number, kept, length = number + (end == "\n"), "", 0
                kept += rest[: max(0, limit - len(kept))]
                length += len(rest)
        if length:
            yield Line(number, _without_controls(kept), length, "")

    def _tell(self, file: io.TextIOWrapper) -> None:
        if self.reached:
            self.reached(file.buffer.tell())  # type: ignore[attr-defined]  # a BufferedReader

    def _open(self) -> io.TextIOWrapper:
        return self.path.open(encoding=self.encoding, errors="replace", newline=None)


def open_text(path: Path, reached: Callable[[int], None] | None = None) -> TextFile:
    """Find out how a file is to be read.

    Args:
        path: The file.
        reached: See `TextFile`.

    Raises:
        InputError: There is no such file, it may not be read, or it holds no text.
    """
    try:
        _check_is_file(path)
        return TextFile(path, _encoding(path), reached)
    except FileNotFoundError:
        pattern = any(sign in str(path) for sign in "*?[")
        what = "no file matches this pattern" if pattern else "there is no such file"
        raise InputError(what, where=str(path), remedy="Check the path") from None
    except PermissionError:
        raise InputError(
            "there is no permission to read it",
            where=str(path),
            remedy="Give yourself permission to read it, for example with chmod u+r",
        ) from None
    except OSError as error:
        raise InputError(
            f"it cannot be read ({error.strerror or error})",
            where=str(path),
            remedy="Check the path",
        ) from error
    except ValueError:  # said in other words by every version of Python
        raise InputError(
            "no file has a NUL in its name", where=str(path), remedy="Check the path"
        ) from None


def _check_is_file(path: Path) -> None:
    mode = path.stat().st_mode
    if stat.S_ISDIR(mode):
        raise InputError("it is a folder", where=str(path), remedy=f"Name its files: {path}/*.txt")
    if not stat.S_ISREG(mode):
        # It is read twice, and a pipe can be read only once.
        raise InputError(
            "it is a pipe or a device", where=str(path), remedy="Save its content to a file first"
        )


def _encoding(path: Path) -> str:
    with path.open("rb") as file:
        head = file.read(_SAMPLE)
    if not head:
        raise InputError(
            "the file is empty",
            where=str(path),
            remedy="Put abstracts in it, separated by blank lines",
        )
    if name := foreign_format(head):
        raise InputError(
            f"it is {name}, not a list of abstracts",
            where=str(path),
            remedy="Export the list as text, JSON, CSV or BibTeX",
        )
    for mark, encoding in _MARKS:
        if head.startswith(mark):
            return encoding
    if wide := _utf16_without_mark(head):
        return wide
    if _is_binary(head):
        raise InputError(
            "it is binary, not text",
            where=str(path),
            remedy="Export the list as text, JSON, CSV or BibTeX",
        )
    return "utf-8" if _is_utf8(path) else _legacy_encoding(path)


def _utf16_without_mark(head: bytes) -> str | None:
    """Tell UTF-16 by where its zero bytes stand: the high halves of ASCII characters."""
    pairs = len(head) // 2
    even, odd = head[::2].count(0), head[1::2].count(0)
    for zeros, others, encoding in ((odd, even, "utf-16-le"), (even, odd, "utf-16-be")):
        # ASCII text has a zero in each pair; Chinese text only at its blanks and digits, and in
        # some characters, but it is not valid UTF-8. UTF-8 with stray NULs is neither.
        enough = zeros > 2 * others and zeros >= 0.01 * pairs
        mostly_ascii = zeros > 0.3 * pairs
        if enough and (mostly_ascii or _decoded(head, "utf-8") is None):
            text = _decoded(head[: 2 * pairs], encoding)
            if text and _no_characters(text) <= 0.02 * len(text):
                return encoding
    return None


def _no_characters(text: str) -> int:
    """Count characters that text hardly has; many a random pair of bytes makes one."""
    return sum(
        unicodedata.category(character) in ("Cc", "Cn", "Co", "Cs")
        for character in text
        if character not in "\t\n\r"
    )


def _decoded(head: bytes, encoding: str) -> str | None:
    """Decode bytes, but for a character cut off at the end; None where they are not valid."""
    try:
        return codecs.getincrementaldecoder(encoding)().decode(head)
    except UnicodeDecodeError:
        return None


def _is_binary(head: bytes) -> bool:
    """Text may hold stray control characters; text in no Unicode encoding hardly ever does."""
    share = len(_CONTROL_BYTES.findall(head)) / len(head)
    return share > (0.02 if _decoded(head, "utf-8") is None else 0.3)


def _is_utf8(path: Path) -> bool:
    """Say whether a file is UTF-8, but for some bytes that were damaged.

    A damaged byte is read as U+FFFD. In a legacy encoding every accent looks like damage.
    """
    try:
        with path.open(encoding="utf-8", newline="") as file:
            while file.read(_SAMPLE):
                pass
    except UnicodeDecodeError:
        return _damaged_characters(path) < 0.1
    return True


def _damaged_characters(path: Path) -> float:
    """Measure the share of characters beyond ASCII that are not valid UTF-8."""
    beyond_ascii = damaged = 0
    with path.open(encoding="utf-8", errors="replace", newline="") as file:
        while chunk := file.read(_SAMPLE):
            beyond_ascii += len(_BEYOND_ASCII.findall(chunk))
            damaged += chunk.count("\ufffd")
    return damaged / beyond_ascii


def _legacy_encoding(path: Path) -> str:
    from charset_normalizer import from_bytes

    sample = bytearray()
    with path.open("rb") as file:
        while len(sample) < _SAMPLE and (line := file.readline(_SAMPLE)):
            if not line.isascii():
                sample += line
    best = from_bytes(bytes(sample), cp_isolation=list(_LEGACY)).best()
    if best is None:
        raise InputError(
            "its encoding is not known", where=str(path), remedy="Save it as UTF-8 text"
        )
    return best.encoding


def _without_controls(text: str) -> str:
    return _SPACES.sub(" ", _CONTROLS.sub("", text))
