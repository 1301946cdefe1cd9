"""The page: a conversation with its sources beside it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from rag.assistant import LONGEST_QUESTION, Assistant
from rag.errors import PaperchatError
from rag.workspace import Workspace
from ui.chat import ASK, NO_SOURCES, Chat
from ui.markdown import LATEX_DELIMITERS
from ui.quiet_gradio import gr
from ui.rendering import failure_text, headline

__all__ = ["build"]

_PROMPT = "Ask which papers study a topic, what one of them reports, or how two of them differ."
_EMPTY = "This collection is empty. Add a list of papers: `paperchat ingest FILE`"
_SCRIPT = Path(__file__).with_name("page.js")
_CONCURRENT = 8  # answers at once: one slow model must not hold up everybody


def build(workspace: Workspace, collection: str | None = None) -> gr.Blocks:
    """Build the page for a collection.

    Raises:
        CollectionError: The collection cannot be opened.
    """
    assistant = workspace.assistant(collection)
    name = workspace.name(collection)
    page: gr.Blocks
    with gr.Blocks(title="paperchat", fill_height=True, analytics_enabled=False) as page:
        top = gr.Markdown(_headline(assistant, name), elem_id="headline")
        with gr.Row(elem_id="room"):
            with gr.Column(scale=3, min_width=300, elem_id="chat"):
                chatbot = _chatbot(assistant)
                field = _field()
            with gr.Column(scale=2, min_width=300, elem_id="beside"):
                sources = gr.Markdown(
                    NO_SOURCES,
                    latex_delimiters=LATEX_DELIMITERS,
                    elem_id="sources",
                    label="Sources",
                )
        _connect(Chat(assistant), chatbot, field, [chatbot, gr.State(()), sources, field])
        page.load(None, js=_SCRIPT.read_text(encoding="utf-8"))
        # A list may have been added since the page was built.
        _on(
            page.load,
            lambda: _now(assistant, name),
            None,
            [top, chatbot],
        )
    return page


def _connect(chat: Chat, chatbot: gr.Chatbot, field: gr.Textbox, view: list[Any]) -> None:
    """Connect what a reader does with what the page shows."""
    conversation = view[1]
    answering = [
        _on(field.submit, chat.submit, [field, conversation], view),
        _on(chatbot.example_select, chat.example, [conversation], view),
        _on(chatbot.retry, chat.retry, [conversation], view),
        _on(chatbot.edit, chat.edit, [conversation], view),
    ]
    _on(field.stop, chat.stop, [conversation], view, cancels=answering)
    _on(chatbot.undo, chat.undo, [conversation], view)
    _on(chatbot.clear, chat.clear, None, view)


def _on(
    event: Callable[..., Any],
    do: Callable[..., Any],
    inputs: list[Any] | None,
    outputs: list[Any],
    **more: Any,
) -> Any:
    return event(
        do,
        inputs,
        outputs,
        concurrency_limit=_CONCURRENT,
        show_progress="hidden",
        api_visibility="private",
        **more,
    )


def _now(assistant: Assistant, name: str) -> tuple[Any, Any]:
    try:
        return _headline(assistant, name), gr.Chatbot(**_welcome(assistant))
    except PaperchatError as error:
        return failure_text(error), gr.Chatbot(examples=[])


def _headline(assistant: Assistant, name: str) -> str:
    return headline(name, len(assistant.snapshot), assistant.answerer)


def _welcome(assistant: Assistant) -> dict[str, Any]:
    """Say what an empty conversation shows."""
    return {
        "placeholder": _PROMPT if len(assistant.snapshot) else _EMPTY,
        "examples": [{"text": question} for question in assistant.suggestions()],
    }


def _chatbot(assistant: Assistant) -> gr.Chatbot:
    return gr.Chatbot(
        label="Conversation",
        show_label=False,
        latex_delimiters=LATEX_DELIMITERS,
        buttons=["copy"],
        editable="user",
        feedback_options=None,
        allow_tags=False,
        autoscroll=False,  # to the end; ui/page.js scrolls to the question
        elem_id="conversation",
        **_welcome(assistant),
    )


def _field() -> gr.Textbox:
    return gr.Textbox(
        placeholder="Ask about the papers",
        label="Question",
        show_label=False,
        container=False,
        autofocus=True,
        submit_btn=ASK,
        max_lines=6,
        max_length=LONGEST_QUESTION,
        elem_id="question",
    )
