"""The reading form of an abstract's words: without Markdown and LaTeX, for search and comparing.

Never used for quoting.
"""

from __future__ import annotations

import re
import unicodedata

__all__ = ["fold", "plain"]

_COMMAND = re.compile(
    r"\\(?:textit|textbf|texttt|textrm|textsc|text|emph|mathcal|mathrm|mathbf|mathbb|mathtt|bf|it|rm)\b"
)
_SIGNS = re.compile(r"[{}$^_*`\u00ad\u200b-\u200d\ufeff]")
_DASHES = re.compile(r"[\u2010-\u2015\u2212]")


def plain(text: str) -> str:
    """Take the markup off a text."""
    return _SIGNS.sub("", _COMMAND.sub("", text))


def fold(text: str) -> str:
    """Fold case, accents and dashes, so that two spellings of a name are one."""
    decomposed = unicodedata.normalize("NFKD", text)
    bare = "".join(sign for sign in decomposed if not unicodedata.combining(sign))
    return _DASHES.sub("-", bare.casefold())
