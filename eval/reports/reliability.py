"""Whether paperchat is as often right as it is sure: two plots of calibration."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from eval.cases import Case
from eval.reports.plots import Bar, Plot, Point, columns, scatter

__all__ = ["abstention_plot", "relevance_plot"]

_BINS = 5


def abstention_plot(cases: Sequence[Case]) -> Plot:
    """Show, by how sure retrieval was, how many questions had an answer and how many got one."""
    ranked = sorted((case for case in cases if case.ranking), key=lambda one: one.ranking[0][1])
    rows = []
    for number in range(_BINS):
        part = ranked[len(ranked) * number // _BINS : len(ranked) * (number + 1) // _BINS]
        if part:
            answerable = sum(case.answerable for case in part) / len(part)
            answered = sum(not case.answer.abstained for case in part) / len(part)
            first, last = part[0].ranking[0][1], part[-1].ranking[0][1]
            rows.append(Bar(f"{first:.1f} to {last:.1f}", (answerable, answered)))
    return columns(
        "Share of questions that have an answer, and that got one, by the best paper's score",
        ("have one", "got one"),
        rows,
        "score of the best paper, a fifth of the questions each",
    )


def relevance_plot(cases: Sequence[Case]) -> Plot:
    """Show how many of the papers listed with a relevance belong."""
    pairs = sorted(pair for case in cases for pair in _judged(case))
    points = []
    for _, group in groupby(pairs, key=lambda pair: min(int(pair[0] * 10), 9)):
        own = list(group)
        relevance = sum(relevance for relevance, _ in own) / len(own)
        belongs = sum(belongs for _, belongs in own) / len(own)
        points.append(Point(relevance, belongs, len(own)))
    return scatter(
        "Relevance that listings give papers, and the share of those papers that belong; a point's "
        "size shows how many",
        points,
        "relevance",
        "share that belongs",
    )


def _judged(case: Case) -> Iterator[tuple[float, bool]]:
    if case.question.kind == "listing" and case.answerable:
        for listed in (*case.answer.papers, *case.answer.borderline):
            paper = case.paper_of[listed.paper_id]
            if paper not in case.borderline:
                yield listed.relevance, paper in case.gold
