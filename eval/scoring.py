"""From answers to results: every metric over every question, then the figures of the report."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict
from typing import Any, TypeVar

import numpy as np
from pydantic import BaseModel, ConfigDict

from eval.cases import Case
from eval.metrics import METRICS
from eval.questions import KINDS, SPLITS, Kind, Split
from eval.statistics import figure
from rag.answers import Usage

__all__ = ["FigureValue", "Results", "Scored", "results", "score"]


class FigureValue(BaseModel):
    """A figure with its 95% interval and the number of questions that it rests on."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    value: float
    low: float
    high: float
    n: int


Figures = dict[str, FigureValue]


class Latency(BaseModel):
    """How long answers took, in milliseconds a turn, and all together in seconds."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    median_ms: float
    p95_ms: float
    total_s: float


class Results(BaseModel):
    """What `paperchat eval --json` prints. Its JSON Schema lies in `results.schema.json`.

    Attributes:
        suite: The suite's name.
        questions: How many were asked, by kind.
        figures: Each metric over all of them.
        by_kind: The same for each kind.
        by_split: The same for each split.
        by_turn: The same for each place in a conversation: of what is scored, a last turn, `2` is
            the second question.
        abstention: How many questions were declined or answered, of those to decline or answer.
        latency: How long it took; unlike the figures, this differs from run to run.
        usage: Tokens and cost of all answers.
        fallbacks: Questions whose model failed, so that the answer was quoted.
        judge: What a model as judge found, where one was asked.
        provenance: What gives the same figures again.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    suite: str
    questions: dict[Kind, int]
    figures: Figures
    by_kind: dict[Kind, Figures]
    by_split: dict[Split, Figures]
    by_turn: dict[int, Figures]
    abstention: dict[str, int]
    latency: Latency
    usage: Usage
    fallbacks: int
    judge: dict[str, Any] | None = None
    provenance: dict[str, Any]


class Scored(BaseModel):
    """One question with its scores, a line of `questions.jsonl` in a run's folder.

    Attributes:
        given: The papers that the answer gives.
        missed: Those that answer and are not given.
        wrong: Those that are given and do not answer.
        scores: Each metric that scores the question.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    id: str
    split: Split
    kind: Kind
    turns: tuple[str, ...]
    standalone: str
    declined: bool
    abstained: bool
    gold: tuple[str, ...]
    given: tuple[str, ...]
    missed: tuple[str, ...]
    wrong: tuple[str, ...]
    scores: dict[str, float]
    answer: str


def score(cases: Iterable[Case]) -> list[Scored]:
    """Score every question by every metric."""
    return [_scored(case) for case in cases]


def results(
    suite: str,
    cases: Sequence[Case],
    scored: Sequence[Scored],
    provenance: Mapping[str, Any],
    judge: dict[str, Any] | None = None,
) -> Results:
    """Sum scored questions up."""
    answers = [answer for case in cases for answer in case.asked.answers]
    times = [1000 * seconds for case in cases for seconds in case.asked.seconds]
    costs = [answer.usage.cost_usd for answer in answers if answer.usage.cost_usd is not None]
    return Results(
        suite=suite,
        questions=dict(Counter(one.kind for one in scored)),
        figures=_figures(scored),
        by_kind=_by(scored, lambda one: one.kind, KINDS),
        by_split=_by(scored, lambda one: one.split, SPLITS),
        by_turn=_by(scored, lambda one: len(one.turns), sorted({len(one.turns) for one in scored})),
        abstention=dict(
            Counter(
                f"{'to decline' if one.declined else 'to answer'}, "
                f"{'declined' if one.abstained else 'answered'}"
                for one in scored
            )
        ),
        latency=Latency(
            median_ms=round(float(np.percentile(times, 50)), 2),
            p95_ms=round(float(np.percentile(times, 95)), 2),
            total_s=round(sum(times) / 1000, 2),
        ),
        usage=Usage(
            prompt_tokens=sum(answer.usage.prompt_tokens for answer in answers),
            completion_tokens=sum(answer.usage.completion_tokens for answer in answers),
            cost_usd=round(sum(costs), 6) if costs else None,
        ),
        fallbacks=sum(case.asked.fallback for case in cases),
        judge=judge,
        provenance=dict(provenance),
    )


_Group = TypeVar("_Group")


def _by(
    scored: Sequence[Scored], group_of: Callable[[Scored], _Group], groups: Iterable[_Group]
) -> dict[_Group, Figures]:
    """Sum each group up; groups without a question are left out."""
    members = {group: [one for one in scored if group_of(one) == group] for group in groups}
    return {group: _figures(own) for group, own in members.items() if own}


def _figures(scored: Sequence[Scored]) -> Figures:
    figures = {}
    for metric in METRICS:
        own = [one.scores[metric.name] for one in scored if metric.name in one.scores]
        if found := figure(own):
            figures[metric.name] = FigureValue(**asdict(found))
    return figures


def _scored(case: Case) -> Scored:
    found = {metric.name: metric.score(case) for metric in METRICS}
    return Scored(
        id=case.question.id,
        split=case.question.split,
        kind=case.question.kind,
        turns=tuple(case.question.turns),
        standalone=case.answer.standalone_question,
        declined=case.question.declined,
        abstained=case.answer.abstained,
        gold=tuple(sorted(case.gold)),
        given=case.given,
        missed=case.missed,
        wrong=case.wrong,
        scores={name: score for name, score in found.items() if score is not None},
        answer=case.answer.answer,
    )
