"""The names of a paper's authors, from any of the forms in which files give them.

>>> author_names("Hao, Zhongkai and Su, Chang")
('Zhongkai Hao', 'Chang Su')
>>> author_names([{"given": "Chang", "family": "Su"}, {"name": "Hang Su"}])
('Chang Su', 'Hang Su')
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping

from rag.readers.cleaning import clean_line

__all__ = ["author_names"]

_WHOLE_NAMES = ("name", "fullname", "full_name", "display_name", "literal", "text", "author")
_GIVEN_NAMES = ("given", "firstName", "first_name", "first", "forename")
_FAMILY_NAMES = ("family", "lastName", "last_name", "last", "surname")

_AND = re.compile(r"\s*,?\s+(?:and|&)\s+")
_SEPARATOR = re.compile(r"[;；|\n]")
_QUOTED = re.compile(r"'((?:[^'\\]|\\.)*)'|\"((?:[^\"\\]|\\.)*)\"")
_SUFFIX = re.compile(r"(?:Jr|Sr)\.?|I{2,3}|IV", re.IGNORECASE)
_ID = re.compile(r"\s*\(\d+\)\s*$")  # Scopus writes one behind each full name
_INITIALS = re.compile(r"(?:[A-ZÀ-ÞĀ-Ž]\.?[\s-]?){1,4}")
_ONE_WORD = re.compile(r"[A-Za-zÀ-ɏ'’-]+")  # a Chinese name is one word with its family name
_NO_NAME = re.compile(r"others|et\.? al\.?|n/?a|none|unknown|", re.IGNORECASE)


def author_names(value: object) -> tuple[str, ...]:
    """Read names in the order given, each as "Given Family"."""
    names = _listed(value) if isinstance(value, list) else _named(value)
    return tuple(name for name in map(clean_line, names) if not _NO_NAME.fullmatch(name))


def _listed(values: list[object]) -> Iterator[str]:
    """Read a list of names, of objects that hold names, or of [family, given, suffix]."""
    for value in values:
        if isinstance(value, str):
            yield _given_name_first(value)
        elif isinstance(value, list):
            parts = [part for part in value if isinstance(part, str) and part]
            yield " ".join(parts[1:2] + parts[:1] + parts[2:])
        else:
            yield from _named(value)


def _named(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield from _split(value)
    elif isinstance(value, Mapping):
        whole = next((value[key] for key in _WHOLE_NAMES if value.get(key)), None)
        parts = [_first_text(value, _GIVEN_NAMES), _first_text(value, _FAMILY_NAMES)]
        if any(parts):
            yield " ".join(filter(None, parts))
        elif isinstance(whole, str):
            yield _given_name_first(whole)
        elif isinstance(whole, list):
            yield from _listed(whole)
        elif isinstance(whole, Mapping):
            yield _first_text(whole, _WHOLE_NAMES)


def _first_text(value: Mapping[str, object], keys: tuple[str, ...]) -> str:
    return next((text for key in keys if isinstance(text := value.get(key), str) and text), "")


def _split(text: str) -> Iterator[str]:
    """Split names that stand in one text: "A; B", "A and B", "A, B and C", "Family, Given"."""
    if printed := _printed_list(text):
        yield from _listed(printed)
        return
    if _SEPARATOR.search(text):
        yield from map(_given_name_first, _SEPARATOR.split(text))
        return
    joined = _AND.split(text.strip().replace("、", ",").replace("，", ","))
    if len(joined) > 1 and all(part.count(",") == 1 for part in joined):
        yield from map(_given_name_first, joined)
    else:
        yield from _split_at_commas([part for piece in joined for part in piece.split(",")])


def _split_at_commas(pieces: list[str]) -> Iterator[str]:
    pieces = [piece.strip() for piece in pieces if piece.strip()]
    family_first = pieces[1::2]
    if len(pieces) == 2 and all(map(_ONE_WORD.fullmatch, pieces)):
        yield f"{pieces[1]} {pieces[0]}"
    elif len(pieces) % 2 == 0 and all(map(_INITIALS.fullmatch, family_first)):
        yield from map(" ".join, zip(family_first, pieces[::2], strict=True))
    else:
        for place, piece in enumerate(pieces):
            following = pieces[place + 1] if place + 1 < len(pieces) else ""
            if not _SUFFIX.fullmatch(piece):
                yield f"{piece} {following}" if _SUFFIX.fullmatch(following) else piece


def _given_name_first(name: str) -> str:
    """Turn "Family, Given" and "Family, Jr., Given" into "Given Family" and "Given Family Jr."."""
    parts = [part.strip() for part in _ID.sub("", name).split(",") if part.strip()]
    if len(parts) == 2 and not _SUFFIX.fullmatch(parts[1]):
        return f"{parts[1]} {parts[0]}"
    if len(parts) == 3:
        return f"{parts[2]} {parts[0]} {parts[1]}"
    return " ".join(parts)


def _printed_list(text: str) -> list[object]:
    """Read a list as JSON or Python print it, which is what tables saved from programs hold."""
    text = text.strip()
    if not (text.startswith("[") and text.endswith("]")):
        return []
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        only_quoted = not _QUOTED.sub("", text[1:-1]).strip(" ,\n")
        quoted = _QUOTED.finditer(text) if only_quoted else ()
        return [re.sub(r"\\(.)", r"\1", name[1] or name[2] or "") for name in quoted]
    return value if isinstance(value, list) else []
