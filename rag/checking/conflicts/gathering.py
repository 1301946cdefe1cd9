"""All conflicts between a claim and its evidence."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache

from rag.acronyms import definitions
from rag.checking.alignment import Alignment
from rag.checking.conflicts import (
    comparison,
    contrast,
    crossing,
    directions,
    edits,
    exchange,
    listing,
    names,
    negation,
    numbers,
    opposition,
    outside,
    pairing,
    quantifiers,
    relation,
    roles,
    scatter,
    subjects,
    substitution,
    valence,
)
from rag.checking.conflicts.conflict import Conflict
from rag.checking.reading import read
from rag.coining import coined_names
from rag.plain import fold

__all__ = ["gather"]

# Conflicts that a comparison or a relation told from its other side brings about.
_OF_WORDING = frozenset({"crossing", "edit", "exchange", "opposite", "swapped", "valence"})


def gather(alignment: Alignment, called: str) -> list[Conflict]:
    """Find all conflicts.

    Args:
        alignment: The claim beside its evidence.
        called: The names and titles of the papers that the evidence is from, folded.
    """
    found = list(_conflicts(alignment, called))
    if comparison.is_mirrored(alignment) or relation.is_mirrored(alignment):
        return [one for one in found if one.kind not in _OF_WORDING]
    return found


def _conflicts(alignment: Alignment, called: str) -> Iterator[Conflict]:
    if alignment.coverage < _DRIFTING:
        severity = _GONE if alignment.coverage < _DRIFTED else 0.5
        yield Conflict("drift", "the passage is about something else", severity)
    coined = _coined(tuple(sentence.text for sentence in alignment.index.sentences))
    yield from roles.find(alignment, coined)
    yield from subjects.find(alignment, coined)
    yield from names.find(alignment, called)
    for kind in (
        comparison,
        contrast,
        crossing,
        directions,
        edits,
        exchange,
        listing,
        negation,
        numbers,
        opposition,
        outside,
        pairing,
        quantifiers,
        relation,
        scatter,
        substitution,
        valence,
    ):
        yield from kind.find(alignment)


# Of a claim's weight, what its supporting sentences have at least: of 459 true claims by hand 3
# have less than the second, 1 less than the first.
_DRIFTED, _DRIFTING = 0.33, 0.42
_GONE = 0.95


@lru_cache(maxsize=512)
def _coined(sentences: tuple[str, ...]) -> frozenset[str]:
    """The stems of the names that the evidence coins, or keeps on writing like names."""
    text = " ".join(sentences)
    long_forms = {word for _, long in definitions(text) for word in fold(long).split()}
    plainly = set(re.findall(r"\b[a-z]+\b", text))
    coined = [word for name in coined_names(text) for word in read(name).words]
    named = [
        word
        for sentence in sentences
        for word in read(sentence).words
        if word.name and re.search(rf"\b{word.text.capitalize()}\b", sentence)
    ]
    often = Counter(word.stem for word in named)
    return frozenset(
        word.stem
        for word in (*coined, *(word for word in named if often[word.stem] > 1))
        if word.weight >= _COINED and word.text not in plainly | long_forms
    )


_COINED = 0.6  # the weight of a word that can be a name
