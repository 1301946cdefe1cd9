"""Figures that a question gives to tell of which paper it speaks: "which dataset has 800 graphs?".

A paper that does not give them is not the one that is meant, however much else it has of the
question.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from rag.checking.quantities import quantities
from rag.retrieval import Hit
from rag.snapshot import Indexed, Snapshot

__all__ = ["figures", "giving"]

_COUNTED_ON_FINGERS = frozenset({0.0, 1.0, 2.0})  # "one", "two": hardly a figure
_YEARS = frozenset(map(float, range(1900, 2100)))  # what the lists say of a paper, not its abstract


def figures(question: str) -> frozenset[float]:
    """List the figures of a question that it has in digits; small ones in words count things.

    >>> sorted(figures("Which three of the datasets of 2024 have 80k dialogues in 3.5 tasks?"))
    [3.5, 80000.0]
    """
    digits = re.findall(r"\S*\d\S*(?:\s+(?:thousand|[mbtr]+illion)\b)?", question)
    return _values(" , ".join(digits)) - _COUNTED_ON_FINGERS - _YEARS


def giving(asked: frozenset[float], hits: Iterable[Hit], snapshot: Snapshot) -> Hit | None:
    """Find the first of some papers that gives all figures asked for, and more of the question.

    Args:
        asked: The figures.
        hits: The papers, the best first.
        snapshot: Where they are.

    Returns:
        The paper, its best sentence the one that gives most of the figures.
    """
    for hit in hits:
        given = [asked & _values(text) for text in _sentences(snapshot[hit.number])]
        if hit.coverage >= _COVERED and frozenset().union(*given) == asked:
            most = max(range(len(given)), key=lambda number: len(given[number]))
            return replace(hit, best_sentence=most)
    return None


_COVERED = 0.25  # of the question, by idf: more than chance


def _sentences(indexed: Indexed) -> list[str]:
    return [indexed.paper.abstract[start:end] for start, end in indexed.sentences]


def _values(text: str) -> frozenset[float]:
    return frozenset(quantity.value for quantity in quantities(text))
