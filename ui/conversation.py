"""A conversation as a value: what was asked, what the page shows for it, and the answers.

Everything that a reader can do to it makes a new conversation from an old one, so the page can
never show one thing and answer from another.
"""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Sequence
from contextlib import aclosing
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from rag.answers import Answer
from rag.assistant import Event, Notice, Token
from rag.errors import PaperchatError
from ui.language import Language, said
from ui.markdown import answer_markdown, as_text
from ui.rendering import answer_text, failure_text
from ui.requests import Request
from ui.streaming import batches

__all__ = ["Ask", "Conversation", "Turn", "answers", "asked", "messages", "stopped", "taken_up"]


@dataclass(frozen=True, slots=True)
class Turn:
    """A question and what became of it.

    Attributes:
        question: As it was typed.
        shown: Markdown; empty as long as there is nothing to show.
        answer: None while it is coming, and for good where it failed or was stopped.
        follow_ups: Questions that go on from the answer.
    """

    question: str
    shown: str = ""
    answer: Answer | None = None
    follow_ups: tuple[str, ...] = ()


Conversation = tuple[Turn, ...]


def answers(conversation: Conversation) -> tuple[Answer, ...]:
    """Give the whole answers of a conversation, which later questions follow up on."""
    return tuple(turn.answer for turn in conversation if turn.answer)


def messages(conversation: Conversation, language: Language) -> list[dict[str, Any]]:
    """Give a conversation as the page's messages: for each turn a question and an answer."""
    shown: list[dict[str, Any]] = []
    for turn in conversation:
        reading = f'<span class="reading">{said("chat.reading", language)}</span>'
        shown += [
            {"role": "user", "content": as_text(turn.question)},
            {"role": "assistant", "content": turn.shown or reading},
        ]
    if conversation and conversation[-1].follow_ups:
        shown[-1]["options"] = [{"value": one} for one in conversation[-1].follow_ups]
    return shown


Ask = Callable[[str, Sequence[Answer]], Iterator[Event]]
"""Asks a question after some answers, as `Assistant.ask` does."""


async def asked(
    ask: Ask, conversation: Conversation, question: str, language: Language
) -> AsyncIterator[Conversation]:
    """Ask a question in a conversation.

    Args:
        ask: Whom to ask; may block.
        conversation: What was asked before.
        question: The question.
        language: The language of what is said around the answer.

    Yields:
        The conversation with the question at its end, as its answer grows.
    """
    turn = Turn(question)
    yield (*conversation, turn)
    growing = _Growing()
    request = Request("ask", question=question)
    try:
        with request:
            begin = partial(_traced, request, ask, question, answers(conversation))
            async with aclosing(batches(begin)) as come:
                async for events in come:
                    for event in events:
                        growing.add(event)
                    if isinstance(events[-1], Answer):
                        request.answered(events[-1])
                        yield _answered(conversation, question, events[-1], language)
                    elif growing:
                        # Its numbers become links when they have been checked, with the whole.
                        yield (*conversation, replace(turn, shown=growing.shown))
    except PaperchatError as error:
        yield (*conversation, replace(turn, shown=_failed(failure_text(error))))
    except Exception:
        unforeseen = said("page.unforeseen", language, request=request.id)
        yield (*conversation, replace(turn, shown=_failed(f"⚠️ {unforeseen}")))


def _traced(
    request: Request, ask: Ask, question: str, history: Sequence[Answer]
) -> Iterator[Event]:
    with request.traced():
        yield from ask(question, history)


def _failed(text: str) -> str:
    return f'<div class="failed" role="alert">\n\n{text}\n\n</div>'


class _Growing:
    """What has come of an answer so far."""

    def __init__(self) -> None:
        self._notices: list[str] = []
        self._text = ""

    def add(self, event: Event) -> None:
        if isinstance(event, Token):
            self._text += event.text
        elif isinstance(event, Notice):
            # What a model wrote before it failed does not count.
            self._notices.append(f"*{as_text(event.text)}*\n\n")
            self._text = ""

    def __bool__(self) -> bool:
        return bool(self._notices or self._text)

    @property
    def shown(self) -> str:
        return "".join(self._notices) + answer_markdown(self._text)


def _answered(
    before: Conversation, question: str, answer: Answer, language: Language
) -> Conversation:
    numbers = {one.number for whole in (*answers(before), answer) for one in whole.citations}
    return (*before, Turn(question, answer_text(answer, numbers, language), answer))


def taken_up(turns: Iterable[Turn], language: Language) -> Conversation:
    """Set a conversation that was kept anew, in the language that the page has now."""
    conversation: Conversation = ()
    for turn in turns:
        if turn.answer:
            conversation = _answered(conversation, turn.question, turn.answer, language)
        else:
            conversation = (*conversation, turn)
    return conversation


def stopped(conversation: Conversation, language: Language) -> Conversation:
    """End a conversation whose last answer was stopped.

    What was written so far stays, without its numbers: they were not checked, and a later answer
    will give them to other papers.
    """
    if not conversation or conversation[-1].answer:
        return conversation
    *before, last = conversation
    written = re.sub(r" ?\[\d{1,4}\]", "", last.shown)
    return (
        *before,
        replace(last, shown=f"{written}\n\n*{said('chat.stopped', language)}*".strip()),
    )
