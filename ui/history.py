"""The conversations and the verdicts of visitors, kept in the data folder.

::

    history/
        VISITOR/                one browser: a hash of what it alone knows
            conversations/ID.json
            verdicts/ID.json    what its visitor thinks of one answer

A record is written beside its place and moved there whole, so whoever reads meanwhile finds the
old one or the new one. One that cannot be read is passed over.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Generic, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from rag.answers import Answer
from rag.errors import InputError

__all__ = [
    "Kept",
    "KeptTurn",
    "Records",
    "Verdict",
    "conversations",
    "follow",
    "fresh_id",
    "verdicts",
]

_ID = r"[0-9a-f]{32}"
_CONVERSATIONS, _VERDICTS = "conversations", "verdicts"


def fresh_id() -> str:
    """Make an id that nobody can guess."""
    return secrets.token_hex(16)


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="microseconds")


class _Record(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore")

    id: str = Field(default_factory=fresh_id, pattern=f"^{_ID}$")
    collection: str
    changed: str = Field(default_factory=_now)


class KeptTurn(BaseModel):
    """A question, what the page showed for it and its answer, if it got one."""

    model_config = ConfigDict(frozen=True)

    question: str
    shown: str = ""
    answer: Answer | None = None


class Kept(_Record):
    """A conversation.

    Attributes:
        name: What its visitor calls it; empty until they do.
        turns: Its questions and answers.
    """

    name: str = ""
    turns: tuple[KeptTurn, ...]

    @property
    def title(self) -> str:
        """Its name, or its first question."""
        return self.name or next((turn.question for turn in self.turns), "")

    def holds(self, words: str) -> bool:
        """Tell whether each of some words stands somewhere in it."""
        texts = [self.name, self.collection]
        for turn in self.turns:
            texts += [turn.question, turn.answer.answer if turn.answer else ""]
        text = "\n".join(texts).casefold()
        return all(word in text for word in words.casefold().split())


class Verdict(_Record):
    """What a visitor thinks of an answer.

    Attributes:
        liked: Whether it is good.
        word: What they say of it.
        turns: The questions up to the one that it answers.
        answer: The answer with its citations.
        settings: Those that it was made with.
    """

    liked: bool
    word: str = ""
    turns: tuple[str, ...]
    answer: Answer
    settings: dict[str, str | int | None] = {}


Record = TypeVar("Record", Kept, Verdict)


@dataclass(frozen=True, slots=True)
class Records(Generic[Record]):
    """The records of one kind and one visitor. Safe to use from several threads and processes."""

    _folder: Path
    _kind: type[Record]

    def all(self) -> list[Record]:
        """Read every record, the one that was changed last first."""
        return sorted(self._read_all(), key=lambda one: one.changed, reverse=True)

    def get(self, record_id: str) -> Record | None:
        """Read one record; None where there is none of this id."""
        try:
            return self._kind.model_validate_json(self._file(record_id).read_bytes())
        except (OSError, ValidationError):
            return None

    def put(self, record: Record) -> None:
        """Write a record, in the place of the one with its id.

        Raises:
            InputError: The data folder cannot be written.
        """
        file = self._file(record.id)
        fresh = file.with_suffix(f".{secrets.token_hex(4)}")
        try:
            self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            fresh.write_text(record.model_dump_json(), "utf-8")
            fresh.replace(file)
        except OSError as error:
            raise InputError(
                f"nothing can be kept there ({error.strerror})",
                where=str(self._folder),
                remedy="Free the data folder, or name another with PAPERCHAT_HOME",
            ) from error

    def delete(self, record_id: str) -> None:
        """Delete a record, if it is there."""
        self._file(record_id).unlink(missing_ok=True)

    def follow(self, collection: str, new: str) -> None:
        """Name a collection anew in every record; each stays as old as it is.

        Raises:
            InputError: The data folder cannot be written.
        """
        for record in self._read_all():
            if record.collection == collection:
                self.put(record.model_copy(update={"collection": new}))

    def _read_all(self) -> Iterator[Record]:
        for file in self._folder.glob("*.json"):
            if record := self.get(file.stem):
                yield record

    def _file(self, record_id: str) -> Path:
        # An id comes from the browser: it is a name of a file only when it is one of ours.
        known = "".join(sign for sign in record_id if sign in "0123456789abcdef")
        return self._folder / f"{known}.json"


def follow(home: Path, collection: str, new: str) -> None:
    """Have what every visitor kept go on with a collection that has another name now.

    Raises:
        InputError: The data folder cannot be written.
    """
    for folder in (home / "history").glob("*"):
        Records(folder / _CONVERSATIONS, Kept).follow(collection, new)
        Records(folder / _VERDICTS, Verdict).follow(collection, new)


def conversations(home: Path, visitor: str) -> Records[Kept]:
    """Give the conversations of a visitor.

    Args:
        home: The data folder.
        visitor: What only their browser knows.
    """
    return Records(_folder_of(home, visitor) / _CONVERSATIONS, Kept)


def verdicts(home: Path, visitor: str) -> Records[Verdict]:
    """Give the verdicts of a visitor; see `conversations`."""
    return Records(_folder_of(home, visitor) / _VERDICTS, Verdict)


def _folder_of(home: Path, visitor: str) -> Path:
    return home / "history" / hashlib.sha256(visitor.encode()).hexdigest()[:32]
