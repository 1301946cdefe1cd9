"""What the check doubts in an answer: its sentences marked where they stand, each with the reason.

A sentence is found again in the answer's text by its words, whatever markers stand among them. Its
marks go through the setting of the answer as signs of a private kind, and become elements last.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from rag.answers import Answer, Claim
from ui.language import Language, said
from ui.markdown import as_text

__all__ = ["doubted", "set_doubts", "with_doubts"]

_OPEN, _CLOSE = "\ue000{}\ue001", "\ue002{}\ue003"
_SIGNS = re.compile("\ue000(\\d+)\ue001|\ue002(\\d+)\ue003")
_MARKERS = r"(?:\s*\[\d{1,4}\])*"
_STOPS = ".,;:!?。，；：！？"
_WARNING = "⚠️"  # what the check itself sets after a sentence that nothing bears out


def doubted(answer: Answer) -> tuple[Claim, ...]:
    """Give the sentences that are not fully borne out."""
    return tuple(claim for claim in answer.claims if claim.support != "supported")


def with_doubts(text: str, claims: Sequence[Claim]) -> str:
    """Put signs around the sentences of a text that are doubted."""
    for number, claim in enumerate(claims):
        if not claim.text.strip():
            continue
        # None that is marked already: a sentence may stand in a text twice.
        found = re.compile(rf"(?<!\ue001)({_sentence(claim.text)})(?:\s*{_WARNING})?")
        signs = _OPEN.format(number) + r"\1" + _CLOSE.format(number)
        text = found.sub(signs, text, count=1)
    return text


def _sentence(words: str) -> str:
    """Make the pattern of a sentence with markers anywhere in it, also before a comma or stop."""
    pieces = (
        re.escape(word.rstrip(_STOPS)) + _MARKERS + re.escape(word[len(word.rstrip(_STOPS)) :])
        for word in words.split()
    )
    return (_MARKERS + r"\s+").join(pieces) + _MARKERS


def set_doubts(markdown: str, claims: Sequence[Claim], language: Language) -> str:
    """Turn the signs of `with_doubts` into elements."""

    def element(sign: re.Match[str]) -> str:
        claim = claims[int(sign[1] or sign[2])]
        if sign[1]:
            return f'<span class="doubted {claim.support}">'
        return f"</span>{_note(claim, language)}"

    return _SIGNS.sub(element, markdown)


def _note(claim: Claim, language: Language) -> str:
    sign = _WARNING if claim.support == "unsupported" else "◐"
    told = said(f"chat.{claim.support}", language)
    reason = f": {as_text(claim.reason)}" if claim.reason else ""
    return (
        f' <span class="doubt {claim.support}" tabindex="0" role="note">{sign}'
        f'<span class="reason">{told}{reason}</span></span>'
    )
