"""The tab Collections: pick one, make one, add lists to it, rename, export and delete it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from rag.errors import PaperchatError
from rag.workspace import DEFAULT, LONGEST_NAME, SAMPLE, CollectionSummary, IngestReport, Workspace
from ui.adding import LARGEST_LIST, MOST_LISTS, add_lists
from ui.confirming import button_asking_twice
from ui.downloads import FORMS, papers_file
from ui.history import follow
from ui.language import said, word
from ui.markdown import as_text
from ui.quiet_gradio import gr
from ui.rendering import failure_text
from ui.reporting import report_markdown
from ui.room import Room, Visit
from ui.tabs.chat import ChatTab

__all__ = ["collections_tab"]


def collections_tab(room: Room, chat: ChatTab) -> None:
    """Make the tab."""
    do = _Actions(room.workspace)
    with gr.Tab(word("collections.tab"), id="collections") as tab, gr.Row(elem_id="collections"):
        with gr.Column(scale=3, min_width=300):
            chosen = gr.Dropdown(label=word("collections.chosen"), elem_id="collection")
            facts = gr.Markdown()
            lists = gr.File(
                label=word("collections.add"),
                file_count="multiple",
                height=180,
                elem_id="lists",
            )
            formats = gr.Markdown(elem_classes="hint")
            told = gr.Markdown(elem_id="collections-told")
        with gr.Column(scale=2, min_width=300):
            with gr.Group():
                new = _name_field("collections.new")
                make = gr.Button(word("collections.make"))
            with gr.Group():
                name = _name_field("collections.name")
                rename = gr.Button(word("collections.rename"))
            with gr.Group():
                form = gr.Radio(list(FORMS), label=word("collections.form"))
                export = gr.DownloadButton(word("collections.export"), interactive=False)
            _, delete = button_asking_twice(
                room,
                ("collections.delete", "collections.delete_keep", "collections.delete_sure"),
                do.question,
                [room.visit],
                elem_id="delete-collection",
            )
    shown = [chosen, facts, formats]
    at_hand = [room.visit, chat.conversation, told]
    for event in (room.visit.change, tab.select):
        room.on(event, do.show, [room.visit], shown)
    room.on(room.visit.change, do.forget, [room.visit], [form, export])
    room.on(chosen.input, do.pick, [room.visit, chosen], at_hand)
    room.on(lists.upload, do.add, [room.visit, lists], [*at_hand, lists])
    for event in (make.click, new.submit):
        room.on(event, do.make, [room.visit, new], [*at_hand, new])
    for event in (rename.click, name.submit):
        room.on(event, do.rename, [room.visit, name], [*at_hand, name])
    room.on(form.input, do.export, [room.visit, form], [export, told])
    room.on(delete.click, do.delete, [room.visit], at_hand)


def _name_field(label: str) -> gr.Textbox:
    return gr.Textbox(label=word(label), max_lines=1, max_length=LONGEST_NAME)


Told = tuple[Any, ...]
"""New values of the visit, the conversation and what is told, then of a field."""


class _Actions:
    """What a visitor does to collections. A failure is told, and changes nothing."""

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace

    def show(self, visit: Visit) -> tuple[Any, ...]:
        """Show the collection at hand among all."""
        language = visit.language
        try:
            summaries = self._workspace.summaries()
        except PaperchatError as error:
            return gr.skip(), failure_text(error), gr.skip()
        choices = [(_choice(one, visit), one.name) for one in summaries]
        own = next((one for one in summaries if one.name == visit.collection), None)
        formats = [
            said(
                "collections.formats",
                language,
                lists=MOST_LISTS,
                megabytes=LARGEST_LIST // 1_000_000,
            )
        ]
        if visit.collection == SAMPLE:
            formats.append(said("collections.formats_sample", language, own=DEFAULT))
        return (
            gr.Dropdown(choices=choices, value=own.name if own else None),
            _facts(own, visit) if own else "",
            " ".join(formats),
        )

    def forget(self, visit: Visit) -> tuple[Any, Any]:
        """Take the file back: its papers may be others than those at hand now."""
        return (gr.skip(), gr.skip()) if visit.new else (None, _no_file())

    def pick(self, visit: Visit, name: str) -> Told:
        """Take a collection; a conversation is about one, so another begins."""
        return replace(visit, collection=name, arrivals=visit.arrivals + 1), (), ""

    def add(self, visit: Visit, lists: Sequence[str]) -> Iterator[Told]:
        """Add lists to the collection at hand; to the sample, to one of the visitor's own."""
        name = DEFAULT if visit.collection == SAMPLE else visit.collection
        language = visit.language
        yield _told(said("collections.reading", language), emptied=True)
        try:
            for step in add_lists(self._workspace, name, [Path(one) for one in lists]):
                if isinstance(step, IngestReport):
                    text = report_markdown(step, name, language)
                    at_hand = replace(visit, collection=name, arrivals=visit.arrivals + 1)
                    talk = gr.skip() if name == visit.collection else ()
                    yield at_hand, talk, text, gr.skip()
                elif isinstance(step, int):
                    yield _told(said("collections.read", language, count=step))
                else:
                    yield _told(as_text(step))
        except PaperchatError as error:
            yield _told(failure_text(error))

    def make(self, visit: Visit, name: str) -> Told:
        """Make an empty collection and take it."""
        try:
            self._workspace.create(name.strip())
        except PaperchatError as error:
            return _told(failure_text(error))
        text = said("collections.made", visit.language, collection=as_text(name.strip()))
        return replace(visit, collection=name.strip(), arrivals=visit.arrivals + 1), (), text, ""

    def rename(self, visit: Visit, name: str) -> Told:
        """Give the collection at hand another name; its conversations go on."""
        try:
            self._workspace.rename(visit.collection, name.strip())
        except PaperchatError as error:
            return _told(failure_text(error))
        try:
            follow(self._workspace.settings.home, visit.collection, name.strip())
        except PaperchatError as error:  # the collection has its new name all the same
            gr.Warning(str(error))
        text = said(
            "collections.renamed",
            visit.language,
            before=as_text(visit.collection),
            collection=as_text(name.strip()),
        )
        return replace(visit, collection=name.strip()), gr.skip(), text, ""

    def export(self, visit: Visit, form: str) -> tuple[Any, Any]:
        """Make a file of all papers of the collection at hand."""
        try:
            papers = list(self._workspace.papers(visit.collection))
        except PaperchatError as error:
            return _no_file(), failure_text(error)
        path = papers_file(visit.collection, papers, form, {})
        return gr.DownloadButton(value=path, interactive=True), gr.skip()

    def question(self, visit: Visit) -> str:
        """Word the second question before the collection at hand is deleted."""
        try:
            papers = self._workspace.summary(visit.collection).papers
        except PaperchatError as error:
            return failure_text(error)
        return said(
            "collections.delete_question",
            visit.language,
            collection=as_text(visit.collection),
            papers=said("page.papers", visit.language, count=papers),
        )

    def delete(self, visit: Visit) -> Told:
        """Delete the collection at hand and take another."""
        try:
            self._workspace.delete(visit.collection)
            other = _another(self._workspace)
        except PaperchatError as error:
            return gr.skip(), gr.skip(), failure_text(error)
        text = said("collections.deleted", visit.language, collection=as_text(visit.collection))
        return replace(visit, collection=other, arrivals=visit.arrivals + 1), (), text


def _told(text: str, *, emptied: bool = False) -> Told:
    return gr.skip(), gr.skip(), text, None if emptied else gr.skip()


def _no_file() -> gr.DownloadButton:
    return gr.DownloadButton(value=None, interactive=False)


def _choice(summary: CollectionSummary, visit: Visit) -> str:
    papers = said("page.papers", visit.language, count=summary.papers)
    return said("collections.choice", visit.language, collection=summary.name, papers=papers)


def _facts(summary: CollectionSummary, visit: Visit) -> str:
    return said(
        "collections.facts",
        visit.language,
        papers=said("page.papers", visit.language, count=summary.papers),
        passages=summary.passages,
        embedder=as_text(summary.embedder),
        updated=summary.updated[:10],
    )


def _another(workspace: Workspace) -> str:
    """Choose a collection in the place of one that is gone: the usual one, if it is there."""
    usual, names = workspace.name(None), [one.name for one in workspace.summaries()]
    return usual if usual in (*names, SAMPLE) else next(iter(names), SAMPLE)
