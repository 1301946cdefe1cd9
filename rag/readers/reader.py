"""What a format has to offer to be read: a name, its suffixes and two functions."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from rag.readers.decoding import TextFile
from rag.readers.outcome import Outcome

__all__ = ["Reader"]


@dataclass(frozen=True, slots=True)
class Reader:
    """One format.

    Attributes:
        name: What people call the format.
        suffixes: The suffixes that its files usually have, lower case, with their dot.
        claims: Whether a file that begins with this text is surely of the format, whatever
            its suffix. The text has neither a byte-order mark nor leading blanks.
        read: The outcomes of a file, in order.
    """

    name: str
    suffixes: frozenset[str]
    claims: Callable[[str], bool]
    read: Callable[[TextFile], Iterator[Outcome]]
