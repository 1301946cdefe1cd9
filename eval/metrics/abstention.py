"""Abstention: whether the answer says so where the collection does not hold it, and only there.

Precision and recall are over the whole suite, with "declined" as the positive: a question that is
not declined counts for neither. The two mistakes are told apart, since they cost differently: an
answer where there is none misleads, a refusal where there is one only wastes a question.
"""

from __future__ import annotations

from eval.cases import Case
from eval.metrics.metric import Metric

__all__ = ["METRICS", "cost", "precision", "recall", "unfounded", "withheld"]

COST_UNFOUNDED = 3.0
"""What an answer where there is none costs, in refusals of an answerable question.

A convention, not a measurement; the rates of both mistakes stand beside it, to be weighed anew.
"""


def precision(case: Case) -> float | None:
    """Score whether what is declined had to be."""
    return float(case.question.declined) if case.answer.abstained else None


def recall(case: Case) -> float | None:
    """Score whether what had to be declined is."""
    return float(case.answer.abstained) if case.question.declined else None


def unfounded(case: Case) -> float | None:
    """Score answers where there is none, of the questions that had to be declined."""
    return float(not case.answer.abstained) if case.question.declined else None


def withheld(case: Case) -> float | None:
    """Score refusals, of the questions that the collection answers."""
    return float(case.answer.abstained) if case.answerable else None


def cost(case: Case) -> float | None:
    """Score what a question's mistake costs; every question counts."""
    if case.question.declined:
        return 0.0 if case.answer.abstained else COST_UNFOUNDED
    return float(case.answer.abstained)


METRICS = (
    Metric("abstain P", "abstention", "share of the declined questions that had to be", precision),
    Metric("abstain R", "abstention", "share of those to be declined that are", recall),
    Metric(
        "unfounded",
        "abstention",
        "share of the questions without an answer that got one",
        unfounded,
        lower_is_better=True,
    ),
    Metric(
        "withheld",
        "abstention",
        "share of the answerable questions that were declined",
        withheld,
        lower_is_better=True,
    ),
    Metric(
        "cost",
        "abstention",
        f"mean cost: a refusal costs 1, an answer where there is none {COST_UNFOUNDED:g}",
        cost,
        lower_is_better=True,
        bounded=False,
    ),
)
