"""Turns by which a question about authors hangs on the conversation: "what else did they write?".

Each is told again so that it stands alone, with the names in it.
"""

from __future__ import annotations

import re

from rag.byline import byline
from rag.conversation import Conversation
from rag.shelf import Shelf
from rag.wording import split

__all__ = ["asked_of_another", "by_the_same", "names_authors"]

_PEOPLE = r"(?:(?:first|last|lead|senior)\s+)?(?:authors?|people|team|group|researchers?)"
_SAME = re.compile(
    rf"\bby\s+(?:any\s+of\s+)?(?:(?:the\s+same|its|these|those|the|their)\s+{_PEOPLE}|them|him|her)\b|"
    rf"\b(?:did|have|has|do|does)\s+(?:(?:its|the|these|those|the\s+same)\s+{_PEOPLE}|they|he|she)\s+"
    r"(?:(?:also|else|ever)\s+)*(?:write|written|publish(?:ed)?|author(?:ed)?|work(?:ed)?\s+on)\b",
    re.IGNORECASE,
)
_BY = re.compile(r"^(?:ones?\s+|papers?\s+)?by\s+", re.IGNORECASE)


def names_authors(question: str, shelf: Shelf) -> bool:
    """Tell whether a question names authors of the collection."""
    return byline(question, shelf.is_author) is not None


def by_the_same(question: str, talk: Conversation, shelf: Shelf) -> str | None:
    """Ask for the papers of those who were spoken of: "other papers by the same authors".

    They are those that the last question named, or else the authors of the paper spoken of.
    """
    match = _SAME.search(question)
    if match is None:
        return None
    signed = byline(talk.last.standalone_question, shelf.is_author)
    names = signed.names if signed else shelf.authors_of(talk.spoken_of or "")
    if not names:
        return None
    topic = split(f"{question[: match.start()]} papers {question[match.end() :]}").topic
    return _papers_by(" or ".join(names), topic)


def asked_of_another(what: str, talk: Conversation, shelf: Shelf) -> str | None:
    """Ask the last question again of another author: "and by Ada Lovelace?"."""
    name = _BY.sub("", what)
    signed = byline(talk.last.standalone_question, shelf.is_author)
    if not (name != what or signed) or not shelf.is_author(name):
        return None
    return _papers_by(name, split(signed.rest).topic if signed else "")


def _papers_by(names: str, topic: str) -> str:
    return f"Which papers{f' about {topic}' if topic else ''} are by {names}?"
