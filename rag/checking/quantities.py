"""Numbers and their units, however they are written.

"0.5B", "500M" and "half a billion" are one number; so are "5x", "five times" and "fivefold".

>>> [(q.value, q.unit) for q in quantities("0.5B parameters, five times faster, by 12.5%")]
[(500000000.0, ''), (5.0, 'x'), (12.5, '%')]
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

__all__ = ["Quantity", "quantities"]

_WORDS = {
    word: float(value)
    for value, word in enumerate(
        [
            "zero",
            "one",
            "two",
            "three",
            "four",
            "five",
            "six",
            "seven",
            "eight",
            "nine",
            "ten",
            "eleven",
            "twelve",
            "thirteen",
            "fourteen",
            "fifteen",
            "sixteen",
            "seventeen",
            "eighteen",
            "nineteen",
        ]
    )
} | {
    word: float(10 * value)
    for value, word in enumerate(
        ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"], start=2
    )
}
_SCALES = {
    "hundred": 1e2,
    "hundreds": 1e2,
    "thousand": 1e3,
    "thousands": 1e3,
    "million": 1e6,
    "millions": 1e6,
    "billion": 1e9,
    "billions": 1e9,
    "trillion": 1e12,
    "k": 1e3,
    "K": 1e3,
    "M": 1e6,
    "B": 1e9,
    "T": 1e12,
    "dozen": 12.0,
    "dozens": 12.0,
}
# Words that are a number and a unit.
_FACTORS = {
    "half": 0.5,
    "halves": 0.5,
    "halved": 0.5,
    "halving": 0.5,
    "halve": 0.5,
    "twice": 2.0,
    "double": 2.0,
    "doubles": 2.0,
    "doubled": 2.0,
    "doubling": 2.0,
    "twofold": 2.0,
    "triple": 3.0,
    "triples": 3.0,
    "tripled": 3.0,
    "thrice": 3.0,
    "threefold": 3.0,
    "fourfold": 4.0,
    "fivefold": 5.0,
    "tenfold": 10.0,
    "quadruple": 4.0,
    "quadruples": 4.0,
}
_ORDERS = re.compile(r"orders?\s+of\s+magnitudes?")
_UNITS = re.compile(
    r"""\s?(?P<percent>%|\bper\s?cent\b|\bpercent(?:age)?\b(?:\s+points?)?)
    |\s?(?P<times>×|x\b|-?\s?fold\b|\s?times\b)
    |\s?-?(?P<time>milliseconds?|ms|seconds?|minutes?|hours?|days?|weeks?|months?|years?)\b""",
    re.VERBOSE,
)
_WRITTEN = "|".join(
    rf"\b{word}\b"
    for word in sorted({*_WORDS, *_SCALES, *_FACTORS} - set("kKMBT"), key=len, reverse=True)
)
_NUMBER = re.compile(
    rf"""(?<![\w.^_])(?:
        (?P<digits>\d+(?:,\d{{3}})+(?:\.\d+)?|\d+(?:\.\d+)?)
            (?:\s?(?P<scale>thousand|million|billion|trillion)s?\b|(?P<letter>[kKMBT])(?![\w]))?
        |(?P<word>{_WRITTEN})
    )""",
    re.VERBOSE,
)
_FOLLOWING_SCALE = re.compile(r"[\s-]+(hundred|thousand|million|billion|trillion|dozen)s?\b")
_FOLLOWING_WORD = re.compile(r"[\s-](one|two|three|four|five|six|seven|eight|nine)\b")
_TENS = frozenset(10.0 * tens for tens in range(2, 10))
_HALF_A = re.compile(r" an? (hundred|thousand|million|billion|trillion|dozen)\b")
_RANGE = re.compile(r"\s*(?:[-–—~∼]|to)\s*")
_COMPOUND = re.compile(r"-(?:layer|head|step|stage|dimensional|hidden|way|sided|bit|hop)")
_FOLLOWING_LETTERS = re.compile(r"[A-Za-z]")


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number in a text.

    Attributes:
        unit: `%`, `x` for a factor, the singular of a unit of time, or empty.
        digits: How many digits after the point were written; what it was rounded to.
        start: Where it begins, in characters.
        end: Where it ends with its unit, exclusive.
    """

    value: float
    unit: str
    digits: int
    start: int
    end: int

    def equals(self, other: Quantity) -> bool:
        """Tell whether two quantities are one number in one unit, or one rounded."""
        if self.unit == other.unit:
            return self._rounds(other) or other._rounds(self)
        # A factor of 2 and a half are one change, told from its two ends.
        if {self.unit, other.unit} == {"%", "x"}:
            percent, factor = (self, other) if self.unit == "%" else (other, self)
            return math.isclose(percent.value, 100 * factor.value, rel_tol=1e-6)
        if "x" in {self.unit, other.unit} and not (self.unit and other.unit):
            return math.isclose(self.value, other.value)
        return False

    def _rounds(self, finer: Quantity) -> bool:
        if math.isclose(self.value, finer.value, rel_tol=1e-9):
            return True
        if self.unit == "x" and math.isclose(self.value * finer.value, 1.0, rel_tol=1e-6):
            return True
        return self.digits < finer.digits and self.value == round(finer.value, self.digits)


