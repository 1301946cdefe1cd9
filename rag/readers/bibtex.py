"""BibTeX: entries with an abstract, as Zotero, JabRef and the ACL Anthology export them.

The file is cut where a line begins an entry, and each piece is parsed alone: an entry with
unbalanced braces is refused by its line instead of swallowing the next, and a large file is
never in memory as a whole.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from rag.readers.decoding import TextFile
from rag.readers.latex import from_latex, link_from_latex
from rag.readers.outcome import Outcome, Refusal
from rag.readers.reader import Reader
from rag.readers.records import Record, read_records

if TYPE_CHECKING:
    from bibtexparser.model import Block, Field, String
    from bibtexparser.model import Entry as BibEntry

__all__ = ["READER", "read"]

_MAX_LINE = 1_000_000
_MAX_BLOCK = 2_000_000
"""Lines and entries are cut at so many characters; what is longer is broken, not a paper."""

_BLOCK = re.compile(r"[ \t]*@[ \t]*\w+[ \t]*[{(]")
_BEGINNING = re.compile(r"(?:[ \t]*(?:%.*)?\n)*[ \t]*@[ \t]*[A-Za-z]+[ \t]*[{(]")
_LINKS = frozenset({"url", "doi", "link", "pdf", "eprint", "file", "code"})

# Its warnings say what our refusals say; without a handler they would reach the terminal.
logging.getLogger("bibtexparser").addHandler(logging.NullHandler())


def read(file: TextFile) -> Iterator[Outcome]:
    """Read the entries of a BibTeX file as records."""
    return read_records(file, _records(file))


def _records(file: TextFile) -> Iterator[Record | Refusal]:
    from bibtexparser.model import Entry as BibEntry
    from bibtexparser.model import ParsingFailedBlock, String

    macros: list[String] = []
    for line, text in _blocks(file):
        for block in _parsed(text):
            # A field that stands twice is an error to the parser; to us the first one counts.
            inner = block.ignore_error_block if isinstance(block, ParsingFailedBlock) else block
            if isinstance(inner, BibEntry):
                yield Record(line + (inner.start_line or 0), _fields(inner, macros))
            elif isinstance(inner, String):
                macros.append(inner)
            elif isinstance(block, ParsingFailedBlock):
                yield Refusal(
                    file.place(line + (block.start_line or 0)),
                    "the BibTeX entry that begins here is broken",
                    "Look for a brace, quote or comma that is missing in it",
                )


def _blocks(file: TextFile) -> Iterator[tuple[int, str]]:
    """Cut a file where a line begins an entry; each piece with the number of its first line."""
    lines: list[str] = []
    number, length = 1, 0
    for line in file.lines(_MAX_LINE):
        if lines and _BLOCK.match(line.text):
            yield number, "\n".join(lines)
            lines, length = [], 0
        if not lines:
            number = line.number
        if length <= _MAX_BLOCK:
            lines.append(line.text)
            length += len(line.text)
    if lines:
        yield number, "\n".join(lines)


def _parsed(text: str) -> list[Block]:
    from bibtexparser.splitter import Splitter

    return Splitter(text).split().blocks


def _fields(entry: BibEntry, macros: list[String]) -> dict[str, object]:
    from bibtexparser.library import Library
    from bibtexparser.middlewares import RemoveEnclosingMiddleware
    from bibtexparser.middlewares import ResolveStringReferencesMiddleware as ResolveMacros

    fields: dict[str, Field] = {}
    for field in entry.fields:
        fields.setdefault(field.key.lower(), field)
    entry.fields = list(fields.values())
    library = ResolveMacros().transform(Library([*macros, entry]))
    RemoveEnclosingMiddleware().transform(library)
    texts = {key: _value(key, str(field.value)) for key, field in fields.items()}
    return {"entrytype": entry.entry_type, "id": entry.key, **texts}


def _value(key: str, value: str) -> object:
    if key in _LINKS:
        return link_from_latex(value)
    if key == "author":
        return [from_latex(name) for name in _names(value)]
    return from_latex(value)


def _names(value: str) -> list[str]:
    """Split names at "and", but not inside braces: {Barnes and Noble} is one."""
    from bibtexparser.middlewares.names import split_multiple_persons_names

    return split_multiple_persons_names(value)


READER = Reader(
    name="BibTeX",
    suffixes=frozenset({".bib", ".bibtex"}),
    claims=lambda head: _BEGINNING.match(head) is not None,
    read=read,
)
