"""Whether the facts that an answer must hold are stated, in numbers and units of any spelling.

Scored are questions with facts. An answer that abstains states none.

>>> states("It is 4.29x as fast, on 100k images.", "4.29 times")
True
>>> states("It is 14.29x as fast, on 100k images.", "4.29 times")
False
>>> states("It is 14.29x as fast, on 100k images.", "100,000 images")
True
"""

from __future__ import annotations

import re
import unicodedata
from decimal import Decimal

from eval.cases import Case
from eval.metrics.metric import Metric

__all__ = ["METRICS", "facts", "states"]

_NUMBERS = {
    word: str(number)
    for number, word in enumerate(
        "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen "
        "fifteen sixteen seventeen eighteen nineteen twenty".split()
    )
}
_SCALES = {
    "k": 10**3,
    "thousand": 10**3,
    "m": 10**6,
    "million": 10**6,
    "b": 10**9,
    "billion": 10**9,
}
_UNITS = {"x": "times", "×": "times", "percent": "%", "percentage": "%"}

_MARKUP = re.compile(r"\[\d+\]|\\(?:times\b|[a-zA-Z]+\b)?|[$*_`{}~]")
_THOUSANDS = re.compile(r"(?<=\d),(?=\d{3}(?!\d))")
_SCALED = re.compile(r"(\d+(?:\.\d+)?)[\s-]?(k|m|b|thousand|million|billion)\b")
_TOKEN = re.compile(r"\d+(?:\.\d+)?|[^\W\d_]+|[%×]")


def states(text: str, wording: str) -> bool:
    """Tell whether a text holds a wording: the same words in a row, numbers by their value."""
    held, wanted = _tokens(text), _tokens(wording)
    width = len(wanted)
    return any(held[start : start + width] == wanted for start in range(len(held) - width + 1))


def facts(case: Case) -> float | None:
    """Score the share of the facts that the answer states."""
    wanted = case.question.facts
    if not wanted:
        return None
    text = "" if case.answer.abstained else case.answer.answer
    stated = [any(states(text, wording) for wording in fact) for fact in wanted]
    return sum(stated) / len(stated)


def _tokens(text: str) -> list[str]:
    text = text.replace("\\times", "×").replace("per cent", "percent")
    text = unicodedata.normalize("NFKC", _MARKUP.sub("", text)).casefold()
    text = _SCALED.sub(_unscaled, _THOUSANDS.sub("", text))
    return [_token(match.group()) for match in _TOKEN.finditer(text)]


def _unscaled(match: re.Match[str]) -> str:
    value = Decimal(match.group(1)) * _SCALES[match.group(2)]
    return f"{value.normalize():f} "


def _token(word: str) -> str:
    if word[0].isdigit():
        return f"{Decimal(word).normalize():f}"
    if word in _UNITS or word in _NUMBERS:
        return _UNITS.get(word) or _NUMBERS[word]
    # "4 categories" and "a category": a plural is the same word.
    return word if word == "times" else re.sub(r"ies$|(?<=\w\w)s$", _singular, word)


def _singular(ending: re.Match[str]) -> str:
    return "y" if ending.group() == "ies" else ""


METRICS = (
    Metric(
        "facts", "facts", "share of the facts that are stated; scored where there are facts", facts
    ),
)
