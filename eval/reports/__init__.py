"""Reports of measurements: put together once, written as one HTML file and as Markdown."""

from __future__ import annotations

from pathlib import Path

from eval.reports.document import Document
from eval.reports.html import to_html
from eval.reports.markdown import to_markdown

__all__ = ["Document", "write_report"]


def write_report(folder: Path, document: Document) -> None:
    """Write `report.html` and `report.md` into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "report.html").write_text(to_html(document), "utf-8")
    (folder / "report.md").write_text(to_markdown(document), "utf-8")
