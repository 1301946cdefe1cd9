"""An answer as a document of its own: Markdown that ends with its references.

A whole conversation (`ui.transcripts`) ends with references of the same form.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from rag.answers import Answer, Citation
from rag.papers import Paper
from ui.language import Language, said

__all__ = ["answer_document", "references"]


def answer_document(answer: Answer, papers: Iterable[Paper], language: Language) -> str:
    """Write an answer with its references.

    Args:
        answer: The answer.
        papers: The papers that its conversation cites, those that are still known.
        language: The language of the heading.
    """
    numbers = {int(number) for number in re.findall(r"\[(\d{1,4})\]", answer.answer)}
    cited = [one for one in answer.citations if one.number in numbers]
    return "\n\n".join([answer.answer.strip(), *references(cited, papers, language)]) + "\n"


def references(
    citations: Iterable[Citation], papers: Iterable[Paper], language: Language
) -> list[str]:
    """Write references: a heading and a list; nothing where nothing is cited.

    Args:
        citations: What is cited, in the order of the list.
        papers: The papers that are cited, those that are still known.
        language: The language of the heading.
    """
    known = {paper.id: paper for paper in papers}
    lines = [_reference(one, known.get(one.paper_id)) for one in citations]
    return [f"## {said('chat.references', language)}", "\n".join(lines)] if lines else []


def _reference(citation: Citation, paper: Paper | None) -> str:
    parts = [", ".join(paper.authors) if paper else "", citation.title]
    if paper:
        parts.append(", ".join(str(one) for one in (paper.venue, paper.year) if one))
    address = (paper.url if paper else None) or citation.url
    if not address:
        parts += [f"{place.list} #{place.position}" for place in citation.sources[:1]]
    ended = (part if part.endswith(("?", "!", ".")) else f"{part}." for part in parts if part)
    return " ".join([f"- [{citation.number}]", *ended, *([f"<{address}>"] if address else [])])
