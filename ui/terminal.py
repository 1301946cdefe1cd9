"""What the terminal shows of ingests and collections."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict

from rich.console import Console
from rich.progress import (
    BarColumn,
    SpinnerColumn,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)
from rich.progress import Progress as Bar
from rich.table import Table
from rich.text import Text

from rag.workspace import CollectionSummary, IngestReport

__all__ = ["ingest_progress", "print_collections", "print_report"]


class _IngestBar:
    """Shows how many abstracts an ingest has dealt with, how fast, and how long it still takes."""

    def __init__(self, bar: Bar) -> None:
        self._bar = bar
        self._entries = 0
        self._task = bar.add_task("Adding papers", total=1.0, entries=0, rate=0.0)

    def advanced(self, entries: int, share: float) -> None:
        """Move the bar."""
        self._entries += entries
        elapsed = self._bar.tasks[self._task].elapsed
        rate = self._entries / elapsed if elapsed else 0.0
        # A document that is one object is read whole before its first entry: nobody knows then.
        total = 1.0 if share < 1.0 else None
        self._bar.update(self._task, total=total, completed=share, entries=self._entries, rate=rate)

    def told(self, line: str) -> None:
        """Print a line above the bar."""
        self._bar.console.print(Text(line, style="yellow"), soft_wrap=True)


@contextmanager
def ingest_progress() -> Iterator[_IngestBar]:
    """Show an ingest on standard error while it runs; nothing moves where that is no terminal."""
    columns = (
        SpinnerColumn(),
        TextColumn("{task.description}: {task.fields[entries]:,} abstracts"),
        TextColumn("{task.fields[rate]:.0f} a second"),
        BarColumn(),
        TimeElapsedColumn(),
        TextColumn("gone,"),
        TimeRemainingColumn(),
        TextColumn("left"),
    )
    console = Console(stderr=True, highlight=False)
    with Bar(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        yield _IngestBar(bar)


def print_report(report: IngestReport, *, as_json: bool) -> None:
    """Print what became of an ingest."""
    if as_json:
        sys.stdout.write(json.dumps(asdict(report), ensure_ascii=False) + "\n")
        return
    sys.stderr.write(summary_of(report) + "\n")


def summary_of(report: IngestReport) -> str:
    r"""Sum an ingest up in a line or two.

    >>> summary_of(IngestReport(entries=2, added=1, known=1, skipped={"Workshop": 3}, seconds=0.4))
    'Read 2 abstracts in 0.4 s: 1 new paper, 1 already there.\nSkipped: 3 Workshop.'
    """
    told = [f"{report.added} new {'paper' if report.added == 1 else 'papers'}"]
    told += [f"{report.updated} with more facts"] if report.updated else []
    told += [f"{report.versions} with a new text"] if report.versions else []
    told += [f"{report.known} already there"] if report.known else []
    read = f"{report.entries} {'abstract' if report.entries == 1 else 'abstracts'}"
    lines = [f"Read {read} in {report.seconds:.1f} s: {', '.join(told)}."]
    if report.skipped:
        kinds = ", ".join(f"{count} {kind}" for kind, count in sorted(report.skipped.items()))
        lines.append(f"Skipped: {kinds}.")
    if report.refused:
        lines.append(f"Refused: {len(report.refused)}, named above.")
    return "\n".join(lines)


def print_collections(summaries: Sequence[CollectionSummary], *, as_json: bool) -> None:
    """Print the collections."""
    if as_json:
        sys.stdout.write(json.dumps([asdict(one) for one in summaries], ensure_ascii=False) + "\n")
        return
    if not summaries:
        sys.stderr.write("There are no collections yet. Make one with: paperchat ingest FILE...\n")
        return
    table = Table(box=None, pad_edge=False)
    for heading in ("Name", "Papers", "Passages", "Embedder", "Updated"):
        table.add_column(heading)
    for one in summaries:
        table.add_row(
            Text(one.name), str(one.papers), str(one.passages), Text(one.embedder), one.updated
        )
    Console(highlight=False).print(table)
