"""The tab Chat: a conversation with its sources beside it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from rag.assistant import LONGEST_QUESTION
from rag.errors import PaperchatError
from ui.cards import no_sources
from ui.chat import Chat, View
from ui.conversation import Conversation, answers
from ui.deeds import Deed, listener
from ui.language import said, word
from ui.markdown import LATEX_DELIMITERS
from ui.quiet_gradio import gr
from ui.room import Room, Visit
from ui.searching import exported

__all__ = ["ChatTab", "chat_tab"]


@dataclass(frozen=True, slots=True)
class ChatTab:
    """What other parts of the page may do with the conversation.

    Attributes:
        conversation: Holds the `Conversation` of each window.
        view: The components that show it.
        show: Gives their values for a conversation.
        column: Where the conversation stands.
        changes: The events after which the conversation is another one.
        similar: Tells when papers similar to one are asked for on its card.
    """

    conversation: gr.State
    view: Sequence[Any]
    show: Callable[[Visit, Conversation], View]
    column: gr.Column
    changes: Sequence[Any]
    similar: gr.HTML


def chat_tab(room: Room) -> ChatTab:
    """Make the tab."""
    with gr.Tab(word("chat.tab"), id="chat"), gr.Row(elem_id="room"):
        # In here: Gradio counts whatever stands between two tabs as a tab.
        conversation = gr.State(())
        with gr.Column(scale=3, min_width=300, elem_id="chat") as column:
            chatbot = _chatbot(room)
            field = _field(room.first)
        with gr.Column(scale=2, min_width=300, elem_id="beside"):
            sources = gr.Markdown(
                no_sources(room.first.language),
                latex_delimiters=LATEX_DELIMITERS,
                elem_id="sources",
                label=word("sources.title"),
            )
        # In here: this tab is there from the beginning, so that these hear of cards in any tab.
        cards = {deed: listener(deed) for deed in ("ask", "bibtex", "similar")}
    chat = Chat(room.workspace, room.limits)
    view = [chatbot, conversation, sources, field]
    changes = _connect(room, chat, chatbot, field, view)
    shown = [chatbot, sources, field]
    room.on(room.visit.change, partial(_begin, room, chat), [room.visit, conversation], shown)
    _connect_cards(room, cards, conversation, field)
    return ChatTab(conversation, view, chat.show, column, changes, cards["similar"])


def _connect_cards(
    room: Room, told: Mapping[str, gr.HTML], conversation: gr.State, field: gr.Textbox
) -> None:
    """Connect what a reader does with a paper's card, wherever on the page it stands."""
    cards = _Cards(room)
    at_hand = [room.visit, conversation]
    worded = room.on(told["ask"].click, cards.question, at_hand, [room.tabs, field])
    room.on(worded.then, None, None, None, js=_FOCUS)
    room.copy(told["bibtex"].click, cards.bibtex, [room.visit])


_FOCUS = '() => document.querySelector("#question textarea").focus()'


class _Cards:
    """What is done with a paper's card."""

    def __init__(self, room: Room) -> None:
        self._room = room

    def question(
        self, visit: Visit, conversation: Conversation, event: gr.EventData
    ) -> tuple[gr.Tabs, str]:
        """Word a question about the paper, to be changed or asked."""
        what = Deed.of(event).what
        cited = [one for answer in answers(conversation) for one in answer.citations]
        number = next((one.number for one in cited if one.paper_id == what), None)
        question = (
            self._room.assistant(visit).question_about(what)
            if number is None
            else f"What does [{number}] propose?"
        )
        return gr.Tabs(selected="chat"), question

    def bibtex(self, visit: Visit, event: gr.EventData) -> str:
        """Give the paper as BibTeX."""
        gr.Info(said("sources.copied", visit.language), duration=3)
        return exported(self._room.assistant(visit).papers([Deed.of(event).what]), "bibtex", {})


def _connect(
    room: Room, chat: Chat, chatbot: gr.Chatbot, field: gr.Textbox, view: Any
) -> list[Any]:
    """Connect what a reader does with what the page shows; the events that change it."""
    at_hand = [room.visit, view[1]]
    answering = [
        room.on(field.submit, chat.submit, [field, *at_hand], view),
        room.on(chatbot.example_select, chat.example, at_hand, view),
        room.on(chatbot.option_select, chat.follow_up, at_hand, view),
        room.on(chatbot.retry, chat.retry, at_hand, view),
        room.on(chatbot.edit, chat.edit, at_hand, view),
    ]
    room.copy(chatbot.copy, chat.copied, at_hand)
    return [
        *answering,
        room.on(field.stop, chat.stop, at_hand, view, cancels=answering),
        room.on(chatbot.undo, chat.undo, at_hand, view),
        room.on(chatbot.clear, chat.clear, [room.visit], view),
    ]


def _begin(room: Room, chat: Chat, visit: Visit, conversation: Conversation) -> tuple[Any, ...]:
    """Show what can be asked of the collection at hand, in the language of the page."""
    try:
        welcome = _welcome(room, visit)
    except PaperchatError:  # the page says above what is wrong
        welcome = {"examples": []}
    messages, _, sources, field = chat.show(visit, conversation)
    if visit.new:
        spoken = visit.language != room.first.language
        told = (sources, field) if spoken and not conversation else (gr.skip(), gr.skip())
        return gr.Chatbot(**welcome), *told
    return gr.Chatbot(messages, **welcome), sources, field


def _welcome(room: Room, visit: Visit) -> dict[str, Any]:
    """Say what an empty conversation shows."""
    assistant = room.assistant(visit)
    name = "chat.prompt" if len(assistant.snapshot) else "chat.empty"
    return {
        "placeholder": said(name, visit.language),
        "examples": [{"text": question} for question in assistant.suggestions()],
    }


def _chatbot(room: Room) -> gr.Chatbot:
    return gr.Chatbot(
        label=word("chat.conversation"),
        show_label=False,
        latex_delimiters=LATEX_DELIMITERS,
        buttons=["copy"],
        editable="user",
        feedback_options=["Like", "Dislike"],
        allow_tags=False,
        autoscroll=False,  # to the end; ui/page.js scrolls to the question
        elem_id="conversation",
        **_welcome(room, room.first),
    )


def _field(visit: Visit) -> gr.Textbox:
    return gr.Textbox(
        placeholder=word("chat.ask_about"),
        label=word("chat.question"),
        show_label=False,
        container=False,
        autofocus=True,
        submit_btn=said("chat.ask", visit.language),
        max_lines=6,
        max_length=LONGEST_QUESTION,
        elem_id="question",
    )
