"""Comparisons: papers side by side, point by point, every cell in cited sentences.

What a question asks of the papers stands in the first row ("do both come with code?"), then what
each abstract says of its problem, its proposal and its results. A point that an abstract does not
make is said to be missing.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from rag.answering.asked import nameless
from rag.answering.composed import Composed
from rag.answering.forms import Form
from rag.answering.quotes import escaped, joined
from rag.answering.references import References
from rag.answering.weighing import COVERAGE, covered
from rag.answers import Claim
from rag.aspects import Aspect, points
from rag.plain import plain
from rag.questions import Query
from rag.retrieval import Retriever
from rag.snapshot import Indexed, Snapshot
from rag.themes import telling_terms
from rag.wording import Want
from rag.words import inflections

__all__ = ["compare"]

_MISSING = "*not said in the abstract*"
_CLOSE = 0.4  # cosine from which on a sentence speaks of a point without naming it
_IN_COMMON = re.compile(r"\b(?:in\s+common|similar\w*|alike|share[sd]?|relate[ds]?)\b", re.I)
_MOST_SHARED = 6  # terms

# What only says that papers are compared, or how a question is put.
_FRAME = frozenset(
    inflections(
        """differ different difference compare comparison compared contrast versus vs similar
        similarity common alike relate related relation between two three paper one work method
        approach article study side pro con better best which both either neither distinguish main
        key idea term regard respect role way way look take give say tell show please papers each
        exactly actually respectively what who win how handle handling deal setting thing aspect
        point s"""
    )
)
_TITLE = re.compile("“[^”]*”")


def compare(
    query: Query,
    numbers: Sequence[int],
    snapshot: Snapshot,
    retriever: Retriever,
    references: References,
) -> Composed:
    """Set papers side by side."""
    papers = [snapshot[number] for number in numbers]
    for indexed in papers:
        references.number(indexed)
    table = _Table(papers, references)
    point = _point(query)
    asks_code = query.want is Want.LINK
    asked_for = _asked_for(query, papers)
    if point and not asks_code:
        on_point = _on_point(point, numbers, snapshot, retriever)
        given = [own if gives else [] for own, gives in zip(on_point, asked_for, strict=True)]
        table.add(f"On “{point}”", given)
    made = [points(indexed) for indexed in papers]
    order = [Aspect.CODE, *Aspect] if asks_code else [*Aspect]
    for aspect in dict.fromkeys(order):
        row = [one.get(aspect, ()) for one in made]
        if any(row) or (asks_code and aspect is Aspect.CODE):
            table.add(aspect.value, row)
    lead = f"{len(papers)} papers side by side:"
    if not any(asked_for):
        lead = "None of their abstracts says what is asked. What they say, side by side:"
    shared = _shared(papers, references) if _IN_COMMON.search(query.asks) else ""
    return Composed(
        text=joined([lead, shared, table.text]),
        claims=tuple(table.claims),
        abstained=not any(asked_for),
    )


def _asked_for(query: Query, papers: Sequence[Indexed]) -> list[bool]:
    """Tell of each paper whether its abstract gives the amount or detail that is asked for."""
    form = Form.of(query, nameless(query))
    if not (form.amount or form.details):
        return [True] * len(papers)
    return [any(map(form.fits, _texts(indexed))) for indexed in papers]


class _Table:
    """A Markdown table with a column for each paper."""

    def __init__(self, papers: Sequence[Indexed], references: References) -> None:
        self._papers = papers
        self._references = references
        titles = " | ".join(_celled(one.paper.title) for one in papers)
        self._rows = [f"| | {titles} |", "|---" * (len(papers) + 1) + "|"]
        self.claims: list[Claim] = []

    @property
    def text(self) -> str:
        return "\n".join(self._rows)

    def add(self, label: str, sentences: Sequence[Sequence[int]]) -> None:
        """Add a row: for each paper the sentences, by number, that fill its cell."""
        cells = [
            " ".join(self._set(indexed, sentence) for sentence in own) or _MISSING
            for indexed, own in zip(self._papers, sentences, strict=True)
        ]
        self._rows.append(f"| **{_celled(label)}** | {' | '.join(cells)} |")

    def _set(self, indexed: Indexed, sentence: int) -> str:
        start, end = indexed.sentences[sentence]
        text = indexed.paper.abstract[start:end]
        number = self._references.cite(indexed, start, end)
        self.claims.append(Claim(text=text, citations=(number,), support="supported"))
        return f"{_celled(text)} [{number}]"


def _celled(text: str) -> str:
    """Set words in a cell: a bar would end it, also within a formula."""
    return re.sub(r"(?<!\\)\|", r"\\|", escaped(text))


def _point(query: Query) -> str:
    """Tell on what point papers are compared: the question without them and without its frame.

    Empty where it compares them at large.
    """
    text = query.asks
    for mention in reversed(query.mentions):
        text = f"{text[: mention.start]} {text[mention.end :]}"
    text = _TITLE.sub(" ", text)
    if not query.mentions and not query.focus:
        return ""  # what is left tells which papers, not on what point
    kept = [word for word in re.findall(r"[^\s,;:?!()]+", text) if _telling(word)]
    return " ".join(kept).strip(".'\"’ ")


def _telling(word: str) -> bool:
    return any(one not in _FRAME for one in inflections(word))


def _on_point(
    point: str, numbers: Sequence[int], snapshot: Snapshot, retriever: Retriever
) -> list[list[int]]:
    """Find for each paper the sentence that says most on a point; none where none speaks of it."""
    asked = dict.fromkeys(inflections(point))
    weights = {word: snapshot.sentences.idf(word) for word in asked}
    vector = retriever.embed(point)
    found: list[list[int]] = []
    for number in numbers:
        indexed = snapshot[number]
        vectors, _ = snapshot.sentence_vectors([number])
        held = covered(weights, _texts(indexed))
        close = vectors @ vector
        best = int((close + COVERAGE * held).argmax())
        speaks = held[best] > 0 or close[best] >= _CLOSE
        found.append([best] if speaks else [])
    return found


def _texts(indexed: Indexed) -> list[str]:
    return [indexed.paper.abstract[start:end] for start, end in indexed.sentences]


def _shared(papers: Sequence[Indexed], references: References) -> str:
    """Tell the terms that all of some abstracts use, and at least one uses again and again."""
    texts = [plain(indexed.paper.abstract).casefold() for indexed in papers]
    common = set.intersection(*(set(telling_terms(text)) for text in texts))
    often = {term for term in common if max(text.count(term) for text in texts) > 1}
    whole = [term for term in often if not any(term in other.split() for other in often)]
    terms = sorted(whole, key=lambda term: (-term.count(" "), -texts[0].count(term), term))
    if not terms:
        return ""
    markers = "".join(f"[{references.number(indexed)}]" for indexed in papers)
    of = "both" if len(papers) == 2 else "all"
    return f"Terms of {of} abstracts: {', '.join(terms[:_MOST_SHARED])} {markers}."
