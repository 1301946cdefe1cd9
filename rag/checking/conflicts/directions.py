"""Where something goes from and to, turned round; what is divided by what; before and after."""

from __future__ import annotations

from collections.abc import Iterator

from rag.checking.alignment import Alignment
from rag.checking.conflicts.conflict import Conflict
from rag.checking.reading import Reading

__all__ = ["find"]

_TURNS = {"from": frozenset({"to", "into"}), "ratio": frozenset({"to", "and"})}
_STOPS = frozenset(". , ; : ( ) ? ! — and while whereas but by with via using for".split())


def find(alignment: Alignment) -> Iterator[Conflict]:
    """Find "from X to Y" of which the evidence has "from Y to X"."""
    yield from _times(alignment)
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


def _times(alignment: Alignment) -> Iterator[Conflict]:
    """Find "before X" of which the evidence has "after X", and the other way round."""
    for sign, number in _dated(alignment.claim):
        theirs = {
            other
            for match in alignment.matches[number]
            if match.sentence in alignment.support and match.likeness == 1.0
            for other, word in _dated(alignment.index.sentences[match.sentence])
            if word == match.word
        }
        if theirs and sign not in theirs:
            yield Conflict("direction", f"the passage says “{theirs.pop()}”, not “{sign}”")
            return


def _dated(reading: Reading) -> Iterator[tuple[str, int]]:
    """Yield each "before" and "after" with the first noun behind it, or so."""
    for place, sign in enumerate(reading.tokens):
        if sign in {"before", "after"}:
            behind = (n for n, w in enumerate(reading.words) if 0 < w.place - place <= _BEHIND)
            first = next(behind, None)
            if first is not None:
                yield sign, first


_BEHIND = 3  # tokens


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
    """Yield the words after each "from" and those after its "to", or "ratio of" and its "to"."""
    tokens = reading.tokens
    for begin, sign in enumerate(tokens):
        if sign not in _TURNS:
            continue
        end = begin + 1
        while end < len(tokens) and tokens[end] not in _STOPS - _TURNS[sign]:
            end += 1
        turn = next((p for p in range(begin + 1, end) if tokens[p] in _TURNS[sign]), None)
        if turn:
            # "from A to B of C", "the ratio of A to B of C": C belongs to both.
            end = next((p for p in range(turn, end) if tokens[p] in _BELONGING), end)
            yield _between(reading, begin, turn), _between(reading, turn, end)


_BELONGING = frozenset("of from in over across".split())


def _between(reading: Reading, start: int, end: int) -> tuple[int, ...]:
    return tuple(n for n, word in enumerate(reading.words) if start < word.place < end)
