"""What the page shows of questions, answers, sources and collections, as Markdown.

Whatever comes from lists, models and users goes through `ui.markdown`; markup of our own is added
here and nowhere else.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Sequence

from rag.answers import Answer, Citation
from rag.papers import Paper
from ui.language import Language, said
from ui.markdown import answer_markdown, as_text

__all__ = ["answer_text", "failure_text", "headline", "no_sources", "sources_markdown"]


def headline(collection: str, papers: int, answerer: str, language: Language) -> str:
    """Say which collection is asked, and who answers."""
    who = (
        said("page.quoted", language)
        if answerer == "quoting"
        else said("page.written", language, model=as_text(answerer))
    )
    line = said(
        "page.headline",
        language,
        papers=said("page.papers", language, count=papers),
        collection=as_text(collection),
        answerer=who,
    )
    return f"# paperchat\n\n{line}"


def answer_text(answer: Answer, cited: Iterable[int], language: Language) -> str:
    """Set a whole answer.

    Args:
        answer: The answer.
        cited: The numbers that have a source in its conversation.
        language: The language of what is said around it.
    """
    notices = [f"*{as_text(notice)}*" for notice in answer.notices]
    text = answer_markdown(answer.answer, set(cited))
    return "\n\n".join([*notices, text, *_opinions(answer, language), *_figures(answer, language)])


def failure_text(error: Exception) -> str:
    """Set the one line that says what went wrong and what to do."""
    return f"⚠️ {as_text(str(error))}"


def _opinions(answer: Answer, language: Language) -> Iterable[str]:
    """Set what a model judges otherwise than the check."""
    differ = [one for one in answer.claims if one.second_opinion not in (None, one.support)]
    if differ:
        rows = (f"| {as_text(one.text)} | {one.support} | {one.second_opinion} |" for one in differ)
        names = [said(f"chat.{name}", language) for name in ("second_opinion", "check", "model")]
        yield "\n".join([f"| {' | '.join(names)} |", "| --- | --- | --- |", *rows])


def _figures(answer: Answer, language: Language) -> Iterable[str]:
    """Say what a model's answer took; a quoted one takes nothing worth telling."""
    if answer.answerer != "model":
        return
    usage, times = answer.usage, answer.timings_ms
    figures = [as_text(answer.model or "")]
    if usage.prompt_tokens or usage.completion_tokens:
        figures.append(
            said("chat.tokens", language, sent=usage.prompt_tokens, wrote=usage.completion_tokens)
        )
    if usage.cost_usd is not None:
        figures.append(f"${usage.cost_usd:.4f}")
    seconds = f"{(times.retrieve + times.answer + times.check) / 1000:.1f}"
    figures.append(said("chat.seconds", language, seconds=seconds))
    yield f"<small>{' · '.join(one for one in figures if one)}</small>"


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
    heading = f"### [{number}] {as_text(citation.title)}"
    lines = [heading, *_facts(paper, language), _places(citation), _abstract(citation, paper)]
    # Its label is the number alone: a title with math in it is no text for an attribute.
    opening = f'<article id="source-{number}" class="source" tabindex="-1">'
    return "\n\n".join([opening, *(line for line in lines if line), "</article>"])


def _facts(paper: Paper | None, language: Language) -> Iterable[str]:
    if paper is None:
        yield f"*{said('sources.gone', language)}*"
        return
    facts = [
        as_text(", ".join(paper.authors)),
        as_text(paper.venue or ""),
        str(paper.year or ""),
        _link(said("sources.paper", language), paper.url),
        _link(said("sources.code", language), paper.code_url),
    ]
    if any(facts):
        yield " · ".join(fact for fact in facts if fact)


def _places(citation: Citation) -> str:
    places = [f"{as_text(one.list)} #{one.position}" for one in citation.sources]
    return f"<small>{' · '.join(places)}</small>" if places else ""


def _abstract(citation: Citation, paper: Paper | None) -> str:
    if paper is None:
        return as_text(citation.passage)
    spans = citation.spans or (citation,)
    return as_text(paper.abstract, [(span.start, span.end) for span in spans])


def _link(label: str, url: str | None) -> str:
    """Link to an address that a list gives, if it is one of the web."""
    if not url or not re.fullmatch(r"https?://[^\s<>\"]+", url):
        return ""
    address = html.escape(url).replace("(", "%28").replace(")", "%29").replace("\\", "%5C")
    return f"[{label}](<{address}>)"
