"""Two or more runs side by side: which differences are real, and which answers changed.

The first run is what the others are compared with. A difference is called real where a paired
permutation test, adjusted for the number of figures that are compared, gives it less than one
chance in twenty of being luck.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, ValidationError

from eval.metrics import METRICS
from eval.questions import Kind
from eval.scoring import Scored
from eval.statistics import DIGITS, holm, paired_p
from rag.errors import InputError

__all__ = ["Changed", "Comparison", "Difference", "Pair", "SavedRun", "compare", "read_run"]

CHANCE = 0.05
"""The adjusted p-value below which a difference is called real."""


@dataclass(frozen=True, slots=True)
class SavedRun:
    """What a run's folder holds of it."""

    name: str
    scored: tuple[Scored, ...]
    provenance: Mapping[str, Any]


class _Value(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Difference(_Value):
    """A figure in two runs, over the questions that both asked.

    Attributes:
        p: The paired test's p-value, adjusted (Holm) for the number of figures.
        real: Whether the difference is more than luck.
    """

    first: float
    second: float
    difference: float
    p: float
    real: bool
    n: int


class Changed(_Value):
    """A question that the runs answered differently right.

    Attributes:
        right: How right each answer is.
        answers: Both answers.
    """

    id: str
    kind: Kind
    turns: tuple[str, ...]
    right: tuple[float, float]
    answers: tuple[str, str]


class Pair(_Value):
    """A run beside the first one.

    Attributes:
        only: How many questions only one of the two asked; they are left out.
        settings: What differs in what the runs were made from: (the first's, the second's).
        figures: Each metric that scores a question in both.
        changed: Every question whose rightness, papers or declining differ; falls come first.
    """

    first: str
    second: str
    questions: int
    only: int
    settings: dict[str, tuple[Any, Any]]
    figures: dict[str, Difference]
    changed: tuple[Changed, ...]


class Comparison(_Value):
    """What `paperchat eval compare --json` prints."""

    pairs: tuple[Pair, ...]


def read_run(folder: Path) -> SavedRun:
    """Read a finished run.

    Raises:
        InputError: The folder holds none.
    """
    try:
        results = json.loads((folder / "results.json").read_text("utf-8"))
        lines = (folder / "questions.jsonl").read_text("utf-8").split("\n")
        scored = tuple(Scored.model_validate_json(line) for line in lines if line)
        return SavedRun(folder.name, scored, results["provenance"])
    except (OSError, ValueError, KeyError, TypeError, ValidationError) as error:
        raise InputError(
            f"it holds no finished run of a suite ({type(error).__name__})",
            where=str(folder),
            remedy="Name the folder that `paperchat eval` wrote, or settings as VARIABLE=VALUE",
        ) from error


def compare(runs: Sequence[SavedRun]) -> Comparison:
    """Compare runs with the first of them.

    Raises:
        InputError: Two of them have no question in common.
    """
    first, *others = runs
    return Comparison(pairs=tuple(_pair(first, other) for other in others))


def _pair(first: SavedRun, second: SavedRun) -> Pair:
    of_second = {one.id: one for one in second.scored}
    both = [
        (one, of_second[one.id])
        for one in first.scored
        if one.id in of_second and of_second[one.id].turns == one.turns
    ]
    if not both:
        raise InputError(
            f"it has no question in common with {first.name}",
            where=second.name,
            remedy="Compare runs of the same suite",
        )
    return Pair(
        first=first.name,
        second=second.name,
        questions=len(both),
        only=len(first.scored) + len(second.scored) - 2 * len(both),
        settings=dict(_different(first.provenance, second.provenance)),
        figures=_differences(both),
        changed=tuple(
            sorted(
                (_changed(one, other) for one, other in both if _differ(one, other)),
                key=lambda changed: (changed.right[1] - changed.right[0], changed.id),
            )
        ),
    )


def _differences(both: Sequence[tuple[Scored, Scored]]) -> dict[str, Difference]:
    columns = {}
    for metric in METRICS:
        scores = [(a.scores.get(metric.name), b.scores.get(metric.name)) for a, b in both]
        if any(a is not None for a, _ in scores) and any(b is not None for _, b in scores):
            columns[metric.name] = scores
    p_values = [paired_p([a for a, _ in own], [b for _, b in own]) for own in columns.values()]
    return {
        name: _difference(own, p)
        for (name, own), p in zip(columns.items(), holm(p_values), strict=True)
    }


def _difference(scores: Sequence[tuple[float | None, float | None]], p: float) -> Difference:
    first, second = (
        [one for one in column if one is not None] for column in zip(*scores, strict=True)
    )
    means = (sum(first) / len(first), sum(second) / len(second))
    return Difference(
        first=round(means[0], DIGITS),
        second=round(means[1], DIGITS),
        difference=round(means[1] - means[0], DIGITS),
        p=p,
        real=p < CHANCE,
        n=max(len(first), len(second)),
    )


def _differ(one: Scored, other: Scored) -> bool:
    return (one.scores["right"], one.abstained, set(one.given)) != (
        other.scores["right"],
        other.abstained,
        set(other.given),
    )


def _changed(one: Scored, other: Scored) -> Changed:
    return Changed(
        id=one.id,
        kind=one.kind,
        turns=one.turns,
        right=(one.scores["right"], other.scores["right"]),
        answers=(one.answer, other.answer),
    )


def _different(
    first: Mapping[str, Any], second: Mapping[str, Any], prefix: str = ""
) -> Iterator[tuple[str, tuple[Any, Any]]]:
    """Name what differs between two provenances, down to single settings and prompts."""
    for name in dict.fromkeys(chain(first, second)):
        one, other = first.get(name), second.get(name)
        if isinstance(one, dict) and isinstance(other, dict):
            yield from _different(one, other, f"{prefix}{name}.")
        elif one != other:
            yield f"{prefix}{name}", (one, other)
