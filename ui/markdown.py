r"""Text of lists, models and users as Markdown that can do nothing but be read.

Emphasis, lists, tables and math keep their meaning. HTML, images, links, raw addresses and whatever
else the page would act on become the signs that they are made of.

Math reaches the page between `\(` and `\)`, or `\[` and `\]`, and no other way: a dollar is never
math to the page, so a price stays a price.

>>> as_text("<b> at $5, see [this](https://a.example) where $i<j$")
'\\<b> at $5, see [this\\](https\\://a.example) where \\(i\\lt j\\)'
"""

from __future__ import annotations

import html
import re
from collections.abc import Collection, Iterable, Iterator
from functools import partial
from itertools import pairwise

from rag.enclosures import formulas

__all__ = ["LATEX_DELIMITERS", "answer_markdown", "as_attribute", "as_text", "as_typed", "tone"]

LATEX_DELIMITERS: list[dict[str, str | bool]] = [
    {"left": "\\[", "right": "\\]", "display": True},
    {"left": "\\(", "right": "\\)", "display": False},
]

_PUNCTUATION = r"[!-/:-@\[-`{-~]"
# What the page would act on wherever it stands: tags, images, links and their definitions, raw
# addresses, and the name that the page itself puts in the place of a formula.
_ACTIVE = r"""
    <(?=[A-Za-z/!?]) | !(?=\[) | \](?=[(\[:]) | (?<=[a-z]):(?=//) | (?<=www)\. | (?<=\S)@(?=\S)
  | (?P<percent>%)(?=LATEX_BLOCK)
"""
_FONT = r"\\(?P<font>textit|emph|textbf|texttt|textrm|textsc)\{(?P<words>[^{}\\]*)\}"
_TEXT = re.compile(
    rf"""{_FONT}
  | (?P<kept>\\[%&_$\#{{}}])  # LaTeX escapes these signs as Markdown does
  | (?P<backslash>\\)(?={_PUNCTUATION}|\Z)
  | {_ACTIVE} | [`~|] | &(?=\#?\w+;)
    """,
    re.VERBOSE | re.IGNORECASE,
)
_ANSWER = re.compile(
    rf"""{_FONT}
  | (?P<backslash>\\)(?=\\?[(\[]|\Z)  # would open math
  | (?P<kept>\\{_PUNCTUATION})
  | (?P<marker>\[(?P<number>\d{{1,4}})\](?!\())
  | {_ACTIVE} | ```(?=\s*mermaid)  # a diagram is a program
    """,
    re.VERBOSE | re.IGNORECASE,
)
_EMPHASIS = {"textit": "*", "emph": "*", "textbf": "**"}
# At the beginning of a line: a heading, a quote, an item of a list, a rule.
_BLOCK = re.compile(
    r"^\s*(?:\d{1,9}(?=[.)](?:\s|$))|(?=>|(?:#{1,6}|[-+*])(?:\s|$)|([-*_=])(?:\s*\1){2,}\s*$))"
)
# These would tell the page to fetch, to link, to cover its neighbours, or how to read later math.
_NO_FORMULA = re.compile(
    r"\\(?:[()\[\]]|[egx]?def|global|let|futurelet|(?:re|provide)?newcommand|href|url|include\w*"
    r"|html\w*|rule|[mh]?kern|[mh]skip|raisebox|char)"
)


def as_text(text: str, marks: Iterable[tuple[int, int]] = ()) -> str:
    """Set words as the words that they are, on one line.

    Args:
        text: Any text.
        marks: The (start, end) of the words in it to be marked.
    """
    math = dict(_formulas(text))
    spans = list(_whole(marks, math))
    cuts = sorted({0, len(text), *(place for span in [*math, *spans] for place in span)})
    opening, closing = {start for start, _ in spans}, {end for _, end in spans}
    pieces = []
    for start, end in pairwise(cuts):
        pieces.append("<mark>" if start in opening else "")
        pieces.append(math.get((start, end)) or _quiet(text[start:end]))
        pieces.append("</mark>" if end in closing else "")
    return "".join(pieces)


