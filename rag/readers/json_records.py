"""JSON and JSON lines: records in an array, in an object, by id, one a line.

The records are found wherever the file keeps them: at the top, in `{"papers": [...]}`, in the
reply of an API, as `{"id": record}`, or as columns, the way tables are saved by pandas.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping

from rag.errors import InputError
from rag.readers.decoding import Line, TextFile
from rag.readers.fields import Fields, flat, known_names
from rag.readers.json_stream import json_values
from rag.readers.outcome import Outcome, Refusal
from rag.readers.reader import Reader
from rag.readers.records import Record, read_records

__all__ = ["READER", "read"]

_LINES_SUFFIXES = frozenset({".jsonl", ".ndjson", ".jl"})
_MAX_LINE = 10_000_000
"""A longer line of JSON lines, in characters, is no paper."""

_SHORTEST_ABSTRACT = 100
"""A text without a field is an abstract if it has so many characters."""

_BEGINNING = re.compile(r"\[\s*[\[{\]\"]|\{\s*[\"}]")


def read(file: TextFile) -> Iterator[Outcome]:
    """Read the records of a file of JSON or JSON lines."""
    found = _line_values(file) if _is_lines(file) else _document_values(file)
    return read_records(file, _records(file, found))


def _is_lines(file: TextFile) -> bool:
    """Tell JSON lines by the form: an object that ends on its line, or begins a second one."""
    head, by_suffix = file.head(), file.path.suffix.lower() in _LINES_SUFFIXES
    if not _BEGINNING.match(head):
        return by_suffix
    if not head.startswith("{"):
        return False
    first, ended, rest = head.partition("\n")
    if not ended:
        return by_suffix
    first = first.rstrip()
    # The first line may be the broken one; `{"papers": [{...},` is no line but a document.
    two_begin = rest.lstrip().startswith("{") and not first.endswith((",", ":", "[", "{"))
    return two_begin or _is_object(first.rstrip(","))


def _is_object(text: str) -> bool:
    try:
        return isinstance(json.loads(text, strict=False), dict)
    except (ValueError, RecursionError):
        return False


def _line_values(file: TextFile) -> Iterator[tuple[int, object] | Refusal]:
    for line in file.lines(limit=_MAX_LINE):
        text = line.text.strip("\ufeff \t,")
        if text:
            yield _line_value(file, line, text)


def _line_value(file: TextFile, line: Line, text: str) -> tuple[int, object] | Refusal:
    place = file.place(line.number)
    if line.length > _MAX_LINE:
        return Refusal(
            place, "the line is too long", "Put each paper's record on a line of its own"
        )
    try:
        value = json.loads(text, strict=False)
    except RecursionError:
        return Refusal(place, "it is nested too deeply", "Keep a paper's fields on one level")
    except ValueError as error:
        reason = getattr(error, "msg", "a number is too long")
        return Refusal(place, f"the line is not JSON ({reason})", "Repair it or leave it out")
    if not isinstance(value, dict):
        return Refusal(place, "the line holds no record", "Put a JSON object on each line")
    return line.number, value


def _document_values(file: TextFile) -> Iterator[tuple[int, object] | Refusal]:
    try:
        yield from json_values(file)
    except InputError as error:
        yield Refusal.of(error)


def _records(
    file: TextFile, found: Iterable[tuple[int, object] | Refusal]
) -> Iterator[Record | Refusal]:
    for value in found:
        if isinstance(value, Refusal):
            yield value
            continue
        line, content = value
        try:
            yield from (Record(line, fields) for fields in _records_within(content))
        except RecursionError:
            remedy = "Keep a paper's fields on one level"
            yield Refusal(file.place(line), "it is nested too deeply", remedy)


def _records_within(value: object, key: str | None = None) -> Iterator[Fields]:
    """Find the records of a value: itself, or those that it holds, with their keys as ids."""
    if isinstance(value, list):
        for item in value:
            yield from _records_within(item)
    elif isinstance(value, dict):
        yield from _records_of(value, key)
    elif isinstance(value, str) and len(value) >= _SHORTEST_ABSTRACT:
        yield {"abstract": value}


def _records_of(value: Mapping[str, object], key: str | None) -> Iterator[Fields]:
    """Find the records of an object."""
    names = known_names(flat(value))
    if columns := _columns(value):
        yield from columns
    elif "abstract" in names or {"title", "authors"} <= names:
        yield value if key is None else {"id": key, **value}
    elif within := _holding({"abstract", "summary"}, value):
        for name, content in within.items():
            yield from _records_within(content, name)
    elif "title" not in names and (within := _holding({"title"}, value)):
        for content in within.values():
            yield from _records_within(content)
    else:
        yield value


def _holding(roles: set[str], value: Mapping[str, object]) -> dict[str, object]:
    """Return those members of an object that hold, at any depth, a field of one of the roles."""
    return {name: content for name, content in value.items() if _holds(roles, content)}


def _holds(roles: set[str], value: object) -> bool:
    if isinstance(value, list):
        return any(_holds(roles, item) for item in value)
    if not isinstance(value, dict):
        return False
    return bool(known_names(value) & roles) or any(_holds(roles, item) for item in value.values())


def _columns(table: Mapping[str, object]) -> list[Fields]:
    """Turn {"title": {"0": ..., "1": ...}, "abstract": {...}} into records."""
    columns = {
        name: column for name, column in table.items() if isinstance(column, dict) and "0" in column
    }
    if "abstract" not in known_names(columns):
        return []
    rows = dict.fromkeys(row for column in columns.values() for row in column)
    return [{name: column.get(row) for name, column in columns.items()} for row in rows]


READER = Reader(
    name="JSON",
    suffixes=frozenset({".json"}) | _LINES_SUFFIXES,
    claims=lambda head: _BEGINNING.match(head) is not None,
    read=read,
)
