"""Answers to questions in another language than the abstracts: by meaning alone.

Such a question shares no word with any abstract, so nothing that is counted in words says whether a
paper answers it. What is left is how near the sentences of the papers are to it, by an embedder
that reads both languages. The answer says so.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from rag.answering.composed import Composed
from rag.answering.quotes import Quote, escaped, heading, joined, quote, set_quote
from rag.answering.references import References
from rag.answers import Claim, ListedPaper
from rag.questions import Query
from rag.retrieval import Hit, Retriever
from rag.snapshot import Snapshot

__all__ = ["answer_across"]

# The cosine of a question and the sentence that answers it. Of 29 questions in five languages over
# 87 papers, 13 of them on what no paper has, it parts 11 of the one kind from all of the other.
_ANSWERS = 0.255
_NEARLY = 0.85  # of the best cosine: what else is told
_MOST = 10  # papers
_MOST_SENTENCES = 3
_NEAREST = 3  # papers offered where none answers


def answer_across(
    query: Query, snapshot: Snapshot, retriever: Retriever, references: References
) -> Composed:
    """Answer a question that shares no word with the abstracts."""
    found = retriever.retrieve(query.standalone, also=query.focus)
    if query.focus:
        return _of_paper(query.focus[0], found.vector, snapshot, references)
    among = [hit for hit in found.hits if query.within is None or hit.number in query.within]
    hits = sorted(among, key=lambda hit: -hit.sentence)
    if not hits or hits[0].sentence < _ANSWERS:
        return _nothing(hits[:_NEAREST], snapshot, references)
    near = [hit for hit in hits if hit.sentence >= _NEARLY * hits[0].sentence]
    return _listing(near[:_MOST], snapshot, references)


def _of_paper(
    number: int, vector: NDArray[np.float32], snapshot: Snapshot, references: References
) -> Composed:
    """Quote the sentences of a paper that come nearest to what is asked of it."""
    indexed = snapshot[number]
    cosines = snapshot.sentence_vectors([number])[0] @ vector
    nearest = np.argsort(-cosines, kind="stable")[:_MOST_SENTENCES]
    chosen = sorted(int(one) for one in nearest if cosines[one] >= _NEARLY * cosines[nearest[0]])
    paragraphs, claims = [], []
    for sentence in chosen:
        text, own = set_quote(quote(indexed, sentence), references)
        paragraphs.append(f"> {text}")
        claims += own
    return Composed(
        text=joined([_BY_MEANING, f"{heading(indexed)}:", *paragraphs]), claims=tuple(claims)
    )


def _listing(hits: Sequence[Hit], snapshot: Snapshot, references: References) -> Composed:
    papers, lines, claims = [], [], []
    for place, hit in enumerate(hits, start=1):
        indexed = snapshot[hit.number]
        start, end = indexed.sentences[hit.best_sentence]
        reason = indexed.paper.abstract[start:end]
        number = references.cite(indexed, start, end)
        papers.append(
            ListedPaper(
                paper_id=indexed.paper.id,
                title=indexed.paper.title,
                reason=reason,
                citation=number,
                relevance=round(min(1.0, max(0.0, hit.sentence)), 3),
            )
        )
        lines.append(f"{place}. {heading(indexed)} — {escaped(reason)} [{number}]")
        claims.append(Claim(text=reason, citations=(number,), support="supported"))
    return Composed(
        text=joined(
            [_BY_MEANING, f"**{len(hits)}** of {len(snapshot)} papers come near:", "\n".join(lines)]
        ),
        claims=tuple(claims),
        papers=tuple(papers),
    )


def _nothing(hits: Sequence[Hit], snapshot: Snapshot, references: References) -> Composed:
    lines, claims = [], []
    for hit in hits:
        indexed = snapshot[hit.number]
        text, own = set_quote(Quote(indexed, hit.best_sentence, hit.best_sentence), references)
        lines.append(f"- {heading(indexed)} — {text}")
        claims += own
    return Composed(
        text=joined(
            [
                _BY_MEANING,
                f"None of the {len(snapshot)} papers comes near enough to answer it.",
                "The nearest, which may not be about it:" if lines else "",
                "\n".join(lines),
            ]
        ),
        claims=tuple(claims),
        abstained=True,
    )


_BY_MEANING = (
    "*The question is in another language than the abstracts. What answers it was looked for by "
    "meaning alone.*"
)
