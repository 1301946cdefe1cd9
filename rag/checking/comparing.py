"""The comparisons of a sentence: what comes off better, and what comes off worse."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rag.checking.lexicon import lexicon, stem
from rag.checking.reading import Reading

__all__ = ["Comparison", "comparisons", "has_name"]


def _stems(words: str) -> frozenset[str]:
    return frozenset(stem(word) for word in words.split())


_WINNING = _stems("outperform surpass exceed beat dominate")
_LOSING = _stems("underperform trail")
# Words of praise or blame that make a comparison together with "over", "compared with" and so on.
_PRAISE = _stems("superior better advantage improvement improve gain benefit advance increase win")
_BLAME = _stems("inferior worse disadvantage degradation")
_OVER = frozenset({"over", "upon", "compared", "relative", "to"})
_STOPS = frozenset(". ; : ( ) ? ! — while whereas but although though because since unlike".split())
_LEFT_STOPS = _STOPS | {"that", ",", "show", "find", "shows", "demonstrate", "and"}
_RIGHT_STOPS = _STOPS | {
    ",",
    "in",
    "on",
    "by",
    "across",
    "with",
    "under",
    "when",
    "and",
    "for",
    "at",
}
_REACH = 20  # tokens between a word of praise and "over"
_CLOSE = 3  # the same between a comparative and "than", if it is no well-known one
_IMPROVE = stem("improve")


@dataclass(frozen=True, slots=True)
class Comparison:
    """The side that comes off better and the one that comes off worse, as numbers of words."""

    better: tuple[int, ...]
    worse: tuple[int, ...]
    quality: str


def comparisons(reading: Reading) -> Iterator[Comparison]:
    """Find the comparisons that a sentence draws."""
    tokens = reading.tokens
    for place, sign in enumerate(tokens):
        one = stem(sign)
        following = tokens[place + 1] if place + 1 < len(tokens) else ""
        if one in _WINNING and sign.endswith("ing"):
            # "accurate on two tasks, surpassing the baselines": whose, the sentence's subject says
            yield from _sides(reading, place, place + 1, "outperform", whole=True)
        elif one in _WINNING:
            yield from _sides(reading, place, place + 1, "outperform")
        elif one in _LOSING and not sign.endswith("ing"):
            yield from _sides(reading, place, place + 1, "underperform")
        elif one == _IMPROVE and not sign.endswith("ing"):
            begin = place + 2 if following in {"on", "upon", "over"} else place + 1
            yield from (
                found
                for found in _sides(reading, place, begin, "outperform")
                if has_name(reading, found.better) and has_name(reading, found.worse)
            )
        elif sign == "ahead" and following == "of":
            yield from _sides(reading, place, place + 2, "outperform", whole=True)
        elif sign == "than" or (sign in _OVER and _is_comparing(tokens, place)):
            quality = _quality_before(tokens, place)
            if quality is not None:
                # "the superior accuracy of X over Y": X stands between.
                end = quality[0] if sign == "than" else place
                yield from _sides(reading, end, place + 1, quality[1])


def has_name(reading: Reading, numbers: Sequence[int]) -> bool:
    """Tell whether a name is among some words of a sentence, given by number."""
    return any(reading.words[number].name for number in numbers)


def _is_comparing(tokens: Sequence[str], place: int) -> bool:
    sign = tokens[place]
    if sign in {"compared", "relative"}:
        return True
    if sign == "to":
        before = tokens[max(0, place - 7) : place]
        return bool({"superior", "inferior", "preferable"} & set(before))
    return sign in {"over", "upon"}


def _quality_before(tokens: Sequence[str], place: int) -> tuple[int, str] | None:
    """Find the word that says in what one side is better: where it begins, and its stem."""
    for back in range(place - 1, max(-1, place - _REACH), -1):
        sign = tokens[back]
        if sign in _STOPS:
            return None
        before = tokens[back - 1] if back else ""
        if before in {"more", "less", "fewer"} and sign != "or":
            return back - 1, before
        close = tokens[place] == "than" and place - back <= _CLOSE
        if sign in {"more", "less", "fewer", "better", "worse"} or _is_comparative(
            sign, close=close
        ):
            return back, stem(sign)
        if tokens[place] != "than":
            one = stem(sign)
            if one in _PRAISE:
                return back, stem("better")
            if one in _BLAME:
                return back, stem("worse")
    return None


def _is_comparative(sign: str, *, close: bool = False) -> bool:
    """Tell whether a word compares; one close before "than" need not be a known one."""
    compares = len(sign) > 4 and sign.endswith("er") and sign not in _NOUNS
    return compares and (close or lexicon().has_opposite(stem(sign)))


_NOUNS = frozenset("other rather number paper layer order under over after whether either".split())


def _sides(
    reading: Reading, left_end: int, right_start: int, quality: str, *, whole: bool = False
) -> Iterator[Comparison]:
    tokens = reading.tokens
    first = 0 if whole else _left_start(tokens, left_end)
    is_passive = tokens[right_start : right_start + 1] == ("by",)  # is outperformed by
    last = _right_end(tokens, right_start + is_passive)
    before = tuple(n for n, word in enumerate(reading.words) if first <= word.place < left_end)
    after = tuple(n for n, word in enumerate(reading.words) if right_start <= word.place < last)
    if before and after:
        better, worse = (after, before) if is_passive else (before, after)
        yield Comparison(better, worse, quality)


def _right_end(tokens: Sequence[str], start: int) -> int:
    """Go on to where the object of a comparison ends; examples of it belong to it."""
    end = start
    listing = False
    while end < len(tokens) and (
        tokens[end] not in _RIGHT_STOPS or (listing and tokens[end] in {",", "and"})
    ):
        end += 1
        listing = (
            listing or tokens[end : end + 1] == (",",) and tokens[end + 1 : end + 2] in _EXAMPLES
        )
        if listing and tokens[end : end + 1] == (",",):
            end += 1
    return end


_EXAMPLES = (("such",), ("including",), ("like",), ("namely",), ("e",), ("i",))


def _left_start(tokens: Sequence[str], end: int) -> int:
    """Go back to where the subject of a comparison begins."""
    start = end
    while start and tokens[start - 1] not in _LEFT_STOPS:
        start -= 1
    relative = [p for p in range(start, end) if tokens[p] in {"which", "who", "whose"}]
    if relative or (start and tokens[start - 1] == "that"):
        # "a method, which is faster than": the subject stands before the comma.
        while start and tokens[start - 1] in {",", "that"}:
            start -= 1
        while start and tokens[start - 1] not in _LEFT_STOPS:
            start -= 1
    return start
