"""The tab Map: the papers of the collection placed by what they mean."""

from __future__ import annotations

from typing import Any

from rag.errors import PaperchatError
from ui.cards import paper_card
from ui.conversation import Conversation, answers
from ui.drawing import drawing
from ui.language import said, word
from ui.markdown import LATEX_DELIMITERS, as_text
from ui.quiet_gradio import gr
from ui.rendering import failure_text
from ui.room import Room, Visit
from ui.tabs.chat import ChatTab

__all__ = ["map_tab"]

# Gradio's HTML component tells of its elements in this way, and in no other.
_LISTEN = """
element.addEventListener("click", (event) => {
  const dot = event.target.closest("button");
  if (dot) trigger("click", { paper: dot.value });
});
"""


def map_tab(room: Room, chat: ChatTab) -> None:
    """Make the tab."""
    do = _Actions(room)
    with gr.Tab(word("map.tab"), id="map") as tab, gr.Row():
        with gr.Column(scale=3, min_width=300):
            about = gr.Markdown()
            picture = gr.HTML(js_on_load=_LISTEN, elem_id="map")
        with gr.Column(scale=2, min_width=300):
            find = gr.Dropdown([], label=word("map.find"), elem_id="find-on-map")
            card = gr.Markdown(latex_delimiters=LATEX_DELIMITERS, elem_id="paper-on-map")
            themes = gr.Markdown(elem_id="themes")
    at_hand = [room.visit, chat.conversation, find]
    room.on(tab.select, do.show, at_hand, [about, picture, find, themes])
    room.on(picture.click, do.chosen, None, [find])
    room.on(find.change, do.open, at_hand, [picture, card])


class _Actions:
    """What the map shows."""

    def __init__(self, room: Room) -> None:
        self._room = room

    def show(
        self, visit: Visit, conversation: Conversation, chosen: str | None
    ) -> tuple[str, str, Any, str]:
        """Show the collection at hand; a paper of another one is closed."""
        try:
            land = self._room.assistant(visit).landscape()
        except PaperchatError as error:
            return failure_text(error), "", gr.Dropdown(choices=[], value=None), ""
        if not land.places:
            return said("map.empty", visit.language), "", gr.Dropdown(choices=[], value=None), ""
        known = {one.paper_id for one in land.places}
        lit = _cited(conversation) & known
        papers = said("page.papers", visit.language, count=len(known))
        about = [said("map.about", visit.language, papers=papers)]
        if lit:
            about.append(f"**{said('map.lit', visit.language, count=len(lit))}**")
        own = chosen if chosen in known else None
        choices = sorted((one.title, one.paper_id) for one in land.places)
        names = [f"- {as_text(', '.join(terms))}" for terms in land.themes]
        return (
            " ".join(about),
            drawing(land, lit, own, said("map.label", visit.language)),
            gr.Dropdown(choices=choices, value=own),
            "\n".join([f"### {said('map.themes', visit.language)}\n", *names]),
        )

    def chosen(self, event: gr.EventData) -> str:
        """Tell which paper was clicked on."""
        return str(event.paper)

    def open(self, visit: Visit, conversation: Conversation, chosen: str | None) -> tuple[str, str]:
        """Open a paper, and mark it on the map."""
        try:
            assistant = self._room.assistant(visit)
            land = assistant.landscape()
            papers = assistant.papers([chosen] if chosen else [])
        except PaperchatError as error:
            return "", failure_text(error)
        label = said("map.label", visit.language)
        card = paper_card(papers[0], visit.language) if papers else ""
        return drawing(land, _cited(conversation), chosen, label), card


def _cited(conversation: Conversation) -> set[str]:
    """List the papers of the last answer."""
    whole = answers(conversation)
    if not whole:
        return set()
    cited = {one.paper_id for one in whole[-1].citations}
    return cited | {one.paper_id for one in whole[-1].papers}
