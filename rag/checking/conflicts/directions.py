"""Where something goes from and to, turned round."""

from __future__ import annotations

from collections.abc import Iterator

from rag.checking.alignment import Alignment
from rag.checking.conflicts.conflict import Conflict
from rag.checking.reading import Reading

__all__ = ["find"]

_STOPS = frozenset(". , ; : ( ) ? ! — and while whereas but by with via using for".split())


def find(alignment: Alignment) -> Iterator[Conflict]:
    """Find "from X to Y" of which the evidence has "from Y to X"."""
    for mine in _routes(alignment.claim):
        for sentence in alignment.support:
            for theirs in _routes(alignment.index.sentences[sentence]):
                straight = sum(_meet(alignment, mine[i], sentence, theirs[i]) for i in (0, 1))
                crossed = sum(_meet(alignment, mine[i], sentence, theirs[1 - i]) for i in (0, 1))
                if crossed > straight:
                    yield Conflict(
                        "direction", "the passage has “from” and “to” the other way round"
                    )
                    return


def _meet(
    alignment: Alignment, numbers: tuple[int, ...], sentence: int, places: tuple[int, ...]
) -> int:
    return sum(
        any(
            m.sentence == sentence and m.word in places and not m.opposed
            for m in alignment.matches[n]
        )
        for n in numbers
    )


def _routes(reading: Reading) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Yield the words after each "from" and those after its "to"."""
    tokens = reading.tokens
    for begin, sign in enumerate(tokens):
        if sign != "from":
            continue
        end = begin + 1
        while end < len(tokens) and tokens[end] not in _STOPS:
            end += 1
        turn = next((p for p in range(begin + 1, end) if tokens[p] in {"to", "into"}), None)
        if turn:
            yield _between(reading, begin, turn), _between(reading, turn, end)


def _between(reading: Reading, start: int, end: int) -> tuple[int, ...]:
    return tuple(n for n, word in enumerate(reading.words) if start < word.place < end)
