"""A report as Markdown: its tables, and the lines of what can be opened in the page."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from eval.reports.document import Document, Section, Table

__all__ = ["to_markdown"]

_SIGNS = re.compile(r"([\\`*_\[\]<>|#])")


def to_markdown(document: Document) -> str:
    """Write a report as Markdown."""
    parts = [f"# {_inert(document.title)}", _inert(document.told)]
    parts += [block for section in document.sections for block in _section(section)]
    return "\n\n".join(part for part in parts if part) + "\n"


def _section(section: Section) -> Iterator[str]:
    yield f"## {_inert(section.title)}"
    yield _inert(section.told)
    yield from map(_table, section.tables)
    yield "\n".join(f"- {_inert(detail.line)}" for detail in section.details)


def _table(table: Table) -> str:
    rows = [table.heading, ["---"] * len(table.heading)]
    return "\n".join([_row(rows[0]), _row(rows[1], raw=True), *map(_row, table.rows)])


def _row(cells: Sequence[str], *, raw: bool = False) -> str:
    return f"| {' | '.join(cell if raw else _inert(cell) for cell in cells)} |"


def _inert(text: str) -> str:
    """Keep text that others wrote from becoming markup."""
    return _SIGNS.sub(r"\\\1", " ".join(text.split()))
