"""What a reader does on the page, and what the page shows then.

Every action makes a new conversation (`ui.conversation`) from the one at hand and shows it. The
conversation itself stays on the server, one for each window of a browser.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from typing import Any

from rag.answers import Answer
from rag.assistant import Assistant
from rag.errors import PaperchatError
from ui.conversation import Conversation, answers, asked, messages, stopped
from ui.markdown import as_typed
from ui.quiet_gradio import gr
from ui.rendering import sources_markdown

__all__ = ["ASK", "NO_SOURCES", "Chat", "View"]

ASK = "Ask"
"""What the button beside the field for questions says."""

NO_SOURCES = (
    "## Sources\n\n*The abstracts that an answer rests on appear here, with the words marked.*"
)

View = tuple[Any, Any, Any, Any]
"""New values of the messages, the conversation, the sources and the field for questions."""


class Chat:
    """The actions on conversations with one assistant."""

    def __init__(self, assistant: Assistant) -> None:
        self._assistant = assistant

    async def submit(self, question: str, before: Conversation) -> AsyncIterator[View]:
        """Ask what was typed."""
        async for view in self._answering(before, question, value=""):
            yield view

    async def example(self, before: Conversation, chosen: gr.SelectData) -> AsyncIterator[View]:
        """Ask an example."""
        async for view in self._answering(before, chosen.value["text"]):
            yield view

    async def retry(self, before: Conversation, chosen: gr.RetryData) -> AsyncIterator[View]:
        """Ask a question again; what came after it goes."""
        turn = _turn(chosen.index)
        async for view in self._answering(before[:turn], before[turn].question):
            yield view

    async def edit(self, before: Conversation, changed: gr.EditData) -> AsyncIterator[View]:
        """Ask a changed question in the place of the one that it was; what came after it goes."""
        async for view in self._answering(before[: _turn(changed.index)], as_typed(changed.value)):
            yield view

    def stop(self, before: Conversation) -> View:
        """End an answer where it is."""
        return (*self._shown(stopped(before)), _ready())

    def undo(self, before: Conversation, chosen: gr.UndoData) -> View:
        """Take a question back into the field."""
        turn = _turn(chosen.index)
        return (*self._shown(before[:turn]), before[turn].question)

    def clear(self) -> View:
        """Begin a new conversation."""
        return (*self._shown(()), gr.skip())

    async def _answering(
        self, before: Conversation, question: str, **field: Any
    ) -> AsyncIterator[View]:
        if not question.strip():
            yield gr.skip(), gr.skip(), gr.skip(), gr.skip()
            return
        busy = gr.Textbox(submit_btn=False, stop_btn="Stop", **field)
        after = before
        async for after in asked(self._assistant, before, question):
            yield messages(after), after, gr.skip(), busy
            busy = gr.skip()
        # Hundreds of sources take a while to set; other readers need not wait for that.
        yield (*await asyncio.to_thread(self._shown, after), _ready())

    def _shown(self, conversation: Conversation) -> tuple[Any, Any, Any]:
        whole = answers(conversation)
        return messages(conversation), conversation, self._sources(whole) or NO_SOURCES

    def _sources(self, whole: Sequence[Answer]) -> str:
        cited = {one.paper_id for answer in whole for one in answer.citations}
        try:
            papers = self._assistant.papers(cited)
        except PaperchatError:
            # The conversation says what is wrong; what was cited before can still be read.
            papers = ()
        return sources_markdown(whole, papers)


def _ready() -> gr.Textbox:
    return gr.Textbox(submit_btn=ASK, stop_btn=False)


def _turn(index: int | tuple[int, int]) -> int:
    """Tell which turn a message belongs to; each turn has a question and an answer."""
    return (index if isinstance(index, int) else index[0]) // 2
