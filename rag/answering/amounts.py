r"""Amounts: what a question counts or measures, and whether a sentence gives it.

A digit alone answers nothing: "3D", "iPhone 12", "(2)" and "2023" hold digits and measure nothing,
and "two models on five ponds" does not say how many owls there are.

>>> asked = Amount.of("How many owls does it follow?")
>>> [asked.given_by(text) for text in ("We tag 12 barn owls.", "Two models of owls.")]
[True, False]
>>> Amount.of("What accuracy does it reach?").given_by("It is accurate on an iPhone 12.")
False
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum

from rag.checking.lexicon import lexicon, stem
from rag.plain import plain
from rag.words import STOPWORDS, inflections, uninflected

__all__ = ["Amount"]

_COUNTING = re.compile(
    r"(?:\bhow\s+many|(?:\b(?:what|which)\s+(?:(?:is|was|are|were)\s+)?(?:the\s+)?(?:\w+\s+)?|"
    r"(?:^|[,:;])\W*(?:the\s+)?)number\s+of)\s+",
    re.IGNORECASE,
)
_RATIO = re.compile(
    r"\b(?:by\s+(?:how|what|which)\s+(?:much|many|factor|margin|percentage|amount|fraction)|"
    r"how\s+many\s+(?:times|percent|percentage|points)|"
    r"how\s+much\s+(?:\w+er|more|less|of)\b|in\s+(?:percent|%)|"
    r"(?:what|which)\s+(?:[\w-]+\s+){0,2}?(?:speed-?\s?up|percentage|percent|fraction|share|"
    r"proportion|factor))\b",
    re.IGNORECASE,
)
_MEASURES = (
    r"(?:accurac(?:y|ies)|scores?|error(?:\s+rate)?|rates?|levels?|perplexity|latency|throughput|"
    r"F1|AUC|AUROC|FID|BLEU|IoU|mIoU|mAP|PSNR|SSIM|values?|size|resolution|ratio|"
    r"temperature|threshold|length|dimension(?:ality)?|epsilon|lambda|sigma|gamma|alpha|beta|"
    r"complexity|budget|recall|precision|cost|number|amount|height|width|depth|age|weight)"
)
_MEASURED = re.compile(
    rf"\b(?:what|which)\s+(?:(?:is|was|are|were)\s+(?:the|its|their)\s+|)"
    rf"(?:(?!kinds?\b|types?\b|sorts?\b|forms?\b)[\w/@-]+\s+){{0,3}}?(?P<head>{_MEASURES})"
    r"(?=\s+(?:is|was|does|do|did|has|have|are|were|of|on|in|at|for|to|can|used|sigma|the|with|"
    r"when|from|over|achieved|reached|reported)\b|\W*$)|"
    r"\bhow\s+(?P<how>much|large|big|long|fast|small|high|low|deep|tall|wide|old|heavy)\b",
    re.IGNORECASE,
)


class _Kind(Enum):
    COUNT = "a number beside what it counts"
    RATIO = "by how much"
    MEASURE = "a number with or without a unit"


@dataclass(frozen=True, slots=True)
class Amount:
    """An amount that a question asks for.

    Attributes:
        counted: The words, without inflection, that may be what a count counts.
        exactly: Whether a word such as "hundreds" will not do.
        per: The unit that the amount is asked for each of.
    """

    kind: _Kind
    counted: frozenset[str] = frozenset()
    exactly: bool = False
    per: str = ""

    @classmethod
    def of(cls, question: str) -> Amount | None:
        """Find the amount that a question asks for, if it asks for one."""
        exactly = bool(_EXACTLY.search(question))
        per = match[1].lower() if (match := _PER.search(question)) else ""
        if _RATIO.search(question):
            return cls(_Kind.RATIO, frozenset(), exactly, per)
        if match := _COUNTING.search(question):
            return cls(_Kind.COUNT, _counted(question[match.end() :]), exactly, per)
        return cls(_Kind.MEASURE, frozenset(), exactly, per) if _MEASURED.search(question) else None

    def given_by(self, text: str) -> bool:
        """Tell whether a sentence gives such an amount."""
        text = _NO_AMOUNT.sub(" ", text)
        if self.per and not re.search(rf"(?:\bper|\ban?|\bevery|\beach|/)\s*{self.per}", text):
            return False
        if self.kind is _Kind.COUNT:
            return self._counts(_tokens(text))
        pattern = _FACTOR if self.kind is _Kind.RATIO else _QUANTITY
        vague = _VAGUE_SHARE if self.kind is _Kind.RATIO else _VAGUE
        return bool(pattern.search(text) or (not self.exactly and vague.search(text)))

    def _counts(self, tokens: Sequence[str]) -> bool:
        numbers = [place for place, token in enumerate(tokens) if self._is_number(token)]
        if not self.counted:
            return bool(numbers)
        return any(self._is_counted(word) for place in numbers for word in _reach(tokens, place))

    def _is_counted(self, word: str) -> bool:
        return uninflected(word) in self.counted or any(
            lexicon().alike(stem(one), stem(word)) for one in self.counted
        )

    def _is_number(self, token: str) -> bool:
        return bool(_DIGITS.fullmatch(token) or (not self.exactly and _WORD.fullmatch(token)))


_PER = re.compile(r"\bper\s+(\w+?)s?\b", re.IGNORECASE)
_EXACTLY = re.compile(r"\b(?:exact|exactly|precisely|precise|in\s+numbers?)\b", re.IGNORECASE)


def _counted(behind: str) -> frozenset[str]:
    """List what may be counted: the plurals of the words behind "how many".

    >>> sorted(_counted("barn owls live in towers?"))
    ['owl']
    """
    phrase: list[str] = []
    for token in re.findall(r"[^\W_]+(?:[-'][^\W_]+)*|\S", behind.lower()):
        if not token[0].isalnum() or token in STOPWORDS or len(phrase) == _LONGEST_PHRASE:
            break
        phrase.append(token)
    plurals = [word for word in phrase if word.endswith("s") or word in _PLURALS]
    words = {uninflected(word) for word in plurals or phrase[-1:]}
    return frozenset(words).union(*(group for group in _ALIKE if group & words))


_LONGEST_PHRASE = 5  # words that name what is counted
_PLURALS = frozenset({"people", "children", "data", "criteria", "media", "vertices", "matrices"})
_ALIKE = tuple(
    frozenset(inflections(line))
    for line in (
        "people participants subjects annotators volunteers raters persons humans users experts",
        "methods algorithms approaches techniques",
        "datasets corpora benchmarks",
        "examples samples instances images pairs datapoints",
        "tasks problems",
        "questions queries problems",
        "parameters weights",
        "stages steps phases",
        "areas domains fields",
    )
)

# What holds digits and is no amount: the name of a thing, a year, a number of an enumeration.
_NO_AMOUNT = re.compile(
    r"https?://\S+|\((?:\d|[ivx]+)\)|\b(?:19|20)\d\d[a-z]?\b|"
    r"(?<![.!?:] )(?<!^)\b(?:[A-Z][\w]*[a-z]|[a-z]+[A-Z]\w*)\s+\d+"
    r"(?!\w|\.\d|\s*(?:%|×|\\%|times))|"
    r"\b\d+-?D\b|\b[A-Za-z]+-?\d[\w-]*|\$[A-Z]\^\d\$\S*"
)
_NUMERAL = (
    r"(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|"
    r"sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand)"
)
_SCALE = (
    r"(?:dozens?|hundreds?|thousands?|millions?|billions?|polynomial|exponential|linear|quadratic|"
    r"logarithmic|constant|infinite|infinitely|unlimited|arbitrar(?:y|ily))"
)
_DIGITS = re.compile(
    r"(?i:\W*\d[\d,.]*(?:[kmb]?[-–/]\d[\d,.]*)?(?:\^\{?\d+\}?)?\s*(?:k|m|b|bn|million|billion|\+|x|×|\\times)?\W*|"
    rf"{_NUMERAL}|\W*(?:\\?(?:tilde|mathcal|widetilde)\W*)?(?:o|\\theta|\\omega)\s*\(.*)"
)
_WORD = re.compile(rf"(?:{_SCALE}|single|one|pair|both|twin)", re.IGNORECASE)
_FACTOR = re.compile(
    rf"\d\s*\$?(?:\\?%|percent|per\s+cent|×|x\b|\\times|-?\s?times|-?fold|\s*points?|"
    rf"\s*orders?\s+of)|\bby\s+(?:almost\s+|up\s+to\s+|about\s+)?\$?\d|\bfactor\s+of\s+\S*\d|"
    rf"\b{_NUMERAL}(?:-?fold|\s+times|\s+percent|\s+orders?)|\b(?:half|halv\w+|twice|doubl\w+|"
    r"tripl\w+|twofold|thirds?|quarters?|fifths?)\b|\borders?\s+of\s+magnitude|"
    rf"\b(?:\d+|one|{_NUMERAL})\s+(?:in|(?:out\s+)?of)\s+(?:\d+|{_NUMERAL})\b",
    re.IGNORECASE,
)
_VAGUE_SHARE = re.compile(
    r"\b(?:positive|constant|vanishing|small|tiny|large|negligible|arbitrar\w+)\s+(?:fraction|share|"
    r"proportion|percentage)\b",
    re.IGNORECASE,
)
_QUANTITY = re.compile(
    rf"{_FACTOR.pattern}|(?<![\w.^_{{-])\d[\d,.]*|(?:(?<![a-z])O|\\Theta|\\Omega)\}}?\s*\(|"
    rf"\b(?:hundreds?|thousands?|millions?|billions?|dozens)\b|"
    rf"\b{_NUMERAL}[\s-]+(?:hours?|days?|weeks?|minutes?|seconds?|months?|years?|layers?|epochs?|"
    r"steps?|points?|bits?|pixels?|tokens?|words?)\b",
    re.IGNORECASE,
)
_VAGUE = re.compile(
    r"\b(?:polynomial(?:ly)?|exponential(?:ly)?|(?:near-?|sub-?)?linear(?:ly)?|quadratic(?:ally)?|"
    r"logarithmic(?:ally)?|constant|sublinear)\s+(?:\w+\s+)?(?:time|size|rate|number|in|complexity|"
    r"cost|memory|scaling|growth|convergence)\b|\b(?:in|to)(?:dependent|variant)?\s*polynomial|"
    r"\bscales?\s+(?:linearly|quadratically|polynomially)\b|\bin real time\b|\bdimension-free\b",
    re.IGNORECASE,
)


def _tokens(text: str) -> list[str]:
    """Split a sentence at spaces and hyphens, so that "five-view" counts views."""
    return re.sub(r"(?<=\w)-(?=[a-z])", " ", text, flags=re.IGNORECASE).split()


def _reach(tokens: Sequence[str], number: int) -> Iterator[str]:
    """Yield the words that a number may count: those behind it, up to where its phrase ends."""
    before = tokens[number].lower()
    for token in tokens[number + 1 : number + 1 + _LONGEST_PHRASE]:
        word = plain(token).strip(".,;:()[]*\"'").lower()
        if word in STOPWORDS and not (word == "of" and before in _OF) and word not in _WITHIN:
            break
        before = word
        yield word
        if token[-1] in ",;:.)":
            break
    yield from _before(tokens, number)


_WITHIN = frozenset({"more", "other", "most"})
_OF = frozenset(
    "number numbers total pairs sets hundreds thousands millions billions dozens".split()
)


def _before(tokens: Sequence[str], number: int) -> Iterator[str]:
    """Yield what stands before a number that follows it: "the number of owls is 12"."""
    place = number - 1
    while place >= 0 and tokens[place].lower().strip("(") in _SAYS:
        place -= 1
    if place < number - 1:
        yield plain(tokens[place]).strip(".,;:()").lower()


_SAYS = frozenset("is are was were be that which about only number exactly = : only at to".split())
