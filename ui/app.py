"""The page: a chat with its sources beside it, in Gradio."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

# Read when Gradio is imported: nothing is told to anybody, nothing is looked up elsewhere.
os.environ["GRADIO_ANALYTICS_ENABLED"] = "False"
os.environ["HF_HUB_OFFLINE"] = "1"

import gradio as gr

from rag.answers import Answer
from rag.assistant import Assistant, Notice, Token
from rag.errors import PaperchatError
from rag.workspace import Workspace
from ui.rendering import LATEX_DELIMITERS, answer_markdown, sources_markdown

__all__ = ["build", "serve"]

_STYLE = Path(__file__).with_name("style.css")
_NO_SOURCES = "*The words that an answer rests on appear here, marked in their abstracts.*"
_CONCURRENT = 8  # answers at once: one slow model must not hold up everybody

Step = tuple[str, list[Answer], str]


def build(workspace: Workspace, collection: str | None = None) -> gr.Blocks:
    """Build the page for a collection."""
    assistant = workspace.assistant(collection)
    with gr.Blocks(title="paperchat", fill_height=True, analytics_enabled=False) as page:
        gr.Markdown(
            _headline(assistant, workspace.name(collection)), elem_id="headline", padding=True
        )
        answers = gr.State([])  # the conversation's answers; every visitor has their own
        with gr.Row(equal_height=True, elem_id="room"):
            sources = gr.Markdown(
                _NO_SOURCES,
                latex_delimiters=LATEX_DELIMITERS,
                elem_id="sources",
                label="Sources",
                render=False,
            )
            with gr.Column(scale=3, min_width=320):
                gr.ChatInterface(
                    _answering(assistant),
                    chatbot=_chatbot(),
                    textbox=_textbox(),
                    examples=[[question, None] for question in assistant.suggestions()],
                    cache_examples=False,
                    additional_inputs=[answers],
                    additional_outputs=[answers, sources],
                    editable=True,
                    concurrency_limit=_CONCURRENT,
                    api_name="chat",
                )
            with gr.Column(scale=2, min_width=300, elem_id="beside"):
                gr.Markdown("### Sources")
                sources.render()
    return page


def serve(
    workspace: Workspace,
    *,
    collection: str | None,
    host: str,
    port: int,
    open_browser: bool,
) -> None:
    """Serve the page until it is stopped.

    Raises:
        CollectionError: The collection cannot be opened.
        OSError: The port is taken.
    """
    page = build(workspace, collection)
    page.launch(
        server_name=host,
        server_port=port,
        inbrowser=open_browser,
        share=False,
        enable_monitoring=False,
        show_error=True,
        theme=_theme(),
        css_paths=_STYLE,
        footer_links=[],
    )


def _theme() -> gr.themes.Base:
    # Fonts of the reader's own system: Gradio's default ones come from another host.
    return gr.themes.Soft(
        font=["ui-sans-serif", "system-ui", "sans-serif"],
        font_mono=["ui-monospace", "Consolas", "monospace"],
    )


def _headline(assistant: Assistant, name: str) -> str:
    answerer = (
        "answers are quoted word for word, no language model is at work"
        if assistant.answerer == "quoting"
        else f"answers are written by {assistant.answerer} and checked"
    )
    return f"## paperchat\n**{len(assistant.snapshot)}** papers in *{name}* · {answerer}"


def _chatbot() -> gr.Chatbot:
    return gr.Chatbot(
        label="Conversation",
        height="68vh",
        latex_delimiters=LATEX_DELIMITERS,
        buttons=["copy"],
        feedback_options=None,
        placeholder=(
            "Ask which papers study a topic, what one of them reports, or how two of them differ."
        ),
        elem_id="conversation",
    )


def _textbox() -> gr.Textbox:
    return gr.Textbox(
        placeholder="Ask about the papers",
        label="Question",
        autofocus=True,
        submit_btn=True,
        stop_btn=True,
        max_length=4_000,
        scale=7,
    )


def _answering(
    assistant: Assistant,
) -> Callable[[str, Sequence[Any], list[Answer]], Iterator[Step]]:
    def answer(message: str, history: Sequence[Any], answers: list[Answer]) -> Iterator[Step]:
        """Answer a question about the papers, after the questions before it."""
        # Retrying or editing a question takes the turns after it back.
        turns = sum(1 for one in history if one["role"] == "user")
        before = answers[:turns]
        text, notices = "", ""
        try:
            for event in assistant.ask(message, before):
                if isinstance(event, Token):
                    text += event.text
                elif isinstance(event, Notice):
                    notices += f"*{event.text}*\n\n"
                else:
                    after = [*before, event]
                    yield notices + answer_markdown(event.answer), after, _sources(assistant, after)
                    return
                yield notices + answer_markdown(text), before, _sources(assistant, before)
        except PaperchatError as error:
            yield f"⚠️ {answer_markdown(str(error))}", before, _sources(assistant, before)

    return answer


def _sources(assistant: Assistant, answers: Sequence[Answer]) -> str:
    cited = {one.paper_id for answer in answers for one in answer.citations}
    return sources_markdown(answers, assistant.papers(cited)) or _NO_SOURCES
