"""The table of papers as Markdown: a box to select, the title that opens the card, and why.

Gradio's own table has boxes and cells that a screen reader cannot name, and fits no narrow window.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from ui.browsing import Row
from ui.deeds import deed_box, deed_button
from ui.language import Language, said
from ui.markdown import as_text

__all__ = ["papers_table"]


def papers_table(rows: Sequence[Row], selected: Collection[str], language: Language) -> str:
    """Set rows; columns in which nothing stands are left out.

    Args:
        rows: The rows of one page.
        selected: The ids of the papers that are selected.
        language: The language of the heads.
    """
    columns = {
        "selected": [_box(row, selected, language) for row in rows],
        "title": [deed_button("open", row.paper_id, _cell(row.title)) for row in rows],
        "why": [_cell(row.reason) for row in rows],
        "relevance": ["" if row.relevance is None else _bar(row.relevance) for row in rows],
        "year": [
            "" if row.year is None else f'<span class="year">{row.year}</span>' for row in rows
        ],
    }
    shown = {name: cells for name, cells in columns.items() if any(cells)}
    heads = [said(f"papers.{name}", language) for name in shown]
    lines = [heads, ["---"] * len(shown), *zip(*shown.values(), strict=True)]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _box(row: Row, selected: Collection[str], language: Language) -> str:
    label = said("papers.select", language, title=_cell(row.title))
    return deed_box("pick", row.paper_id, label, ticked=row.paper_id in selected)


def _bar(relevance: float) -> str:
    percent = f"{100 * relevance:.0f}"
    return f'<span class="bar" style="--share: {percent}%">{percent}</span>'


def _cell(text: str) -> str:
    # A formula may hold the sign that ends a cell.
    return re.sub(r"(?<!\\)\|", r"\\|", as_text(text))
