"""Proper names in a question, and whether a paper mentions them.

What a paper never mentions cannot be learnt from it: a question for the score on a benchmark that
the abstract does not name is not answered, however near the abstract comes to the rest of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from rag.language import is_english
from rag.snapshot import Snapshot
from rag.snapshot_files import searchable
from rag.words import words

__all__ = ["mentioned", "misses", "names_in", "unknown_name"]

_PROPER = re.compile(
    r"(?:(?<=[\w,;:] )|(?<=e\.g\. )|(?<=[(\"'“/]))"
    r"(?:[A-Z][\w-]*[a-z][\w-]*|[A-Z]{2,}[\w-]*|[\w-]*[a-z][A-Z]\w*|[A-Za-z]+-?\d[\w-]*)\b|"
    r"^(?:[A-Z][a-z]+[A-Z]\w*|[A-Z]{2,}[\w-]*)\b"
)


def unknown_name(question: str, snapshot: Snapshot) -> str | None:
    """Find a proper name in a question that the collection never mentions."""
    for name in names_in(question):
        decisive = _decisive(name)
        if decisive and not any(len(snapshot.lexical.postings(form)) for form in decisive):
            return name
    return None


def misses(question: str, snapshot: Snapshot, number: int) -> str | None:
    """Find a proper name in a question that the paper of a number never mentions.

    Of names between which a question has to choose ("Adam or SGD?"), one is enough.
    """
    missing = [name for name in names_in(question) if not _mentions(snapshot, number, name)]
    for name in missing:
        others = _choices(question, name)
        if not others or all(other in missing for other in others):
            return name
    return None


def mentioned(question: str, snapshot: Snapshot, number: int) -> int:
    """Count the proper names in a question that the paper of a number mentions in this spelling."""
    return sum(_holds(snapshot, number, name) for name in names_in(question))


def names_in(question: str) -> Iterator[str]:
    """Yield the proper names of an English question."""
    if not is_english(question):
        return  # elsewhere nouns may begin with capitals, or there are none
    tokens = [token for token in re.findall(r"[A-Za-z]\w*", question) if len(token) > _SHORTEST]
    if len(tokens) >= _TITLE and all(token[0].isupper() for token in tokens):
        return  # every word is capitalised, as in a title
    for match in _PROPER.finditer(" ".join(question.split())):
        if match.group().lower() not in _NO_NAMES:
            yield match.group()


_TITLE = 4  # longer words that at least make a title
_SHORTEST = 3  # letters; shorter words are small in titles, too
# Written like names, and said of any paper: where it appeared, what field it is of.
_NO_NAMES = frozenset(
    "icml neurips iclr arxiv english ai ml i ok pdf url o(n) sota o-notation".split()
)


def _decisive(name: str) -> list[str]:
    """List the words that have to be there: of a name with a number ("GPT-4") the whole."""
    forms = words(name)
    return forms[-1:] if any(sign.isdigit() for sign in name) else forms


def _mentions(snapshot: Snapshot, number: int, name: str) -> bool:
    return _holds(snapshot, number, name) or _resembles(name, searchable(snapshot[number].paper))


def _holds(snapshot: Snapshot, number: int, name: str) -> bool:
    return any(
        all(number in snapshot.lexical.postings(word) for word in _whole(variant))
        for variant in snapshot.acronyms.variants(name)
    )


def _whole(name: str) -> list[str]:
    if any(sign.isdigit() for sign in name):
        return _decisive(name)
    return words(name.replace("-", " "))  # "Barn-Owl" is also mentioned as "Barn--Owl"


def _resembles(name: str, text: str) -> bool:
    """Tell whether a text holds a name in another spelling: misspelt, joined or taken apart."""
    from rapidfuzz import fuzz

    wanted = re.sub(r"\W", "", name).lower()
    tokens = re.findall(r"[a-z0-9]+", text.lower())
    held = {"".join(tokens[at : at + size]) for size in (1, 2, 3) for at in range(len(tokens))}
    if any(sign.isdigit() for sign in name) or len(wanted) < _SHORTEST_MISSPELT:
        return wanted in held
    return any(fuzz.ratio(wanted, one, score_cutoff=_SIMILAR) for one in held)


_SHORTEST_MISSPELT = 6  # letters; shorter names resemble too much
_SIMILAR = 85.0  # of 100, as `rag.names` does


def _choices(question: str, name: str) -> list[str]:
    """List what a question offers as another choice than one name: "Adam or SGD"."""
    return [
        other
        for pair in _EITHER.findall(question)
        for one, other in (pair, pair[::-1])
        if one == name and any(sign.isupper() for sign in other)
    ]


_EITHER = re.compile(r"([\w-]+),?\s+or\s+([\w-]+)")
