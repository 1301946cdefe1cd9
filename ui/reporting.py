"""What became of lists that were added, as the page tells it: with the outcomes of the terminal."""

from __future__ import annotations

from rag.workspace import IngestReport
from ui.language import Language, said
from ui.markdown import as_text

__all__ = ["report_markdown"]

_ALWAYS = ("added",)
_IF_ANY = ("updated", "versions", "known")


def report_markdown(report: IngestReport, collection: str, language: Language) -> str:
    """Set a report.

    Args:
        report: What became of the lists.
        collection: The collection that they were added to.
        language: The language of the page.
    """
    heading = said(
        "report.read",
        language,
        count=report.entries,
        collection=as_text(collection),
        seconds=f"{report.seconds:.1f}",
    )
    outcomes = [
        said(f"report.{name}", language, count=getattr(report, name))
        for name in (*_ALWAYS, *_IF_ANY)
        if name in _ALWAYS or getattr(report, name)
    ]
    outcomes += [
        said("report.skipped", language, count=count, kind=as_text(kind))
        for kind, count in sorted(report.skipped.items())
    ]
    lines = [f"- {one}" for one in outcomes]
    if report.refused:
        lines.append(f"- {said('report.refused', language, count=len(report.refused))}")
        lines += [f"    - {as_text(one)}" for one in report.refused]
    return "\n".join([f"**{heading}**\n", *lines])
