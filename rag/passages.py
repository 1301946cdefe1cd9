"""Cut papers into passages: whole sentences, no longer than the embedder reads.

Passages are sized in tokens of cl100k_base, whatever the embedder, and each is checked against the
embedder's own count: what lies beyond its window would silently not be embedded. A paper gets as
few passages as it can, as equal in size as can be, since a short last sentence alone is found for
nothing but itself.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from rag.enclosures import enclosures
from rag.papers import Paper, Passage
from rag.sentences import sentence_spans
from rag.tokens import count_tokens

__all__ = ["passages"]

# Tokens. What the embedded model reads, so that a model with a larger window does not get one
# passage of a whole long text.
_LONGEST = 256

# Characters; no words have tokens this long on average. What is longer than a window of them is not
# counted before it is cut, or a line of a megabyte would be counted a dozen times.
_LONGEST_TOKEN = 64

_CLAUSE = re.compile(r"[,;:–—](?=\s)|[，；：、]")
_SPACE = re.compile(r"\s")
_REACH = 200  # characters to each side of the middle of a long sentence


@dataclass(frozen=True, slots=True)
class _Sentence:
    """A sentence, or a part of one that is longer than the window.

    Attributes:
        start: Where it begins in the abstract, in characters.
        end: Where it ends, exclusive.
        tokens: Its length in tokens of cl100k_base.
        pieces: Its length in the embedder's word pieces, special ones included.
    """

    start: int
    end: int
    tokens: int
    pieces: int


def passages(paper: Paper, count: Callable[[str], int], window: int) -> tuple[Passage, ...]:
    """Cut a paper's abstract into passages that together hold all its sentences.

    Only a sentence that is longer than the window is cut itself: between clauses or, failing
    that, between words or signs.

    Args:
        paper: Its abstract may hold anything.
        count: Counts the embedder's word pieces of a text, special ones included.
        window: How many word pieces the embedder reads, special ones included.
    """
    text = paper.abstract
    spans = sentence_spans(text)
    if spans and _fits(text[spans[0][0] : spans[-1][1]], count, window):
        return (Passage.cut(paper, spans[0][0], spans[-1][1], spans),)
    parts = [part for start, end in spans for part in _parts(text, start, end, count, window)]
    return tuple(
        Passage.cut(
            paper, group[0].start, group[-1].end, tuple((part.start, part.end) for part in group)
        )
        for filled in _balanced(parts, special=count(""), window=window)
        for group in _fitting(text, filled, count, window)
    )


def _fits(words: str, count: Callable[[str], int], window: int) -> bool:
    return (
        len(words) < window * _LONGEST_TOKEN
        and count(words) <= window
        and count_tokens(words) <= _LONGEST
    )


def _parts(
    text: str, start: int, end: int, count: Callable[[str], int], window: int
) -> Iterator[_Sentence]:
    """Measure a sentence and, as long as it is longer than the window, halve it."""
    words = text[start:end]
    if len(words) < window * _LONGEST_TOKEN:
        sentence = _Sentence(start, end, tokens=count_tokens(words), pieces=count(words))
        # Tokens count too: some embedders take a word of a thousand letters for one piece.
        if len(words) < 2 or max(sentence.pieces, sentence.tokens) <= window:
            yield sentence
            return
    cut = _best_cut(words)
    yield from _parts(text, start, start + len(words[:cut].rstrip()), count, window)
    yield from _parts(text, end - len(words[cut:].lstrip()), end, count, window)


def _best_cut(sentence: str) -> int:
    """Find the place nearest to the middle at which a long sentence is best cut in two."""
    middle = len(sentence) // 2
    reach = min(middle // 2, _REACH)
    first = middle - reach
    around = sentence[first : middle + reach]
    whole = enclosures(around)
    for boundary, spared in ((_CLAUSE, whole), (_SPACE, whole), (_SPACE, [])):
        places = [
            match.end()
            for match in boundary.finditer(around)
            if not any(start < match.end() < end for start, end in spared)
        ]
        if places:
            return first + min(places, key=lambda place: abs(place - reach))
    return middle


def _balanced(sentences: Sequence[_Sentence], special: int, window: int) -> list[list[_Sentence]]:
    """Group sentences into as few groups as can be, of tokens as equal as can be."""
    # For the first sentences, as many as the index says: the fewest groups, the least sum of
    # squared tokens (least where they are equal), and where the last group begins.
    best = [(0, 0, 0)]
    for end in range(1, len(sentences) + 1):
        tokens = pieces = 0
        choices: list[tuple[int, int, int]] = []
        for start in range(end - 1, -1, -1):
            tokens += sentences[start].tokens
            pieces += sentences[start].pieces - special
            if choices and (tokens > _LONGEST or pieces + special > window):
                break
            groups, squares, _ = best[start]
            choices.append((groups + 1, squares + tokens**2, start))
        best.append(min(choices))
    found = []
    end = len(sentences)
    while end:
        start = best[end][2]
        found.append(list(sentences[start:end]))
        end = start
    return found[::-1]


def _fitting(
    text: str, group: list[_Sentence], count: Callable[[str], int], window: int
) -> Iterator[list[_Sentence]]:
    """Halve a group until it fits, since some embedders count a whole as more than its parts."""
    if len(group) == 1 or count(text[group[0].start : group[-1].end]) <= window:
        yield group
        return
    middle = len(group) // 2
    yield from _fitting(text, group[:middle], count, window)
    yield from _fitting(text, group[middle:], count, window)
