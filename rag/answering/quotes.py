"""Quoting: choosing the sentences of an abstract that answer, and setting them in Markdown.

A quote is always verbatim. A sentence that leans on the one before it ("This framework ...") is
quoted together with it, so that the reader is never left asking which framework.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from rag.answering.references import References
from rag.answers import Claim
from rag.snapshot import Indexed

__all__ = ["Quote", "counted", "escaped", "heading", "joined", "leaning", "quote", "set_quote"]

_LEANS = re.compile(
    r"^\W*(?:this|these|such|it|its|they|their|he|she|his|those|that|here|there|both|"
    r"the (?:former|latter|proposed|resulting|algorithm|method|approach|model|framework|key|"
    r"dataset|benchmark)|our (?:method|approach|model|framework|algorithm)|"
    r"to (?:this|that) end|inspired by th|based on th|by doing so|in (?:contrast|addition|this)|"
    r"for this|as a (?:result|consequence)|consequently|therefore|thus|hence|instead|"
    r"specifically|in particular|accordingly|to address (?:this|these|it)|moreover|furthermore|"
    r"additionally|however|also|then|secondly|finally|"
    r"we (?:call|name|term|dub|refer to|denote) (?:this|these|it|them|such))\b",
    re.IGNORECASE,
)
_ADVERBIAL = re.compile(
    r"^\W*(?:moreover|furthermore|additionally|in addition|however|also|finally|secondly|"
    r"specifically|in particular|notably)\b[\s,]*(?!(?:this|these|such|it|they|its|their)\b)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Quote:
    """Neighbouring sentences of one paper, by their numbers in it."""

    indexed: Indexed
    first: int
    last: int

    @property
    def spans(self) -> tuple[tuple[int, int], ...]:
        """The place of each sentence in the abstract."""
        return self.indexed.sentences[self.first : self.last + 1]

    def text_of(self, span: tuple[int, int]) -> str:
        """The words at a place, verbatim."""
        return self.indexed.paper.abstract[span[0] : span[1]]


def leaning(sentence: str) -> bool:
    """Tell whether a sentence cannot be understood without the one before it.

    >>> leaning("This framework halves the cost."), leaning("We halve the cost.")
    (True, False)
    """
    return bool(_LEANS.match(sentence)) and not _ADVERBIAL.match(sentence)


def quote(indexed: Indexed, sentence: int) -> Quote:
    """Quote a sentence, with the one before it where it leans on that."""
    start, end = indexed.sentences[sentence]
    if sentence > 0 and leaning(indexed.paper.abstract[start:end]):
        return Quote(indexed, sentence - 1, sentence)
    return Quote(indexed, sentence, sentence)


def set_quote(one: Quote, references: References) -> tuple[str, list[Claim]]:
    """Set a quote in Markdown, each sentence with its marker, and list its claims."""
    pieces, claims = [], []
    for span in one.spans:
        number = references.cite(one.indexed, *span)
        text = one.text_of(span)
        pieces.append(f"{escaped(text)} [{number}]")
        claims.append(Claim(text=text, citations=(number,), support="supported"))
    return " ".join(pieces), claims


def counted(number: int, noun: str) -> str:
    """Say how many there are of something.

    >>> counted(1, "paper"), counted(1_000, "paper")
    ('1 paper', '1000 papers')
    """
    return f"{number} {noun}{'' if number == 1 else 's'}"


def heading(indexed: Indexed) -> str:
    """Set a paper's title in bold."""
    return f"**{escaped(indexed.paper.title)}**"


_MATH = re.compile(r"(\$\$.+?\$\$|\$[^$\n]+?\$|\\\(.+?\\\)|\\\[.+?\\\])", re.DOTALL)
_MARKUP = re.compile(r"<(?=[A-Za-z/!?])|!(?=\[)|\](?=\()|^(?:#{1,6}|>|[-+*]|\d+[.)])(?=\s)|`|\|")


def escaped(text: str) -> str:
    r"""Set words of an abstract in Markdown as the words that they are.

    HTML tags, images, links and block markers lose their meaning; emphasis and math keep theirs.

    >>> escaped("a <script> and ![x](http://y) but $i<j$")
    'a \\<script> and \\![x\\](http://y) but $i<j$'
    """
    pieces = _MATH.split(" ".join(text.split()))
    return "".join(
        piece if place % 2 else _MARKUP.sub(lambda match: "\\" + match.group(), piece)
        for place, piece in enumerate(pieces)
    )


def joined(parts: Sequence[str]) -> str:
    """Join the paragraphs of an answer."""
    return "\n\n".join(part for part in parts if part)
