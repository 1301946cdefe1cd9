"""Retrieval: where the papers that answer stand in the ranking, as ir-measures (trec_eval) says.

A question is scored if some paper answers it or is the one that it is about. Borderline papers are
taken out of the ranking before. A paper that is not retrieved counts as one that is not found.
"""

from __future__ import annotations

from collections.abc import Callable

from eval.cases import Case
from eval.metrics.metric import Metric

__all__ = ["METRICS"]


def _scorer(measure: str) -> Callable[[Case], float | None]:
    def score(case: Case) -> float | None:
        # Imported here, not above: nobody who asks for help should wait for it.
        from ir_measures import iter_calc, parse_measure

        if not case.gold:
            return None
        # Ranks as scores: trec_eval breaks ties of scores by id.
        ranked = {paper: -float(rank) for rank, (paper, _) in enumerate(case.ranking)}
        if not ranked:
            return 0.0
        qrels = {"q": dict.fromkeys(case.gold, 1)}
        (value,) = iter_calc([parse_measure(measure)], qrels, {"q": ranked})
        return float(value.value)

    return score


_MEASURES = {
    "nDCG@10": "normalised discounted cumulative gain of the first ten",
    "R@5": "share of the papers that answer among the first five",
    "R@10": "the same among the first ten",
    "R@20": "the same among the first twenty",
    "RR": "reciprocal rank of the first paper that answers (MRR)",
    "Rprec": "precision at as many papers as answer (R-precision)",
}

METRICS = tuple(
    Metric(measure, "retrieval", f"{told}; scored where some paper answers", _scorer(measure))
    for measure, told in _MEASURES.items()
)
