"""The gate: no figure may fall below the one recorded.

A suite's `recorded.json` holds the figures of its last accepted run. A figure has fallen when it
is worse by more than one question could make it: by more than 1/n for a mean over n questions.
Figures of one machine are the same to the last digit, but int8 arithmetic differs between
processors, and with it the order of two papers that are all but equal. That is what one question
is allowed for, and it is enough: with the vectors of all questions moved at random to a cosine of
0.999, which is as far as int8 moves them from the original weights, no figure of 229 questions
changed by more.

Small falls do not slip through: every metric is held over all questions and in each kind, and
`right`, which falls with most of them, over all questions allows but one.

A figure that rose is no fault, but the record should follow: `paperchat eval --record`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from pydantic import BaseModel, ConfigDict, ValidationError

from eval.metrics import METRICS
from eval.scoring import Figures, Results
from rag.errors import InputError

__all__ = ["Change", "Recorded", "changes", "read_recorded", "record"]


class Recorded(BaseModel):
    """The figures of a suite that a run is held to.

    Attributes:
        answerer: Who answered: a model's name, or None where answers were quoted.
        embedder: The embedder; None for the embedded one.
        questions: How many were asked.
        figures: Each bounded metric over all of them: its value, and of how many it is the mean.
        by_kind: The same for each kind.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    answerer: str | None
    embedder: str | None
    questions: int
    figures: dict[str, tuple[float, int]]
    by_kind: dict[str, dict[str, tuple[float, int]]]


@dataclass(frozen=True, slots=True)
class Change:
    """A figure that differs from the recorded one by more than one question could make it.

    Attributes:
        name: The metric, with the kind before it where it is of one kind.
        recorded: What was recorded.
        found: What was found.
        worse: Whether it fell.
    """

    name: str
    recorded: float
    found: float
    worse: bool

    def __str__(self) -> str:
        verb = "fell" if self.found < self.recorded else "rose"
        return f"{self.name} {verb} from {self.recorded:.4f} to {self.found:.4f}"


_FILE = "recorded.json"
_SLACK = 1e-6  # figures are rounded to as much


def record(suite: Path, results: Results) -> Path:
    """Record the figures of a run as those that later ones are held to."""
    settings = results.provenance["settings"]
    found = Recorded(
        answerer=settings["model"],
        embedder=settings["embedder"],
        questions=sum(results.questions.values()),
        figures=_recordable(results.figures),
        by_kind={kind: _recordable(figures) for kind, figures in results.by_kind.items()},
    )
    file = suite / _FILE
    file.write_text(json.dumps(found.model_dump(), indent=1) + "\n", "utf-8")
    return file


def read_recorded(suite: Path) -> Recorded:
    """Read what a suite's runs are held to.

    Raises:
        InputError: There is no record, or it cannot be read.
    """
    file = suite / _FILE
    remedy = "Make it with: paperchat eval --suite DIR --record"
    try:
        return Recorded.model_validate_json(file.read_text("utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise InputError("there is no record", where=str(file), remedy=remedy) from error
    except ValidationError as error:
        raise InputError("the record cannot be read", where=str(file), remedy=remedy) from error


def changes(results: Results, recorded: Recorded) -> tuple[Change, ...]:
    """Compare a run with the record.

    Raises:
        InputError: It was answered by another model, or embedded by another embedder, than
            recorded, or asked other questions: its figures say nothing of a fall.
    """
    settings = results.provenance["settings"]
    asked, wanted_number = sum(results.questions.values()), recorded.questions
    if asked != wanted_number:
        raise InputError(
            f"the record is of {wanted_number} questions, the run of {asked}",
            where=results.suite,
            remedy="Ask the whole suite, and record anew if its questions have changed",
        )
    for name, wanted in (("model", recorded.answerer), ("embedder", recorded.embedder)):
        if settings[name] != wanted:
            raise InputError(
                f"the record is of {wanted or 'the default'}, the run of "
                f"{settings[name] or 'the default'}",
                where=f"PAPERCHAT_{name.upper()}",
                remedy="Set it as it was then, or record anew",
            )
    return (
        *_changes("", results.figures, recorded.figures),
        *(
            change
            for kind, figures in recorded.by_kind.items()
            for change in _changes(f"{kind}: ", _of_kind(results, kind), figures)
        ),
    )


def _of_kind(results: Results, kind: str) -> Figures:
    return {str(name): figures for name, figures in results.by_kind.items()}.get(kind, {})


def _recordable(figures: Figures) -> dict[str, tuple[float, int]]:
    bounded = {metric.name for metric in METRICS if metric.bounded}
    return {name: (one.value, one.n) for name, one in figures.items() if name in bounded}


def _changes(
    prefix: str, figures: Figures, recorded: dict[str, tuple[float, int]]
) -> Iterator[Change]:
    lower_is_better = {metric.name for metric in METRICS if metric.lower_is_better}
    for name, (value, n) in recorded.items():
        found = figures.get(name)
        if found is None:  # no question can be scored any more: nothing is declined, for one
            continue
        difference = found.value - value
        if abs(difference) > 1 / n + _SLACK:
            worse = (difference > 0) == (name in lower_is_better)
            yield Change(prefix + name, value, found.value, worse)
