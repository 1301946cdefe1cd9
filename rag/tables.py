"""Tables of terms that come with paperchat: `term; term > term; term`, a line each.

>>> list(two_sided(["# birds", "owl; owls > barn owl"]))
[(['owl', 'owls'], ['barn owl'])]
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from importlib.resources import files

__all__ = ["lines_of", "two_sided"]


def lines_of(name: str) -> list[str]:
    """Read the lines of a table in `rag/data`."""
    return files("rag").joinpath("data", name).read_text(encoding="utf-8").splitlines()


def two_sided(lines: Iterable[str]) -> Iterator[tuple[list[str], list[str]]]:
    """Take lines apart into the terms before ">" and those behind it; "#" begins a comment."""
    for line in lines:
        if not line.startswith("#"):
            before, _, behind = line.partition(">")
            yield _terms(before), _terms(behind)


def _terms(text: str) -> list[str]:
    return [term for term in map(str.strip, text.split(";")) if term]
