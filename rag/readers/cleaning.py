r"""Make text from any list into text that can be shown, searched and compared.

Words, Markdown and LaTeX stay as they are. What goes is what only the file's layout put there:
line wraps, HTML tags and entities, invisible characters.

>>> clean_abstract("We study self-\nattention, <b>not</b> i&lt;j or <|endoftext|>.")
'We study self-attention, not i<j or <|endoftext|>.'
"""

from __future__ import annotations

import html
import re
from collections.abc import Callable

__all__ = ["MATH", "MAX_ABSTRACT", "clean_abstract", "clean_line", "printable"]

MAX_ABSTRACT = 20_000
"""No abstract is longer, in characters: the longest of the 2,634 of ICML 2024 has 3,878. What
is longer is a paper's full text, or a list whose abstracts are not kept apart."""

MATH = re.compile(
    r"(\$\$.{1,4000}?\$\$|(?<!\\)\$[^$]{1,2000}\$|\\\(.{1,2000}?\\\)|\\\[.{1,4000}?\\\])", re.DOTALL
)
"""LaTeX formulas. `MATH.split` gives text and formulas by turns, text first."""

_INVISIBLE = re.compile(
    # Controls, soft hyphens, zero-width spaces, marks and overrides of direction, tags: each can
    # hide words from the reader, or a reader's words from the search. Joiners stay: Persian and
    # emoji need them.
    "[\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f\xad\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff"
    "\ufff9-\ufffb\U000e0000-\U000e007f]"
)
_SURROGATE = re.compile("[\ud800-\udfff]")
_BREAK = re.compile("[\n\r\x0b\x0c\x85\u2028\u2029]")
_LINE_END = re.compile("[^\\S\n\r\x0b\x0c\x85\u2028\u2029]*[\n\r\x0b\x0c\x85\u2028\u2029]\\s*")
_SPLIT_WORD = re.compile(r"\b(\w{1,40})([-\u2010])\n(\w{1,40})")
_CJK = "[\u3000-\u303f\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\uff00-\uffef]"
_BREAK_WITHOUT_SPACE = re.compile(rf"\xad\n|(?<=\S[-\u2010-\u2014])\n|(?<={_CJK})\n(?={_CJK})")

_BLOCK_TAGS = frozenset({"p", "br", "hr", "div", "ul", "ol", "li"})
_ALONE = frozenset({"p", "br", "hr", "li"})  # tags that may stand without a closing one
_TAG = re.compile(
    r"<(?P<slash>/?)(?P<name>(?:jats|mml):[a-z-]+|p|br|hr|div|ul|ol|li|span|b|i|u|em|strong|"
    r"italic|bold|small|font|sc|tt|sub|sup)"
    r"(?:\s+[\w:-]+\s*=\s*(?:\"[^\"<>]{0,300}\"|'[^'<>]{0,300}'|[^\s\"'<>=]{1,300}))*\s*/?>",
    re.IGNORECASE,
)
_JATS_TITLE = re.compile(r"^\s*<jats:title>[^<>]*</jats:title>", re.IGNORECASE)
_LINK = re.compile(
    r"<a\s[^<>]*?href\s*=\s*[\"']?([^\"'\s<>]+)[^<>]*>([^<>]*)</a\s*>", re.IGNORECASE
)
_POWER = re.compile(r"<((?:jats:)?sup)>\s*([^<>]{1,40}?)\s*</\1>", re.IGNORECASE)
_ORDINAL = re.compile(r"st|nd|rd|th|tm", re.IGNORECASE)
_ENTITY = re.compile(r"&(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});")


def clean_abstract(text: str) -> str:
    """Join the lines of an abstract and take out what is markup of the file, not of the text."""
    return printable(_without_html(_joined(text))).strip()


def clean_line(text: str) -> str:
    """Clean a short text (a title, a name, a venue): as an abstract, with single spaces."""
    return " ".join(clean_abstract(text).split())


def printable(text: str) -> str:
    """Put a text on one line without invisible characters.

    Half a character, as broken JSON and some names of files have it, becomes U+FFFD.
    """
    text = _LINE_END.sub(" ", text).replace("\t", " ")
    return _SURROGATE.sub("\ufffd", _INVISIBLE.sub("", text))


def _joined(text: str) -> str:
    """Join wrapped lines.

    A hyphen at a line's end stays ("self-attention") unless the abstract has the word without
    it elsewhere ("optimization"). No language's dictionary is needed, and `rag.identity` folds
    hyphens anyway.
    """
    if not _BREAK.search(text):
        return text
    text = _LINE_END.sub("\n", text)
    words = frozenset(re.findall(r"\w+", text))

    def rejoined(split: re.Match[str]) -> str:
        start, hyphen, end = split.groups()
        return start + end if start + end in words else start + hyphen + end

    text = _SPLIT_WORD.sub(rejoined, text)
    return _BREAK_WITHOUT_SPACE.sub("", text).replace("\n", " ")


def _without_html(text: str) -> str:
    """Strip tags outside formulas, then decode entities once, so `&lt;p&gt;` stays a text."""
    if "<" in text:
        text = _outside_math(_without_tags, text)
    return _ENTITY.sub(lambda entity: html.unescape(entity.group()), text)


def _outside_math(change: Callable[[str], str], text: str) -> str:
    parts = MATH.split(text)
    parts[::2] = [change(part) for part in parts[::2]]
    return "".join(parts)


def _without_tags(text: str) -> str:
    text = _JATS_TITLE.sub("", text)
    text = _LINK.sub(_link_as_text, text)
    text = _POWER.sub(_power_as_text, text)
    found = list(_TAG.finditer(text))
    opened = {tag["name"].lower() for tag in found if not tag["slash"]}
    paired = opened & {tag["name"].lower() for tag in found if tag["slash"]}

    def stripped(tag: re.Match[str]) -> str:
        name = tag["name"].lower()
        after_a_word = text[max(0, tag.start() - 1) : tag.start()].isalnum()
        if name not in paired and (name not in _ALONE or (name == "p" and after_a_word)):
            return tag.group()  # "a<b>c" and "i<p>j" are comparisons
        return " " if name.removeprefix("jats:") in _BLOCK_TAGS else ""

    return _TAG.sub(stripped, text)


def _link_as_text(link: re.Match[str]) -> str:
    """Keep a link's address: an abstract's code is often only found by it."""
    address, label = link.groups()
    return label if address in label or not label.strip() else f"{label} ({address})"


def _power_as_text(power: re.Match[str]) -> str:
    """Keep an exponent an exponent: 10<sup>-3</sup> is not 10-3."""
    exponent = power[2]
    if _ORDINAL.fullmatch(exponent):
        return exponent
    return f"^{exponent}" if re.fullmatch(r"[-+\u2212]?\w+", exponent) else f"^({exponent})"
