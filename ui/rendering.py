"""What the page shows of answers, failures and collections, as Markdown.

Whatever comes from lists, models and users goes through `ui.markdown`; markup of our own is added
here and nowhere else.
"""

from __future__ import annotations

from collections.abc import Iterable

from rag.answers import Answer
from ui.doubts import doubted, set_doubts, with_doubts
from ui.language import Language, said
from ui.markdown import answer_markdown, as_text

__all__ = ["answer_text", "failure_text", "headline"]


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
    doubts = doubted(answer)
    text = answer_markdown(with_doubts(answer.answer, doubts), set(cited))
    parts = [*notices, set_doubts(text, doubts, language), *_help(answer, language)]
    return "\n\n".join([*parts, *_opinions(answer, language), *_figures(answer, language)])


def _help(answer: Answer, language: Language) -> Iterable[str]:
    """Say what would help where the collection does not hold the answer."""
    if answer.abstained and answer.kind != "other":
        yield f'<p class="help">{said("chat.help", language)}</p>'


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
