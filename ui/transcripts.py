"""A whole conversation as a document of its own: Markdown that ends with its references."""

from __future__ import annotations

from collections.abc import Iterable

from rag.answers import Citation
from rag.papers import Paper
from ui.history import Kept
from ui.language import Language, said

__all__ = ["transcript"]


def transcript(kept: Kept, papers: Iterable[Paper], language: Language) -> str:
    """Write a conversation, each question as a heading, with its references at the end.

    Args:
        kept: The conversation.
        papers: The papers that it cites, those that are still known.
        language: The language of what is said around it.
    """
    known = {paper.id: paper for paper in papers}
    day = kept.changed[:10]
    facts = said("history.about", language, collection=kept.collection, day=day)
    blocks = [f"# {_line(kept.title)}", f"*{facts}*"]
    cited: dict[int, Citation] = {}
    for turn in kept.turns:
        blocks += [f"## {_line(turn.question)}", turn.answer.answer if turn.answer else "—"]
        if turn.answer:
            cited |= {one.number: one for one in turn.answer.citations}
    if cited:
        blocks.append(f"## {said('history.references', language)}")
        in_order = (cited[number] for number in sorted(cited))
        blocks.append("\n".join(_reference(one, known.get(one.paper_id)) for one in in_order))
    return "\n\n".join(blocks) + "\n"


def _reference(citation: Citation, paper: Paper | None) -> str:
    authors = ", ".join(paper.authors) if paper else ""
    where = ", ".join(str(one) for one in (paper.venue, paper.year) if one) if paper else ""
    places = "; ".join(f"{one.list} #{one.position}" for one in citation.sources)
    parts = [authors, citation.title, where or places]
    told = ". ".join(part.rstrip(".") for part in parts if part)
    address = f" <{citation.url}>" if citation.url else ""
    return f"- [{citation.number}] {told}.{address}"


def _line(text: str) -> str:
    return " ".join(text.split())
