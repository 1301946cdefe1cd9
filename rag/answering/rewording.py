"""A question in words that retrieval can use: in English, and without its conversation.

Most questions need nothing of the kind, and cost no call. A model is asked where a question is in
another language, and where a short one hangs on a conversation in a way that `rag.followups` does
not know.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from rag.answering.evidence import Performer, Turn, as_told
from rag.answers import Answer, Usage
from rag.errors import EndpointError
from rag.language import is_english
from rag.questions import Query

__all__ = ["Rewording", "needs_rewording", "reword"]

_SHORT = 8  # words
_HANGS = re.compile(
    r"^\W*(?:and|but|or|so|also|then|same|with|without|in|on|for|from|only|by|why|anything|"
    r"any\s+(?:other|newer|better))\b"
    r"|\b(?:else|others?|another|instead|same|similar|former|latter|rest|previous|above|earlier|"
    r"again|too|both|neither|there|newer|better)\b",
    re.IGNORECASE,
)
_LONGEST = 400  # characters
_LABEL = re.compile(r"^(?:the\s+)?(?:standalone\s+)?question(?:\s+on\s+its\s+own)?\s*:\s*", re.I)
_WORD = re.compile(r"\w{2}")
_QUOTES = " \t\"'“”‘’«»`*"


@dataclass(frozen=True, slots=True)
class Rewording:
    """A question reworded.

    Attributes:
        text: The new wording; None where there is none, and the question is used as it is.
        notice: Why there is none.
    """

    text: str | None
    notice: str = ""
    usage: Usage = Usage()


def needs_rewording(query: Query, history: Sequence[Answer]) -> bool:
    """Tell whether a question has to be reworded before it can be understood."""
    question = query.question
    if not is_english(question):
        return True
    resolved = query.standalone != question or query.focus or query.within or query.more
    short = len(question.split()) <= _SHORT
    return bool(history and not resolved and short and _HANGS.search(question))


def reword(model: Performer, question: str, history: Sequence[Answer]) -> Rewording:
    """Ask a model for a question's wording in English and on its own."""
    turns = [Turn(answer.question, answer.answer) for answer in history]
    try:
        reply = model.perform("condense", {"history": as_told(turns), "question": question})
    except EndpointError as error:
        return Rewording(None, f"{error} {_AS_IT_IS}")
    worded = _LABEL.sub("", reply.text.splitlines()[0].strip(_QUOTES)).strip(_QUOTES)
    if not _WORD.search(worded) or len(worded) > _LONGEST or not is_english(worded):
        return Rewording(None, f"The model did not word the question in English. {_AS_IT_IS}")
    return Rewording(worded, usage=reply.usage)


_AS_IT_IS = "The question is used as it is."
