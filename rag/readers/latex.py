r"""BibTeX's LaTeX as text: accents, escapes and the braces that protect capitals.

Formulas and commands that format (`\emph{...}`) stay as they are, like in any abstract. So does
whatever is broken: a stray `%` is a per cent sign, not a comment that hides the rest.

>>> from_latex(r"{DPOT}: R\'{e}nyi at 50\% of $x_{i}$")
'DPOT: Rényi at 50% of $x_{i}$'
"""

from __future__ import annotations

import re
from functools import lru_cache

from rag.readers.cleaning import MATH

__all__ = ["from_latex", "link_from_latex"]

_ACCENT = (
    r"""\\(?:[`'^"~=.]\s*|[uvHtcdbkr](?![A-Za-z])\s*)"""
    r"(?:\{\\?[A-Za-z]{1,2}\}|\\[ij](?![A-Za-z])|[A-Za-z])"
)
_LETTER = (
    r"\\(?:ss|o|O|aa|AA|ae|AE|oe|OE|l|L|i|j|dh|DH|th|TH|dj|DJ|ng|NG|text[a-z]+)"
    r"(?![A-Za-z])(?:\{\}|(?!\{)[ \t]*(?=\w)|(?!\{))"
)
_UNKNOWN_TO_PYLATEXENC = {  # which Zotero writes for < > | _
    r"\textless": "<",
    r"\textgreater": ">",
    r"\textbar": "|",
    r"\textunderscore": "_",
}
_CHARACTER = re.compile(rf"\{{(?:{_ACCENT}|{_LETTER})\}}|{_ACCENT}|{_LETTER}")
_ESCAPE = re.compile(r"\{\\([%&$#_])\}|\\([%&$#_])")
_TIE = re.compile(r"(?<=[\w.])~(?=[\w\\$(])")
_GROUP = re.compile(r"\{([^{}\\$]*)\}")
_BEFORE_ARGUMENT = re.compile(r"(?:\\[A-Za-z]+\*?(?:\{[^{}]*\}|\[[^\[\]]*\])*|[\^_])$")


def from_latex(text: str) -> str:
    """Turn a BibTeX value into text."""
    if not re.search(r"[\\{~]", text):
        return text
    parts = MATH.split(text)
    parts[::2] = [_outside_math(part) for part in parts[::2]]
    return "".join(parts)


def link_from_latex(text: str) -> str:
    """Turn a BibTeX value that holds an address into that address."""
    return re.sub(r"\\([%&$#_~{}])", r"\1", re.sub(r"\\url\s*\{([^{}]*)\}", r"\1", text))


def _outside_math(text: str) -> str:
    text = _CHARACTER.sub(lambda found: _character(found.group()), text)
    text = _TIE.sub(" ", text)
    return _without_groups(_ESCAPE.sub(r"\1\2", text))


@lru_cache(maxsize=1024)
def _character(command: str) -> str:
    from pylatexenc.latex2text import LatexNodes2Text  # type: ignore[import-untyped]

    name = command.strip("{} \t")
    known = _UNKNOWN_TO_PYLATEXENC.get(name)
    return known or LatexNodes2Text().latex_to_text(command).strip() or command


def _without_groups(text: str) -> str:
    """Remove braces that only protect capitals, from the inside out."""

    def ungrouped(group: re.Match[str]) -> str:
        argument = _BEFORE_ARGUMENT.search(text[max(0, group.start() - 80) : group.start()])
        return group.group() if argument else group[1]

    for _ in range(_DEEPEST):
        changed = _GROUP.sub(ungrouped, text)
        if changed == text:
            break
        text = changed
    return text


# Braces within braces: each depth is a pass over the text. What is deeper stays as it is written.
_DEEPEST = 32
