"""What a reader does in a conversation, and what the page is given for it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from types import SimpleNamespace
from typing import Any, cast

import pytest

from tests.support.world import World
from ui.chat import Chat, View
from ui.conversation import Conversation, Turn
from ui.limits import Limits
from ui.quiet_gradio import gr
from ui.references import answer_document
from ui.room import Visit

VISIT = Visit("papers")


@pytest.fixture
def chat(world: World) -> Chat:
    return Chat(world.workspace, Limits(per_minute=100, at_once=10))


def views(answering: AsyncIterator[View]) -> list[View]:
    """Everything that the page is given while a question is answered."""

    async def collect() -> list[View]:
        return [view async for view in answering]

    return asyncio.run(collect())


def asked(chat: Chat, question: str, before: Conversation = ()) -> Conversation:
    """The conversation after a question was answered."""
    *_, (_, conversation, _, _) = views(chat.submit(question, VISIT, before))
    return cast(Conversation, conversation)


def field(view: View) -> gr.Textbox:
    return cast(gr.Textbox, view[3])


def event(**told: Any) -> Any:
    """What Gradio tells of something that was done in the page."""
    return SimpleNamespace(**told)


def test_stop_takes_the_place_of_ask_as_long_as_the_answer_is_on_its_way(chat: Chat) -> None:
    *coming, last = views(chat.submit("What is PebbleAttention?", VISIT, ()))
    assert coming
    for view in coming:
        assert (field(view).submit_btn, field(view).stop_btn) == (False, "Stop")
    assert (field(last).submit_btn, field(last).stop_btn) == ("Ask", False)


def test_the_field_is_emptied_once_and_then_left_to_the_reader(chat: Chat) -> None:
    first, *others = views(chat.submit("What is PebbleAttention?", VISIT, ()))
    assert field(first).value == ""
    assert others
    for view in others:
        assert field(view).value is None


def test_an_example_leaves_what_is_typed_in_the_field(chat: Chat) -> None:
    chosen = event(value={"text": "What is SignGNN?"})
    shown = views(chat.example(VISIT, (), chosen))
    assert {field(view).value for view in shown} == {None}
    assert shown[-1][1][0].question == "What is SignGNN?"


def test_nothing_typed_changes_nothing(chat: Chat) -> None:
    (view,) = views(chat.submit("  ", VISIT, ()))
    assert view == (gr.skip(),) * 4


def test_an_answer_comes_with_questions_that_go_on_and_its_sources(chat: Chat) -> None:
    *_, (messages, conversation, sources, _) = views(
        chat.submit("What is PebbleAttention?", VISIT, ())
    )
    (turn,) = conversation
    assert turn.answer is not None
    assert [one["value"] for one in messages[-1]["options"]] == list(turn.follow_ups)
    assert turn.follow_ups
    assert "PebbleAttention" in sources


def test_asking_again_drops_what_came_after_the_question(chat: Chat) -> None:
    before = asked(chat, "What is SignGNN?", asked(chat, "What is PebbleAttention?"))
    *_, (_, after, _, _) = views(chat.retry(VISIT, before, event(index=1)))
    assert [turn.question for turn in after] == ["What is PebbleAttention?"]


def test_a_changed_question_takes_the_place_of_the_one_that_it_was(chat: Chat) -> None:
    before = asked(chat, "What is SignGNN?", asked(chat, "What is PebbleAttention?"))
    changed = event(index=2, value="What is RiverBench?")
    *_, (_, after, _, _) = views(chat.edit(VISIT, before, changed))
    assert [turn.question for turn in after] == ["What is PebbleAttention?", "What is RiverBench?"]


def test_a_question_that_is_undone_returns_to_the_field(chat: Chat) -> None:
    before = asked(chat, "What is SignGNN?", asked(chat, "What is PebbleAttention?"))
    _, after, _, question = chat.undo(VISIT, before, event(index=2))
    assert question == "What is SignGNN?"
    assert after == before[:1]


def test_a_stopped_answer_says_so_and_asking_goes_on(chat: Chat) -> None:
    view = chat.stop(VISIT, (Turn("What is SignGNN?", shown="SignGNN is"),))
    (turn,) = view[1]
    assert "Stopped." in turn.shown
    assert turn.answer is None
    assert field(view).submit_btn == "Ask"


def test_too_many_questions_are_told_in_the_conversation(world: World) -> None:
    chat = Chat(world.workspace, Limits(per_minute=1, at_once=1))
    before = asked(chat, "What is SignGNN?")
    *_, refused = asked(chat, "What is RiverBench?", before)
    assert refused.answer is None
    assert "you have asked 1 questions within a minute" in refused.shown


def test_a_copied_answer_has_its_references_and_a_copied_question_its_own_words(
    chat: Chat, world: World
) -> None:
    (turn,) = conversation = asked(chat, "What is *PebbleAttention*?")
    assert turn.answer is not None
    copied = chat.copied(VISIT, conversation, event(value=turn.shown))
    assert copied == answer_document(
        turn.answer, world.assistant.papers({world.paper_id("PebbleAttention")}), "en"
    )
    question, _ = chat.show(VISIT, conversation)[0]
    assert chat.copied(VISIT, conversation, event(value=question["content"])) == turn.question
    assert chat.copied(VISIT, conversation, event(value="something else")) == ""
