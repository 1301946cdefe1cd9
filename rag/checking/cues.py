"""The small words that decide what a sentence claims: negations, hedges and quantifiers.

>>> cue_at(["does", "not", "help"], 1)
(frozenset({<Cue.NEGATION: 'negation'>}), 1)
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from enum import Enum
from functools import cache
from importlib.resources import files

__all__ = ["FUNCTION_WORDS", "Cue", "cue_at"]


class Cue(Enum):
    """What a small word does to the words that it governs.

    EACH and THEORY are weaker words that bear out ALL and PROOF; nobody has to bear out them.
    """

    NEGATION = "negation"
    ALL = "all"
    SOME = "some"
    HEDGE = "hedge"
    ONLY = "only"
    EACH = "each"
    PROOF = "proof"
    THEORY = "theory"


# Words without content of their own. Most cues are among them: they are judged, not aligned.
FUNCTION_WORDS = frozenset(
    """a about above accordingly across additionally again against al all almost along alongside
    already also although always am amid among an and another any anything anyway are around as
    aside at avoid avoids away barely be became because become becomes been before being below
    beside besides between beyond both but by called can cannot certain certainly coined could did
    do does doing done down dubbed due during e.g each eg either else entirely especially et etc
    even ever every everything far few fewer finally firstly for frequently from fully further
    furthermore generally had hardly has have having he hence her here him his how however i i.e
    ie if in indeed instead into is it its itself just lack lacking lacks largely lastly less let
    lets like made mainly make makes making many may maybe me merely might more moreover
    most mostly much must my named namely near nearly neither never no none nor not notably nothing
    now of off often on once one ones only onto or other others our ours out over overall own
    particularly per perhaps possibly potentially presumably probably rarely rather really
    respectively scarcely secondly seldom several shall she should since so solely some
    sometimes somewhat soon specifically still such term termed terms than that the their theirs
    them then there thereby therefore these they this those though through throughout thus till to
    together too toward towards typically unable under unlike until unto up upon us usually very
    via vs was way ways we well were what whatever when whenever where whereas whereby wherein
    whether which while who whom whose why will with within without would yet you your author
    authors paper papers article themselves themself itself something anybody somebody someone
    anyone everyone everybody goes going done getting gets unless despite""".split()
)


def cue_at(tokens: Sequence[str], place: int) -> tuple[frozenset[Cue], int]:
    """Read the longest cue that begins at a place: what it is, and how many tokens it takes."""
    phrases = _phrases()
    for length in _lengths().get(tokens[place], ()):
        found = phrases.get(" ".join(tokens[place : place + length]))
        if found is not None:
            return found, length
    return frozenset(), 1


@cache
def _phrases() -> Mapping[str, frozenset[Cue]]:
    text = (files("rag.checking") / "data" / "cues.txt").read_text(encoding="utf-8")
    phrases: defaultdict[str, set[Cue]] = defaultdict(set)
    heading: set[Cue] = set()
    for line in text.splitlines():
        if found := re.match(r"\[(\w+)\]", line):
            heading = set() if found[1] == "none" else {Cue(found[1])}
        elif line and not line.startswith("#"):
            for phrase in line.split(","):
                phrases[phrase.strip()] |= heading
    return {phrase: frozenset(cues) for phrase, cues in phrases.items()}


@cache
def _lengths() -> Mapping[str, tuple[int, ...]]:
    """The lengths of the phrases that begin with a word, longest first."""
    lengths: defaultdict[str, set[int]] = defaultdict(set)
    for phrase in _phrases():
        words = phrase.split()
        lengths[words[0]].add(len(words))
    return {first: tuple(sorted(found, reverse=True)) for first, found in lengths.items()}
