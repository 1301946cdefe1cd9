"""The tab Papers: the papers of an answer or of the whole collection, as a table to take away."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

from rag.answers import Answer
from rag.errors import PaperchatError
from ui.browsing import ORDERS, Browsing, Catalogues, Order, Row, Where
from ui.cards import paper_card
from ui.conversation import Conversation, answers
from ui.deeds import Deed, listener
from ui.downloads import FORMS, papers_file
from ui.language import said, word
from ui.markdown import LATEX_DELIMITERS
from ui.quiet_gradio import gr
from ui.rendering import failure_text
from ui.room import Room, Visit
from ui.tables import papers_table
from ui.tabs.chat import ChatTab

__all__ = ["papers_tab"]

PAGE = 50
"""Rows of a page: what a browser sets without a reader noticing."""


def papers_tab(room: Room, chat: ChatTab) -> None:
    """Make the tab."""
    do = _Papers(room)
    with gr.Tab(word("papers.tab"), id="papers") as tab, gr.Row(elem_id="papers"):
        browsing = gr.State(Browsing())
        with gr.Column(scale=3, min_width=300):
            with gr.Row():
                words = gr.Textbox(
                    label=word("papers.find"),
                    placeholder=word("papers.find_hint"),
                    max_lines=1,
                    scale=2,
                    min_width=200,
                    elem_id="find",
                )
                where = gr.Dropdown(label=word("papers.where"), min_width=200, elem_id="where")
                order = gr.Dropdown(label=word("papers.order"), min_width=200, elem_id="order")
            told = gr.Markdown(elem_id="papers-told")
            table = gr.Markdown(latex_delimiters=LATEX_DELIMITERS, elem_id="papers-table")
            with gr.Row():
                before = gr.Button(word("papers.before"), size="sm", min_width=100)
                after = gr.Button(word("papers.after"), size="sm", min_width=100)
        with gr.Column(scale=2, min_width=300, elem_id="papers-beside"):
            with gr.Group():
                with gr.Row():
                    everything = gr.Button(word("papers.select_all"), size="sm", min_width=100)
                    nothing = gr.Button(word("papers.select_none"), size="sm", min_width=100)
                form = gr.Radio(list(FORMS), value="BibTeX", label=word("papers.format"))
                take = gr.Button(word("papers.download"), interactive=False, elem_id="take")
                file = gr.DownloadButton(visible="hidden", elem_id="papers-file")
            card = gr.Markdown(latex_delimiters=LATEX_DELIMITERS, elem_id="paper")
            told_of = {deed: listener(deed) for deed in ("pick", "open")}
    at_hand = [room.visit, chat.conversation, browsing]
    shown = [browsing, table, told, before, after, take]
    # One after another, and none left out: each begins with what the last one left.
    on = partial(room.on, concurrency_id="papers", concurrency_limit=1, trigger_mode="multiple")
    on(tab.select, do.arrive, at_hand, [*shown, where, order])
    on(room.visit.change, do.begin, [room.visit], [*shown, where, order, card])
    # Not `input`, which hears of no pasted words.
    on(words.change, do.find, [*at_hand, words], shown, trigger_mode="always_last")
    on(where.input, do.look, [*at_hand, where], shown)
    on(order.input, do.sort, [*at_hand, order], shown)
    on(before.click, do.back, at_hand, shown)
    on(after.click, do.forth, at_hand, shown)
    on(everything.click, do.select_all, at_hand, shown)
    on(nothing.click, do.select_none, at_hand, shown)
    on(told_of["pick"].click, do.pick, at_hand, [browsing, told, take])
    on(chat.similar.click, do.similar, at_hand, [*shown, where, words, room.tabs])
    room.on(told_of["open"].click, do.open, [room.visit], [card])
    written = room.on(take.click, do.export, [*at_hand, form], [file])
    room.on(written.then, None, None, None, js=_TAKE)


# Gradio's button for a file has to hold it before the click: only what is asked for is written.
_TAKE = '() => setTimeout(() => document.querySelector("#papers-file").click(), 200)'

Shown = tuple[Any, ...]
"""New values of the browsing, the table, what is told and three buttons: back, forth and take."""


class _Papers:
    """What a visitor does with the table."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self._catalogues = Catalogues()

    def begin(self, visit: Visit) -> Shown:
        """Show another collection, or the same one anew."""
        if visit.new:
            return tuple(gr.skip() for _ in range(9))
        return (*self.arrive(visit, (), Browsing()), "")

    def arrive(self, visit: Visit, conversation: Conversation, browsing: Browsing) -> Shown:
        """Show the papers of a new listing, else what was looked at before."""
        answer = _last(conversation)
        if browsing.where == "answer" and answer is None:
            browsing = replace(browsing, where="collection", page=0)
        elif answer and answer.papers and browsing.where == "collection" and not browsing.words:
            browsing = replace(browsing, where="answer", page=0)
        language = visit.language
        orders = [(said(f"papers.by_{one}", language), one) for one in ORDERS]
        shown = self._shown(visit, conversation, browsing)
        return (*shown, _wheres(visit, browsing), gr.Dropdown(choices=orders, value=browsing.order))

    def find(
        self, visit: Visit, conversation: Conversation, browsing: Browsing, words: str
    ) -> Shown:
        """Show the papers in which words stand."""
        return self._shown(visit, conversation, replace(browsing, words=words, page=0))

    def look(
        self, visit: Visit, conversation: Conversation, browsing: Browsing, where: Where
    ) -> Shown:
        """Look elsewhere."""
        return self._shown(visit, conversation, replace(browsing, where=where, page=0))

    def sort(
        self, visit: Visit, conversation: Conversation, browsing: Browsing, order: Order
    ) -> Shown:
        """Order the rows otherwise."""
        return self._shown(visit, conversation, replace(browsing, order=order, page=0))

    def back(self, visit: Visit, conversation: Conversation, browsing: Browsing) -> Shown:
        """Turn a page back."""
        return self._shown(visit, conversation, replace(browsing, page=browsing.page - 1))

    def forth(self, visit: Visit, conversation: Conversation, browsing: Browsing) -> Shown:
        """Turn a page."""
        return self._shown(visit, conversation, replace(browsing, page=browsing.page + 1))

    def select_all(self, visit: Visit, conversation: Conversation, browsing: Browsing) -> Shown:
        """Select every paper that was found, on every page."""
        found = {row.paper_id for row in self._rows(visit, conversation, browsing)}
        return self._shown(
            visit, conversation, replace(browsing, selected=browsing.selected | found)
        )

    def select_none(self, visit: Visit, conversation: Conversation, browsing: Browsing) -> Shown:
        """Take all that is selected back."""
        return self._shown(visit, conversation, replace(browsing, selected=frozenset()))

    def pick(
        self, visit: Visit, conversation: Conversation, browsing: Browsing, event: gr.EventData
    ) -> tuple[Any, ...]:
        """Select a paper, or take it back; the table shows that already."""
        deed = Deed.of(event)
        one = frozenset({deed.what})
        selected = browsing.selected | one if deed.ticked else browsing.selected - one
        browsing = replace(browsing, selected=selected)
        rows = self._rows(visit, conversation, browsing)
        return browsing, _told(visit, browsing, rows), gr.Button(interactive=bool(selected))

    def open(self, visit: Visit, event: gr.EventData) -> str:
        """Show a paper's card."""
        papers = self._room.assistant(visit).papers([Deed.of(event).what])
        return "".join(paper_card(one, visit.language) for one in papers)

    def similar(
        self, visit: Visit, conversation: Conversation, browsing: Browsing, event: gr.EventData
    ) -> Shown:
        """Show the papers that are similar to one."""
        browsing = replace(
            browsing,
            where="similar",
            similar=Deed.of(event).what,
            words="",
            order="relevance",
            page=0,
        )
        shown = self._shown(visit, conversation, browsing)
        return (*shown, _wheres(visit, browsing), "", gr.Tabs(selected="papers"))

    def export(
        self, visit: Visit, conversation: Conversation, browsing: Browsing, form: str
    ) -> str:
        """Write the selected papers; those that the last answer lists with its reasons."""
        answer = _last(conversation)
        listed = {one.paper_id: one for one in answer.papers} if answer else {}
        rest = sorted(browsing.selected - listed.keys())
        papers = self._room.assistant(visit).papers(
            [*(one for one in listed if one in browsing.selected), *rest]
        )
        return papers_file(visit.collection, papers, form, listed)

    def _rows(self, visit: Visit, conversation: Conversation, browsing: Browsing) -> list[Row]:
        return self._catalogues.rows(self._room.assistant(visit), browsing, _last(conversation))

    def _shown(self, visit: Visit, conversation: Conversation, browsing: Browsing) -> Shown:
        try:
            rows = self._rows(visit, conversation, browsing)
        except PaperchatError as error:
            return browsing, "", failure_text(error), *[gr.Button(interactive=False)] * 3
        last = max(0, (len(rows) - 1) // PAGE)
        browsing = replace(browsing, page=min(max(0, browsing.page), last))
        page = rows[browsing.page * PAGE : (browsing.page + 1) * PAGE]
        table = papers_table(page, browsing.selected, visit.language) if page else ""
        return (
            browsing,
            table,
            _told(visit, browsing, rows),
            gr.Button(interactive=browsing.page > 0, visible=last > 0),
            gr.Button(interactive=browsing.page < last, visible=last > 0),
            gr.Button(interactive=bool(browsing.selected)),
        )


def _last(conversation: Conversation) -> Answer | None:
    """Give the last answer that has papers."""
    whole = [one for one in answers(conversation) if one.papers or one.citations]
    return whole[-1] if whole else None


def _wheres(visit: Visit, browsing: Browsing) -> gr.Dropdown:
    names = ["collection", "answer", *(["similar"] if browsing.similar else [])]
    choices = [(said(f"papers.in_{one}", visit.language), one) for one in names]
    return gr.Dropdown(choices=choices, value=browsing.where)


def _told(visit: Visit, browsing: Browsing, rows: list[Row]) -> str:
    if not rows:
        return said(f"papers.none_in_{browsing.where}", visit.language)
    first = browsing.page * PAGE + 1
    return said(
        "papers.range",
        visit.language,
        first=first,
        last=min(first + PAGE - 1, len(rows)),
        count=len(rows),
        selected=len(browsing.selected),
    )
