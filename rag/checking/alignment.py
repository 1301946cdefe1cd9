"""Which words of a claim the evidence has, and in which of its sentences."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from rag.acronyms import definitions
from rag.checking.lexicon import lexicon
from rag.checking.reading import Reading, Word, read

__all__ = ["Alignment", "Index", "Match", "align", "index"]

_ALIKE = 0.85  # what a word that stands for another counts
_EITHER = 0.5  # an opposite that in another sense can stand for the word
_RELATED = 0.8  # a word with the same beginning: "express", "expressiveness"
_PREFIX = 5
_SHARED = 6  # letters at least that two related stems begin with
_MOST_SENTENCES = 3  # that one claim may be put together from
_AROUND = 4.0  # tokens within which words of the claim belong together
_NAME = 0.3  # what a name counts where words are looked for that belong together
_GAIN = 0.12  # of a claim's weight, that a further sentence has to add


@dataclass(frozen=True, slots=True)
class Match:
    """A word of the evidence that a word of the claim meets.

    Attributes:
        likeness: From 0 to 1.
        opposed: Whether the two are opposites.
    """

    sentence: int
    word: int
    likeness: float
    opposed: bool = False


@dataclass(frozen=True)
class Index:
    """The sentences of some evidence, found by stem, by cluster and by beginning."""

    sentences: tuple[Reading, ...]
    by_stem: dict[str, list[tuple[int, int]]] = field(default_factory=dict)
    by_cluster: dict[int, set[str]] = field(default_factory=dict)
    by_side: dict[tuple[int, int], set[str]] = field(default_factory=dict)
    by_prefix: dict[str, set[str]] = field(default_factory=dict)
    by_denied: dict[str, set[str]] = field(default_factory=dict)
    acronyms: tuple[tuple[str, str], ...] = ()

    def words(self) -> Iterator[tuple[int, int, Word]]:
        """Iterate over (sentence, number of the word, word)."""
        for number, sentence in enumerate(self.sentences):
            for place, word in enumerate(sentence.words):
                yield number, place, word

    def word(self, match: Match) -> Word:
        """The word that was met."""
        return self.sentences[match.sentence].words[match.word]

    def matches(self, word: Word) -> list[Match]:
        """Find every word that meets a claim's word, opposites included."""
        if word.quantity:
            return [
                Match(s, w, 1.0)
                for s, w in self.by_stem.get("#", [])
                if (other := self.sentences[s].words[w].quantity) and word.quantity.equals(other)
            ]
        likeness = {word.stem: 1.0}
        for like in self._alike(word.stem):
            likeness.setdefault(like, _ALIKE)
        for like in self._related(word.stem):
            likeness.setdefault(like, _RELATED)
        found = [
            Match(s, w, share)
            for like, share in likeness.items()
            for s, w in self.by_stem.get(like, [])
        ]
        opposed = self._opposed(word.stem) | self.by_denied.get(word.stem, set())
        if word.denies in self.by_stem:
            opposed = opposed | {word.denies}
        for opposite in opposed - {word.stem}:
            found += [
                Match(s, w, _ALIKE if opposite not in likeness else _EITHER, opposed=True)
                for s, w in self.by_stem.get(opposite, [])
            ]
        return found

    def _alike(self, stem: str) -> set[str]:
        known = lexicon()
        found: set[str] = set()
        for line in known.clusters.get(stem, ()):
            found |= self.by_cluster.get(line, set())
        for at in known.sides.get(stem, ()):
            found |= self.by_side.get(at, set())
        return found

    def _related(self, stem: str) -> set[str]:
        if len(stem) < _PREFIX:
            return set()
        return {
            other
            for other in self.by_prefix.get(stem[:_PREFIX], set())
            if _are_related(stem, other) and not lexicon().opposed(stem, other)
        }

    def _opposed(self, stem: str) -> set[str]:
        found: set[str] = set()
        for line, side in lexicon().sides.get(stem, ()):
            found |= self.by_side.get((line, 1 - side), set())
        return found


def _are_related(one: str, other: str) -> bool:
    shared = _common(one, other)
    shorter, longer = sorted((len(one), len(other)))
    if shared == shorter:
        return f"{one} {other}" not in _UNRELATED and f"{other} {one}" not in _UNRELATED
    return shared >= max(_SHARED, 0.7 * longer)


# Stems of which one begins with the other, and that mean different things.
_UNRELATED = frozenset({"object objectiv", "activ activat", "state statement"})


def _common(one: str, other: str) -> int:
    count = 0
    for mine, theirs in zip(one, other, strict=False):
        if mine != theirs:
            break
        count += 1
    return count


