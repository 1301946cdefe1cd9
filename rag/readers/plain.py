r"""Plain text: an optional heading, then abstracts separated by blank lines, without titles.

Headings are told from abstracts by their form, in any language: they are short and end no
sentence, or they are marked as headings in Markdown.

::

    ICML 2024 论文列表

    We bound the regret of lazy agents. They seldom notice.

    Graphs are drawn by hand. We let a machine
    draw them.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, replace

from rag.papers import Entry, Source
from rag.readers.cleaning import MAX_ABSTRACT, clean_abstract
from rag.readers.decoding import TextFile
from rag.readers.outcome import Outcome, Refusal, Skipped
from rag.readers.reader import Reader

__all__ = ["READER", "read"]

_HEADING_COLUMNS = 160
"""A heading is no longer, in columns (a Chinese character takes two). Of the 2,634 abstracts of
ICML 2024 the shortest has 422; of their titles the longest has 153."""

_ATX_HEADING = re.compile(r" {0,3}#{1,6}\s")
_RULE = re.compile(r"\s*(?:={3,}|-{3,}|_{3,}|\*{3,}|(?:\* ){2,}\*)\s*")
_FORMULA = re.compile(
    r"\s*(?:\$\$.+\$\$|\\\[.+\\\]|\\begin\{(\w+\*?)\}.+\\end\{\1\})[\s.,;]*", re.DOTALL
)
_SENTENCE_END = ".!?…。！？．｡।॥۔؟։።"
_CLOSERS = " \t\u00a0\u3000\"'”’»›)]}」』）】》*_`~"
_INNER_SENTENCE_END = re.compile(r"[^\W\d_]{4,}[.!?]\s+(?:[^\W\d_a-z]|[$\\])|[。！？]\s*\w")


_PAGE_END = "\f"
_LINE_ENDS = f"\n{_PAGE_END}\u2028\u2029"
_ADDRESS = re.compile(r"https?://\S+$")
_QUOTED = re.compile(r"^[ \t]{0,3}>[ \t]?", re.MULTILINE)
_ITEM = re.compile(r"\s*(?:[-*+•‣▪◦]|\(?\d{1,4}[.)]|\[\d{1,4}\])\s+")
# The word that introduces an abstract, in some languages; it is none of its words.
_LEAD = re.compile(
    r"\s*[*_]{0,2}(?:abstract|summary|zusammenfassung|kurzfassung|résumé|resumen|resumo|riassunto|"
    r"аннотация|摘要|要旨|概要|초록)[*_]{0,2}\s*[:：.—–-]{1,3}[*_]{0,2}\s*(?=\S)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class _Block:
    """Lines without a blank line between them.

    Attributes:
        line: The number of its first line.
        text: Its lines; no more than `MAX_ABSTRACT` characters are kept.
        length: How many characters it has.
        marked: Whether Markdown marks it as a heading.
        page: Whether it begins a page.
    """

    line: int
    text: str
    length: int
    marked: bool = False
    page: bool = False

    def followed_by(self, other: _Block) -> _Block:
        return replace(
            self,
            text=f"{self.text}\n{other.text}"[: MAX_ABSTRACT + 1],
            length=self.length + 1 + other.length,
        )


def read(file: TextFile) -> Iterator[Outcome]:
    """Read a list of abstracts; an entry's position is its number among the abstracts.

    Short blocks after the first abstract that nothing marks as headings are counted as skipped:
    one of them may have been meant as an abstract.
    """
    position = headings = doubtful = 0
    for block in _with_formulas(_items(_blocks(file))):
        abstract = clean_abstract(_bare(block.text))
        if not abstract or _is_heading(block, abstract):
            headings += 1
            doubtful += bool(position and abstract and not block.marked)
            continue
        position += 1
        if block.length > MAX_ABSTRACT:
            yield _too_long(file, block)
        else:
            yield Entry(abstract=abstract, source=Source(file.name, position))
    if not position:
        yield _without_abstract(file, headings)
    if doubtful:
        yield Skipped(file.place(), "heading", doubtful)


def _too_long(file: TextFile, block: _Block) -> Refusal:
    return Refusal(
        file.place(block.line),
        f"an abstract of {block.length:,} characters, over the limit of {MAX_ABSTRACT:,}",
        "Put blank lines between abstracts, and nothing but abstracts in the list",
    )


def _without_abstract(file: TextFile, headings: int) -> Refusal:
    what = "it holds a heading but no abstract" if headings else "it holds nothing but blanks"
    return Refusal(
        file.place(1), what, "Put abstracts in it, whole sentences, separated by blank lines"
    )


def _blocks(file: TextFile) -> Iterator[_Block]:
    """Cut a file at its blank lines, Markdown headings, rules, and ends of pages."""
    block: _Block | None = None
    for line in _lines(file):
        blank = not line.text.strip("\ufeff\u200b").strip()
        rule = _RULE.fullmatch(line.text) is not None
        if block and line.page and not _runs_on(block.text, line.text):
            yield block
            block = None
        if not (blank or rule or line.marked):
            block = block.followed_by(line) if block else line
            continue
        if block:
            yield block
        block = None
        if line.marked:
            yield line
    if block:
        yield block


def _lines(file: TextFile) -> Iterator[_Block]:
    page = False
    for line in file.lines(MAX_ABSTRACT + 1, _LINE_ENDS):
        ends_page = line.end == _PAGE_END
        if ends_page and not line.text.strip():
            page = True  # nothing but the end of a page, which is no blank line
            continue
        marked = line.length <= _HEADING_COLUMNS and bool(_ATX_HEADING.match(line.text))
        yield _Block(line.number, line.text, line.length, marked, page)
        page = ends_page


def _runs_on(before: str, after: str) -> bool:
    """Tell whether a text runs on from one page to the next."""
    if after.lstrip()[:1].islower():
        return True
    return not (
        len(before) <= _HEADING_COLUMNS or _ends_sentence(before) or _ADDRESS.search(before)
    )


def _items(blocks: Iterator[_Block]) -> Iterator[_Block]:
    """Take a list apart whose items follow one another without blank lines.

    Each of its items is as long as an abstract; an abstract that enumerates something has short
    ones, and does not begin with the first of them.
    """
    for block in blocks:
        lines = block.text.split("\n")
        starts = [place for place, line in enumerate(lines) if _ITEM.match(line)]
        ends = [*starts[1:], len(lines)]
        items = ["\n".join(lines[one:end]) for one, end in zip(starts, ends, strict=False)]
        long = len(items) > 1 and all(len(item) > _HEADING_COLUMNS for item in items)
        if starts[:1] != [0] or not long or block.length > MAX_ABSTRACT:
            yield block
            continue
        for start, item in zip(starts, items, strict=True):
            yield _Block(block.line + start, item, len(item))


def _bare(text: str) -> str:
    """Strip what introduces an abstract in its list: "> ", "1. ", "Abstract: "."""
    if all(map(_QUOTED.match, text.split("\n"))):
        text = _QUOTED.sub("", text)
    for introduction in (_ITEM, _LEAD):
        begun = introduction.match(text)
        text = text[begun.end() :] if begun and text[begun.end() :].strip() else text
    return text


def _with_formulas(blocks: Iterator[_Block]) -> Iterator[_Block]:
    """Join a displayed formula, and the sentence that goes on after it, to the text before it."""
    before: _Block | None = None
    after_formula = False
    for block in blocks:
        formula = _FORMULA.fullmatch(block.text) is not None
        goes_on = formula or (after_formula and block.text.lstrip()[:1].islower())
        if before and goes_on and not before.marked:
            before = before.followed_by(block)
        else:
            if before:
                yield before
            before = block
        after_formula = formula
    if before:
        yield before


def _is_heading(block: _Block, text: str) -> bool:
    if block.length > _HEADING_COLUMNS or _columns(text) > _HEADING_COLUMNS:
        return False
    if block.marked or not any(map(str.isalpha, text)):
        return True
    return not (_ends_sentence(text) or _INNER_SENTENCE_END.search(text))


def _ends_sentence(text: str) -> bool:
    return text.rstrip(_CLOSERS)[-1:] in tuple(_SENTENCE_END)


def _columns(text: str) -> int:
    return sum(2 if unicodedata.east_asian_width(character) in "WF" else 1 for character in text)


READER = Reader(
    name="plain text",
    suffixes=frozenset({".txt", ".text", ".md", ".markdown"}),
    claims=lambda head: False,
    read=read,
)
