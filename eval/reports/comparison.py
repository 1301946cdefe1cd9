"""The report of a comparison: figures side by side, and the answers that changed."""

from __future__ import annotations

import json

from eval.comparing import Comparison, Pair
from eval.metrics import METRICS
from eval.reports.document import Detail, Document, Section, Table

__all__ = ["differences_table", "report"]


def report(comparison: Comparison) -> Document:
    """Put the report of a comparison together."""
    return Document(
        title="paperchat: runs compared",
        told="A difference is real where a paired permutation test over the questions, adjusted "
        "for the number of figures (Holm), gives luck less than one chance in twenty.",
        sections=[section for pair in comparison.pairs for section in _sections(pair)],
    )


def differences_table(pair: Pair) -> Table:
    """Tabulate the figures of two runs."""
    rows = []
    for metric in METRICS:
        if found := pair.figures.get(metric.name):
            better = (found.difference > 0) != metric.lower_is_better
            verdict = ("better" if better else "worse") if found.real else "not real"
            rows.append(
                (
                    metric.name,
                    f"{found.first:.3f}",
                    f"{found.second:.3f}",
                    f"{found.difference:+.3f}",
                    f"{found.p:.4f}",
                    verdict,
                    str(found.n),
                )
            )
    heading = ("figure", pair.first, pair.second, "difference", "p", "verdict", "questions")
    return Table(heading, rows)


def _sections(pair: Pair) -> list[Section]:
    told = f"Over the {pair.questions} questions that both asked"
    told += f"; {pair.only} that only one asked are left out." if pair.only else "."
    differing = [
        (name, json.dumps(one, ensure_ascii=False), json.dumps(other, ensure_ascii=False))
        for name, (one, other) in pair.settings.items()
    ]
    return [
        Section(f"{pair.first} and {pair.second}", told, tables=[differences_table(pair)]),
        Section(
            "What differs in what they were made from",
            "" if differing else "Nothing.",
            tables=[Table(("what", pair.first, pair.second), differing)] if differing else [],
        ),
        Section(
            f"Answers that changed: {len(pair.changed)}",
            "What became worse comes first.",
            details=[
                Detail(
                    f"{one.id} ({one.kind}): right {one.right[0]:.2f} and {one.right[1]:.2f}: "
                    f"{one.turns[-1]}",
                    [
                        ("asked", "\n".join(one.turns)),
                        (pair.first, one.answers[0]),
                        (pair.second, one.answers[1]),
                    ],
                )
                for one in pair.changed
            ],
        ),
    ]
