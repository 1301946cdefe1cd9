"""Who wrote what: the people of a collection, found by whatever form of their name is asked.

"Kowalska, A.", "anna kowalska" and "Kowalska Anna" are Anna Kowalska; a name that nobody has is
only taken for another where one letter or two tell them apart, and then the answer says so. Names
that the collection knows are never taken for others: Yi Wang is not Yu Wang.

>>> index = AuthorIndex({"Anna Kowalska": (0, 2), "Ole Bøe": (1,)})
>>> index.find("A. Kowalska").people[0].papers, index.find("Boe, Ole").people[0].name
((0, 2), 'Ole Bøe')
>>> index.find("Anna Bøe").people
()
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from rag.papers import Paper
from rag.plain import fold, plain

__all__ = ["AuthorIndex", "Authorship", "Known", "Person", "papers_by_name"]

_SHORTEST_MISSPELT = 4  # letters; "Yi" and "Yu" are two names, not one misspelt
_LONG = 8  # letters from which on two slips of the pen may stand in one word
_NEAR = 75.0  # of 100, from which on a name is worth mentioning where nobody has the one asked for
_MOST_NEAR = 3

_UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "å": "aa", "ø": "oe"})
_INITIALS = re.compile(r"(?:\w\.){2,}")
_HYPHENATED_INITIALS = re.compile(r"(\w)\.(?:-\w\.?)+")
_SUFFIXES = frozenset({"jr", "sr", "ii", "iii", "iv", "phd", "dr", "prof", "professor"})
_PARTICLES = frozenset(
    "al bin da de degli dei del della den der di do dos du el ibn la le st ter van von zu".split()
)


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who wrote papers.

    Attributes:
        name: Their name as most of their papers spell it.
        papers: The numbers of their papers, ascending.
    """

    name: str
    papers: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Known:
    """What a collection knows of a name.

    Attributes:
        asked: The name as it was asked.
        people: Who may be meant; several where the name is only a part of theirs.
        exact: False where the spelling was guessed.
        near: Where nobody is meant, the names that come nearest.
    """

    asked: str
    people: tuple[Person, ...] = ()
    exact: bool = True
    near: tuple[str, ...] = ()

    @property
    def papers(self) -> frozenset[int]:
        """The numbers of the papers of all who may be meant."""
        return frozenset(number for person in self.people for number in person.papers)


@dataclass(frozen=True, slots=True)
class Authorship:
    """Whose papers are asked for, as far as a collection knows them.

    Attributes:
        asked: Those who wrote them.
        without: Those who did not.
        either: Whether any of them will do, instead of all together.
        whether: Whether it is asked if they wrote a paper.
        people: Whether those are asked for who wrote with them, or who wrote most.
    """

    asked: tuple[Known, ...]
    without: tuple[Known, ...] = ()
    either: bool = False
    whether: bool = False
    people: bool = False

    @property
    def unknown(self) -> tuple[Known, ...]:
        """The names that keep a question from an answer, since nobody has them."""
        unknown = tuple(one for one in self.asked if not one.people)
        return unknown if not self.either or len(unknown) == len(self.asked) else ()

    def among(self, numbers: Iterable[int]) -> set[int]:
        """Keep of some papers those that are asked for."""
        kept = set(numbers)
        if self.either:
            kept &= frozenset().union(*(one.papers for one in self.asked))
        else:
            for one in self.asked:
                kept &= one.papers
        return kept.difference(*(one.papers for one in self.without))


def papers_by_name(papers: Iterable[Paper]) -> dict[str, tuple[int, ...]]:
    """Map each author's name to the numbers of their papers.

    Spellings that differ in accents, hyphens and case are one name, in its most frequent spelling.
    """
    spellings: dict[str, dict[str, list[int]]] = {}
    for number, paper in enumerate(papers):
        for name in dict.fromkeys(paper.authors):
            if joined := "".join(_tokens(name)):
                spellings.setdefault(joined, {}).setdefault(name, []).append(number)
    return {
        max(own, key=lambda name: (len(own[name]), name)): tuple(
            sorted({number for numbers in own.values() for number in numbers})
        )
        for own in spellings.values()
    }


