"""Every metric, in the order of the report: one file an idea, each with its eligibility rule."""

from __future__ import annotations

from eval.metrics import abstention, citations, facts, first_paper, papers, retrieval, rightness
from eval.metrics.metric import Metric

__all__ = ["METRICS", "Metric"]

METRICS: tuple[Metric, ...] = (
    *rightness.METRICS,
    *retrieval.METRICS,
    *papers.METRICS,
    *first_paper.METRICS,
    *facts.METRICS,
    *abstention.METRICS,
    *citations.METRICS,
)
