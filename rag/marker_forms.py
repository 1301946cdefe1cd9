r"""The forms in which language models write a citation, recognised one marker at a time.

::

    [1]  [1, 2]  [1][2]  [1-3]  [^1]  [[1]]  [Source 1]  ([1], [2])  \[1\]
    【1】  【1†source】  【4:0†source】  ［1］  (Source 1)  (Passages 1 and 2)  ¹  [1](link)
    [1]–[3]  [cite: 1]  [1，2]  【1】、【2】  （来源1）  [Quellen 1 und 2]  <sup>1</sup>
    (1)  (1, 2)                     at the end of a sentence, where such a passage was given
    (Smith et al., 2004)            names no passage, so it counts as one that points nowhere

No markers are years `(2020)`, intervals `[0, 1]`, indexes `x[1]`, items `(1) first, (2) second`,
equations `Eq. (1)` and authors in the flow of a sentence, `Smith et al. (2004) show`.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from rag.lookahead import Lookahead, Undecided

__all__ = ["OPENERS", "STOPS", "Run", "read_run"]

STOPS = frozenset(".!?。！？…")
"""The signs that end a sentence."""

_SUPERSCRIPTS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789")
_SUPERSCRIPT = frozenset("⁰¹²³⁴⁵⁶⁷⁸⁹")
_RAISED = "<sup>"
_CLOSERS = {
    **{"[[": "]]", "[": "]", "\\[": "\\]", "【": "】", "［": "］"},
    **{f"{_RAISED}[": "]</sup>", _RAISED: "</sup>"},
}
_PARENTHESES = {"(": ")", "（": "）"}
_SEPARATORS = frozenset(",;，、； \t")
_DASHES = frozenset("-–—‑−")

OPENERS = frozenset("[\\【［<") | _PARENTHESES.keys() | _SUPERSCRIPT
"""The signs at which a marker may begin."""

# Characters between the brackets of a marker; longer ones hold prose.
_LONGEST = 80
_LONGEST_LINK = 500
# Markers that are read as one; a model that repeats one for ever must not be held back.
_LONGEST_RUN = 20

# The words that a bracket with a citation may begin with, in the singular, in some languages.
_FIRST_WORDS = (
    *("source", "passage", "paper", "reference", "ref", "citation", "cite", "document", "doc"),
    *("abstract", "article", "excerpt", "see", "cf", "e", "fuente", "fonte", "quelle"),
    *("来源", "來源", "文献", "文獻", "资料", "段落", "论文", "論文", "出典"),
)
_LABEL = (
    r"(?:(?:see|cf\.?)\s+)?(?:(?:sources?|passages?|papers?|references?|refs?\.?|citations?|cite|"
    r"documents?|docs?\.?|abstracts?|articles?|excerpts?|quellen?|fuentes?|fonti|fonte|"
    r"来源|來源|文献|文獻|资料|段落|论文|論文|出典)(?![^\W\d_])\s*[:：_]?\s*)?"
)
_NUMBER = rf"{_LABEL}[\^#]?(\d{{1,4}})\^?(?:(?::\d+)?†[^,;]*)?"
_TO = r"(?:[-–—‑−~～]|\b(?:to|bis)\b)"
_AND = r"(?:and|und|et|y|e|和|及|与|與|と)"
_LIST = re.compile(
    rf"\s*{_NUMBER}(?:\s*(?:[,;&/，、；]|(?<![^\W\d_]){_AND}(?![^\W\d_])|{_TO})"
    rf"(?:\s*{_AND}\b)?\s*{_NUMBER})*\s*",
    re.IGNORECASE,
)
_ITEM = re.compile(rf"(?P<to>{_TO})?\s*{_NUMBER}", re.IGNORECASE)

_NAME = r"[A-ZÀ-Þ][a-zß-ÿ’'-]+(?:[ -][A-ZÀ-Þ][a-zß-ÿ’'-]+)?"
_AUTHORS = (
    rf"(?!(?:January|February|March|April|May|June|July|August|September|October|November|"
    rf"December)\b){_NAME}(?:(?:,\s+{_NAME})*,?\s+(?:and|&)\s+{_NAME}|\s+et\s+al\.?)?"
)
_AUTHOR_YEAR = re.compile(
    rf"(?:(?:see|cf\.|e\.g\.,?)\s+)?{_AUTHORS},?\s+\d{{4}}[a-z]?"
    rf"(?:;\s+{_AUTHORS},?\s+\d{{4}}[a-z]?)*"
)

_INDEX = re.compile(r"(?:(?<![^\W_])[A-Za-z]|[^\W_]_[^\W_]+|\w\[\w{1,10}\])$", re.ASCII)
_INTERVAL = re.compile(
    r"(?:\b(?:intervals?|ranges?|scale|segment|domain|between|over|from)|[∈=⊂×])\s*$",
    re.IGNORECASE,
)
_NAMED_NUMBER = re.compile(
    r"\b(?:eqs?|equations?|steps?|stages?|cases?|items?|parts?|conditions?|phases?|types?|classes|"
    r"class|options?|problems?|orders?|formulas?|assumptions?|properties|property|axioms?)\.?\s*$",
    re.IGNORECASE,
)
# A shorter word is a variable or a unit: x², log², km².
_BEFORE_SUPERSCRIPT = re.compile(r"(?:[^\W\d_]{4}|[.,;:!?)\]”\"。！？])\s?$")


@dataclass(frozen=True, slots=True)
class Run:
    """Markers that stand together.

    Attributes:
        end: Where they end in the text.
        numbers: The passages that they name, in order of appearance, each once.
        missing: How many of their numbers name no passage.
    """

    end: int
    numbers: tuple[int, ...]
    missing: int


def read_run(ahead: Lookahead, place: int, known: Collection[int], before: str) -> Run | None:
    """Read the markers that stand together from a place on; None where none does.

    Args:
        ahead: The text.
        place: Where one of `OPENERS` stands.
        known: The numbers of the passages.
        before: What stands before the place; the last 40 characters are enough.

    Raises:
        Undecided: Their end has not come.
    """
    run = _read_one(ahead, place, known, before)
    for _ in range(_LONGEST_RUN):
        if run is None:
            break
        to = ahead.sign(run.end) in _DASHES
        following = run.end + 1 if to else ahead.past(_SEPARATORS, run.end)
        if ahead.sign(following) not in OPENERS:
            break
        more = _read_one(ahead, following, known, "[1], ")
        if more is None:
            break
        between = _between(run, more, known) if to else ()
        numbers = tuple(dict.fromkeys((*run.numbers, *between, *more.numbers)))
        run = Run(more.end, numbers, run.missing + more.missing)
    return run


def _between(first: Run, last: Run, known: Collection[int]) -> Sequence[int]:
    """Give the passages between the ends of [1]–[3]."""
    if not (first.numbers and last.numbers):
        return ()
    return sorted(number for number in known if first.numbers[-1] < number < last.numbers[0])


def _read_one(ahead: Lookahead, place: int, known: Collection[int], before: str) -> Run | None:
    sign = ahead.sign(place)
    if sign in _PARENTHESES:
        return _parentheses(ahead, place, known, before)
    if sign in _SUPERSCRIPT:
        return _superscript(ahead, place, known, before)
    opener = next((one for one in _CLOSERS if ahead.starts(one, place)), None)
    if opener is None:
        return None
    return _brackets(ahead, place, opener, known, before)


def _brackets(
    ahead: Lookahead, place: int, opener: str, known: Collection[int], before: str
) -> Run | None:
    closer = _CLOSERS[opener]
    inside = _inside(ahead, place + len(opener), closer)
    if inside is None:
        return None
    end = place + len(opener) + len(inside) + len(closer)
    if _AUTHOR_YEAR.fullmatch(inside.strip()):
        return Run(end, (), 1)
    run = _numbered(inside, end, known)
    if run is None or _INDEX.search(before):
        return None
    if opener == _RAISED and (run.missing or not _BEFORE_SUPERSCRIPT.search(before)):
        return None
    if inside.count(",") == 1 and (_INTERVAL.search(before) or ahead.sign(end) == "^"):
        return None
    return Run(_past_link(ahead, end), run.numbers, run.missing)


def _parentheses(ahead: Lookahead, place: int, known: Collection[int], before: str) -> Run | None:
    closer = _PARENTHESES[ahead.sign(place)]
    start = ahead.past_blanks(place + 1)
    if ahead.sign(start) in "[【［":
        run = read_run(ahead, start, known, "(")
        end = ahead.past_blanks(run.end) if run else start
        return Run(end + 1, run.numbers, run.missing) if run and ahead.sign(end) == closer else None
    inside = _inside(ahead, place + 1, closer)
    if inside is None:
        return None
    end = place + 1 + len(inside) + 1
    if _AUTHOR_YEAR.fullmatch(inside.strip()):
        return Run(end, (), 1)
    run = _numbered(inside, end, known)
    if run is None or inside.strip()[0].isalpha():
        return run
    # A bare number in parentheses may be anything: it has to look like a marker in every way.
    if run.missing or not _ends_sentence(ahead, place, end, before) or _NAMED_NUMBER.search(before):
        return None
    return run


def _ends_sentence(ahead: Lookahead, place: int, end: int, before: str) -> bool:
    """Tell whether the parenthesis from `place` to `end` stands last in its sentence."""
    text = before.rstrip(" \t")
    after_stop = text[-1:] in STOPS
    joined = text == before and ahead.sign(place) == "("  # f(1)
    if not text or text.endswith("\n") or (joined and not after_stop):
        return False
    after = ahead.sign(ahead.past_blanks(end))
    return after in ("", "\n") or (not after_stop and after in STOPS)


def _superscript(ahead: Lookahead, place: int, known: Collection[int], before: str) -> Run | None:
    end = ahead.past(_SUPERSCRIPT, place)
    digits = ahead.text[place:end].translate(_SUPERSCRIPTS)
    if not _BEFORE_SUPERSCRIPT.search(before) or ahead.sign(end).isalnum():
        return None
    # ¹² is the twelfth passage, or the first and the second.
    for numbers in ((int(digits),), tuple(int(digit) for digit in digits)):
        if all(number in known for number in numbers):
            return Run(end, tuple(dict.fromkeys(numbers)), 0)
    return None


def _inside(ahead: Lookahead, start: int, closer: str) -> str | None:
    """Give what stands between brackets, where it may be a citation."""
    try:
        end = ahead.find(closer, start, start + _LONGEST)
    except Undecided:
        if _may_cite(ahead.text[start:]):
            raise
        return None
    if end is None or not _may_cite(ahead.text[start:end]):
        return None
    return ahead.text[start:end]


def _may_cite(beginning: str) -> bool:
    """Tell whether the beginning of what stands in brackets can be that of a citation.

    It spares most brackets from being held back until they are closed.
    """
    beginning = beginning.lstrip()
    if not beginning or beginning[0].isupper():
        return True
    if not beginning[0].isalpha():
        return beginning[0] in "^#" or beginning[0].isdigit()
    word = re.split(r"[\W\d_]", beginning, maxsplit=1)[0]
    if word.rstrip("s") in _FIRST_WORDS:
        return True
    return word == beginning and any(first.startswith(word) for first in _FIRST_WORDS)


def _numbered(inside: str, end: int, known: Collection[int]) -> Run | None:
    """Read a list of numbers and ranges; None where it is none, or counts from 0."""
    inside = inside.translate(_SUPERSCRIPTS)
    if not _LIST.fullmatch(inside):
        return None
    ranges: list[tuple[int, int]] = []
    for item in _ITEM.finditer(inside):
        number = int(item.group(2))
        if item.group("to") and ranges:
            ranges.append((ranges.pop()[0], number))
        else:
            ranges.append((number, number))
    if any(0 in one for one in ranges):
        return None
    numbers: list[int] = []
    missing = 0
    for one in ranges:
        low, high = min(one), max(one)
        found = sorted(number for number in known if low <= number <= high)
        numbers += found
        missing += high - low + 1 - len(found)
    return Run(end, tuple(dict.fromkeys(numbers)), missing)


def _past_link(ahead: Lookahead, end: int) -> int:
    """Pass over the address of `[1](address)`: a citation opens its passage, nothing else."""
    if ahead.sign(end) != "(":
        return end
    found = ahead.find(")", end + 1, end + _LONGEST_LINK)
    if found is None or re.search(r"\s", ahead.text[end:found]) or found == end + 1:
        return end
    return end if _LIST.fullmatch(ahead.text[end + 1 : found]) else found + 1
