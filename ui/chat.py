"""What a reader does in a conversation, and what the page shows then.

Every action makes a new conversation (`ui.conversation`) from the one at hand and shows it. The
conversation itself stays on the server, one for each window of a browser.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator, Sequence
from dataclasses import replace
from typing import Any

from rag.answers import Answer
from rag.assistant import Event
from rag.errors import PaperchatError
from rag.papers import Paper
from rag.workspace import Workspace
from ui.cards import no_sources, sources_markdown
from ui.conversation import Conversation, answers, asked, messages, stopped
from ui.language import Language, said
from ui.limits import Limits
from ui.markdown import as_typed
from ui.quiet_gradio import gr
from ui.references import answer_document
from ui.room import Visit, assistant_of

__all__ = ["Chat", "View"]

View = tuple[Any, Any, Any, Any]
"""New values of the messages, the conversation, the sources and the field for questions."""


class Chat:
    """The actions on the conversations of all visitors."""

    def __init__(self, workspace: Workspace, limits: Limits) -> None:
        self._workspace = workspace
        self._limits = limits

    async def submit(
        self, question: str, visit: Visit, before: Conversation
    ) -> AsyncIterator[View]:
        """Ask what was typed."""
        async for view in self._answering(visit, before, question, value=""):
            yield view

    async def example(
        self, visit: Visit, before: Conversation, chosen: gr.SelectData
    ) -> AsyncIterator[View]:
        """Ask an example."""
        async for view in self._answering(visit, before, chosen.value["text"]):
            yield view

    async def follow_up(
        self, visit: Visit, before: Conversation, chosen: gr.SelectData
    ) -> AsyncIterator[View]:
        """Ask what goes on from the last answer."""
        async for view in self._answering(visit, before, chosen.value):
            yield view

    async def retry(
        self, visit: Visit, before: Conversation, chosen: gr.RetryData
    ) -> AsyncIterator[View]:
        """Ask a question again; what came after it goes."""
        turn = _turn(chosen.index)
        async for view in self._answering(visit, before[:turn], before[turn].question):
            yield view

    async def edit(
        self, visit: Visit, before: Conversation, changed: gr.EditData
    ) -> AsyncIterator[View]:
        """Ask a changed question in the place of the one that it was; what came after it goes."""
        kept, question = before[: _turn(changed.index)], as_typed(changed.value)
        async for view in self._answering(visit, kept, question):
            yield view

    def stop(self, visit: Visit, before: Conversation) -> View:
        """End an answer where it is."""
        return self.show(visit, stopped(before, visit.language))

    def undo(self, visit: Visit, before: Conversation, chosen: gr.UndoData) -> View:
        """Take a question back into the field."""
        turn = _turn(chosen.index)
        return (*self._shown(visit, before[:turn]), before[turn].question)

    def clear(self, visit: Visit) -> View:
        """Begin a new conversation."""
        return (*self._shown(visit, ()), gr.skip())

    def show(self, visit: Visit, conversation: Conversation) -> View:
        """Show a conversation as it stands, wherever it comes from."""
        return (*self._shown(visit, conversation), _ready(visit.language))

    def copied(self, visit: Visit, conversation: Conversation, copied: gr.CopyData) -> str:
        """Give what a reader copies: a question as it was typed, an answer with its references."""
        for turn, question in zip(
            conversation, messages(conversation, visit.language)[::2], strict=True
        ):
            if copied.value == question["content"]:
                return turn.question
            if copied.value == turn.shown and turn.answer:
                return answer_document(
                    turn.answer, self._cited(visit, [turn.answer]), visit.language
                )
        return ""

    async def _answering(
        self, visit: Visit, before: Conversation, question: str, **field: Any
    ) -> AsyncIterator[View]:
        if not question.strip():
            yield gr.skip(), gr.skip(), gr.skip(), gr.skip()
            return

        def ask(question: str, history: Sequence[Answer]) -> Iterator[Event]:
            with self._limits.question(visit.asker):
                yield from assistant_of(self._workspace, visit).ask(question, history)

        after = before
        async for after in asked(ask, before, question, visit.language):
            busy = _busy(visit.language, **field)
            yield messages(after, visit.language), after, gr.skip(), busy
            field = {}  # from now on it holds what is typed meanwhile
        # Hundreds of sources take a while to set; other readers need not wait for that.
        yield await asyncio.to_thread(self._finished, visit, after)

    def _finished(self, visit: Visit, conversation: Conversation) -> View:
        *before, last = conversation
        if last.answer:
            more = assistant_of(self._workspace, visit).follow_ups(last.answer)
            conversation = (*before, replace(last, follow_ups=more))
        return self.show(visit, conversation)

    def _shown(self, visit: Visit, conversation: Conversation) -> tuple[Any, Any, Any]:
        sources = self._sources(visit, answers(conversation))
        return messages(conversation, visit.language), conversation, sources

    def _sources(self, visit: Visit, whole: Sequence[Answer]) -> str:
        shown = sources_markdown(whole, self._cited(visit, whole), visit.language)
        return shown or no_sources(visit.language)

    def _cited(self, visit: Visit, whole: Sequence[Answer]) -> tuple[Paper, ...]:
        cited = {one.paper_id for answer in whole for one in answer.citations}
        try:
            return assistant_of(self._workspace, visit).papers(cited)
        except PaperchatError:
            # The conversation says what is wrong; what was cited before can still be read.
            return ()


def _busy(language: Language, **field: Any) -> gr.Textbox:
    return gr.Textbox(submit_btn=False, stop_btn=said("chat.stop", language), **field)


def _ready(language: Language) -> gr.Textbox:
    return gr.Textbox(submit_btn=said("chat.ask", language), stop_btn=False)


def _turn(index: int | tuple[int, int]) -> int:
    """Tell which turn a message belongs to; each turn has a question and an answer."""
    return (index if isinstance(index, int) else index[0]) // 2