def answer_markdown(text: str, cited: Collection[int] = ()) -> str:
    r"""Set an answer: its Markdown holds, and its markers lead to their sources.

    Args:
        text: Markdown with `[1]` markers.
        cited: The numbers that have a source; other markers are left as they are.

    >>> answer_markdown("It costs $5, *not* $i<j$ [2].", cited=[2])
    'It costs $5, *not* \\(i\\lt j\\) <a href="#source-2" class="cite tone-2">[2]</a>.'
    """
    change = partial(_changed, cited=cited)
    pieces, position = [], 0
    for (start, end), formula in _formulas(text):
        if "\n" in text[start:end] and formula.startswith("\\("):
            continue  # a price in one item of a list and one in the next
        pieces += [_ANSWER.sub(change, text[position:start]), formula]
        position = end
    return "".join([*pieces, _ANSWER.sub(change, text[position:])])


def tone(number: int) -> str:
    """Name the colour of a number, in the text and on its source: one of six, in turn.

    >>> tone(1), tone(8)
    ('tone-1', 'tone-2')
    """
    return f"tone-{(number - 1) % _TONES + 1}"


_TONES = 6  # in ui/answers.css; more could not be told apart


def _link(number: int) -> str:
    return f'<a href="#source-{number}" class="cite {tone(number)}">[{number}]</a>'


def as_attribute(text: str) -> str:
    r"""Set words as the value of an attribute; nothing in it is math or Markdown to the page.

    >>> as_attribute(r'"a" < \(b\)')
    '&quot;a&quot; &lt; &#92;(b&#92;)'
    """
    return html.escape(re.sub(r"\s+", " ", text)).replace("\\", "&#92;").replace("`", "&#96;")


def as_typed(markdown: str) -> str:
    r"""Take back what `as_text` did, for a text that the page offers to be changed.

    >>> as_typed(as_text("Is it <b> at $5 where $x^2$?"))
    'Is it <b> at $5 where $x^2$?'
    """
    return _SET.sub(_unset, markdown)


_SET = re.compile(
    r"\\\((?P<inline>.*?)\\\)|\\\[(?P<apart>.*?)\\\]"
    rf"|\\(?P<sign>{_PUNCTUATION})|&\#(?P<code>37|92);"
)


def _unset(match: re.Match[str]) -> str:
    if match["inline"] is not None:
        return f"${match['inline']}$"
    if match["apart"] is not None:
        return f"$${match['apart']}$$"
    return match["sign"] or chr(int(match["code"]))


def _whole(
    marks: Iterable[tuple[int, int]], math: Iterable[tuple[int, int]]
) -> Iterator[tuple[int, int]]:
    """Widen marks to the formulas that they cut, and join those that overlap."""
    widened = []
    for start, end in marks:
        for left, right in math:
            if left < end and start < right:
                start, end = min(start, left), max(end, right)
        if start < end:
            widened.append((start, end))
    last: tuple[int, int] | None = None
    for start, end in sorted(widened):
        if last and start <= last[1]:
            last = (last[0], max(last[1], end))
            continue
        if last:
            yield last
        last = (start, end)
    if last:
        yield last


def _quiet(text: str) -> str:
    quiet = _TEXT.sub(_changed, re.sub(r"\s+", " ", text))
    return _BLOCK.sub(lambda match: match.group() + "\\", quiet)


def _changed(match: re.Match[str], cited: Collection[int] = ()) -> str:
    groups = match.groupdict()
    if groups.get("font"):
        sign = _EMPHASIS.get(match["font"].lower(), "")
        words = _TEXT.sub(_changed, match["words"].strip())
        return f"{sign}{words}{sign}" if words else ""
    if groups.get("marker"):
        number = int(match["number"])
        return _link(number) if number in cited else match.group()
    if groups.get("kept"):
        return match.group()
    if groups.get("backslash") or groups.get("percent"):
        return f"&#{ord(match.group())};"
    return "\\" + match.group()


def _formulas(text: str) -> Iterator[tuple[tuple[int, int], str]]:
    """Set the formulas of a text for the page, with their places; some are better read as text."""
    for start, end in formulas(text):
        formula = text[start:end]
        apart = formula.startswith(("$$", "\\["))
        mark = 1 if formula[0] == "$" and not apart else 2
        body = re.sub(r"\s+", " ", formula[mark:-mark])
        if not body.strip() or _NO_FORMULA.search(body):
            continue
        # The page would take "<" for a tag; to KaTeX, what follows a bare "%" is a comment.
        body = body.replace("<", r"\lt ").replace(">", r"\gt ")
        body = re.sub(r"(?<!\\)%", r"\\%", body)
        yield (start, end), rf"\[{body}\]" if apart else rf"\({body}\)"
