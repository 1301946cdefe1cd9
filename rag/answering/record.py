"""What the check found in a model's last answers, kept from one process to the next.

One small file in the data folder holds the records of all models, each under its endpoint and name.
Several processes may add to it at once. An answer never fails, or waits long, for its record: what
cannot be written is not remembered.
"""

from __future__ import annotations

import json
from dataclasses import astuple
from functools import reduce
from operator import add
from pathlib import Path
from typing import Any

from rag.answering.strictness import Counts, Strictness, decide
from rag.errors import CollectionError
from rag.locks import FolderLock

__all__ = ["ModelRecord", "decide_by"]

_ANSWERS = 30  # the last ones: a model may be replaced by a better one of the same name
_MODELS = 50
_PATIENCE = 1.0  # seconds


class ModelRecord:
    """The record of one model at one endpoint. Safe to use from several threads and processes.

    Args:
        home: The data folder.
        endpoint: The endpoint's address.
        model: The model's name.
    """

    def __init__(self, home: Path, endpoint: str, model: str) -> None:
        self.model = model
        self._file = home / "models.json"
        self._key = f"{model} at {endpoint.rstrip('/')}"
        self._lock = FolderLock(home, "models.lock")

    def counts(self) -> Counts:
        """Sum up the last answers."""
        return reduce(add, self._answers(self._read()), Counts())

    def add(self, counts: Counts) -> None:
        """Add an answer; one without sentences says nothing of its model."""
        if not counts.all:
            return
        try:
            with self._lock.held(patience=_PATIENCE):
                records = self._read()
                answers = [*self._answers(records), counts][-_ANSWERS:]
                records.pop(self._key, None)  # to the end: the models unused for longest go first
                records[self._key] = [astuple(one) for one in answers]
                self._write(dict(list(records.items())[-_MODELS:]))
        except (CollectionError, OSError):
            return

    def _answers(self, records: dict[str, Any]) -> list[Counts]:
        try:
            return [Counts(*map(int, one)) for one in records.get(self._key, [])]
        except (TypeError, ValueError):
            return []  # not as we wrote it: the record begins anew

    def _read(self) -> dict[str, Any]:
        try:
            records = json.loads(self._file.read_text(encoding="utf-8"))
        except (OSError, ValueError, RecursionError):
            return {}
        return records if isinstance(records, dict) else {}

    def _write(self, records: dict[str, Any]) -> None:
        # Whoever reads meanwhile finds the old file or the new one, never a part.
        fresh = self._file.with_suffix(".new")
        fresh.write_text(json.dumps(records, indent=1), encoding="utf-8")
        fresh.replace(self._file)


def decide_by(record: ModelRecord | None, model: str, user: bool | None) -> Strictness:
    """Decide by what is recorded of a model now, unless the user did."""
    return decide(record.counts() if record else Counts(), model, user)
