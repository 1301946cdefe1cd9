"""How far some files have been read, so that whoever waits can be told how long it still takes."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

__all__ = ["Reached"]


class Reached:
    """How much of some files has been read, by their bytes.

    Args:
        paths: The files, in the order in which they are read; one that is not there has no bytes.
    """

    def __init__(self, paths: Sequence[Path]) -> None:
        self._sizes = [_size(path) for path in paths]
        self._before = 0
        self._here = 0

    @property
    def share(self) -> float:
        """How much has been read, in [0, 1]; never less than it was."""
        every = sum(self._sizes)
        return min(1.0, (self._before + self._here) / every) if every else 1.0

    def begin(self, number: int) -> None:
        """Come to a file, by its place among them from 0."""
        self._before, self._here = sum(self._sizes[:number]), 0

    def to(self, offset: int) -> None:
        """Come to a byte of the file at hand; of one that is read twice, the furthest counts."""
        self._here = max(self._here, offset)


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except (OSError, ValueError):  # what is wrong with it is told when it is read
        return 0