@lru_cache(maxsize=512)
def index(sentences: tuple[str, ...]) -> Index:
    """Read and index the sentences of some evidence."""
    acronyms = tuple(
        (acronym, long_form)
        for sentence in sentences
        for acronym, long_form in definitions(sentence)
        # Capitals in the long form make a name of its own, unless there are many of the kind.
        if long_form.islower() or f"({acronym}s)" in sentence
    )
    made = Index(tuple(read(sentence, acronyms) for sentence in sentences), acronyms=acronyms)
    by_stem: defaultdict[str, list[tuple[int, int]]] = defaultdict(list)
    by_cluster: defaultdict[int, set[str]] = defaultdict(set)
    by_side: defaultdict[tuple[int, int], set[str]] = defaultdict(set)
    by_prefix: defaultdict[str, set[str]] = defaultdict(set)
    known = lexicon()
    for sentence, place, word in made.words():
        by_stem[word.stem].append((sentence, place))
        if word.denies:
            made.by_denied.setdefault(word.denies, set()).add(word.stem)
    for stem in by_stem:
        for line in known.clusters.get(stem, ()):
            by_cluster[line].add(stem)
        for at in known.sides.get(stem, ()):
            by_side[at].add(stem)
        if len(stem) >= _PREFIX:
            by_prefix[stem[:_PREFIX]].add(stem)
    made.by_stem.update(by_stem)
    made.by_cluster.update(by_cluster)
    made.by_side.update(by_side)
    made.by_prefix.update(by_prefix)
    return made


@dataclass(frozen=True, slots=True)
class Alignment:
    """A claim laid beside its evidence.

    Attributes:
        claim: The claim, read.
        index: The evidence, indexed.
        matches: For each word of the claim, what it meets, anywhere in the evidence.
        support: The sentences that together say most of the claim, the best first.
        coverage: How much of the claim's weight the support has, from 0 to 1.
        met: The (sentence, word) places that words of the claim meet, each word at the places
            that are most like it.
        home: For each word of the claim, the supporting sentence that has most of what stands
            around it.
    """

    claim: Reading
    index: Index
    matches: tuple[tuple[Match, ...], ...]
    support: tuple[int, ...]
    coverage: float
    met: frozenset[tuple[int, int]]
    home: tuple[int, ...]

    def best(self, word: int) -> Match | None:
        """What a word of the claim meets best in the supporting sentences."""
        inside = [
            match
            for match in self.matches[word]
            if match.sentence in self.support and not match.opposed
        ]
        return max(inside, key=lambda match: match.likeness, default=None)


def align(claim: Reading, evidence: Index) -> Alignment:
    """Lay a claim beside its evidence."""
    matches = tuple(tuple(evidence.matches(word)) for word in claim.words)
    # gains[s][c] is what sentence s has of word c.
    gains: list[list[float]] = [[0.0] * len(claim.words) for _ in evidence.sentences]
    for place, (word, found) in enumerate(zip(claim.words, matches, strict=True)):
        for match in found:
            row = gains[match.sentence]
            row[place] = max(row[place], word.weight * match.likeness)
    total = claim.weight or 1.0
    support, had = _support(gains, len(claim.words), total)
    met = frozenset(place for found in matches for place in _best_places(found))
    home = tuple(_home(claim, gains, support, word) for word in range(len(claim.words)))
    return Alignment(claim, evidence, matches, support, sum(had) / total, met, home)


def _home(
    claim: Reading, gains: Sequence[Sequence[float]], support: Sequence[int], word: int
) -> int:
    """Choose the supporting sentence that has most of the words around one of the claim."""
    place = claim.words[word].place
    near = [1.0 / (1.0 + abs(other.place - place) / _AROUND) for other in claim.words]
    near[word] = 0.0
    # A name may stand for "it" and "our method", wherever the passage says so.
    near = [
        share * (_NAME if other.name else 1.0)
        for share, other in zip(near, claim.words, strict=True)
    ]
    return max(
        support,
        key=lambda sentence: sum(
            share * gain for share, gain in zip(near, gains[sentence], strict=True)
        ),
        default=0,
    )


def _best_places(found: Sequence[Match]) -> Iterator[tuple[int, int]]:
    """The places that a word meets best, in each sentence that has it."""
    best: dict[int, float] = {}
    for match in found:
        if not match.opposed:
            best[match.sentence] = max(best.get(match.sentence, 0.0), match.likeness)
    for match in found:
        if not match.opposed and match.likeness == best[match.sentence]:
            yield match.sentence, match.word


def _support(
    gains: Sequence[Sequence[float]], words: int, total: float
) -> tuple[tuple[int, ...], list[float]]:
    """Choose the sentences that cover most, one after another, while each adds enough."""
    had = [0.0] * words
    chosen: list[int] = []
    while len(chosen) < min(_MOST_SENTENCES, len(gains)):
        best, added = max(
            (
                (number, sum(max(0.0, new - old) for new, old in zip(row, had, strict=True)))
                for number, row in enumerate(gains)
                if number not in chosen
            ),
            key=lambda one: one[1],
        )
        if chosen and added < _GAIN * total:
            break
        chosen.append(best)
        had = [max(new, old) for new, old in zip(gains[best], had, strict=True)]
    return tuple(chosen), had
