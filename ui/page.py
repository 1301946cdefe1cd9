"""The page: what stands above the tabs, and one part a tab."""

from __future__ import annotations

import secrets
from dataclasses import replace
from functools import partial
from pathlib import Path

from rag.errors import PaperchatError
from rag.workspace import Workspace
from ui.door import visitor_of
from ui.feedback import add_feedback
from ui.language import language_of
from ui.limits import Limits
from ui.programs import Programs
from ui.quiet_gradio import gr
from ui.rendering import failure_text, headline
from ui.room import Room, Visit
from ui.tabs.chat import chat_tab
from ui.tabs.collections import collections_tab
from ui.tabs.history import history_tab
from ui.tabs.map import map_tab
from ui.tabs.papers import papers_tab
from ui.tabs.settings import settings_tab

__all__ = ["build"]

# How often Gradio looks for files of visitors to delete, and how old they may become, in seconds.
_HOUR, _DAY = 3_600, 86_400
_SCRIPT = Path(__file__).with_name("page.js")


def build(workspace: Workspace, collection: str | None = None) -> gr.Blocks:
    """Build the page for a collection.

    Raises:
        CollectionError: The collection cannot be opened.
    """
    limits = Limits(workspace.settings.per_minute, workspace.settings.at_once)
    page: gr.Blocks
    with gr.Blocks(
        title="paperchat",
        fill_height=True,
        analytics_enabled=False,
        delete_cache=(_HOUR, _DAY),
    ) as page:
        # First, since a name goes to who takes it first.
        Programs(workspace, limits, collection).offer()
        visit = gr.State(Visit(workspace.name(collection)))
        top = gr.Markdown(elem_id="headline")
        clipboard = gr.Textbox(visible="hidden", container=False)
        with gr.Tabs(selected="chat", elem_id="tabs", overflow_behavior="wrap") as tabs:
            room = Room(workspace, visit, tabs, limits, clipboard)
            chat = chat_tab(room)
            papers_tab(room, chat)
            collections_tab(room, chat)
            history_tab(room, chat)
            map_tab(room, chat)
            settings_tab(room)
        add_feedback(room, chat)
        top.value = _headline(room, room.first)
        room.on(visit.change, partial(_now, room), [visit], [top])
        page.load(None, js=_SCRIPT.read_text(encoding="utf-8"))
        tongue = gr.Textbox(visible=False)  # the browser writes its language into it
        # What it keeps in the browser is no secret of ours, and has to be read after a restart.
        kept = gr.BrowserState("", storage_key="paperchat-visitor", secret="paperchat")  # noqa: S106
        # A list may have been added since the page was built.
        room.on(page.load, _arrived, [visit, tongue, kept], [visit, kept], js=_TONGUE)
    # What the page does for readers is not to be called past the queue that keeps it in order.
    page.queue(api_open=False)
    return page


_TONGUE = "(visit, tongue, kept) => [null, navigator.language, kept]"


def _arrived(visit: Visit, tongue: str, kept: str, request: gr.Request) -> tuple[Visit, str]:
    visitor = kept or secrets.token_hex(16)
    arrived = replace(
        visit,
        language=language_of(tongue),
        visitor=visitor,
        asker=visitor_of(request),
        arrivals=visit.arrivals + 1,
    )
    return arrived, visitor


def _now(room: Room, visit: Visit) -> str:
    try:
        return _headline(room, visit)
    except PaperchatError as error:
        return failure_text(error)


def _headline(room: Room, visit: Visit) -> str:
    assistant = room.assistant(visit)
    papers = len(assistant.snapshot)
    return headline(visit.collection, papers, assistant.answerer, visit.language)
