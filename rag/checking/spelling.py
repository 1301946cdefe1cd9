"""Variant spellings of one word, and the markup around words.

>>> clean("We *fine-tune* from scratch on real-world data-sets.")
'We finetune afresh on realworld dataset.'
"""

from __future__ import annotations

import re

from rag.latex import unlatex

__all__ = ["clean"]

_LINK = re.compile(r"<?(?:https?://|www\.)\S+|\[[^\]]*\]\((?:https?:)[^)]*\)")
# A row of a table: its label names what the other cells are about, and claims nothing.
_ROW_LABEL = re.compile(r"^\s*\|[^|\n]{0,60}\|(?=[^|\n]*\|)")
_CELLS = re.compile(r"(?:^|(?<=\s))\|(?=\s|$)")
_MARKUP = re.compile(r"[*`$_]+|(?<=\s)%(?=\s)|[↑↓]")
# Spellings that are one word in other texts.
_PHRASES: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(pattern, re.IGNORECASE), written)
    for pattern, written in (
        (r"\bstates?[- ]of[- ]the[- ]arts?\b|\bSO-?TAs?\b", "sota"),
        (r"\b(fine)[- ](?=tun)", "fine"),
        (r"\bspeed(?:s|ed|ing)?[- ]ups?\b", "speedup"),
        (r"\bslow(?:s|ed|ing)?[- ]downs?\b", "slowdown"),
        (
            r"\b(pre|re|multi|auto|semi|non|un|mis|sub|over|super|hyper|meta|co|de|anti|back|bi|tri|uni|on|off)-(?=(?-i:[a-z]))",
            r"\1",
        ),
        (r"\b([A-Za-z])-(?=[A-Za-z]{3,})", r"\1"),  # Q-learning, k-means
        (r"\bset[- ]up\b", "setup"),
        (r"\bopen[- ]sourc(?:e|ed|ing)\b", "opensource"),
        (r"\breal[- ]world\b|\breal[- ]life\b", "realworld"),
        (r"\btrade[- ]offs?\b", "tradeoff"),
        (r"\bdata[- ]sets?\b", "dataset"),
        (r"\bcode[- ]bases?\b", "codebase"),
        (r"\bback[- ](?=propagat)", "back"),
        (r"\bfrom scratch\b|\banew\b", "afresh"),
        (r"\bl(?:[-\s]?(?:inf(?:inity|ty)?)\b|_?\{?∞\}?)", "linfinity"),
        (r"\b(?:thus|so) far\b", "before"),
        (r"\bzero[- ]shot\b", "zeroshot"),
        (r"\bfew[- ]shot\b", "fewshot"),
        (r"\bworld[- ]model", "worldmodel"),
        (r"\bgiv(?:e|es|ing) up\b", "abandon"),
        (r"\bin order to\b", "to"),
        (r"\bat the same time\b", "simultaneously"),
        (r"\b(?:can ?not|can't)\b", "can not"),
        (r"n['’]t\b", " not"),
        (r"\bas well as\b", "and"),
        (r"\bmak(e|es|ing) use of\b", r"us\1"),
    )
)


def clean(text: str) -> str:
    """Take off markup and links, and write variant spellings in one way."""
    text = _CELLS.sub("; ", _ROW_LABEL.sub("", text))
    text = _MARKUP.sub("", unlatex(_LINK.sub(" ", text)))
    for pattern, written in _PHRASES:
        text = pattern.sub(written, text)
    return " ".join(text.split())
