r"""Numbered lines, as a model is sent them and as it replies with them.

>>> numbered(["It is fast.", "It\nscales."])
'1. It is fast.\n2. It scales.'
>>> by_number("Sure!\n1. Fast.\n**2)** It scales.", most=2)
{1: 'Fast.', 2: 'It scales.'}
"""

from __future__ import annotations

import re
from collections.abc import Iterable

__all__ = ["by_number", "numbered"]

_LINE = re.compile(
    r"^[\s*_>#\-\"'\[(]*(?:claim|sentence)?\W{0,3}"
    r"(\d{1,4})(?![\d.,]*\d)[\s.):*_\]\"',\-–]*(.*)$",
    re.IGNORECASE,
)


def numbered(lines: Iterable[str]) -> str:
    """Number lines from 1; each stays on one line."""
    return "\n".join(f"{number}. {' '.join(line.split())}" for number, line in enumerate(lines, 1))


def by_number(reply: str, most: int) -> dict[int, str]:
    """Read numbered lines; what has no number up to `most`, or comes again, is passed over."""
    found: dict[int, str] = {}
    for line in reply.splitlines():
        match = _LINE.match(line)
        if match and 1 <= int(match[1]) <= most and match[2].strip():
            found.setdefault(int(match[1]), match[2].strip())
    return found
