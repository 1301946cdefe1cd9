"""What the parts of the page share: the workspace, and what each visitor has at hand.

A part is a function that takes the `Room` and makes one tab of the page in it. What it shows of the
collection at hand it shows anew whenever the visit changes::

    def papers_tab(room: Room) -> None:
        with gr.Tab(word("papers.tab"), id="papers"):
            table = gr.Markdown()
        room.on(room.visit.change, partial(_table, room), [room.visit], [table])
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from rag.assistant import Assistant
from rag.workspace import Choice, Workspace
from ui.guarding import guarded
from ui.language import Language
from ui.limits import UNKNOWN, Limits
from ui.quiet_gradio import gr

__all__ = ["Room", "Visit", "assistant_of"]

_CONCURRENT = 64  # answers at once: who waits for a slow model must not hold up the others


@dataclass(frozen=True, slots=True)
class Visit:
    """What one window of a browser has at hand; a part that changes it makes a new one.

    Attributes:
        collection: The name of the collection.
        language: The language of the page.
        visitor: What the browser alone knows and brings along, so that it finds its own again.
        asker: Whose questions are counted together (`ui.limits`).
        choice: How questions are answered; None means as the settings say.
        arrivals: How often the window was told what the collection holds. Counted, so that every
            part shows what has changed since, even where nothing else of the visit has.
    """

    collection: str
    language: Language = "en"
    visitor: str = ""
    asker: str = UNKNOWN
    choice: Choice | None = None
    arrivals: int = 0

    @property
    def new(self) -> bool:
        """Whether the window has only just been opened.

        It shows what it was built with, and a quick reader may have begun to do something: what
        readers change themselves is then not to be set anew.
        """
        return self.arrivals <= 1


def assistant_of(workspace: Workspace, visit: Visit) -> Assistant:
    """Open the assistant of the collection at hand, to answer as its visitor chose.

    Raises:
        CollectionError: The collection cannot be opened.
        SettingsError: The model cannot be asked.
    """
    if visit.choice is None:
        return workspace.assistant(visit.collection)
    return workspace.chosen(visit.collection, visit.choice)


@dataclass(frozen=True, slots=True)
class Room:
    """What every part of the page is given.

    Attributes:
        workspace: The collections and who answers.
        visit: Holds the `Visit` of each window.
        tabs: The tabs, to lead a reader to one: `gr.Tabs(selected="chat")`.
        limits: How much a visitor may ask.
        clipboard: A hidden field, from which the browser copies.
    """

    workspace: Workspace
    visit: gr.State
    tabs: gr.Tabs
    limits: Limits
    clipboard: gr.Textbox

    @property
    def first(self) -> Visit:
        """What is at hand before the browser has said anything."""
        visit: Visit = self.visit.value
        return visit

    def assistant(self, visit: Visit) -> Assistant:
        """Open the assistant of the collection at hand.

        Raises:
            CollectionError: It cannot be opened.
        """
        return assistant_of(self.workspace, visit)

    def on(
        self,
        event: Callable[..., Any],
        do: Callable[..., Any] | None,
        inputs: Sequence[Any] | None,
        outputs: Sequence[Any] | None,
        **more: Any,
    ) -> Any:
        """Connect an event with what is done then; it is no part of the API for programs.

        A failure is told to the reader in a line, and leaves what is shown as it is.
        """
        options = {
            "concurrency_limit": _CONCURRENT,
            "show_progress": "hidden",
            "api_visibility": "private",
        }
        doing = guarded(do, _language) if do else None
        return event(doing, inputs, outputs, **options | more)

    def copy(
        self, event: Callable[..., Any], do: Callable[..., str], inputs: Sequence[Any]
    ) -> None:
        """Have the browser copy what is given when something happens; nothing where it is empty."""
        given = self.on(event, do, inputs, [self.clipboard])
        self.on(given.then, None, [self.clipboard], None, js=_COPY)


def _language(*values: Any) -> Language:
    """Tell the language of the page from the values that something is done with."""
    return next((one.language for one in values if isinstance(one, Visit)), "en")


# Without a safe connection a browser has no clipboard for a page; Gradio has then copied as it can.
_COPY = "(text) => { if (text) navigator.clipboard?.writeText(text); }"
