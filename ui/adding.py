"""Adding lists that a visitor hands over: how far it is, and what became of them.

A list is known by what it holds, not by its name: the readers refuse what is no text. Its file is
Gradio's, which deletes it after a day.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from queue import SimpleQueue

from rag.errors import InputError
from rag.workspace import IngestReport, Workspace

__all__ = ["LARGEST_LIST", "MOST_LISTS", "Step", "add_lists"]

MOST_LISTS = 50
"""How many lists are taken at once."""

LARGEST_LIST = 50_000_000
"""Bytes of a list: some 35,000 abstracts."""

Step = int | str | IngestReport
"""How many abstracts have been read, something to know of meanwhile, or what became of it all."""


def add_lists(workspace: Workspace, collection: str, lists: Sequence[Path]) -> Iterator[Step]:
    """Add lists to a collection, and go on with it even when nobody listens any more.

    Args:
        workspace: Where the collection is.
        collection: Its name.
        lists: The files.

    Yields:
        What there is to tell, and at the end the report, which names files without
        their folders.

    Raises:
        InputError: There are too many lists.
        CollectionError: The collection cannot be written.
    """
    if len(lists) > MOST_LISTS:
        raise InputError(
            f"{len(lists)} lists are too many at once",
            where=collection,
            remedy=f"Add at most {MOST_LISTS} at a time",
        )
    steps: SimpleQueue[Step | Exception] = SimpleQueue()
    threading.Thread(target=_run, args=(workspace, collection, lists, steps), daemon=True).start()
    while not isinstance(step := steps.get(), IngestReport):
        if isinstance(step, Exception):
            raise step
        yield step
    yield step


class _Progress:
    """Puts what an ingest tells where it is waited for."""

    def __init__(self, steps: SimpleQueue[Step | Exception]) -> None:
        self._steps = steps
        self._read = 0

    def advanced(self, entries: int, share: float) -> None:
        """So many more entries have been dealt with."""
        self._read += entries
        self._steps.put(self._read)

    def told(self, line: str) -> None:
        """Something that the user has to know."""
        self._steps.put(line)


def _run(
    workspace: Workspace,
    collection: str,
    lists: Sequence[Path],
    steps: SimpleQueue[Step | Exception],
) -> None:
    try:
        report = workspace.ingest(lists, collection, _Progress(steps))
        steps.put(replace(report, refused=tuple(_shown(one, lists) for one in report.refused)))
    except Exception as error:
        steps.put(error)


def _shown(refusal: str, lists: Sequence[Path]) -> str:
    for file in lists:
        refusal = refusal.replace(str(file), file.name)
    return refusal
