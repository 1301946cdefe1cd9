"""Tables: CSV with commas, semicolons, tabs or bars, a header in the first row.

A row that is broken (a quote that never closes, cells without a column) is refused, and reading
goes on at the next line.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator
from dataclasses import dataclass

from rag.readers.decoding import Line, TextFile
from rag.readers.fields import known_names
from rag.readers.outcome import Outcome, Refusal
from rag.readers.reader import Reader
from rag.readers.records import Record, read_records

__all__ = ["READER", "read"]

_DELIMITERS = (",", "\t", ";", "|")
_MAX_LINE = 1_000_000
"""A longer line, in characters, is no row of a table of papers."""

_REMEDY = "Put quotes around cells that hold a delimiter, and double those inside them"


@dataclass(frozen=True, slots=True)
class _Row:
    """One row of a table: its cells, or what is wrong with it."""

    line: int
    cells: list[str]
    problem: str = ""


class _Lines:
    """The lines of a file as `csv` wants them; those that a broken row took can be given back."""

    def __init__(self, lines: Iterator[Line]) -> None:
        self.taken: list[Line] = []
        self._lines = lines
        self._given_back: list[Line] = []

    def __iter__(self) -> _Lines:
        return self

    def __next__(self) -> str:
        line = self._given_back.pop() if self._given_back else next(self._lines)
        self.taken.append(line)
        return f"{line.text}\n"

    def give_back_all_but_first(self) -> None:
        self._given_back += reversed(self.taken[1:])
        del self.taken[1:]


def read(file: TextFile) -> Iterator[Outcome]:
    """Read the rows of a table as records."""
    return read_records(file, _records(file))


def _records(file: TextFile) -> Iterator[Record | Refusal]:
    delimiter = _delimiter(file.head())
    rows = _rows(_Lines(file.lines(_MAX_LINE)), delimiter)
    header: list[str] = []
    after_broken_row = False
    for row in rows:
        if not header and row.problem:
            yield Refusal(file.place(row.line), f"the header is broken: {row.problem}", _REMEDY)
            return
        if not header:
            header = [] if row.cells[0].startswith("sep=") else row.cells
            continue
        problem = row.problem or _misfit(row.cells, header, after_broken_row)
        after_broken_row = bool(problem)
        if problem:
            yield Refusal(file.place(row.line), f"the row is broken: {problem}", _REMEDY)
        else:
            yield Record(row.line, _fields(header, row.cells))


def _misfit(cells: list[str], header: list[str], after_broken_row: bool) -> str:
    """Say how a row does not fit the header; empty where it fits."""
    if any(cell.strip() for cell in cells[len(header) :]):
        return "it has more cells than the header"
    # The lines of an abstract that goes on after a broken row would be read as papers. They have
    # fewer cells (as good rows may, at their end), or the quote that closes the abstract.
    quotes = sum(cell.count('"') for cell in cells)
    if after_broken_row and (len(cells) < len(header) or quotes % 2):
        return "it may be the rest of the broken row before it"
    return ""


def _fields(header: list[str], cells: list[str]) -> dict[str, str]:
    fields: dict[str, str] = {}
    for name, cell in zip(header, cells, strict=False):
        if name.strip():
            fields.setdefault(name, cell)
    return fields


def _delimiter(head: str) -> str:
    """Choose the delimiter at which the first row has the most names that are known."""
    first_line = head.partition("\n")[0]
    if first_line.lower().startswith("sep=") and len(first_line) == 5:  # as Excel marks it
        return first_line[4]
    return max(_DELIMITERS, key=lambda delimiter: _recognition(first_line, delimiter))


def _recognition(first_line: str, delimiter: str) -> tuple[int, int]:
    cells = _cells(first_line, delimiter)
    return len(known_names(dict.fromkeys(cells))), len(cells)


def _cells(line: str, delimiter: str) -> list[str]:
    try:
        return next(csv.reader([line], delimiter=delimiter), [])
    except csv.Error:
        return []


def _rows(lines: _Lines, delimiter: str) -> Iterator[_Row]:
    while True:
        lines.taken.clear()
        problem = ""
        try:
            cells = next(csv.reader(lines, delimiter=delimiter, strict=True), None)
        except csv.Error as error:
            cells, problem = [], str(error)
        if cells is None:
            return
        if any(line.length > _MAX_LINE for line in lines.taken):
            cells, problem = [], "its line is too long"
        first = lines.taken[0]
        if problem:
            lines.give_back_all_but_first()
            cells = _cells_with_loose_quotes(first.text, delimiter)
        if cells or problem:
            yield _Row(first.number, cells, "" if cells else problem)


def _cells_with_loose_quotes(line: str, delimiter: str) -> list[str]:
    """Read a row in which quotes are not doubled: `1,"A "small" step",x`. Empty if it is none."""
    cells = line.split(delimiter)
    if any(cell.startswith('"') and cell.count('"') % 2 for cell in cells):
        return []
    return [cell[1:-1] if len(cell) > 1 and cell[0] == cell[-1] == '"' else cell for cell in cells]


def _claims(head: str) -> bool:
    """Take a first row that names an abstract and something else for a table's header."""
    first_line = head.partition("\n")[0]
    names = known_names(dict.fromkeys(_cells(first_line, _delimiter(head))))
    return "abstract" in names and len(names) > 1


READER = Reader(
    name="CSV",
    suffixes=frozenset({".csv", ".tsv", ".tab"}),
    claims=_claims,
    read=read,
)
