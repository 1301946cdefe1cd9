r"""Which entries are one paper: recognised by what their abstracts say, not by how they are set.

Lists spell one abstract with other spacing, quotes, dashes, ligatures, or words broken at line
ends. The fingerprint keeps what these have in common: letters and digits, in order.

>>> fingerprint("We pre-\ntrain it.") == fingerprint("We  pre‐train it .")
True
"""

from __future__ import annotations

import hashlib
import html
import re
import unicodedata
from dataclasses import replace

from rag.papers import Entry, Paper

__all__ = ["fingerprint", "key_of", "merge"]

_EMPHASIS = re.compile(r"\\(?:textit|textbf|emph|textrm|texttt|textsc|it|bf|em|rm)\b")


def fingerprint(abstract: str) -> str:
    """Reduce an abstract to 16 hex digits that all its spellings share."""
    text = unicodedata.normalize("NFKC", _EMPHASIS.sub("", html.unescape(abstract))).casefold()
    letters = "".join(sign for sign in text if sign.isalnum())
    # An abstract without a letter is still an abstract of its own.
    return hashlib.sha256((letters or text).encode("utf-8", "surrogatepass")).hexdigest()[:16]


def key_of(entry: Entry) -> str | None:
    """Name an entry by its list and the key that the list gives it, if it gives one."""
    return f"{entry.source.list}#{entry.key}" if entry.key else None


def merge(paper: Paper | None, entry: Entry) -> Paper:
    """Add to a paper what an entry tells of it.

    The spelling of the abstract that came first stays, since passages are cut from it. Everything
    else does not depend on the order of the entries: of two values for one fact, the longer one
    stays, and of two as long, the one that sorts first.

    Args:
        paper: The paper; None for one that is new.
        entry: An entry that is about it.
    """
    if paper is None:
        paper = Paper(fingerprint(entry.abstract), "", False, entry.abstract)
    given = paper.title if paper.title_given else None
    title = _better(given, entry.title)
    years = [year for year in (paper.year, entry.year) if year is not None]
    return replace(
        paper,
        title=title if title is not None else paper.title,
        title_given=title is not None,
        authors=max(paper.authors, entry.authors, key=lambda names: (len(names), names)),
        year=min(years, default=None),
        venue=_better(paper.venue, entry.venue),
        url=_better(paper.url, entry.url),
        code_url=_better(paper.code_url, entry.code_url),
        sources=tuple(sorted({*paper.sources, entry.source})),
        metadata=dict(sorted({**entry.metadata, **paper.metadata}.items())),
    )


def _better(one: str | None, other: str | None) -> str | None:
    values = [value for value in (one, other) if value]
    return min(values, key=lambda value: (-len(value), value), default=None)
