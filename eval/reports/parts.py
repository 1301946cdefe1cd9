"""The reports of measured parts: retrieval on a collection in BEIR's layout, checks of claims."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from eval.provenance import provenance
from eval.reports.document import Document, Section, Table
from eval.reports.plots import intervals
from eval.reports.suite import settings_section
from eval.statistics import figure
from rag.settings import Settings

if TYPE_CHECKING:
    from eval.beir import BeirResults
    from eval.claims import ClaimResults

__all__ = ["claims_report", "claims_table", "retrievers_report", "retrievers_table"]


def retrievers_table(results: BeirResults) -> Table:
    """Tabulate what each retriever reaches, with 95% intervals over queries."""
    measures = tuple(next(iter(results.retrievers.values())))
    rows = []
    for name, by_measure in results.by_query.items():
        cells = [
            f"{found.value:.4f} ({found.low:.3f} to {found.high:.3f})"
            for measure in measures
            if (found := figure(list(by_measure[measure].values())))
        ]
        rows.append((name, *cells))
    return Table(("retriever", *measures), rows)


def retrievers_report(name: str, results: BeirResults, settings: Settings) -> Document:
    """Put the report of a collection in BEIR's layout together."""
    return Document(
        title=f"paperchat: retrieval on {name}",
        told=f"{results.documents:,} documents, {results.queries:,} queries; "
        f"{results.left_out:,} queries without a relevant document are left out. "
        "Intervals are 95% bootstrap intervals over queries.",
        sections=[
            Section(
                "Retrievers side by side",
                plots=[intervals("Every measure with its interval", list(_drawn(results)))],
                tables=[retrievers_table(results)],
            ),
            settings_section(provenance(settings)),
        ],
    )


def claims_table(results: ClaimResults) -> Table:
    """Tabulate how well unsupported claims are found."""
    rows = [
        (name, "" if value is None else f"{value:.4f}" if isinstance(value, float) else str(value))
        for name, value in results.model_dump().items()
    ]
    return Table(("figure", "value"), rows)


def claims_report(name: str, results: ClaimResults, settings: Settings) -> Document:
    """Put the report of a file of claims together."""
    return Document(
        title=f"paperchat: the check of claims on {name}",
        told="A positive is an unsupported claim that was found.",
        sections=[
            Section("Figures", tables=[claims_table(results)]),
            settings_section(provenance(settings)),
        ],
    )


def _drawn(results: BeirResults) -> Iterator[tuple[str, float, float, float]]:
    for name, by_measure in results.by_query.items():
        for measure, scores in by_measure.items():
            if found := figure(list(scores.values())):
                yield f"{name} {measure}", found.value, found.low, found.high
