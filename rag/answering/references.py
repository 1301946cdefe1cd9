"""The references of one answer: which paper has which number, and which of its words are cited.

A paper keeps its number through a whole conversation. New numbers are given in order of
appearance, after the highest that the conversation has used.
"""

from __future__ import annotations

from collections.abc import Sequence

from rag.answers import Answer, Citation, Place, Span
from rag.snapshot import Indexed

__all__ = ["References"]


class References:
    """Collects the citations of one answer while it is composed.

    Args:
        history: The earlier answers of the conversation.
    """

    def __init__(self, history: Sequence[Answer] = ()) -> None:
        self._numbers = {
            citation.paper_id: citation.number
            for answer in history
            for citation in answer.citations
        }
        self._cited: dict[str, Indexed] = {}
        self._spans: dict[str, list[tuple[int, int]]] = {}

    def number(self, indexed: Indexed) -> int:
        """Give a paper its number, without citing it yet."""
        return self._numbers.setdefault(
            indexed.paper.id, max(self._numbers.values(), default=0) + 1
        )

    def cite(self, indexed: Indexed, start: int, end: int) -> int:
        """Cite words of a paper's abstract.

        Returns:
            The paper's number.
        """
        paper_id = indexed.paper.id
        self._cited[paper_id] = indexed
        spans = self._spans.setdefault(paper_id, [])
        if (start, end) not in spans:
            spans.append((start, end))
        return self.number(indexed)

    def citations(self) -> tuple[Citation, ...]:
        """List what was cited, by number."""
        cited = [self._citation(one) for one in self._cited.values()]
        return tuple(sorted(cited, key=lambda citation: citation.number))

    def _citation(self, indexed: Indexed) -> Citation:
        paper = indexed.paper
        spans = self._spans[paper.id]
        first_start, first_end = spans[0]
        begin, finish = _whole_sentences(
            indexed, min(start for start, _ in spans), max(end for _, end in spans)
        )
        return Citation(
            number=self._numbers[paper.id],
            paper_id=paper.id,
            title=paper.title,
            passage=paper.abstract[begin:finish],
            quote=paper.abstract[first_start:first_end],
            start=first_start,
            end=first_end,
            spans=tuple(
                Span(quote=paper.abstract[start:end], start=start, end=end) for start, end in spans
            ),
            sources=tuple(Place(list=one.list, position=one.position) for one in paper.sources),
            url=paper.url,
        )


def _whole_sentences(indexed: Indexed, start: int, end: int) -> tuple[int, int]:
    """Widen a span to the whole sentences that it touches."""
    touched = [one for one in indexed.sentences if one[0] < end and start < one[1]]
    if not touched:
        return start, end
    return min(start, touched[0][0]), max(end, touched[-1][1])
