"""Files that a visitor takes away, written where Gradio serves and later deletes them."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rag.answers import ListedPaper
from rag.papers import Paper
from ui.quiet_gradio import get_upload_folder, save_bytes_to_cache
from ui.searching import exported

__all__ = ["FORMS", "download", "file_name", "papers_file"]

_SUFFIXES = {"BibTeX": "bib", "CSV": "csv", "Markdown": "md", "JSON": "json"}

FORMS = tuple(_SUFFIXES)
"""The forms in which papers can be taken away."""


def download(name: str, content: str | bytes) -> str:
    """Write a file of its own.

    Args:
        name: What the file is called, as `file_name` gives it.
        content: What it holds.

    Returns:
        The file's path, for a `gr.DownloadButton`.
    """
    written = content.encode("utf-8", "replace") if isinstance(content, str) else content
    return str(save_bytes_to_cache(written, name, get_upload_folder()))


def papers_file(
    title: str, papers: Sequence[Paper], form: str, listed: dict[str, ListedPaper]
) -> str:
    """Write a file of papers.

    Args:
        title: What they are called together.
        papers: The papers.
        form: One of `FORMS`.
        listed: What an answer says of some of them, by their ids.

    Returns:
        The file's path, for a `gr.DownloadButton`.
    """
    text = exported(papers, form.lower(), listed)
    return download(file_name(title, _SUFFIXES[form]), text)


def file_name(title: str, suffix: str) -> str:
    """Make the name of a file from what people call a thing.

    >>> file_name("My list: a/b", "bib"), file_name("论文", "csv"), file_name("..", "json")
    ('My-list-a-b.bib', '论文.csv', 'papers.json')
    """
    name = re.sub(r"\W+", "-", title).strip("-")[:60]
    return f"{name or 'papers'}.{suffix}"
