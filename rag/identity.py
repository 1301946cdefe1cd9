r"""Which entries are one paper: recognised by what their abstracts say, not by how they are set.

Lists spell one abstract with other spacing, quotes, dashes, ligatures, accents, markup, or words
broken at line ends. The fingerprint keeps what these have in common: letters and digits, in order,
and what makes a number another number: its sign, its point, its range.

>>> fingerprint("We pre-\ntrain it at 3.5%.") == fingerprint("We  pre‐train **it** at 3.5 \\%.")
True
>>> fingerprint("We pretrain it at 3.5%.") == fingerprint("We pretrain it at 35%.")
False
"""

from __future__ import annotations

import hashlib
import html
import re
import unicodedata
from collections.abc import Iterable
from dataclasses import replace
from itertools import groupby, islice

from rag.enclosures import formulas
from rag.papers import Entry, Paper, Source

__all__ = ["MOST_PLACES", "fingerprint", "key_of", "merge", "shared_key"]

MOST_PLACES = 10
"""Places that a paper remembers of each list: a list may hold one paper a thousand times."""

# Commands that only change how words look; others (\alpha, \ell) are read as their letters.
_LOOKS = re.compile(
    r"\\(?:emph|(?:text|math)(?:it|bf|rm|tt|sc|sf|up|normal|bb|cal)?|it|bf|em|rm|tt|sc)(?![A-Za-z])"
)
_DASH = re.compile("[‐‑‒–—―−﹘﹣－]+|-{2,3}")
# A minus is written at its number, behind a space, a bracket or a sign: "of -3", "10^{-3}".
_MINUS = re.compile(r"(?<![\w.,%)\]'\"-])-(?=\.?\d)")
_WESTERN_ACCENT = re.compile("[\u0300-\u036f]")
_THOUSANDS = re.compile(r"(?<=\d),(?=\d{3}(?!\d))")
_IN_NUMBER = re.compile(r"(?<=\d)[-.,/](?=\d)")
_KEPT = "\ue000\ue001\ue002\ue003"  # stand-ins, of no script, for the signs that count
_SIGNS = dict(zip("-.,/", _KEPT, strict=True))


def fingerprint(abstract: str) -> str:
    """Reduce an abstract to 16 hex digits that all its spellings share.

    Collections keep fingerprints, so this does not depend on `rag.plain`, which may yet learn to
    read more markup: a change here makes every paper of every collection a new one.
    """
    text = unicodedata.normalize("NFKD", _LOOKS.sub("", html.unescape(abstract)))
    text = _WESTERN_ACCENT.sub("", _DASH.sub("-", text)).casefold()
    text = "".join(_MINUS.sub(_SIGNS["-"], text).split())
    text = _IN_NUMBER.sub(lambda sign: _SIGNS[sign.group()], _THOUSANDS.sub("", text))
    # Vowels of Indian scripts are marks (M), not letters; without them, words become other words.
    telling = "".join(
        sign
        for sign in text
        if sign.isalnum() or sign in _KEPT or unicodedata.category(sign)[0] == "M"
    )
    # An abstract without a letter is still an abstract of its own.
    return hashlib.sha256((telling or text).encode("utf-8", "surrogatepass")).hexdigest()[:16]


def key_of(entry: Entry) -> str | None:
    """Name an entry by its list and the key that the list gives it, if it gives one."""
    return f"{entry.source.list}#{entry.key}" if entry.key else None


def shared_key(key: str) -> str:
    """Name what a paper keeps beside a key that its list gives to several texts: it tells none."""
    return f"*/{key}"  # no list has a slash in its name


def merge(paper: Paper | None, entry: Entry) -> Paper:
    """Add to a paper what an entry tells of it.

    The result does not depend on the order in which entries come, so that lists can be read by
    any number of workers: of two values for one fact, the longer one stays, and of two as long,
    the one that sorts first; of two years, the earlier one; of two spellings of the abstract, the
    one that keeps more formulas, then the shorter one, which has less markup and no broken words.

    Args:
        paper: The paper; None for one that is new.
        entry: An entry that is about it. One with another text than the paper's present version
            leaves the abstract as it is.
    """
    if paper is None:
        paper = Paper(fingerprint(entry.abstract), "", False, entry.abstract)
    title = _fuller(paper.title if paper.title_given else None, entry.title)
    return replace(
        paper,
        title=title if title is not None else paper.title,
        title_given=title is not None,
        abstract=_cleaner(paper.abstract, entry.abstract),
        authors=min(paper.authors, entry.authors, key=lambda names: (-len(names), names)),
        year=min((year for year in (paper.year, entry.year) if year is not None), default=None),
        venue=_fuller(paper.venue, entry.venue),
        url=_fuller(paper.url, entry.url),
        code_url=_fuller(paper.code_url, entry.code_url),
        sources=_first_places({*paper.sources, entry.source}),
        metadata={
            name: _fuller(paper.metadata.get(name), entry.metadata.get(name)) or ""
            for name in sorted({*paper.metadata, *entry.metadata})
        },
    )


def _first_places(sources: Iterable[Source]) -> tuple[Source, ...]:
    by_list = groupby(sorted(sources), key=lambda source: source.list)
    return tuple(source for _, own in by_list for source in islice(own, MOST_PLACES))


def _fuller(one: str | None, other: str | None) -> str | None:
    values = [value for value in (one, other) if value]
    return min(values, key=lambda value: (-len(value), value), default=None)


def _cleaner(present: str, other: str) -> str:
    if present == other or fingerprint(present) != fingerprint(other):
        return present
    return min(present, other, key=_rank_of_spelling)


def _rank_of_spelling(abstract: str) -> tuple[int, int, str]:
    length = len(unicodedata.normalize("NFKC", abstract))  # ﬁ is no shorter than fi
    return -len(formulas(abstract)), length, abstract
