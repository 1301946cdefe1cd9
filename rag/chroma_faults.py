"""What a failure of Chroma means for a user: one line that says what, where and what to do."""

from __future__ import annotations

import shutil
from contextlib import suppress
from pathlib import Path
from urllib.parse import SplitResult

from rag.errors import CollectionDamaged, CollectionError, CollectionMissing

__all__ = ["folder_fault", "is_unreachable", "missing", "server_fault"]

_ROOM = 10_000_000
"""Bytes that have to be free on a disk: with fewer, what fails has failed for want of room.

Chroma does not say so. It writes a megabyte at once for a batch, several for an index.
"""


def folder_fault(error: Exception, folder: Path) -> CollectionError:
    """Explain a failure of embedded Chroma."""
    free = _free(folder)
    if free < _ROOM:
        return CollectionError(
            f"the disk is full ({free / 1e6:.1f} MB are free)",
            where=str(folder),
            remedy="Make room, or name a folder on another disk in PAPERCHAT_HOME",
        )
    return CollectionDamaged(
        f"Chroma cannot use its files ({error})",
        where=str(folder),
        remedy="Run paperchat doctor, or move the folder away and ingest the lists again",
    )


def server_fault(error: Exception, url: SplitResult) -> CollectionError:
    """Explain a failure of a Chroma server; its address is told without a password."""
    return CollectionError(
        f"the Chroma server does not answer ({error})",
        where=url._replace(netloc=url.netloc.rpartition("@")[2]).geturl(),
        remedy="Start it, or correct PAPERCHAT_CHROMA_URL",
    )


def missing(name: str) -> CollectionMissing:
    """Say that a collection is not there any more."""
    return CollectionMissing(
        "the collection has been deleted", where=name, remedy="Ingest its lists again"
    )


def is_unreachable(error: Exception) -> bool:
    """Tell whether a server could not be reached, or broke off: it may be starting again."""
    import httpx

    return isinstance(error, httpx.TransportError)


def _free(folder: Path) -> int:
    """Tell how many bytes are free on the disk of a folder, as far as the system says."""
    with suppress(OSError):
        return shutil.disk_usage(folder).free
    return _ROOM
