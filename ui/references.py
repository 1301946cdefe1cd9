"""An answer as a document of its own: Markdown that ends with its references."""

from __future__ import annotations

import re
from collections.abc import Iterable

from rag.answers import Answer, Citation
from rag.papers import Paper
from ui.language import Language, said

__all__ = ["answer_document"]


def answer_document(answer: Answer, papers: Iterable[Paper], language: Language) -> str:
    """Write an answer with its references.

    Args:
        answer: The answer.
        papers: The papers that its conversation cites, those that are still known.
        language: The language of the heading.
    """
    known = {paper.id: paper for paper in papers}
    numbers = {int(number) for number in re.findall(r"\[(\d{1,4})\]", answer.answer)}
    lines = [
        _reference(citation, known.get(citation.paper_id))
        for citation in answer.citations
        if citation.number in numbers
    ]
    if not lines:
        return answer.answer.strip() + "\n"
    heading = f"## {said('chat.references', language)}"
    return "\n\n".join([answer.answer.strip(), heading, "\n".join(lines)]) + "\n"


def _reference(citation: Citation, paper: Paper | None) -> str:
    parts = [", ".join(paper.authors) if paper else "", citation.title]
    if paper:
        parts.append(", ".join(str(one) for one in (paper.venue, paper.year) if one))
    if not paper or not paper.url:
        parts += [f"{place.list} #{place.position}" for place in citation.sources[:1]]
    ended = (part if part.endswith(("?", "!", ".")) else f"{part}." for part in parts if part)
    address = [f"<{paper.url}>"] if paper and paper.url else []
    return " ".join([f"- [{citation.number}]", *ended, *address])
