"""An answer in another language, worded in English for the check.

The check compares words, so it reads English alone. The model that wrote the answer words its
sentences in English, in one call and without seeing the abstracts again; that wording is checked,
and of the sentence itself what crosses languages (see `rag.answering.literals`).
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rag.answering.evidence import Performer
from rag.answering.numbered import by_number, numbered
from rag.answers import Usage
from rag.errors import EndpointError
from rag.language import is_english, is_surely_english

__all__ = ["Translation", "translate"]

_WORD = re.compile(r"\w{2}")


@dataclass(frozen=True, slots=True)
class Translation:
    """What sentences say in English.

    Attributes:
        english: For each sentence its wording in English; those without one are missing. None where
            the answer is expected to be English.
        notice: How they were checked, for the user.
    """

    english: Mapping[str, str] | None = None
    notice: str = ""
    usage: Usage = Usage()


def translate(model: Performer, sentences: Sequence[str]) -> Translation:
    """Have a model word sentences in English; those that are English already cost nothing."""
    said = (one for one in dict.fromkeys(sentences) if _WORD.search(one))
    foreign = [one for one in said if not is_surely_english(one)]
    if not foreign:
        return Translation({})
    try:
        reply = model.perform("translate", {"sentences": numbered(foreign)})
    except EndpointError as error:
        return Translation({}, notice=f"{error} {_ONLY_LITERALS.format('The sentences')}")
    lines = by_number(reply.text, len(foreign))
    english = {foreign[number - 1]: line for number, line in lines.items() if is_english(line)}
    lacking = len(foreign) - len(english)
    notice = "The sentences were checked by the model's own wording of them in English."
    if lacking:
        whose = "Sentences" if not english else f"{lacking} of {len(foreign)} sentences"
        notice = _ONLY_LITERALS.format(whose)
    return Translation(english, notice, reply.usage)


_ONLY_LITERALS = (
    "{} could not be worded in English for the check: only their numbers, names, formulas and "
    "links were checked."
)