class AuthorIndex:
    """The people of a collection. Safe to use from several threads.

    Args:
        papers: The numbers of the papers of each name.
    """

    def __init__(self, papers: Mapping[str, Sequence[int]]) -> None:
        self._people = [Person(name, tuple(numbers)) for name, numbers in papers.items()]

    def __len__(self) -> int:
        """Count the people."""
        return len(self._people)

    def __iter__(self) -> Iterator[Person]:
        """Go through the people."""
        return iter(self._people)

    def find(self, name: str) -> Known:
        """Find who is called by a name, whole or in part."""
        asked = _tokens(name)
        if not asked:
            return Known(name)
        called = self._called(asked)
        if called & (self._whole(asked) | self._with_all(asked)):
            return Known(name, self._persons(called))
        # Somebody who is listed by initials only may be meant, and so may who is misspelt.
        if people := called | self._misspelt(asked):
            return Known(name, self._persons(people), exact=False)
        return Known(name, near=self._near(asked))

    def _persons(self, numbers: Iterable[int]) -> tuple[Person, ...]:
        return tuple(self._people[number] for number in sorted(numbers))

    def _called(self, asked: Sequence[str]) -> set[int]:
        whole = self._whole(asked)
        if whole and len(asked) > 1 and all(len(token) > 1 for token in asked):
            return whole
        holders = [self._by_token.get(token, set()) for token in asked if len(token) > 1]
        candidates = set[int]().union(*holders)
        called = whole | {number for number in candidates if self._fits(asked, number)}
        # "Papers by Yoshua": where no family is called so, somebody is.
        return called or (candidates if len(asked) == 1 else set())

    def _whole(self, asked: Sequence[str]) -> set[int]:
        """Find who has a name, whichever of its words comes first."""
        turned = ("".join([*asked[first:], *asked[:first]]) for first in range(len(asked)))
        return set[int]().union(*(self._by_key.get(key, set()) for key in turned))

    def _with_all(self, asked: Sequence[str]) -> set[int]:
        """Find who has all words of a name, but for initials."""
        holders = [self._by_token.get(token, set()) for token in asked if len(token) > 1]
        return set[int].intersection(*holders) if holders else set()

    def _fits(self, asked: Sequence[str], number: int) -> bool:
        return any(_fits(asked, own) for own in self._spellings[number])

    def _misspelt(self, asked: Sequence[str]) -> set[int]:
        """Find who has a name in which unknown words are replaced by the one that each resembles.

        Several that are resembled alike are none, and so is what resembles a word that stands
        alone: a wrong person is worse than none.
        """
        if len(asked) == 1:
            return set()
        corrected = [*asked]
        for place, token in enumerate(asked):
            if token not in self._by_token and len(token) > 1:
                long = len(token) >= _SHORTEST_MISSPELT
                found = self._resembled(token, asked) if long else None
                if found is None:
                    return set()
                corrected[place] = found
        return self._called(corrected) if corrected != [*asked] else set()

    def _resembled(self, token: str, asked: Sequence[str]) -> str | None:
        """Find the one word of names that an unknown one resembles, beside the others asked for."""
        from rapidfuzz.distance import OSA

        most = 2 if len(token) >= _LONG else 1
        others = [self._by_token[one] for one in asked if one in self._by_token]
        beside = set[int]().union(*others)
        distances: dict[str, int] = {}
        for word, holders in self._by_token.items():
            if abs(len(word) - len(token)) <= most and (not others or holders & beside):
                distance = OSA.distance(token, word, score_cutoff=most)
                if distance <= most:
                    distances[word] = distance
        best = min(distances.values(), default=0)
        nearest = [word for word, distance in distances.items() if distance == best]
        return nearest[0] if len(nearest) == 1 else None

    def _near(self, asked: Sequence[str]) -> tuple[str, ...]:
        from rapidfuzz import fuzz, process

        alone = asked[0] if len(asked) == 1 else ""
        names = [own[0] for own in self._spellings]
        found = process.extract(
            alone or " ".join(asked),
            [own[-1] if alone else " ".join(own) for own in names],
            scorer=fuzz.ratio if alone else fuzz.token_sort_ratio,
            score_cutoff=_NEAR,
            limit=_MOST_NEAR,
        )
        return tuple(self._people[number].name for _, _, number in found)

    @cached_property
    def _spellings(self) -> list[tuple[tuple[str, ...], ...]]:
        return [tuple(_spellings(person.name)) for person in self._people]

    @cached_property
    def _by_key(self) -> dict[str, set[int]]:
        keys: dict[str, set[int]] = {}
        for number, spellings in enumerate(self._spellings):
            for own in spellings:
                keys.setdefault("".join(own), set()).add(number)
        return keys

    @cached_property
    def _by_token(self) -> dict[str, set[int]]:
        tokens: dict[str, set[int]] = {}
        for number, spellings in enumerate(self._spellings):
            for token in {token for own in spellings for token in own if len(token) > 1}:
                tokens.setdefault(token, set()).add(number)
        return tokens


def _tokens(name: str) -> tuple[str, ...]:
    """Split a name into folded words; what a hyphen joins is one, and so is each initial.

    >>> _tokens("J.R. O'Neill-Þórr Jr."), _tokens("Y.-X. Wang")
    (('j', 'r', 'oneillthorr'), ('y', 'wang'))
    """
    name = _HYPHENATED_INITIALS.sub(r"\1 ", plain(name))
    name = _INITIALS.sub(lambda initials: initials.group().replace(".", ". "), name)
    words = [re.sub(r"[^\w]|[\d_]", "", word) for word in re.split(r"[\s,.]+", fold(name))]
    return tuple(word for word in words if word and word not in _SUFFIXES)


def _spellings(name: str) -> Iterator[tuple[str, ...]]:
    """Spell a name without its accents, and as those without umlauts on their keys write it."""
    yield _tokens(name)
    written = name.lower().translate(_UMLAUTS)
    if written != name.lower():
        yield _tokens(written)


def _fits(asked: Sequence[str], own: Sequence[str]) -> bool:
    """Tell whether a name is a form of another: the family's, with the given names it gives.

    >>> _fits(["kowalska", "a"], ["anna", "maria", "kowalska"]), _fits(["wu", "li"], ["li", "he"])
    (True, False)
    """
    family, given = own[-1], own[:-1]
    if len(asked) == 1 or asked[0] in _PARTICLES:
        return [*own[-len(asked) :]] == [*asked]
    if family not in (asked[0], asked[-1]):
        return False
    other = [*asked[:-1]] if asked[-1] == family else [*asked[1:]]
    shorter, longer = sorted((other, [*given]), key=len)
    if not shorter or not _same(shorter[0], longer[0]):
        return False
    rest = iter(longer[1:])
    return all(any(_same(one, another) for another in rest) for one in shorter[1:])


def _same(one: str, other: str) -> bool:
    """Tell whether two words may be one given name: the same one, or its initial."""
    return one == other or (min(len(one), len(other)) == 1 and one[0] == other[0])
