"""A whole conversation as a document of its own: Markdown that ends with its references."""

from __future__ import annotations

from collections.abc import Iterable

from rag.answers import Citation
from rag.papers import Paper
from ui.history import Kept
from ui.language import Language, said
from ui.references import references

__all__ = ["transcript"]


def transcript(kept: Kept, papers: Iterable[Paper], language: Language) -> str:
    """Write a conversation, each question as a heading, with its references at the end.

    Args:
        kept: The conversation.
        papers: The papers that it cites, those that are still known.
        language: The language of what is said around it.
    """
    day = kept.changed[:10]
    facts = said("history.about", language, collection=kept.collection, day=day)
    blocks = [f"# {_line(kept.title)}", f"*{facts}*"]
    cited: dict[int, Citation] = {}
    for turn in kept.turns:
        blocks += [f"## {_line(turn.question)}", turn.answer.answer if turn.answer else "—"]
        if turn.answer:
            cited |= {one.number: one for one in turn.answer.citations}
    in_order = [cited[number] for number in sorted(cited)]
    return "\n\n".join([*blocks, *references(in_order, papers, language)]) + "\n"


def _line(text: str) -> str:
    return " ".join(text.split())
