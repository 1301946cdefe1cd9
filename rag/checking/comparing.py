"""The comparisons of a sentence: what comes off better, and what comes off worse."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

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
_LEFT_STOPS = _STOPS | {"that", ",", "and"}
_SAYING = frozenset("show shows find finds demonstrate demonstrates".split())
_AUTHORS = frozenset(
    "we experiments results authors evaluations experimentally empirically".split()
)
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
_POINTED = _RIGHT_STOPS - {"by", "in", "on", "at", "with", "for", "under"}
_REACH = 20  # tokens between a word of praise and "over"
_CLOSE = 3  # the same between a comparative and "than", if it is no well-known one
_IMPROVE = stem("improve")


@dataclass(frozen=True, slots=True)
class Comparison:
    """The side that comes off better and the one that comes off worse, as numbers of words.

    Attributes:
        quality: The stem of the word that compares: "faster", "more", "outperform".
        graded: The stem of the word behind a "more" or "less", or empty.
        told: Whether the two sides are told in clauses of their own: "A fails, while B is faster".
    """

    better: tuple[int, ...]
    worse: tuple[int, ...]
    quality: str
    graded: str = ""
    told: bool = False


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
            yield from _measured(reading, place)
    yield from _contrasts(reading)


def _measured(reading: Reading, place: int) -> Iterator[Comparison]:
    """Read the comparison around a "than", an "over" or a "compared"."""
    tokens = reading.tokens
    quality = _quality_before(tokens, place)
    if quality is None and tokens[place] == "compared":
        quality = place, ""
    if quality is None:
        return
    if found := _inside(reading, quality, place):
        yield found
        return
    # "the superior accuracy of X over Y": X stands between.
    end = quality[0] if tokens[place] == "than" else place
    graded = _graded(reading, quality[0]) if quality[1] in _GRADES else ""
    for found in _sides(reading, end, place + 1, quality[1]):
        yield replace(found, graded=graded)


_OPENING = frozenset({".", ";", "that"})
_GRADES = frozenset({"more", "less", "fewer"})
_CONTRASTS = frozenset("while whereas but".split())


def _contrasts(reading: Reading) -> Iterator[Comparison]:
    """Read "A is accurate while B is faster", where what B is compared with stands before it."""
    tokens = reading.tokens
    for turn, sign in enumerate(tokens):
        if sign not in _CONTRASTS:
            continue
        start = next((p + 1 for p in range(turn - 1, -1, -1) if tokens[p] in _OPENING), 0)
        end = next((p for p in range(turn + 1, len(tokens)) if tokens[p] in ".;,"), len(tokens))
        for (first, last), (begin, stop) in (
            ((start, turn), (turn + 1, end)),
            ((turn + 1, end), (start, turn)),
        ):
            for place in range(first + 1, last):
                if "than" in tokens[place:last] or not _compares(tokens, place):
                    continue
                one = tuple(n for n, w in enumerate(reading.words) if first <= w.place < place)
                other = tuple(n for n, w in enumerate(reading.words) if begin <= w.place < stop)
                if one and other:
                    graded = _graded(reading, place) if tokens[place] in _GRADES else ""
                    quality = tokens[place] if graded else stem(tokens[place])
                    yield Comparison(one[:_SUBJECT], other[:_SUBJECT], quality, graded, told=True)


_SUBJECT = 2  # content words at most with which a clause names what it is about


def _compares(tokens: Sequence[str], place: int) -> bool:
    sign = tokens[place]
    return sign in {*_GRADES, "better", "worse"} or _is_comparative(sign)


def _graded(reading: Reading, place: int) -> str:
    """The stem of what "more" or "less" at a place stands before, past an adverb."""
    near = [word for word in reading.words if place < word.place <= place + 2]
    return next((w.stem for w in near if not w.text.endswith("ly")), near[0].stem if near else "")


def _inside(reading: Reading, quality: tuple[int, str], place: int) -> Comparison | None:
    """Read "more local in X than in Y", where what is compared stands behind the quality."""
    tokens = reading.tokens
    if not quality[1]:  # "for X compared to Y", whatever of X
        joints = [back for back in range(max(0, place - _NEAR), place) if tokens[back] in _JOINTS]
        begin = joints[-1] if joints else place
    else:
        joint = tokens[place + 1] if place + 1 < len(tokens) else ""
        before = tokens[quality[0] : place]
        if tokens[place] != "than" or joint not in _JOINTS or joint not in before:
            return None
        begin = place - 1 - before[::-1].index(joint)
    end = _right_end(tokens, place + 2)
    better = tuple(n for n, word in enumerate(reading.words) if begin < word.place < place)
    worse = tuple(n for n, word in enumerate(reading.words) if place < word.place < end)
    return Comparison(better, worse, quality[1]) if better and worse else None


_NEAR = 4  # tokens before a "compared" within which stands what is compared
_JOINTS = frozenset("in on at for with under from by to of during over".split())


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
    # "than those written by X": X tells what they are.
    pointing = tokens[right_start : right_start + 1] in (("those",), ("that",))
    last = _right_end(tokens, right_start + is_passive, _POINTED if pointing else _RIGHT_STOPS)
    before = tuple(
        n
        for n, word in enumerate(reading.words)
        if first <= word.place < left_end and word.stem not in _PRAISE | _BLAME
    )
    after = tuple(n for n, word in enumerate(reading.words) if right_start <= word.place < last)
    if not before and not whole:
        # "finds errors, and does so faster than": its subject stands where the sentence begins
        yield from _sides(reading, left_end, right_start, quality, whole=True)
    elif before and after:
        better, worse = (after, before) if is_passive else (before, after)
        yield Comparison(better, worse, quality)


def _right_end(tokens: Sequence[str], start: int, stops: frozenset[str] | None = None) -> int:
    """Go on to where the object of a comparison ends; examples of it belong to it."""
    end = start
    listing = False
    stops = stops or _RIGHT_STOPS
    while end < len(tokens) and (
        tokens[end] not in stops or (listing and tokens[end] in {",", "and"})
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
    while start and not _stops(tokens, start - 1):
        start -= 1
    relative = [p for p in range(start, end) if tokens[p] in {"which", "who", "whose"}]
    if relative or (start and tokens[start - 1] == "that"):
        # "a method, which is faster than": the subject stands before the comma.
        while start and tokens[start - 1] in {",", "that"}:
            start -= 1
        while start and not _stops(tokens, start - 1):
            start -= 1
    return start


def _stops(tokens: Sequence[str], place: int) -> bool:
    """Tell whether what stands before a place is no part of a comparison behind it."""
    sign = tokens[place]
    if sign in _SAYING:  # "we show", but not "earlier methods find"
        return not place or tokens[place - 1] in _AUTHORS
    return sign in _LEFT_STOPS
