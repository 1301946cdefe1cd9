"""Whether the paper that is asked for comes first.

Scored are questions, other than listings and overviews, that the collection answers and that
exactly one paper answers. Where the answer abstains, no paper is given, and the score is 0.
"""

from __future__ import annotations

from eval.cases import Case
from eval.metrics.metric import Metric

__all__ = ["METRICS", "right_first"]


def right_first(case: Case) -> float | None:
    """Score whether the one right paper is the first that the answer gives."""
    if not case.answerable or len(case.gold) != 1 or case.question.kind in ("listing", "overview"):
        return None
    return float(case.given[:1] == tuple(case.gold))


METRICS = (
    Metric(
        "right first",
        "papers",
        "whether the one right paper is given first; scored where one paper answers",
        right_first,
    ),
)
