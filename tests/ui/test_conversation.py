"""A conversation as a value, with answers that are scripted event by event."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Iterator, Sequence
from typing import Any

from rag.answers import Answer, Citation
from rag.assistant import Notice, Token
from rag.errors import CollectionMissing
from tests.support.answers import made_answer
from ui.conversation import Turn, answers, asked, messages, stopped


def answer(text: str, *numbers: int) -> Answer:
    citations = tuple(
        Citation(number=n, paper_id=f"p{n}", title="", passage="", quote="", start=0, end=0)
        for n in numbers
    )
    return made_answer(text, citations=citations)


FAILED = '<div class="failed" role="alert">\n\n{}\n\n</div>'


def link(number: int) -> str:
    return f'<a href="#source-{number}" class="cite tone-{number}">[{number}]</a>'


class Pause:
    """Long enough for the page to show what has come."""


class Scripted:
    """Answers with given events, and remembers what it was asked after."""

    def __init__(self, *events: Any) -> None:
        self.events = events
        self.history: Sequence[Answer] = ()

    def ask(self, question: str, history: Sequence[Answer]) -> Iterator[Any]:
        self.history = history
        for event in self.events:
            if isinstance(event, Exception):
                raise event
            if isinstance(event, Pause):
                time.sleep(0.05)
            else:
                yield event


def states(assistant: Any, before: tuple[Turn, ...] = ()) -> list[tuple[Turn, ...]]:
    async def collected() -> list[tuple[Turn, ...]]:
        return [state async for state in asked(assistant.ask, before, "Which?", "en")]

    return asyncio.run(collected())


def test_a_conversation_first_shows_the_question_and_at_last_the_answer() -> None:
    first, *_, last = states(Scripted(Token("Mo"), Token("ss. [1]"), answer("Moss. [1]", 1)))
    assert first == (Turn("Which?"),)
    assert last == (Turn("Which?", f"Moss. {link(1)}", answer("Moss. [1]", 1)),)


def test_numbers_of_a_growing_answer_are_no_links_yet() -> None:
    growing = states(Scripted(Token("Moss. [1]"), Pause(), answer("Moss. [1]", 1)))[1]
    assert growing == (Turn("Which?", "Moss. [1]"),)


def test_what_a_model_wrote_before_it_failed_is_not_shown_any_more() -> None:
    notice = Notice("No <b> reply.")
    events = (Token("Half a"), Pause(), notice, Pause(), Token("Moss."), Pause(), answer("Moss."))
    shown = [state[-1].shown for state in states(Scripted(*events))]
    quoted = "*No \\<b> reply.*\n\n"
    assert shown == ["", "Half a", quoted, quoted + "Moss.", "Moss."]


def test_an_answer_before_its_first_word_shows_nothing_new() -> None:
    assert len(states(Scripted(Token(""), Pause(), answer("Moss.")))) == 2


def test_a_failure_is_one_line_in_the_conversation() -> None:
    error = CollectionMissing("there is none", where="papers", remedy="Make it")
    assert states(Scripted(error))[-1] == (
        Turn("Which?", FAILED.format("⚠️ papers: there is none. Make it.")),
    )


def test_a_failure_that_nobody_foresaw_does_not_show_its_inside() -> None:
    (turn,) = states(Scripted(ValueError("secret")))[-1]
    assert turn.shown.startswith(FAILED.partition("{}")[0] + "⚠️ paperchat failed")
    assert "secret" not in turn.shown


def test_a_question_is_asked_after_the_whole_answers_before_it() -> None:
    before = (Turn("A?", "a", answer("a")), Turn("B?", "b …"), Turn("C?", "c", answer("c")))
    assistant = Scripted(answer("d"))
    assert states(assistant, before)[-1] == (*before, Turn("Which?", "d", answer("d")))
    assert assistant.history == (answer("a"), answer("c")) == answers(before)


def test_an_answer_may_lead_to_sources_of_earlier_ones() -> None:
    before = (Turn("A?", "a", answer("a [1]", 1)),)
    last = states(Scripted(answer("As [1] and [2] say, not [3].", 2)), before)[-1][-1]
    assert last.shown == f"As {link(1)} and {link(2)} say, not [3]."


def test_each_turn_has_two_messages_and_a_question_is_words() -> None:
    conversation = (Turn("Is <b> $5?", "Yes.", answer("Yes.")), Turn("Which?"))
    assert messages(conversation, "en") == [
        {"role": "user", "content": r"Is \<b> $5?"},
        {"role": "assistant", "content": "Yes."},
        {"role": "user", "content": "Which?"},
        {"role": "assistant", "content": '<span class="reading">Reading the abstracts …</span>'},
    ]


def test_a_stopped_answer_keeps_its_words_and_loses_its_numbers() -> None:
    assert stopped((Turn("A?", "Moss [1] holds [2][13]"),), "en") == (
        Turn("A?", "Moss holds\n\n*Stopped.*"),
    )


def test_an_answer_that_was_stopped_before_its_first_word_says_so() -> None:
    assert stopped((Turn("A?"),), "en") == (Turn("A?", "*Stopped.*"),)


def test_what_is_whole_cannot_be_stopped() -> None:
    conversation = (Turn("A?", "a", answer("a")),)
    assert stopped(conversation, "en") == conversation
    assert stopped((), "en") == ()


def test_the_last_answer_offers_questions_that_go_on_from_it() -> None:
    turns = (
        Turn("A?", "a", answer("a"), follow_ups=("Why?",)),
        Turn("B?", "b", answer("b"), follow_ups=("How so?", "What then?")),
    )
    *before, last = messages(turns, "en")
    assert all("options" not in one for one in before)
    assert last["options"] == [{"value": "How so?"}, {"value": "What then?"}]


def test_a_failure_that_nobody_foresaw_is_told_by_its_id_and_not_by_its_words() -> None:
    last = states(Scripted(ZeroDivisionError("of an owl")))[-1][-1]
    assert re.search(r"the line of request [0-9a-f]{8} tells more", last.shown)
    assert "owl" not in last.shown
