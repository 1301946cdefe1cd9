"""Chroma's files in a data folder, looked at without Chroma.

Chroma keeps records in an SQLite file, which a killed process leaves whole, and each vector index
in a folder of five files, which it writes over one by one. An index whose writing was cut short
answers wrongly, or takes the process down with it when it is loaded (chroma-core/chroma#7238,
#7678; seen with 1.5.9). So files are looked at before Chroma loads them, and records are read from
SQLite where an index has to be made again.
"""

from __future__ import annotations

import json
import shutil
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

__all__ = ["index_sizes", "index_state", "records", "remove_unowned"]

_DOCUMENT = "chroma:document"  # where Chroma keeps a record's document among its metadata

_SEGMENTS = """
    SELECT segments.id FROM segments JOIN collections ON collections.id = segments.collection
    WHERE segments.scope = ? AND collections.name = ?
"""
_PAGE = """
    SELECT id FROM embeddings WHERE segment_id = ? AND id > ? ORDER BY id LIMIT ?
"""
_METADATA = "SELECT key, string_value FROM embedding_metadata WHERE id = ?"


def index_sizes(folder: Path, names: Sequence[str]) -> str:
    """Describe the index files of some Chroma collections by their sizes: JSON.

    A file that was cut short shows; a copy of the folder looks the same.
    """
    sizes = {str(file.relative_to(folder)): file.stat().st_size for file in _files(folder, names)}
    return json.dumps(sizes)


def index_state(folder: Path, names: Sequence[str]) -> str:
    """Describe them so that every writing shows, whatever it changed: JSON."""
    stats = ((file, file.stat()) for file in _files(folder, names))
    return json.dumps(
        {str(file.relative_to(folder)): (stat.st_size, stat.st_mtime_ns) for file, stat in stats}
    )


def records(folder: Path, name: str, size: int) -> Iterator[list[tuple[dict[str, Any], str]]]:
    """Read the records of a Chroma collection whose metadata are strings, some at a time.

    Between two pages nothing is locked: Chroma may write.

    Yields:
        At most `size` records, each with its metadata and its document.
    """
    last = 0
    while True:
        with closing(_connect(folder)) as database:
            (segment,) = database.execute(_SEGMENTS, ("METADATA", name)).fetchone()
            ids = [row for (row,) in database.execute(_PAGE, (segment, last, size))]
            page = [dict(database.execute(_METADATA, (row,)).fetchall()) for row in ids]
        if not page:
            return
        yield [(metadata, metadata.pop(_DOCUMENT, "")) for metadata in page]
        last = ids[-1]


def remove_unowned(folder: Path) -> None:
    """Remove the index folders of collections that Chroma has deleted; it leaves them behind."""
    with closing(_connect(folder)) as database:
        owned = {segment for (segment,) in database.execute("SELECT id FROM segments")}
    for child in folder.iterdir():
        if child.is_dir() and (child / "header.bin").exists() and child.name not in owned:
            shutil.rmtree(child, ignore_errors=True)


def _files(folder: Path, names: Iterable[str]) -> Iterator[Path]:
    with closing(_connect(folder)) as database:
        segments = [
            segment
            for name in names
            for (segment,) in database.execute(_SEGMENTS, ("VECTOR", name)).fetchall()
        ]
    for segment in segments:
        if (folder / segment).is_dir():
            yield from sorted((folder / segment).iterdir())


def _connect(folder: Path) -> sqlite3.Connection:
    # Not read-only: what a killed writer left half done has to be rolled back first.
    return sqlite3.connect(folder / "chroma.sqlite3", timeout=60.0)
