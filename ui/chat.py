"""What a reader does on the page, and what the page shows then.

Every action makes a new conversation (`ui.conversation`) from the one at hand and shows it. The
conversation itself stays on the server, one for each window of a browser.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rag.assistant import Assistant
from ui.conversation import Conversation, answers, asked, messages, stopped
from ui.markdown import as_typed
from ui.quiet_gradio import gr
from ui.rendering import sources_markdown

__all__ = ["NO_SOURCES", "Chat", "View"]

NO_SOURCES = (
    "## Sources\n\n*The abstracts that an answer rests on appear here, with the words marked.*"
)

View = tuple[Any, Any, Any, Any]
"""New values of the messages, the conversation, the sources and the field for questions."""


class Chat:
    """The actions on conversations with one assistant."""

    def __init__(self, assistant: Assistant) -> None:
        self._assistant = assistant

    def submit(self, question: str, before: Conversation) -> Iterator[View]:
        """Ask what was typed."""
        yield from self._answering(before, question, value="")

    def example(self, before: Conversation, chosen: gr.SelectData) -> Iterator[View]:
        """Ask an example."""
        yield from self._answering(before, chosen.value["text"])

    def retry(self, before: Conversation, chosen: gr.RetryData) -> Iterator[View]:
        """Ask a question again; what came after it goes."""
        turn = _turn(chosen.index)
        yield from self._answering(before[:turn], before[turn].question)

    def edit(self, before: Conversation, changed: gr.EditData) -> Iterator[View]:
        """Ask a changed question in the place of the one that it was; what came after it goes."""
        yield from self._answering(before[: _turn(changed.index)], as_typed(changed.value))

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

    def _answering(self, before: Conversation, question: str, **field: Any) -> Iterator[View]:
        if not question.strip():
            yield gr.skip(), gr.skip(), gr.skip(), gr.skip()
            return
        busy = gr.Textbox(submit_btn=False, stop_btn=True, **field)
        after = before
        for after in asked(self._assistant, before, question):
            yield messages(after), after, gr.skip(), busy
            busy = gr.skip()
        yield (*self._shown(after), _ready())

    def _shown(self, conversation: Conversation) -> tuple[Any, Any, Any]:
        whole = answers(conversation)
        cited = {one.paper_id for answer in whole for one in answer.citations}
        sources = sources_markdown(whole, self._assistant.papers(cited)) or NO_SOURCES
        return messages(conversation), conversation, sources


def _ready() -> gr.Textbox:
    return gr.Textbox(submit_btn=True, stop_btn=False)


def _turn(index: int | tuple[int, int]) -> int:
    """Tell which turn a message belongs to; each turn has a question and an answer."""
    return (index if isinstance(index, int) else index[0]) // 2
