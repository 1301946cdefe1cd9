r"""Answers and sources as Markdown for the page.

Text of abstracts and models comes here as data. What reaches the page can be emphasis, lists,
tables, links to sources on the same page, and math; never HTML of theirs, images or scripts.

Math is handed to the page between \( and \) only, so that a price in dollars stays a price.
"""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Iterable, Sequence

from rag.answers import Answer, Citation
from rag.papers import Paper

__all__ = ["LATEX_DELIMITERS", "answer_markdown", "sources_markdown"]

LATEX_DELIMITERS: list[dict[str, str | bool]] = [
    {"left": "$$", "right": "$$", "display": True},
    {"left": "\\[", "right": "\\]", "display": True},
    {"left": "\\(", "right": "\\)", "display": False},
]

# As in pandoc: a dollar opens math before a sign that is no blank, and closes it after one, unless
# a digit follows. "$5 to $10" holds no math.
_MATH = re.compile(
    r"\$\$(?P<display>.+?)\$\$|(?<![\\$])\$(?=\S)(?P<inline>[^$\n]*?[^\s\\$])\$(?!\d)|"
    r"\\\((?P<round>.+?)\\\)|\\\[(?P<square>.+?)\\\]",
    re.DOTALL,
)
_MARKER = re.compile(r"(?<![\w\\\]])\[(\d{1,4})\](?!\()")
_TAG = re.compile(r"<(?=[A-Za-z/!?])")
_IMAGE_OR_LINK = re.compile(r"!(?=\[)|\](?=\()")


def answer_markdown(text: str) -> str:
    r"""Set an answer: markers become links to their sources, math is marked as such.

    >>> answer_markdown("It costs $5, $i<j$ [2].")
    'It costs $5, \\(i\\lt j\\) [&#91;2&#93;](#source-2).'
    """
    return _outside_math(text, lambda piece: _MARKER.sub(r"[&#91;\1&#93;](#source-\1)", piece))


def sources_markdown(answers: Sequence[Answer], papers: Iterable[Paper]) -> str:
    """Set the sources of a conversation, those of its last answer first.

    Args:
        answers: The conversation's answers.
        papers: The papers that they cite.
    """
    by_id = {paper.id: paper for paper in papers}
    latest = answers[-1].citations if answers else ()
    numbers = {citation.number for citation in latest}
    earlier = {
        citation.number: citation
        for answer in answers[:-1]
        for citation in answer.citations
        if citation.number not in numbers
    }
    blocks = [_source(citation, by_id.get(citation.paper_id)) for citation in latest]
    if earlier:
        blocks.append("#### Earlier in this conversation")
        blocks += [_source(one, by_id.get(one.paper_id)) for _, one in sorted(earlier.items())]
    return "\n\n".join(blocks)


def _source(citation: Citation, paper: Paper | None) -> str:
    title = _inert(citation.title)
    facts = []
    if paper is not None:
        facts = [_inert(", ".join(paper.authors)), _inert(paper.venue or ""), str(paper.year or "")]
        facts += [_link("paper", paper.url), _link("code", paper.code_url)]
    places = "; ".join(f"{_inert(one.list)} #{one.position}" for one in citation.sources)
    line = " · ".join(part for part in [*facts, places] if part)
    abstract = paper.abstract if paper is not None else citation.passage
    marked = _marked(abstract, citation) if paper is not None else _inert(abstract)
    return f'<span id="source-{citation.number}"></span>**[{citation.number}] {title}**\n\n{line}\n\n{marked}'


def _marked(abstract: str, citation: Citation) -> str:
    """Set an abstract with its cited spans marked."""
    pieces, position = [], 0
    for span in sorted(citation.spans, key=lambda one: one.start):
        start = max(span.start, position)
        if start >= span.end:
            continue
        pieces.append(_inert(abstract[position:start]))
        pieces.append(f"<mark>{_inert(abstract[start : span.end])}</mark>")
        position = span.end
    return "".join([*pieces, _inert(abstract[position:])])


def _inert(text: str) -> str:
    """Set words as the words that they are; emphasis and math keep their meaning."""

    def quiet(piece: str) -> str:
        piece = _TAG.sub("&lt;", piece.replace("&", "&amp;"))
        return _IMAGE_OR_LINK.sub(lambda match: "\\" + match.group(), piece)

    return _outside_math(re.sub(r"\s+", " ", text), quiet)


def _outside_math(text: str, change: Callable[[str], str]) -> str:
    r"""Change the words of a text and leave its math, which goes between \( and \)."""
    pieces, position = [], 0
    for match in _MATH.finditer(text):
        pieces.append(change(text[position : match.start()]))
        pieces.append(_math(match))
        position = match.end()
    return "".join([*pieces, change(text[position:])])


def _math(match: re.Match[str]) -> str:
    body = next(part for part in match.groups() if part is not None)
    # The page's sanitiser takes "<" for the beginning of a tag, its tables "|" for a new cell.
    body = body.replace("<", r"\lt ").replace(">", r"\gt ").replace("|", r"\vert ")
    shown_apart = match["display"] is not None or match["square"] is not None
    return f"$${body}$$" if shown_apart else rf"\({body}\)"


def _link(label: str, url: str | None) -> str:
    if not url or not re.match(r"https?://", url):
        return ""
    return f"[{label}]({html.escape(url, quote=True).replace(')', '%29').replace(' ', '%20')})"