def quantities(text: str) -> Iterator[Quantity]:
    """Find the quantities of a text, in order; the number "one" is none, it hardly ever counts."""
    before: Quantity | None = None
    for quantity in _each(text):
        if before:
            # "1.27-3.42x" is a range: its unit is written once.
            ranged = not before.unit and _RANGE.fullmatch(text, before.end, quantity.start)
            yield replace(before, unit=quantity.unit) if ranged else before
        before = quantity
    if before:
        yield before


def _each(text: str) -> Iterator[Quantity]:
    place = 0
    while match := _NUMBER.search(text, place):
        quantity = _read(text, match)
        place = max(match.end(), quantity.end if quantity else 0)
        if quantity:
            yield quantity


def _read(text: str, match: re.Match[str]) -> Quantity | None:
    """Read the number that begins at a match, with its scale and its unit."""
    word = match["word"]
    found = _in_words(text, match) if word else _in_digits(text, match)
    if found is None:
        return None
    value, digits, end = found
    if word in _FACTORS and end == match.end():
        return Quantity(value, "x", 0, match.start(), end)
    if scaled := _FOLLOWING_SCALE.match(text, end):
        value *= _SCALES[scaled[1]]
        end = scaled.end()
    if orders := _ORDERS.match(text, end + 1):
        return Quantity(10.0**value, "x", 0, match.start(), orders.end())
    unit = _UNITS.match(text, end)
    if word == "one" and value == 1.0 and not unit and not _COMPOUND.match(text, end):
        return None
    return Quantity(
        value, _unit(unit) if unit else "", digits, match.start(), unit.end() if unit else end
    )


def _in_words(text: str, match: re.Match[str]) -> tuple[float, int, int]:
    """The value of a number in words, the digits after its point, and where it ends."""
    word, end = match["word"], match.end()
    if word in _FACTORS:
        half_a = _HALF_A.match(text, end)
        scale = _SCALES[half_a[1]] if half_a else 1.0
        return _FACTORS[word] * scale, 0, half_a.end() if half_a else end
    value = _WORDS.get(word, _SCALES.get(word, 0.0))
    units = _FOLLOWING_WORD.match(text, end)
    if units and value in _TENS:
        return value + _WORDS[units[1]], 0, units.end()
    return value, 0, end


def _in_digits(text: str, match: re.Match[str]) -> tuple[float, int, int] | None:
    """The same of a number in digits; None for a name such as 3D."""
    written, end = match["digits"].replace(",", ""), match.end()
    if _FOLLOWING_LETTERS.match(text, end) and not text.startswith(("x", "ms"), end):
        return None
    scale = _SCALES.get(match["scale"] or match["letter"] or "", 1.0)
    return float(written) * scale, len(written.partition(".")[2]), end


def _unit(found: re.Match[str]) -> str:
    if found["percent"]:
        return "%"
    if found["times"]:
        return "x"
    return found["time"].removesuffix("s") if found["time"] != "ms" else "millisecond"
