"""Praise where the passage blames, and blame where it praises.

"Transfers badly" and "is highly transferable" share no pair of opposites, yet contradict each
other. What is compared is whether the words about one thing speak well or ill of it: "costly
setup" ill, "reduces the setup cost" well, "does not reduce the cost" ill.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files

from rag.checking.alignment import Alignment
from rag.checking.conflicts.conflict import Conflict
from rag.checking.cues import Cue
from rag.checking.lexicon import stem
from rag.checking.reading import Reading

__all__ = ["find", "praise"]

_REACH = 4  # tokens before a word within which another turns it round
_NEAR = 5.0  # tokens within which praise or blame belongs to a word
_CLEAR = 0.6  # from -1 to 1, how clearly the passage speaks well or ill


def find(alignment: Alignment) -> Iterator[Conflict]:
    """Find what the claim praises and its passage blames, and the other way round."""
    mine = _valences(alignment.claim)
    if not mine or len({sign > 0 for _, sign in mine}) > 1:
        return  # nothing to compare, or for and against at once
    sign = 1.0 if mine[0][1] > 0 else -1.0
    valued = {place for place, _ in mine}
    if _repeated(alignment, mine):
        return
    total = weight = 0.0
    for number, word in enumerate(alignment.claim.words):
        if word.place in valued or word.stem in _table():
            continue
        near = max(1.0 / (1.0 + abs(word.place - place) / _NEAR) for place in valued)
        home = alignment.home[number]
        for match in alignment.matches[number]:
            if match.sentence == home and not match.opposed and match.likeness > 0.7:
                share = near * (0.1 + word.weight)
                total += share * _local(alignment, home, alignment.index.word(match).place)
                weight += share
    if weight and total / weight * sign < -_CLEAR:
        praise = "speaks ill" if sign > 0 else "speaks well"
        yield Conflict("valence", f"the passage {praise} of this", 0.6)


def praise(one: str) -> int:
    """Tell of a stem whether it praises (1), blames (-1) or does neither (0)."""
    return {"praise": 1, "blame": -1}.get(_table().get(one, ""), 0)


def _repeated(alignment: Alignment, mine: list[tuple[int, float]]) -> bool:
    """Tell whether the passage has a word of the claim's praise or blame, in the same sense."""
    signs = dict(mine)
    for number, word in enumerate(alignment.claim.words):
        for match in alignment.matches[number] if word.place in signs else ():
            theirs = dict(_valences(alignment.index.sentences[match.sentence]))
            place = alignment.index.word(match).place
            inside = match.sentence in alignment.support and not match.opposed
            if inside and theirs.get(place, 0.0) == signs[word.place]:
                return True
    return False


def _local(alignment: Alignment, sentence: int, place: int) -> float:
    """Say how well a sentence speaks of what stands at a place, from -1 to 1."""
    found = _valences(alignment.index.sentences[sentence])
    total = sum(sign / (1.0 + abs(at - place) / _NEAR) for at, sign in found)
    weight = sum(1.0 / (1.0 + abs(at - place) / _NEAR) for at, _ in found)
    return total / weight if weight else 0.0


def _valences(reading: Reading) -> list[tuple[int, float]]:
    """The places of the words that praise (1) or blame (-1), as they stand in their sentence."""
    table = _table()
    denials = [scope.place for scope in reading.scopes if Cue.NEGATION in scope.cues]
    found = []
    for place, token in enumerate(reading.tokens):
        kind = table.get(stem(token))
        if kind not in {"praise", "blame"}:
            continue
        sign = 1.0 if kind == "praise" else -1.0
        before = reading.tokens[max(0, place - _REACH) : place]
        if sum(table.get(stem(other)) == "down" for other in before) % 2:
            sign = -sign
        if any(0 < place - denial <= _REACH for denial in denials):
            sign = -sign
        found.append((place, sign))
    return found


@cache
def _table() -> Mapping[str, str]:
    text = (files("rag.checking") / "data" / "valence.txt").read_text(encoding="utf-8")
    table: dict[str, str] = {}
    heading = ""
    for line in text.splitlines():
        if found := re.match(r"\[(\w+)\]", line):
            heading = found[1]
        elif line and not line.startswith("#"):
            for word in line.split():
                table.setdefault(stem(word), heading)
    return table
