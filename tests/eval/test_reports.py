"""Reports show what others wrote as text, never as markup."""

import re

from eval.reports.document import Detail, Document, Section, Table
from eval.reports.html import to_html
from eval.reports.markdown import to_markdown
from eval.reports.plots import Bar, Point, bars, columns, intervals, scatter

HOSTILE = '<script>alert("1")</script> | [x](https://example.org) *a*\n# b'


def _document() -> Document:
    plots = [
        bars(HOSTILE, (HOSTILE, "two"), [Bar(HOSTILE, (1, 2)), Bar("b", (0, 0))]),
        columns("c", ("one",), [Bar(HOSTILE, (3,))], HOSTILE),
        intervals("i", [(HOSTILE, 0.5, 0.4, 0.6)]),
        scatter("s", [Point(0.5, 1, 3)], HOSTILE, "y"),
    ]
    return Document(
        HOSTILE,
        HOSTILE,
        [
            Section(
                HOSTILE,
                HOSTILE,
                [Table((HOSTILE, "b"), [(HOSTILE, "2")])],
                plots,
                [Detail(HOSTILE, [(HOSTILE, HOSTILE)])],
            )
        ],
    )


def test_no_text_becomes_markup_in_the_page() -> None:
    page = to_html(_document())
    assert "<script" not in page
    assert "&lt;script&gt;" in page


def test_no_text_becomes_markup_in_markdown() -> None:
    text = to_markdown(_document())
    assert "<script" not in text.replace("\\<", "")
    assert not re.search(r"(?<!\\)\]\(http", text)
    rows = [line for line in text.splitlines() if line.startswith("|")]
    assert len(rows) == 3
    assert {row.replace("\\|", "").count("|") for row in rows} == {3}


def test_plots_of_nothing_are_drawn() -> None:
    for plot in (bars("", (), []), columns("", (), []), intervals("", []), scatter("", [], "", "")):
        assert plot.svg.startswith("<svg") and plot.svg.endswith("</svg>")
