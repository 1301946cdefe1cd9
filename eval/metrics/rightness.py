"""One figure for a whole answer: how right it is, between 0 and 1. Every question counts.

A question to be declined is right if it is. Another is the mean of what its gold speaks of: the
right paper first where one paper answers, else the F1 of the papers (of an overview their recall);
and the facts. A question without papers and facts is right if it is not declined.
"""

from __future__ import annotations

from eval.cases import Case
from eval.metrics.facts import facts
from eval.metrics.first_paper import right_first
from eval.metrics.metric import Metric
from eval.metrics.papers import f1, recall

__all__ = ["METRICS", "right"]


def right(case: Case) -> float | None:
    """Score how right an answer is."""
    if case.question.declined:
        return float(case.answer.abstained)
    found = (right_first(case), f1(case), recall(case))
    of_papers = next((score for score in found if score is not None), None)
    parts = [score for score in (of_papers, facts(case)) if score is not None]
    return sum(parts) / len(parts) if parts else float(not case.answer.abstained)


METRICS = (Metric("right", "whole answers", "how right a whole answer is, from 0 to 1", right),)
