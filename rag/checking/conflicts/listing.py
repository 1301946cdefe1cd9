"""A list of the passage with one of its items changed: "images, text and audio" for "... video"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rag.checking.alignment import Alignment
from rag.checking.conflicts.conflict import Conflict
from rag.checking.lexicon import lexicon
from rag.checking.reading import Reading

__all__ = ["find"]

_LONGEST = 4  # content words of an item
_SHARED = 2  # items that make two lists one, or all but one of them


def find(alignment: Alignment) -> Iterator[Conflict]:
    """Find an item of a list of the claim in whose place the evidence has another one."""
    for mine in _lists(alignment.claim):
        for sentence in alignment.support:
            for theirs in _lists(alignment.index.sentences[sentence]):
                met = [_item(alignment, item, sentence, theirs) for item in mine]
                rest = set(range(len(theirs))) - {place for place in met if place is not None}
                alien = [item for item, place in zip(mine, met, strict=True) if place is None]
                shared = len(theirs) - len(rest)
                if (
                    shared < _SHARED
                    or len(alien) != 1
                    or len(rest) != 1
                    or len(mine) != len(theirs)
                ):
                    continue
                (said,), place = alien, rest.pop()
                if _is_new(alignment, said, sentence):
                    other = theirs[place][-1]
                    written = alignment.index.sentences[sentence].words[other].text
                    word = alignment.claim.words[said[-1]]
                    severity = 0.95 if lexicon().is_term(word.stem) else 0.5
                    reason = f"the passage lists “{written}”, not “{word.text}”"
                    yield Conflict("listing", reason, severity)
                    return


def _item(
    alignment: Alignment, item: Sequence[int], sentence: int, theirs: Sequence[Sequence[int]]
) -> int | None:
    """Find the item of a list that an item of the claim's list is."""
    for place, other in enumerate(theirs):
        if any(
            m.sentence == sentence and m.word in other and m.likeness > 0.7 and not m.opposed
            for number in item
            for m in alignment.matches[number]
        ):
            return place
    return None


def _is_new(alignment: Alignment, item: Sequence[int], sentence: int) -> bool:
    """Tell whether nothing of an item, but light words, stands in a sentence."""
    return any(not lexicon().is_light(alignment.claim.words[n].stem) for n in item) and not any(
        m.sentence == sentence for n in item for m in alignment.matches[n]
    )


def _lists(reading: Reading) -> Iterator[list[tuple[int, ...]]]:
    """Read lists of three items or more: "A, B and C"."""
    tokens = reading.tokens
    items: list[tuple[int, ...]] = []
    last = 0
    for place, sign in enumerate(tokens):
        if sign == "," and tokens[place + 1 : place + 2] in (("and",), ("or",)):
            continue
        if sign in {",", "and", "or"}:
            items.append(_words(reading, last, place))
            last = place + 1
            if sign != ",":
                end = next(
                    (p for p in range(last, len(tokens)) if tokens[p] in _STOPS), len(tokens)
                )
                items.append(_words(reading, last, end))
                run = [item for item in items if item]
                if len(run) > _SHARED:
                    # The first item begins anywhere in what stands before it, the last one ends so.
                    yield [run[0][-_LONGEST:], *run[1:-1], run[-1][:_LONGEST]]
                items, last = [], end
        elif sign in _STOPS:
            items, last = [], place + 1


_STOPS = frozenset(". ; : ( ) ? ! — – while whereas but which that".split())


def _words(reading: Reading, start: int, end: int) -> tuple[int, ...]:
    return tuple(n for n, word in enumerate(reading.words) if start <= word.place < end)
