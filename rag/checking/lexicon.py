"""Which words can stand for each other, which are opposites, and how much a word says.

Five tables in `rag/checking/data`, which say where they come from: `synonyms.txt`,
`wordnet.txt` and `opposites.txt`; `general.txt`, the words of everyday English; `frequencies.txt`,
counted over abstracts. All words are compared by their stems.

>>> lexicon().alike(stem("surpass"), stem("outperforms"))
True
>>> lexicon().opposed(stem("faster"), stem("slower"))
True
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from rag.words import stem as snowball

__all__ = ["Lexicon", "lexicon", "stem"]

# What Snowball's rules do not bring to one stem.
_IRREGULAR = {
    form: base
    for base, forms in {
        "find": "found",
        "show": "shown",
        "make": "made",
        "build": "built",
        "lead": "led",
        "give": "gave given",
        "take": "took taken",
        "hold": "held",
        "keep": "kept",
        "lose": "lost",
        "loss": "losses",
        "draw": "drew drawn",
        "write": "wrote written",
        "know": "knew known",
        "grow": "grew grown",
        "rise": "rose risen",
        "fall": "fell fallen",
        "choose": "chose chosen",
        "add": "adding added",
        "see": "saw seen",
        "mean": "meant",
        "think": "thought",
        "bring": "brought",
        "get": "got gotten",
        "arise": "arose arisen",
        "become": "became",
        "beat": "beaten",
        "understand": "understood",
        "vertex": "vertices",
        "transformer": "transformers",
        "adapter": "adapters adaptor adaptors",
        "matrix": "matrices",
        "hypothesis": "hypotheses",
        "datum": "data",
        "drive": "drove driven",
        "hide": "hid hidden",
        "break": "broke broken",
        "speak": "spoke spoken",
        "easy": "easier easiest easily",
        "simple": "simply simpler simplest",
    }.items()
    for form in forms.split()
}
# Terms that Snowball's rules bring to the stem of another word.
_TERMS = frozenset(
    "generative discriminative conformal activation universal native transformer adapter".split()
)
_NOT_ABLE = frozenset(
    "available capable comparable considerable notable reliable remarkable suitable valuable "
    "variable viable unable favorable".split()
)
_BRITISH = (
    ("isation", "ization"),
    ("ise", "ize"),
    ("ised", "ized"),
    ("ises", "izes"),
    ("ising", "izing"),
    ("iser", "izer"),
    ("isers", "izers"),
    ("yse", "yze"),
    ("ysed", "yzed"),
    ("ysing", "yzing"),
    ("lled", "led"),
    ("lling", "ling"),
    ("tre", "ter"),
)


@dataclass(frozen=True)
class Lexicon:
    """The tables, indexed by stem.

    Attributes:
        clusters: The numbers of the lines on which a stem stands among its like.
        sides: The (line, side) pairs at which it stands among its opposites.
        counts: In how many abstracts it occurs.
        everyday: Stems of everyday English.
        rarest: In how many abstracts the rarest stem that is counted occurs.
        abstracts: Over how many abstracts they were counted.
    """

    clusters: Mapping[str, frozenset[int]]
    sides: Mapping[str, frozenset[tuple[int, int]]]
    counts: Mapping[str, int]
    everyday: frozenset[str]
    rarest: int
    abstracts: int

    def alike(self, one: str, other: str) -> bool:
        """Tell whether two stems can stand for each other."""
        return bool(
            self.clusters.get(one, _NONE) & self.clusters.get(other, _NONE)
            or self.sides.get(one, _NONE) & self.sides.get(other, _NONE)
        )

    def opposed(self, one: str, other: str) -> bool:
        """Tell whether two stems are opposites."""
        mine = self.sides.get(one)
        theirs = self.sides.get(other)
        if not mine or not theirs:
            return False
        return any((line, 1 - side) in theirs for line, side in mine)

    def has_opposite(self, one: str) -> bool:
        """Tell whether a stem has opposites."""
        return one in self.sides

    def is_term(self, one: str) -> bool:
        """Tell whether a stem is a term rather than a word that a paraphrase is free to change."""
        return one not in self.everyday

    def is_light(self, one: str) -> bool:
        """Tell whether a stem is that of a verb that links two things and says little itself."""
        return one in _light_verbs()

    def weight(self, one: str) -> float:
        """Say how much a stem tells, from 0 (in every abstract) to 1 (in hardly any)."""
        count = self.counts.get(one, self.rarest / 2)
        return math.log(self.abstracts / count) / math.log(2 * self.abstracts / self.rarest)


_NONE: frozenset[object] = frozenset()


@cache
def stem(word: str) -> str:
    """Cut a folded word to a stem that its irregular and British forms share.

    >>> stem("behaviours"), stem("built"), stem("optimised")
    ('behavior', 'build', 'optim')
    """
    word = _IRREGULAR.get(word, word)
    if word in _TERMS:
        return word
    if "our" in word and len(word) > 5 and not word.startswith("four"):
        american_too = word.replace("our", "or")
        word = american_too if snowball(american_too) in _counts() else word
    for british, american in _BRITISH:
        if len(word) > len(british) + 3 and word.endswith(british):
            other = snowball(word.removesuffix(british) + american)
            if _counts().get(other, 0) > _counts().get(snowball(word), 0):
                return other
    if word.endswith("able") and word not in _NOT_ABLE and snowball(word[:-4]) in _counts():
        return snowball(word[:-4])
    return snowball(word)


@cache
def _light_verbs() -> frozenset[str]:
    return frozenset(stem(verb) for verb in _LIGHT.split())


_LIGHT = """hold contain include comprise offer provide present consist span cover introduce propose
    describe take give perform run work serve get bring come go keep put set lie stand call need
    require want apply involve employ adopt form yield rely build
    base use utilize leverage design make"""


@cache
def lexicon() -> Lexicon:
    """Read the tables, once."""
    clusters: defaultdict[str, set[int]] = defaultdict(set)
    sides: defaultdict[str, set[tuple[int, int]]] = defaultdict(set)
    for line, words in enumerate(_lines("synonyms.txt")):
        for word in words.split():
            clusters[stem(word)].add(line)
    first = len(list(_lines("synonyms.txt")))
    for line, words in enumerate(_lines("wordnet.txt"), start=first):
        for word in words.split():  # stems already
            clusters[word].add(line)
    for line, words in enumerate(_lines("opposites.txt")):
        for side, half in enumerate(words.split("|")):
            for word in half.split():
                sides[stem(word.replace("-", ""))].add((line, side))
    # A word that fell on both sides of a line, by its stem, opposes nothing there.
    both = {
        one: {(line, side) for line, side in at if (line, 1 - side) not in at}
        for one, at in sides.items()
    }
    counts = _counts()
    return Lexicon(
        {one: frozenset(at) for one, at in clusters.items()},
        {one: frozenset(at) for one, at in both.items() if at},
        counts,
        frozenset(one for line in _lines("general.txt") for one in line.split()),
        rarest=min(counts.values()),
        abstracts=_ABSTRACTS,
    )


# See the first line of frequencies.txt.
_ABSTRACTS = 2671


@cache
def _counts() -> Mapping[str, int]:
    counts: dict[str, int] = {}
    for line in _lines("frequencies.txt"):
        count, *stems = line.split()
        counts.update(dict.fromkeys(stems, int(count)))
    return counts


def _lines(name: str) -> Iterator[str]:
    text = (files("rag.checking") / "data" / name).read_text(encoding="utf-8")
    return (line for line in text.splitlines() if line and not line.startswith("#"))
