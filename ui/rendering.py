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
from ui.markdown import answer_markdown, as_text

__all__ = ["answer_text", "failure_text", "headline", "sources_markdown"]


def headline(collection: str, papers: int, answerer: str) -> str:
    """Say which collection is asked, and who answers."""
    count = "1 paper" if papers == 1 else f"{papers:,} papers"
    who = (
        "quoted word for word, no language model is at work"
        if answerer == "quoting"
        else f"written by {as_text(answerer)} and checked against the abstracts"
    )
    return f"# paperchat\n\n{count} in *{as_text(collection)}* · Answers are {who}."


def answer_text(answer: Answer, cited: Iterable[int]) -> str:
    """Set a whole answer.

    Args:
        answer: The answer.
        cited: The numbers that have a source in its conversation.
    """
    notices = [f"*{as_text(notice)}*" for notice in answer.notices]
    text = answer_markdown(answer.answer, set(cited))
    return "\n\n".join([*notices, text, *_opinions(answer), *_figures(answer)])


def failure_text(error: Exception) -> str:
    """Set the one line that says what went wrong and what to do."""
    return f"⚠️ {as_text(str(error))}"


def _opinions(answer: Answer) -> Iterable[str]:
    """Set what a model judges otherwise than the check."""
    differ = [one for one in answer.claims if one.second_opinion not in (None, one.support)]
    if differ:
        rows = (f"| {as_text(one.text)} | {one.support} | {one.second_opinion} |" for one in differ)
        yield "\n".join(["| Second opinion | check | model |", "| --- | --- | --- |", *rows])


def _figures(answer: Answer) -> Iterable[str]:
    """Say what a model's answer took; a quoted one takes nothing worth telling."""
    if answer.answerer != "model":
        return
    usage, times = answer.usage, answer.timings_ms
    figures = [as_text(answer.model or "")]
    if usage.prompt_tokens or usage.completion_tokens:
        figures.append(f"{usage.prompt_tokens:,} + {usage.completion_tokens:,} tokens")
    if usage.cost_usd is not None:
        figures.append(f"${usage.cost_usd:.4f}")
    figures.append(f"{(times.retrieve + times.answer + times.check) / 1000:.1f} s")
    yield f"<small>{' · '.join(one for one in figures if one)}</small>"


def sources_markdown(answers: Sequence[Answer], papers: Iterable[Paper]) -> str:
    """Set the sources of a conversation: first those of its last answer, in the order cited.

    Args:
        answers: The conversation's answers.
        papers: The papers that they cite.
    """
    by_id = {paper.id: paper for paper in papers}
    latest = _in_order_cited(answers[-1]) if answers else []
    numbers = {one.number for one in latest}
    earlier = {one.number: one for answer in answers[:-1] for one in answer.citations}
    cards = [_card(one, by_id.get(one.paper_id)) for one in latest]
    rest = [
        _card(one, by_id.get(one.paper_id))
        for number, one in sorted(earlier.items())
        if number not in numbers
    ]
    blocks = ["## Sources", *cards] if cards else []
    if rest:
        blocks += ["## Sources from earlier in this conversation", *rest]
    return "\n\n".join(blocks)


def _in_order_cited(answer: Answer) -> list[Citation]:
    markers = (int(number) for number in re.findall(r"\[(\d{1,4})\]", answer.answer))
    places = {number: place for place, number in enumerate(dict.fromkeys(markers))}
    return sorted(answer.citations, key=lambda one: places.get(one.number, len(places)))


def _card(citation: Citation, paper: Paper | None) -> str:
    """Set a source as an element that a marker can lead to."""
    number = citation.number
    heading = f"### [{number}] {as_text(citation.title)}"
    lines = [heading, *_facts(paper), _places(citation), _abstract(citation, paper)]
    # Its label is the number alone: a title with math in it is no text for an attribute.
    opening = f'<article id="source-{number}" class="source" tabindex="-1">'
    return "\n\n".join([opening, *(line for line in lines if line), "</article>"])


def _facts(paper: Paper | None) -> Iterable[str]:
    if paper is None:
        yield "*The collection no longer holds this paper.*"
        return
    facts = [
        as_text(", ".join(paper.authors)),
        as_text(paper.venue or ""),
        str(paper.year or ""),
        _link("paper", paper.url),
        _link("code", paper.code_url),
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
