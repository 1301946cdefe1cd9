"""A report as one HTML file that needs nothing besides itself.

Questions, answers and titles come from files that others wrote: all text is escaped, and the page
allows no script, frame or address to be loaded.
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from eval.reports.document import Detail, Document, Section, Table

__all__ = ["to_html"]

_STYLE = """
:root { color-scheme: light dark; --ink: #1b1f24; --page: #fff; --soft: #6b7480; --rule: #d8dde3;
  --one: #2f6fb0; --two: #d0812b; --three: #4d9a57; }
@media (prefers-color-scheme: dark) { :root { --ink: #e4e7eb; --page: #16191d; --soft: #98a1ac;
  --rule: #343a41; --one: #6aa5e0; --two: #e6a35a; --three: #7cc587; } }
body { font: 15px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--page);
  max-width: 1100px; margin: 2rem auto; padding: 0 1rem; }
table { border-collapse: collapse; margin: 1rem 0; display: block; overflow-x: auto; }
th, td { padding: .2rem .8rem .2rem 0; text-align: left; border-bottom: 1px solid var(--rule);
  font-variant-numeric: tabular-nums; vertical-align: top; }
td:last-child { overflow-wrap: anywhere; } td:not(:last-child) { white-space: nowrap; }
figure { margin: 1rem 0; } figcaption, .told, .small { color: var(--soft); }
svg { max-width: 100%; height: auto; } svg text { font-size: 12px; fill: var(--ink); }
svg text.small { font-size: 10px; fill: var(--soft); }
.one { fill: var(--one); } .two { fill: var(--two); } .three { fill: var(--three); }
.grid { stroke: var(--rule); } .bar { stroke: var(--one); stroke-width: 2; }
details { border-bottom: 1px solid var(--rule); padding: .3rem 0; } summary { cursor: pointer; }
.beside { display: grid; grid-template-columns: repeat(auto-fit, minmax(280px, 1fr)); gap: 1rem; }
.beside div { white-space: pre-wrap; overflow-wrap: anywhere; }
.beside b { display: block; color: var(--soft); }
"""

_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"


def to_html(document: Document) -> str:
    """Write a report as a page."""
    return "".join(
        [
            '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n',
            f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">\n',
            '<meta name="viewport" content="width=device-width, initial-scale=1">\n',
            f"<title>{escape(document.title)}</title>\n<style>{_STYLE}</style>\n</head>\n<body>\n",
            f"<h1>{escape(document.title)}</h1>\n<p>{escape(document.told)}</p>\n",
            *(line for section in document.sections for line in _section(section)),
            "</body>\n</html>\n",
        ]
    )


def _section(section: Section) -> Iterator[str]:
    yield f"<h2>{escape(section.title)}</h2>\n"
    if section.told:
        yield f'<p class="told">{escape(section.told)}</p>\n'
    for plot in section.plots:
        yield f"<figure>{plot.svg}<figcaption>{escape(plot.caption)}</figcaption></figure>\n"
    for table in section.tables:
        yield _table(table)
    for detail in section.details:
        yield _detail(detail)


def _table(table: Table) -> str:
    head = "".join(f"<th>{escape(cell)}</th>" for cell in table.heading)
    rows = "\n".join(
        "<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in table.rows
    )
    return f"<table>\n<tr>{head}</tr>\n{rows}\n</table>\n"


def _detail(detail: Detail) -> str:
    texts = "".join(
        f"<div><b>{escape(name)}</b>{escape(text)}</div>" for name, text in detail.texts
    )
    return (
        f"<details><summary>{escape(detail.line)}</summary>"
        f'<div class="beside">{texts}</div></details>\n'
    )
