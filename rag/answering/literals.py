"""What has to be in a passage to the letter, whatever the language of the sentence that says it.

Numbers, names, formulas and links are the same in every language. A sentence that has one which its
passage lacks is wrong there; that all are found does not make it right, but it is what can be known
of a sentence whose words cannot be compared.

>>> check_literals("河流基准有1,130个测站。", "It has 1,120 gauges.").missing
('1,130',)
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from rag.checking.quantities import quantities
from rag.coining import named_things
from rag.enclosures import formulas
from rag.language import is_other_script
from rag.plain import fold, plain

__all__ = ["Literals", "check_literals", "links"]

_LINK = re.compile(r"https?://[^\s<>\"'“”，。；、）)\]]+")
_DIGITS = re.compile(
    r"(?<![A-Za-z0-9_.,/])\d+(?:[.,\u202f\u00a0]\d+)*(?![\d/])(?P<scale>[万萬亿億百千]?)"
)
_SCALES = {"百": 1e2, "千": 1e3, "万": 1e4, "萬": 1e4, "亿": 1e8, "億": 1e8}
_LATIN_WORD = re.compile(r"[A-Za-z][A-Za-z0-9-]*[A-Za-z0-9]")
_ITEM = re.compile(r"^\s*(?:\d{1,3}[.)、]|[-*•])\s*")
_ENDS = ".,;:!?)]}'\""
_SEPARATORS = re.compile(r"[.,\u202f\u00a0]")


@dataclass(frozen=True, slots=True)
class Literals:
    """What a passage has of a sentence's numbers, names, formulas and links."""

    found: tuple[str, ...]
    missing: tuple[str, ...]


def check_literals(sentence: str, passage: str, *, names: bool = True) -> Literals:
    """Look for a sentence's literals in a passage.

    Args:
        sentence: In any language.
        passage: What should have them.
        names: Whether names count.
    """
    found: list[str] = []
    missing: list[str] = []
    values = {quantity.value for quantity in quantities(passage)}
    values |= {float(match.group()) for match in re.finditer(r"\d+(?:\.\d+)?", passage)}
    spaceless = re.sub(r"\s", "", passage)
    rest = _ITEM.sub("", sentence)
    for link in links(sentence):
        (found if link in passage else missing).append(link)
        rest = rest.replace(link, " ")
    for start, end in formulas(rest):
        formula = re.sub(r"\s|^(?:\\[(\[]|\$+)|(?:\\[)\]]|\$+)$", "", rest[start:end])
        (found if formula in spaceless else missing).append(rest[start:end])
    rest = _without_formulas(rest)
    for written, candidates in _numbers(rest):
        (found if candidates & values else missing).append(written)
    known = fold(plain(passage))
    for name in _names(rest) if names else ():
        if fold(name) in known:
            found.append(name)
        elif "-" not in name:  # "KI-Modelle": a compound of another language's own
            missing.append(name)
    return Literals(tuple(dict.fromkeys(found)), tuple(dict.fromkeys(missing)))


def links(text: str) -> tuple[str, ...]:
    """List the web addresses of a text."""
    return tuple(match.group().rstrip(_ENDS) for match in _LINK.finditer(text))


def _without_formulas(text: str) -> str:
    for start, end in reversed(formulas(text)):
        text = f"{text[:start]} {text[end:]}"
    return text


def _numbers(text: str) -> Iterator[tuple[str, set[float]]]:
    """Yield each number with the values that it may have: "3,1" is 3.1 in German, 31 in none."""
    for match in _DIGITS.finditer(text):
        written = match.group().removesuffix(match["scale"])
        scale = _SCALES.get(match["scale"], 1.0)
        whole = _SEPARATORS.sub("", written)
        candidates = {float(whole)} if len(_SEPARATORS.split(written)[-1]) == 3 else set()
        head, _, tail = re.sub(r"[,\u202f\u00a0]", ".", written).rpartition(".")
        candidates.add(float(f"{_SEPARATORS.sub('', head)}.{tail}") if head else float(whole))
        yield written, {value * scale for value in candidates}


def _names(text: str) -> Iterator[str]:
    """Yield what is shaped like a name; among other letters, every Latin word is one."""
    yield from (_LATIN_WORD.findall(text) if is_other_script(text) else named_things(text))
