"""The papers that an answer gives against those that answer: precision, recall, F1, size.

Scored are questions that the collection answers with a stated set of papers. An answer without a
paper has precision 0 and recall 0, as in trec_eval's set measures, also where it abstains. Of a
listing the set is complete, so these are the figures of a listing; for a question about one paper
they say what else was cited, and for an overview, whose set is only what must be there, only the
recall is scored.
"""

from __future__ import annotations

from eval.cases import Case
from eval.metrics.metric import Metric

__all__ = ["METRICS", "f1", "precision", "recall", "size_error"]


def precision(case: Case) -> float | None:
    """Score how many of the given papers answer."""
    if not case.complete:
        return None
    right = len(case.gold.intersection(case.given))
    return right / len(case.given) if case.given else 0.0


def recall(case: Case) -> float | None:
    """Score how many of the papers that answer are given."""
    if not case.answerable or not case.gold:
        return None
    return len(case.gold.intersection(case.given)) / len(case.gold)


def f1(case: Case) -> float | None:
    """Score the harmonic mean of both."""
    if not case.complete:
        return None
    right = len(case.gold.intersection(case.given))
    return 2 * right / (len(case.gold) + len(case.given))


def size_error(case: Case) -> float | None:
    """Score by what share of its true size a listing is too long or too short."""
    if not case.complete or case.question.kind != "listing":
        return None
    return abs(len(case.given) - len(case.gold)) / len(case.gold)


_RULE = "scored where the papers that answer are stated"
METRICS = (
    Metric("papers P", "papers", f"share of the given papers that answer; {_RULE}", precision),
    Metric(
        "papers R", "papers", f"share of the papers that answer that are given; {_RULE}", recall
    ),
    Metric("papers F1", "papers", f"harmonic mean of both; {_RULE}", f1),
    Metric(
        "size error",
        "papers",
        "by what share of its true size a listing is too long or too short",
        size_error,
        lower_is_better=True,
        bounded=False,
    ),
)
