"""The form that the answer to a question has, whatever it says: a number, a link, a name.

A sentence that comes near a question and does not have the form of its answer does not answer it:
"We train on ten datasets" is near "Which datasets is it trained on?", and names none.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from rag.answering.amounts import Amount
from rag.answering.asked import BARE
from rag.answering.details import Details
from rag.answering.naming import Named
from rag.aspects import Aspect, makes
from rag.plain import plain
from rag.questions import Query
from rag.wording import Want

__all__ = ["Form"]

_LINK = re.compile(
    r"https?://|www\.|\b(?:publicly available|open-?sourced?|released?|github|"
    r"(?:codes?|data\w*|models?|implementation)\b[^.]{0,40} (?:is|are) "
    r"(?:public|available|online|open))\b",
    re.IGNORECASE,
)
_INTRODUCES = re.compile(
    r"\b(?:we|this (?:paper|work)|our)\b.{0,60}\b"
    r"(?:propos|introduc|present|develop|design|call|term|"
    r"nam|dub|creat|offer)\w*|\b(?:called|termed|named|dubbed|consists? of|is an?)\b",
    re.IGNORECASE,
)
_DEFINES = re.compile(
    r"^\W*(?:what(?:['’]?s| is| are| does)\b|what do you know|(?:do|have) you (?:know|heard)|"
    r"(?:can you |could you |please )*(?:tell me (?:more )?about|explain|describe|define)|"
    r"who (?:proposes|introduces))",
    re.IGNORECASE,
)
_SPELLS_OUT = re.compile(
    r"\b(?:stands?\s+for|short\s+for|abbreviat\w*|acronym|spelt\s+out|full\s+name)\b", re.IGNORECASE
)

# What asks for a point that abstracts make, and the point.
_POINTS = (
    (
        re.compile(
            r"\b(?:weakness\w*|limit\w*|problems?|drawbacks?|shortcomings?|obstacles?|flaws?|"
            r"wrong|motivat\w*|difficult\w*|lack\w*|existing|previous|prior|earlier)\b",
            re.IGNORECASE,
        ),
        Aspect.PROBLEM,
    ),
    (
        re.compile(
            r"\b(?:test(?:ed)?|evaluat\w+|tried|shown|benefits?|advantages?|gains?|improve\w*|"
            r"beats?|outperform\w*|surpass\w*|better|results?|experiments?|demonstrat\w+)\b",
            re.IGNORECASE,
        ),
        Aspect.FINDING,
    ),
)


@dataclass(frozen=True, slots=True)
class Form:
    """What the answer to a question looks like.

    Attributes:
        amount: What it counts or measures.
        named: What it wants the names of.
        details: What each of the details that it asks for is given by.
        links: Whether it asks where something can be had.
        defined: The names of papers, where the question is what they are.
        spelt_out: The names, where it is what they stand for.
        points: The points of an abstract that it asks about.
    """

    amount: Amount | None
    named: Named | None
    details: tuple[re.Pattern[str], ...]
    links: bool
    defined: tuple[str, ...]
    spelt_out: tuple[str, ...]
    points: tuple[Aspect, ...]

    @classmethod
    def of(cls, query: Query, asked: str, known: frozenset[str] = frozenset()) -> Form:
        """Tell the form of the answer to a question.

        Args:
            query: The question.
            asked: What it asks of the paper, without what names or describes it.
            known: Words, without inflections, that name nothing beside those of the question.
        """
        names = tuple(mention.name for mention in query.mentions)
        details = Details.load()
        return cls(
            Amount.of(asked),
            Named.of(query.asks, known),
            # A detail may stand in what describes the paper, and "limits of X" asks for those of X
            # only where X is its name.
            tuple({*details.asked_by(query.asks), *details.asked_by(asked)}),
            query.want is Want.LINK,
            names if _DEFINES.match(query.asks) or len(asked.split()) <= BARE else (),
            names if _SPELLS_OUT.search(query.asks) else (),
            tuple(point for asks, point in _POINTS if asks.search(asked)),
        )

    @property
    def tells(self) -> bool:
        """Whether the form says much: few sentences have it."""
        return bool(self.amount or (self.named and self.named.needed) or self.details or self.links)

    def fits(self, text: str) -> bool:
        """Tell whether a sentence has the form."""
        return (
            not (self.details and not any(detail.search(text) for detail in self.details))
            and (self.amount is None or self.amount.given_by(text))
            and (self.named is None or not self.named.needed or self.named.given_by(text))
            and not (self.links and not _LINK.search(text))
        )

    def defines(self, text: str) -> bool:
        """Tell whether a sentence may say what that is which the question asks to define."""
        return bool(self.defined) and (self._names(text) or makes(Aspect.PROPOSAL, text))

    def _names(self, text: str) -> bool:
        return any(name in plain(text) for name in self.defined)

    def bonus(self, text: str) -> float:
        """Say what having the form adds to the score by which `weigh` ranks a sentence."""
        bonus = 0.5 * bool(self.details and self.fits(text))
        if self.amount:
            bonus += 0.4 * self.amount.given_by(text)
        if self.named:
            bonus += 0.4 * self.named.given_by(text)
        if self.links:
            bonus += (0.6 if "http" in text else 0.2) if _LINK.search(text) else 0.0
        bonus += 0.2 * any(makes(point, text) for point in self.points)
        if self.defined:
            bonus += 0.2 * self._names(text) + 0.2 * bool(_INTRODUCES.search(text))
        return bonus + 0.6 * any(_in_brackets(name, plain(text)) for name in self.spelt_out)


def _in_brackets(name: str, text: str) -> bool:
    """Tell whether a name stands beside brackets, as where it is spelt out."""
    return f"{name} (" in text or f"({name})" in text
