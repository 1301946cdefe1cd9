r"""The words of an abstract as they read, without its markup: for search, labels and comparing.

Never for quoting: a citation is a span of the abstract itself.

>>> plain(r"**PaRe** &amp; [$E^3$-FaceNet](https://example.org) keep `x_1` at 1.67\%")
'PaRe & E3-FaceNet keep x_1 at 1.67%'
>>> fold("Rényi’s Naïve–Bayes ﬁlter")
"renyi's naive-bayes filter"
"""

from __future__ import annotations

import html
import re
import unicodedata
from dataclasses import dataclass, field

from rag.enclosures import formulas
from rag.latex import unlatex

__all__ = ["WEB_ADDRESS", "fold", "plain"]

WEB_ADDRESS = re.compile(r"https?://\S+")

_MARKUP = re.compile(r"[\\$&*_`\[{}^~]|--|''")
# Soft hyphens, zero-width signs, marks and overrides of direction: signs that nobody sees.
_INVISIBLE = re.compile(
    "[\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f\xad\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]"
)
_LIGATURES = str.maketrans(
    {"ﬀ": "ff", "ﬁ": "fi", "ﬂ": "fl", "ﬃ": "ffi", "ﬄ": "ffl", "ﬅ": "st", "ﬆ": "st"}
)
_ENTITY = re.compile(r"&(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});")
_LINK = re.compile(r"!?\[([^\[\]]{1,300})\]\([^()\s]{0,500}(?:\([^()\s]{0,100}\)[^()\s]{0,100})?\)")
_CODE = re.compile(r"(?<!`)`([^`\n]{1,200})`(?!`)")
_QUOTE = re.compile(r"(?<![\w`])`([^`'\n]{1,200})'(?![\w'])")
_EMPHASIS = re.compile(r"\\.|\*+|_+", re.DOTALL)

_FOLDED = str.maketrans(
    dict.fromkeys("‐‑‒–—―−﹘﹣－", "-")
    | dict.fromkeys("‘’‚‛′`´", "'")
    | dict.fromkeys("“”„‟″«»", '"')
    # Letters that Unicode does not take apart.
    | {"ø": "o", "ł": "l", "đ": "d", "ħ": "h", "ı": "i", "æ": "ae", "œ": "oe", "ð": "d", "þ": "th"}
)
_COMBINING = re.compile("[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff]")


@dataclass(slots=True)
class _Run:
    """A run of signs of emphasis; `start` and `end` shrink to those without a partner."""

    start: int
    end: int
    opens: bool
    closes: bool
    length: int = field(init=False)

    def __post_init__(self) -> None:
        self.length = self.end - self.start


def plain(text: str) -> str:
    """Write a text as it reads: Markdown, LaTeX and HTML entities as what they stand for.

    White space is one space; invisible signs go; ligatures are letters. Typographic quotes and
    dashes stay, and those typed as in LaTeX (``so'', `so', 3--5) become such. Markup that is broken
    stays as it is. Never raises, and takes time linear in the text.
    """
    if _MARKUP.search(text):
        text = _ENTITY.sub(lambda entity: html.unescape(entity.group()), text)
        text = _QUOTE.sub(r"‘\1’", _CODE.sub(r"\1", _LINK.sub(r"\1", text)))
        text = unlatex(_without_emphasis(text))
    if not text.isascii():
        text = unicodedata.normalize("NFC", text).translate(_LIGATURES)
    return " ".join(_INVISIBLE.sub("", text).split())


def fold(text: str) -> str:
    """Fold what two spellings of a name differ in: case, accents, forms of letters and dashes."""
    if text.isascii():
        return _INVISIBLE.sub("", text.lower()).translate(_FOLDED)
    # Compatibility forms: ﬁ is fi, ℓ is l, ² is 2, 𝒪 is O.
    text = unicodedata.normalize("NFKD", _INVISIBLE.sub("", text))
    # Only Western accents go: other scripts' marks are letters. What is left is put together again.
    folded = _COMBINING.sub("", _COMBINING.sub("", text).casefold()).translate(_FOLDED)
    return unicodedata.normalize("NFC", folded)


def _without_emphasis(text: str) -> str:
    """Remove the signs of Markdown's emphasis, found and paired by CommonMark's rules.

    A sign without a partner (BERT*) stays, as does one in a formula, a word (snake_case) or a
    product (2*3).
    """
    if not re.search(r"[*_]", text):
        return text
    inside = iter([*formulas(text), (len(text), len(text))])
    start, end = next(inside)
    opened: dict[str, list[_Run]] = {"*": [], "_": []}
    signs: list[tuple[int, int]] = []
    for match in _EMPHASIS.finditer(text):
        while end <= match.start() and end < len(text):
            start, end = next(inside)
        if match.group()[0] == "\\" or start <= match.start() < end:
            continue
        run = _Run(*match.span(), *_flanks(text, *match.span()))
        openers = opened[match.group()[0]]
        while run.start < run.end and openers and _pair(openers[-1], run):
            length = min(run.end - run.start, openers[-1].end - openers[-1].start)
            signs += [
                (openers[-1].end - length, openers[-1].end),
                (run.start, run.start + length),
            ]
            openers[-1].end -= length
            run.start += length
            if openers[-1].start == openers[-1].end:
                openers.pop()
        if run.opens and run.start < run.end:
            openers.append(run)
    return _without(text, signs)


def _pair(opener: _Run, closer: _Run) -> bool:
    if not closer.closes:
        return False
    # CommonMark's rule of three: in **a*b*c** the second sign begins a new pair.
    ambiguous = opener.closes or closer.opens
    return not ambiguous or (opener.length + closer.length) % 3 > 0 or opener.length % 3 == 0


def _flanks(text: str, begin: int, stop: int) -> tuple[bool, bool]:
    """Tell whether a run of signs can open emphasis, and whether it can close it."""
    before, after = text[max(0, begin - 1) : begin], text[stop : stop + 1]
    if before.isdigit() and after.isdigit():
        return False, False
    left = bool(after.strip()) and (after.isalnum() or not before.isalnum())
    right = bool(before.strip()) and (before.isalnum() or not after.isalnum())
    if text[begin] == "_":
        return left and not before.isalnum(), right and not after.isalnum()
    return left, right


def _without(text: str, spans: list[tuple[int, int]]) -> str:
    kept = []
    last = 0
    for start, end in sorted(spans):
        kept.append(text[last:start])
        last = end
    return "".join([*kept, text[last:]])
