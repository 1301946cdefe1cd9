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
from rag.answering.listed import Candidate, set_lines, set_list
from rag.answering.quoted import offer, quote_paper
from rag.answering.quotes import joined
from rag.answering.references import References
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
        none = f"None of the {len(snapshot)} papers comes near enough to answer it."
        return offer(joined([_BY_MEANING, none]), hits, snapshot, references)
    near = [hit for hit in hits if hit.sentence >= _NEARLY * hits[0].sentence]
    return _listing(near[:_MOST], snapshot, references)


def _of_paper(
    number: int, vector: NDArray[np.float32], snapshot: Snapshot, references: References
) -> Composed:
    """Quote the sentences of a paper that come nearest to what is asked of it."""
    cosines = snapshot.sentence_vectors([number])[0] @ vector
    nearest = np.argsort(-cosines, kind="stable")[:_MOST_SENTENCES]
    chosen = sorted(int(one) for one in nearest if cosines[one] >= _NEARLY * cosines[nearest[0]])
    return quote_paper(snapshot[number], chosen, references, lead=_BY_MEANING)


def _listing(hits: Sequence[Hit], snapshot: Snapshot, references: References) -> Composed:
    near = [
        Candidate(
            hit.number, snapshot[hit.number], min(1.0, max(0.0, hit.sentence)), hit.best_sentence
        )
        for hit in hits
    ]
    listed, claims = set_list(near, references)
    count = f"**{len(near)}** of {len(snapshot)} papers come near:"
    return Composed(
        text=joined([_BY_MEANING, count, set_lines(near, listed, numbered=True)]),
        claims=tuple(claims),
        papers=listed,
    )


_BY_MEANING = (
    "*The question is in another language than the abstracts. What answers it was looked for by "
    "meaning alone.*"
)
