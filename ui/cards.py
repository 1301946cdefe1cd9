"""The papers that an answer rests on, each as a card: what is known of it, with the words marked.

Whatever comes from lists goes through `ui.markdown`; markup of our own is added here.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Sequence

from rag.answers import Answer, Citation, Place
from rag.papers import Paper, Source
from ui.deeds import deed_button
from ui.language import Language, said
from ui.markdown import as_text, tone

__all__ = ["no_sources", "paper_card", "sources_markdown"]


def sources_markdown(answers: Sequence[Answer], papers: Iterable[Paper], language: Language) -> str:
    """Set the sources of a conversation: first those of its last answer, in the order cited.

    Args:
        answers: The conversation's answers.
        papers: The papers that they cite.
        language: The language of what is said around them.
    """
    by_id = {paper.id: paper for paper in papers}
    latest = _in_order_cited(answers[-1]) if answers else []
    numbers = {one.number for one in latest}
    earlier = {one.number: one for answer in answers[:-1] for one in answer.citations}
    cards = [_card(one, by_id.get(one.paper_id), language) for one in latest]
    rest = [
        _card(one, by_id.get(one.paper_id), language)
        for number, one in sorted(earlier.items())
        if number not in numbers
    ]
    blocks = [f"## {said('sources.title', language)}", *cards] if cards else []
    if rest:
        blocks += [f"## {said('sources.earlier', language)}", *rest]
    return "\n\n".join(blocks)


def no_sources(language: Language) -> str:
    """Say what will be seen where there are no sources yet."""
    return f"## {said('sources.title', language)}\n\n*{said('sources.none', language)}*"


def _in_order_cited(answer: Answer) -> list[Citation]:
    markers = (int(number) for number in re.findall(r"\[(\d{1,4})\]", answer.answer))
    places = {number: place for place, number in enumerate(dict.fromkeys(markers))}
    return sorted(answer.citations, key=lambda one: places.get(one.number, len(places)))


def _card(citation: Citation, paper: Paper | None, language: Language) -> str:
    """Set a source as an element that a marker can lead to."""
    number = citation.number
    opening = f'<article id="source-{number}" class="source {tone(number)}" tabindex="-1">'
    heading = f'### <span class="number">[{number}]</span> {as_text(citation.title)}'
    if paper is None:
        gone = f"*{said('sources.gone', language)}*"
        lines = [heading, gone, _places(citation.sources), as_text(citation.passage)]
    else:
        spans = citation.spans or (citation,)
        marks = [(span.start, span.end) for span in spans]
        lines = [heading, *_known(paper, marks, language)]
    return "\n\n".join([opening, *(line for line in lines if line), "</article>"])


def paper_card(paper: Paper, language: Language) -> str:
    """Set one paper that nothing is cited of."""
    lines = [f"## {as_text(paper.title)}", *_known(paper, (), language)]
    opening = '<article class="source" tabindex="-1">'
    return "\n\n".join([opening, *(line for line in lines if line), "</article>"])


def _known(paper: Paper, marks: Iterable[tuple[int, int]], language: Language) -> Iterable[str]:
    facts = [
        as_text(", ".join(paper.authors)),
        as_text(paper.venue or ""),
        str(paper.year or ""),
        _link(said("sources.paper", language), paper.url),
        _link(said("sources.code", language), paper.code_url),
    ]
    yield " · ".join(fact for fact in facts if fact)
    yield _places(paper.sources)
    yield as_text(paper.abstract, marks)
    buttons = (
        deed_button(deed, paper.id, said(f"sources.{deed}", language))
        for deed in ("ask", "similar", "bibtex")
    )
    yield f'<span class="deeds">{"".join(buttons)}</span>'


def _places(sources: Iterable[Source | Place]) -> str:
    places = [f"{as_text(one.list)} #{one.position}" for one in sources]
    return f"<small>{' · '.join(places)}</small>" if places else ""


def _link(label: str, url: str | None) -> str:
    """Link to an address that a list gives, if it is one of the web."""
    if not url or not re.fullmatch(r"https?://[^\s<>\"]+", url):
        return ""
    address = html.escape(url).replace("(", "%28").replace(")", "%29").replace("\\", "%5C")
    return f"[{label}](<{address}>)"
