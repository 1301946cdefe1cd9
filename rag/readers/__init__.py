"""From the files that people have to entries: one file a format.

The format is told by how a file begins, else by its suffix, else it is plain text. Files are read
one record at a time. What cannot be read becomes a `Refusal` in the place of its entries, and
reading goes on with the next record or file.

To add a format, write a module beside `bibtex.py` that ends in a `READER`, and add it to
`READERS`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from rag.errors import InputError
from rag.readers import bibtex, csv_records, json_records, plain
from rag.readers.decoding import TextFile, open_text
from rag.readers.outcome import Outcome, Refusal, Skipped
from rag.readers.reached import Reached
from rag.readers.reader import Reader

__all__ = ["READERS", "Outcome", "Reached", "Refusal", "Skipped", "read"]

READERS: tuple[Reader, ...] = (
    json_records.READER,
    bibtex.READER,
    csv_records.READER,
    plain.READER,
)

_REFUSALS_OF_A_FILE = 20
"""A file with more places that are broken is not what it was taken for; the rest is counted."""


def read(paths: Iterable[Path], reached: Reached | None = None) -> Iterator[Outcome]:
    """Read lists of papers, in order.

    Args:
        paths: Files of any format; a folder is refused.
        reached: Told how far they have been read.

    Yields:
        Each entry as it is read, each refusal at its place, and at a file's end what was skipped.
    """
    paths = list(paths)
    reached = reached or Reached(paths)
    for number, path in enumerate(paths):
        reached.begin(number)
        yield from _with_few_refusals(path, _read_file(path, reached))


def reader_of(file: TextFile) -> Reader:
    """Choose the reader of a file, by its content before its suffix."""
    head, suffix = file.head(), file.path.suffix.lower()
    by_content = (reader for reader in READERS if reader.claims(head))
    by_suffix = (reader for reader in READERS if suffix in reader.suffixes)
    return next(by_content, None) or next(by_suffix, plain.READER)


def _read_file(path: Path, reached: Reached) -> Iterator[Outcome]:
    try:
        file = open_text(path, reached.to)
        yield from reader_of(file).read(file)
    except InputError as error:
        yield Refusal.of(error)
    except OSError as error:  # a disk or a network drive that fails in the middle
        yield Refusal(str(path), f"reading broke off ({error.strerror or error})", "Try it again")


def _with_few_refusals(path: Path, outcomes: Iterator[Outcome]) -> Iterator[Outcome]:
    refused = 0
    for outcome in outcomes:
        refused += isinstance(outcome, Refusal)
        if not isinstance(outcome, Refusal) or refused <= _REFUSALS_OF_A_FILE:
            yield outcome
    if refused > _REFUSALS_OF_A_FILE:
        what = f"{refused - _REFUSALS_OF_A_FILE:,} more places were refused"
        yield Refusal(str(path), what, "Repair the places named above and read it again")
