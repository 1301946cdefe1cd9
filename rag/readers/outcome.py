"""What a reader says of a list besides its entries: what it refused and what it passed over.

Both are values, not exceptions, so one bad file or record never keeps the rest from being read.

>>> str(Refusal("lists/a.txt:7", "the file is empty", "Put abstracts in it"))
'lists/a.txt:7: the file is empty. Put abstracts in it.'
"""

from __future__ import annotations

from dataclasses import dataclass

from rag.errors import InputError
from rag.papers import Entry
from rag.readers.cleaning import printable

__all__ = ["Outcome", "Refusal", "Skipped"]


@dataclass(frozen=True, slots=True)
class Refusal:
    """Something that could not be read.

    Attributes:
        where: The file, and the line where there is one.
        what: What is wrong with it, without a full stop.
        remedy: What the user can do, as an imperative sentence without a full stop.
    """

    where: str
    what: str
    remedy: str

    @classmethod
    def of(cls, error: InputError) -> Refusal:
        """Turn an error into the value that says the same."""
        return cls(error.where, error.what, error.remedy)

    def __str__(self) -> str:
        # Names of files and fields must not break the line or steer the terminal.
        return printable(f"{self.where}: {self.what}. {self.remedy}.")


@dataclass(frozen=True, slots=True)
class Skipped:
    """Parts of a list that are no papers, or hold no abstract: counted, not read.

    Attributes:
        where: The file.
        kind: What they are, in the file's own word where it has one: `Workshop`, `Tutorial`.
        count: How many of this kind the file holds.
    """

    where: str
    kind: str
    count: int

    def __str__(self) -> str:
        return printable(f"{self.where}: {self.count} skipped ({self.kind}).")


Outcome = Entry | Refusal | Skipped
