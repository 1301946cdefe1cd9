"""What an open chat writes down of the requests that it answers: JSON lines, each with an id.

The reader of a failure sees its id, and whoever runs the chat finds the line by it. No line holds a
question, an abstract, an answer or a key, unless `debug` was chosen::

    with Request("ask", question=question) as request:
        answer = ...
        request.tell(kind=answer.kind)
"""

from __future__ import annotations

import json
import logging
import secrets
import sys
import time
import traceback
from contextlib import AbstractContextManager
from datetime import UTC, datetime
from types import TracebackType
from typing import Any, Self, TextIO

from llama_index_instrumentation.dispatcher import instrument_tags

from rag.answers import Answer
from rag.errors import PaperchatError

__all__ = ["Request", "write_logs"]

_log = logging.getLogger(__name__)
_OURS = ("rag", "ui")  # what other packages log may hold anything


class Request:
    """One request, from its coming to its end; a context that writes a line when it is left.

    Args:
        what: What is done: `ask`, `search`.
        said: What was said, written down where `debug` was chosen, and never else.

    Attributes:
        id: Eight hexadecimal digits.
    """

    def __init__(self, what: str, **said: Any) -> None:
        self.id = secrets.token_hex(4)
        self._what = what
        self._said = said
        self._facts: dict[str, Any] = {}
        self._begun = time.monotonic()

    def tell(self, **facts: Any) -> None:
        """Add what is to be known of it, without a word of any text."""
        self._facts |= facts

    def answered(self, answer: Answer) -> None:
        """Add what is to be known of an answer."""
        self.tell(
            kind=answer.kind,
            answerer=answer.answerer,
            abstained=answer.abstained,
            timings_ms=answer.timings_ms.model_dump(),
            notices=len(answer.notices),
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.ended(error)

    def traced(self) -> AbstractContextManager[None]:
        """Have the stages of what is done inside, by this thread, name the request."""
        return instrument_tags({"request": self.id})

    def ended(self, error: BaseException | None) -> None:
        """Write the line; for those who do not use it as a context.

        Args:
            error: What it failed with.
        """
        outcome, level = "done", logging.INFO
        if isinstance(error, PaperchatError):
            outcome = "refused"
        elif isinstance(error, Exception):
            outcome, level = "failed", logging.ERROR
        elif error is not None:
            outcome = "left"  # by whom it was for
        facts = {"request": self.id, "outcome": outcome, **self._facts}
        facts["seconds"] = round(time.monotonic() - self._begun, 3)
        _log.log(
            level,
            "%s",
            self._what,
            exc_info=error if isinstance(error, Exception) else None,
            extra={"facts": facts, "said": self._said},
        )


def write_logs(level: str, stream: TextIO | None = None) -> None:
    """Write what is logged as JSON lines.

    Args:
        level: `error` for failures alone, `info` for every request, `debug` for what was said, too.
        stream: Where to; standard error if it is not given.
    """
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(_Lines(in_full=level == "debug"))
    for name in _OURS:
        logger = logging.getLogger(name)
        logger.handlers = [handler]
        logger.setLevel(level.upper())
        logger.propagate = False


class _Lines(logging.Formatter):
    """Gives a record as one line of JSON."""

    def __init__(self, *, in_full: bool) -> None:
        super().__init__()
        self._in_full = in_full

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "event": record.getMessage(),
            **getattr(record, "facts", {}),
        }
        error = record.exc_info[1] if record.exc_info else None
        if error is not None:
            line["error"] = type(error).__name__
            # Where it happened, without what it says: that may quote a question or an abstract.
            frames = traceback.extract_tb(error.__traceback__)
            line["at"] = [f"{one.filename}:{one.lineno} {one.name}" for one in frames]
            if self._in_full:
                line["message"] = str(error)
        if self._in_full:
            line |= getattr(record, "said", {})
        return json.dumps(line, ensure_ascii=False, default=str)
