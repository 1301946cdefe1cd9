r"""A text put together again where some of its sentences are left out.

>>> text = Joined()
>>> text.leave_out("- It is red. "), text.keep("It is fast.\n\n\n"), text.keep("Bye.")
('', '- It is fast.', '\n\nBye.')
"""

from __future__ import annotations

import re

__all__ = ["Joined"]

_ITEM = re.compile(r"(?:[-*+•]|\d{1,3}[.)])\s+")


class Joined:
    """Joins what is kept: blanks wait for the sentence that they lead to.

    The sign of a list's item passes from a sentence that is left out to the next of its item. Of
    the blanks on both sides of what is left out, those with more lines remain.
    """

    def __init__(self) -> None:
        self._runs = [""]
        self._item = ""
        self._begun = False

    def keep(self, piece: str) -> str:
        """Give a piece with what belongs before it."""
        lead, body, trail = _parts(piece)
        self._wait(lead)
        if not body:
            return ""
        kept = self._between() + self._item + body
        self._runs, self._item, self._begun = [trail], "", True
        return kept

    def leave_out(self, piece: str) -> str:
        """Leave a piece out; it gives nothing."""
        lead, body, trail = _parts(piece)
        self._wait(lead)
        if item := _ITEM.match(body):
            self._item = item.group()
        self._runs.append("")
        self._wait(trail)
        return ""

    def _wait(self, blanks: str) -> None:
        if "\n" in blanks:
            self._item = ""
        if not self._item:  # its sign brings its own blank
            self._runs[-1] += blanks

    def _between(self) -> str:
        blanks = max(reversed(self._runs), key=lambda run: (run.count("\n"), bool(run)))
        if not self._begun or not blanks:
            return ""
        *lines, indent = blanks.split("\n")
        return "\n" * min(len(lines), 2) + indent if lines else " "


def _parts(piece: str) -> tuple[str, str, str]:
    """Split a piece into the blanks before it, itself and the blanks after it."""
    body = piece.strip()
    lead = piece[: len(piece) - len(piece.lstrip())] if body else piece
    return lead, body, piece[len(lead) + len(body) :]
