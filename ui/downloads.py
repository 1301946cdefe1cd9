"""Files that a visitor takes away, written where Gradio serves and later deletes them."""

from __future__ import annotations

import re

from ui.quiet_gradio import get_upload_folder, save_bytes_to_cache

__all__ = ["download", "file_name"]


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


def file_name(title: str, suffix: str) -> str:
    """Make the name of a file from what people call a thing.

    >>> file_name("My list: a/b", "bib"), file_name("论文", "csv"), file_name("..", "json")
    ('My-list-a-b.bib', '论文.csv', 'papers.json')
    """
    name = re.sub(r"\W+", "-", title).strip("-")[:60]
    return f"{name or 'papers'}.{suffix}"
