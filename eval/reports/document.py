"""What a report says, apart from how it looks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from eval.reports.plots import Plot

__all__ = ["Detail", "Document", "Section", "Table"]


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of text under a heading; the first column names the row."""

    heading: Sequence[str]
    rows: Sequence[Sequence[str]]


@dataclass(frozen=True, slots=True)
class Detail:
    """Something to be opened: a line, and named texts side by side beneath it."""

    line: str
    texts: Sequence[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class Section:
    """A part of a report. Plots are left out of the Markdown, which holds the same as tables."""

    title: str
    told: str = ""
    tables: Sequence[Table] = ()
    plots: Sequence[Plot] = ()
    details: Sequence[Detail] = ()


@dataclass(frozen=True, slots=True)
class Document:
    """A report."""

    title: str
    told: str
    sections: Sequence[Section]
