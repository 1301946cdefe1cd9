"""`paperchat search` and `collections export`: papers in the formats of other programs."""

from __future__ import annotations

import csv
import io
import json
import re
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from rag.answers import ListedPaper
from rag.assistant import Assistant, answered
from rag.errors import InputError
from rag.papers import Paper

__all__ = ["exported", "found", "print_found", "print_papers", "records"]


def found(assistant: Assistant, topic: str) -> tuple[tuple[Paper, ...], dict[str, ListedPaper]]:
    """Find the papers on a topic, as a listing does, and by their ids what it says of them.

    Raises:
        InputError: The topic is empty or too long.
        CollectionError: The collection cannot be read.
    """
    topic = topic.strip().rstrip("?. ")
    if not topic:
        raise InputError(
            "there is no topic",
            where="topic",
            remedy="Say in a few words what the papers are about",
        )
    answer = answered(assistant, f"Which papers are about {topic}?", ())
    listed = {one.paper_id: one for one in answer.papers}
    return assistant.papers(list(listed)), listed


def print_found(assistant: Assistant, topic: str, form: str) -> None:
    """Print the papers that a listing on a topic finds."""
    papers, listed = found(assistant, topic)
    if form == "table" and not papers:
        sys.stderr.write(f"No paper of the collection is about {topic!r}.\n")
    print_papers(papers, form, listed)


def print_papers(
    papers: Iterable[Paper], form: str, listed: dict[str, ListedPaper] | None = None
) -> None:
    """Print papers as a table, CSV, BibTeX, Markdown or JSON."""
    if form == "table":
        _print_table(list(papers), listed or {})
    else:
        sys.stdout.write(exported(list(papers), form, listed or {}))


def exported(papers: Sequence[Paper], form: str, listed: dict[str, ListedPaper]) -> str:
    """Write papers in a format for other programs; listed ones with their reasons."""
    return _WRITERS[form](papers, listed)


def _print_table(papers: Sequence[Paper], listed: dict[str, ListedPaper]) -> None:
    table = Table(box=None, pad_edge=False)
    table.add_column("#", justify="right", style="cyan")
    table.add_column("Paper")
    table.add_column("Why" if listed else "Where")
    for number, paper in enumerate(papers, start=1):
        why = listed[paper.id].reason if paper.id in listed else _places(paper)
        table.add_row(str(number), Text(paper.title), Text(why))
    Console(highlight=False).print(table)


def _places(paper: Paper) -> str:
    return ", ".join(f"{source.list}#{source.position}" for source in paper.sources)


def records(papers: Iterable[Paper], listed: dict[str, ListedPaper]) -> list[dict[str, Any]]:
    """Give papers as values for JSON; listed ones with their reasons."""
    return [_record(paper, listed) for paper in papers]


def _record(paper: Paper, listed: dict[str, ListedPaper]) -> dict[str, Any]:
    record = asdict(paper)
    record["authors"] = list(paper.authors)
    if paper.id in listed:
        record["reason"] = listed[paper.id].reason
        record["relevance"] = listed[paper.id].relevance
    return record


def _json(papers: Sequence[Paper], listed: dict[str, ListedPaper]) -> str:
    return json.dumps(records(papers, listed), ensure_ascii=False, indent=1) + "\n"


def _csv(papers: Sequence[Paper], listed: dict[str, ListedPaper]) -> str:
    out = io.StringIO()
    fields = "id title authors year venue url code_url places abstract reason".split()
    writer = csv.DictWriter(out, fields, lineterminator="\n")
    writer.writeheader()
    for paper in papers:
        row = {name: getattr(paper, name, "") or "" for name in fields}
        row |= {"authors": "; ".join(paper.authors), "places": _places(paper)}
        row["reason"] = listed[paper.id].reason if paper.id in listed else ""
        writer.writerow({name: _inert(str(value)) for name, value in row.items()})
    return out.getvalue()


def _inert(cell: str) -> str:
    # A spreadsheet would run a cell that begins so as a formula.
    return f"'{cell}" if cell.startswith(("=", "+", "-", "@", "\t", "\r")) else cell


def _markdown(papers: Sequence[Paper], listed: dict[str, ListedPaper]) -> str:
    lines = []
    for paper in papers:
        title = _escaped(paper.title)
        link = f"[{title}]({paper.url})" if paper.url else title
        reason = f" — {_escaped(listed[paper.id].reason)}" if paper.id in listed else ""
        lines.append(f"- {link}{reason}\n")
    return "".join(lines)


def _escaped(text: str) -> str:
    return re.sub(r"([\\`*_\[\]<>#|])", r"\\\1", " ".join(text.split()))


def _bibtex(papers: Sequence[Paper], listed: dict[str, ListedPaper]) -> str:
    del listed  # BibTeX has no field for why a paper was found
    return "\n".join(_bibtex_entry(paper) for paper in papers)


def _bibtex_entry(paper: Paper) -> str:
    fields = {
        "title": paper.title,
        "author": " and ".join(paper.authors),
        "year": str(paper.year or ""),
        "booktitle": paper.venue or "",
        "url": paper.url or "",
        "abstract": paper.abstract,
    }
    lines = [f"  {name} = {{{_balanced(value)}}},\n" for name, value in fields.items() if value]
    return f"@{'inproceedings' if paper.venue else 'misc'}{{{paper.id},\n{''.join(lines)}}}\n"


def _balanced(value: str) -> str:
    """Keep braces only where they balance, since others would end the field."""
    depth = 0
    for sign in value:
        depth += {"{": 1, "}": -1}.get(sign, 0)
        if depth < 0:
            break
    return value if depth == 0 else value.replace("{", "").replace("}", "")


_Writer = Callable[[Sequence[Paper], dict[str, ListedPaper]], str]
_WRITERS: dict[str, _Writer] = {
    "json": _json,
    "csv": _csv,
    "markdown": _markdown,
    "bibtex": _bibtex,
}
