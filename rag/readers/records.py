"""From records with named fields to entries: what JSON, CSV and BibTeX have in common."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from rag.papers import Source
from rag.readers.cleaning import MAX_ABSTRACT, clean_line
from rag.readers.decoding import TextFile
from rag.readers.fields import Fields, abstract_of, flat, no_paper, to_entry
from rag.readers.outcome import Outcome, Refusal, Skipped

__all__ = ["Record", "read_records"]

_NO_ABSTRACT = "no abstract"
_FIELDS_NAMED = 20
"""Of a file without abstracts so many fields are named, enough to see what it holds, ..."""
_NAME_LENGTH = 40
"""... and of each name so many characters: a list read as a table has abstracts for names."""


@dataclass(frozen=True, slots=True)
class Record:
    """One record of a file.

    Attributes:
        line: The number of the line at which it begins.
        fields: Its fields by the names that the file gives them.
    """

    line: int
    fields: Fields


def read_records(file: TextFile, records: Iterable[Record | Refusal]) -> Iterator[Outcome]:
    """Make entries of the records of papers, and account for all others.

    An entry's position is its record's number in the file. Records that are no papers, lack an
    abstract or are refused have a number too.
    """
    skipped: Counter[str] = Counter()
    field_names: dict[str, None] = {}  # a set that keeps its order
    answered = False
    for position, record in enumerate(records, start=1):
        outcome = record if isinstance(record, Refusal) else _read(file, record, position)
        if isinstance(outcome, Skipped):
            skipped[outcome.kind] += 1
            if isinstance(record, Record):
                field_names |= dict.fromkeys(flat(record.fields))
        else:
            answered = True
            yield outcome
    if set(skipped) == {_NO_ABSTRACT} and not answered:
        yield _without_abstracts(file, skipped.total(), list(field_names))
    else:
        yield from (Skipped(file.place(), kind, count) for kind, count in skipped.items())
    if not answered and set(skipped) != {_NO_ABSTRACT}:
        yield Refusal(
            file.place(),
            "it holds no papers" if skipped else "it holds no records",
            "Export the papers with their abstracts",
        )


def _read(file: TextFile, record: Record, position: int) -> Outcome:
    place = f"{file.place(record.line)} (record {position})"
    try:
        fields = flat(record.fields)
        if kind := no_paper(fields):
            return Skipped(place, kind, 1)
        length = len(abstract_of(fields))
        if length > MAX_ABSTRACT:
            what = f"an abstract of {length:,} characters, over the limit of {MAX_ABSTRACT:,}"
            return Refusal(place, what, "Leave the full text out of the field of the abstract")
        entry = to_entry(fields, Source(file.name, position))
        return entry if entry.abstract else Skipped(place, _NO_ABSTRACT, 1)
    except RecursionError:
        return Refusal(place, "it is nested too deeply", "Keep a paper's fields on one level")


def _without_abstracts(file: TextFile, count: int, names: list[str]) -> Refusal:
    named = ", ".join(clean_line(name)[:_NAME_LENGTH] for name in names[:_FIELDS_NAMED])
    more = f" and {len(names) - _FIELDS_NAMED} more" if len(names) > _FIELDS_NAMED else ""
    records = "its only record" if count == 1 else f"any of its {count:,} records"
    return Refusal(
        file.place(),
        f"there is no abstract in {records}; the fields are {named or 'none'}{more}",
        "Export it with abstracts, in a field named abstract",
    )
