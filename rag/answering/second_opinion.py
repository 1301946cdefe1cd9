"""What a model thinks of the claims of an answer, beside what the check found.

One call judges all of them against the abstracts that they cite. Its fault costs the opinion, never
the answer.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rag.answering.evidence import NumberedPassage, Performer
from rag.answering.numbered import by_number, numbered
from rag.answers import Claim, Support, Usage
from rag.errors import EndpointError

__all__ = ["SecondOpinion", "opinions_in", "second_opinion"]

_VERDICT = re.compile(
    r"(?P<partial>\b(?:partial|partly)\w*(?:\s+supported)?|\bnot\s+(?:fully|entirely)\s+supported)"
    r"|(?P<unsupported>\bnot\s+supported|\bunsupported|\bcontradict\w*)"
    r"|(?P<supported>\bsupported\b)",
    re.IGNORECASE,
)
_ENTRIES = re.compile(r"[{}]|,\s*(?=[\"']?\d{1,3}[\"']?\s*:)")
_SUPPORTS: tuple[Support, ...] = ("partial", "unsupported", "supported")


@dataclass(frozen=True, slots=True)
class SecondOpinion:
    """The claims with what the model thinks of them."""

    claims: tuple[Claim, ...]
    notice: str
    usage: Usage = Usage()


def second_opinion(
    model: Performer, claims: Sequence[Claim], passages: Mapping[int, NumberedPassage]
) -> SecondOpinion:
    """Ask a model for its opinion.

    Args:
        model: The model.
        claims: What an answer says.
        passages: What they cite, by number.
    """
    cited = dict.fromkeys(number for claim in claims for number in claim.citations)
    read = "\n\n".join(passages[number].told for number in cited if number in passages)
    try:
        reply = model.perform("second_opinion", {"passages": read, "claims": _told(claims)})
    except EndpointError as error:
        return SecondOpinion(tuple(claims), f"{error} There is no second opinion.")
    opinions = opinions_in(reply.text, len(claims))
    judged = tuple(
        claim.model_copy(update={"second_opinion": opinion})
        for claim, opinion in zip(claims, opinions, strict=True)
    )
    return SecondOpinion(judged, _notice(judged), reply.usage)


def opinions_in(reply: str, count: int) -> tuple[Support | None, ...]:
    """Read verdicts, one a line or as JSON; None where there is none, or more than one."""
    lines = by_number(_ENTRIES.sub("\n", reply), count)
    return tuple(_opinion(lines.get(number, "")) for number in range(1, count + 1))


def _opinion(line: str) -> Support | None:
    found = {match.lastgroup for match in _VERDICT.finditer(line)}
    return next((one for one in _SUPPORTS if found == {one}), None)


def _told(claims: Sequence[Claim]) -> str:
    return numbered(
        f"{claim.text} (cites {', '.join(f'[{number}]' for number in claim.citations) or 'none'})"
        for claim in claims
    )


def _notice(claims: Sequence[Claim]) -> str:
    given = [claim for claim in claims if claim.second_opinion]
    agreed = sum(claim.second_opinion == claim.support for claim in given)
    silent = len(claims) - len(given)
    none = f", and says nothing usable of {silent}" if silent else ""
    agrees = f"the model agrees with the check on {agreed} of {len(given)} sentences"
    return f"Second opinion: {agrees}{none}."
