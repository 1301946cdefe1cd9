"""Which papers a question names: by coined name, title or author, however it is spelt.

"E3-FaceNet", "e3 facenet" and "E3FaceNet" are one name. A name that is also an everyday word of
the collection ("Scale") only counts in its own capitals. A word that the collection does not know
is taken for the name that it resembles most, if it resembles one closely.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from rag.acronyms import in_singular
from rag.plain import fold, plain
from rag.similar import SimilarTexts
from rag.words import parts, uninflected

__all__ = ["Mention", "Name", "NameIndex", "key"]

_TOKEN = re.compile(r"[^\W_]+(?:[-'’][^\W_]+)*|\+|&")
_POSSESSIVE = re.compile(r"['’]s?$")
_LONGEST = 8  # tokens of a question that may form one name
_SIMILAR = 80.0  # of 100: "CurBech" against "CurBench" scores 93, "Pruning" against "Tuning" 77
_MISSPELT_WORDS = 4  # words of a name of which one is misspelt
_SHORTEST_MISSPELT = 5  # characters; shorter words resemble too much


@dataclass(frozen=True, slots=True)
class Name:
    """What a paper may be called.

    Attributes:
        everyday: Whether the name is also a common word, and so counts only in its own capitals.
    """

    text: str
    papers: tuple[int, ...]
    everyday: bool = False


@dataclass(frozen=True, slots=True)
class Mention:
    """A name in a question.

    Attributes:
        name: The name as the collection spells it.
        papers: The numbers of the papers that it may mean.
        start: Where it begins in the question, in characters.
        end: Where it ends, exclusive.
        exact: False where the spelling was guessed.
    """

    name: str
    papers: tuple[int, ...]
    start: int
    end: int
    exact: bool = True


def key(name: str) -> str:
    """Fold a name to what two spellings of it have in common."""
    return "".join(token for token in _tokens_folded(name) if token not in _AND)


_AND = frozenset({"and", "&"})


def _tokens_folded(text: str) -> list[str]:
    return [re.sub(r"['’-]", "", token) for token in _TOKEN.findall(fold(in_singular(plain(text))))]


class NameIndex:
    """The names of a collection's papers."""

    def __init__(self, names: Mapping[str, Name], is_known_word: Callable[[str], bool]) -> None:
        self._names = names
        self._is_known_word = is_known_word

    @classmethod
    def build(
        cls,
        named: Iterable[tuple[str, int]],
        is_everyday: Callable[[str], bool],
        is_known_word: Callable[[str], bool],
    ) -> NameIndex:
        """Index (name, number of its paper) pairs.

        Args:
            named: The pairs; one name may have several papers, and one paper several names.
            is_everyday: Tells whether a folded single word is common in the collection.
            is_known_word: Tells whether the collection holds a folded word at all.
        """
        texts: dict[str, str] = {}
        papers: dict[str, list[int]] = {}
        for name, paper in named:
            folded = key(name)
            if len(folded) < 2:
                continue
            texts.setdefault(folded, name)
            if paper not in papers.setdefault(folded, []):
                papers[folded].append(paper)
        return cls(
            {
                folded: Name(text, tuple(papers[folded]), everyday=is_everyday(folded))
                for folded, text in texts.items()
            },
            is_known_word,
        )

    def items(self) -> Iterator[tuple[str, Name]]:
        """Iterate over (folded name, name) pairs."""
        return iter(self._names.items())

    def find(self, question: str) -> list[Mention]:
        """Find the names in a question, the longest first wherever two overlap, left to right."""
        tokens = [match for match in _TOKEN.finditer(question) if match.group() != "&"]
        mentions: list[Mention] = []
        first = 0
        while first < len(tokens):
            mention = self._longest_from(question, tokens, first)
            if mention is None:
                first += 1
            else:
                mentions.append(mention)
                first += sum(1 for token in tokens[first:] if token.start() < mention.end)
        return mentions or self._guess(tokens)

    def _longest_from(
        self, question: str, tokens: list[re.Match[str]], first: int
    ) -> Mention | None:
        for last in range(min(len(tokens), first + _LONGEST) - 1, first - 1, -1):
            if tokens[first].group() in _AND or tokens[last].group() in _AND:
                continue  # it joins a name to what is no part of it
            start, end = tokens[first].start(), tokens[last].end()
            written = _POSSESSIVE.sub("", question[start:end])
            end = start + len(written)
            name = self._names.get(key(written))
            if name and not (name.everyday and not _same_capitals(written, name.text)):
                return Mention(name.text, name.papers, start, end)
        return None

    def _guess(self, tokens: list[re.Match[str]]) -> list[Mention]:
        """Find the names that stretches around unknown words resemble most closely."""
        mentions: list[Mention] = []
        for place, token in enumerate(tokens):
            taken = bool(mentions) and token.start() < mentions[-1].end
            if not taken and self._is_misspelt(token.group()):
                mention = self._most_similar(tokens, place)
                if mention:
                    mentions.append(mention)
        return mentions

    def _is_misspelt(self, written: str) -> bool:
        if len(key(written)) < _SHORTEST_MISSPELT:
            return False
        # "barn-owl" is no slip for "barn-fowl" where the collection knows both of its words
        parts = fold(written).split("-")
        return not (self._is_known_word(fold(written)) or all(map(self._is_known_word, parts)))

    def with_part(self, word: str) -> list[Name]:
        """List the names that are joined of others and an uninflected word."""
        return self._by_part.get(word, [])

    @cached_property
    def _by_part(self) -> dict[str, list[Name]]:
        by_part: dict[str, list[Name]] = {}
        for name in self._names.values():
            for part in set(map(uninflected, parts(name.text))):
                by_part.setdefault(part, []).append(name)
        return by_part

    @cached_property
    def _guessable(self) -> SimilarTexts:
        return SimilarTexts([folded for folded, name in self._names.items() if not name.everyday])

    def _most_similar(self, tokens: list[re.Match[str]], place: int) -> Mention | None:
        """Compare the stretches that hold the word at a place with all names."""
        from rapidfuzz import fuzz, process

        best: tuple[float, Mention] | None = None
        for first in range(max(0, place - _MISSPELT_WORDS + 1), place + 1):
            for last in range(place, min(len(tokens), first + _MISSPELT_WORDS)):
                written = "".join(key(token.group()) for token in tokens[first : last + 1])
                names = self._guessable.candidates(written, _SIMILAR)
                found = process.extractOne(written, names, scorer=fuzz.ratio, score_cutoff=_SIMILAR)
                if found and (best is None or found[1] > best[0]):
                    name = self._names[found[0]]
                    start, end = tokens[first].start(), tokens[last].end()
                    best = found[1], Mention(name.text, name.papers, start, end, exact=False)
        return best[1] if best else None


def _same_capitals(written: str, name: str) -> bool:
    return re.sub(r"\W", "", written) == re.sub(r"\W", "", plain(name))
