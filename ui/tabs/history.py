"""The tab History: conversations outlive the window; find, name, export, delete, go on with one."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

from rag.errors import CollectionMissing, PaperchatError
from rag.workspace import SAMPLE, Workspace
from ui.confirming import button_asking_twice
from ui.conversation import Conversation, Turn, taken_up
from ui.downloads import download, file_name
from ui.history import Kept, KeptTurn, Records, conversations, fresh_id, verdicts
from ui.language import said, word
from ui.markdown import LATEX_DELIMITERS, as_text
from ui.quiet_gradio import gr
from ui.rendering import answer_text, failure_text
from ui.room import Room, Visit
from ui.suite import suite_zip
from ui.tabs.chat import ChatTab
from ui.transcripts import transcript

__all__ = ["history_tab"]

_SHOWN = 30  # conversations; older ones are found by a word
_LONGEST_NAME = 120
_LONGEST_TITLE = 90  # characters of a question in the list


def history_tab(room: Room, chat: ChatTab) -> None:
    """Make the tab, and keep whatever is asked in the tab Chat."""
    do = _Actions(room.workspace)
    with gr.Tab(word("history.tab"), id="history") as tab:
        current = gr.State("")  # the id of the conversation in the tab Chat
        with gr.Row():
            with gr.Column(scale=2, min_width=300):
                find = gr.Textbox("", label=word("history.find"), max_lines=1)
                chosen = gr.Radio([], label=word("history.chosen"), elem_id="conversations")
                note = gr.Markdown()
            with gr.Column(scale=3, min_width=300, visible=False, elem_id="kept") as one:
                with gr.Row():
                    go_on = gr.Button(word("history.open"), variant="primary", size="md")
                    export = gr.DownloadButton(word("history.export"), size="md")
                told = gr.Markdown(elem_id="kept-told")
                with gr.Group():
                    name = gr.Textbox(
                        "", label=word("history.name"), max_lines=1, max_length=_LONGEST_NAME
                    )
                    rename = gr.Button(word("history.rename"), size="md")
                _, delete = button_asking_twice(
                    room,
                    ("history.delete", "history.delete_keep", "history.delete_sure"),
                    do.question,
                    [room.visit, chosen],
                    elem_id="delete-conversation",
                    size="md",
                )
                text = gr.Markdown(latex_delimiters=LATEX_DELIMITERS, elem_id="transcript")
        with gr.Row(elem_id="verdicts"):
            feedback = gr.Markdown()
            suite = gr.DownloadButton(
                word("history.suite"), visible=False, scale=0, min_width=220, size="md"
            )
    found = [chosen, note]
    for event in (tab.select, find.change):
        room.on(event, do.find, [room.visit, find, chosen], found, trigger_mode="always_last")
    for event in (tab.select, room.visit.change):
        room.on(event, do.verdicts, [room.visit], [feedback, suite])
    shown = [one, name, text, export, go_on, told]
    room.on(chosen.change, do.show, [room.visit, chosen], shown)
    for event in (rename.click, name.submit):
        renamed = room.on(event, do.rename, [room.visit, chosen, name], [text])
        room.on(renamed.then, do.find, [room.visit, find, chosen], found)
    deleted = room.on(delete.click, do.delete, [room.visit, chosen, current], [current, chosen])
    room.on(deleted.then, do.find, [room.visit, find, chosen], found)
    taken = [room.visit, *chat.view, current, room.tabs, go_on, told]
    room.on(go_on.click, do.go_on(chat), [room.visit, chosen], taken)
    # One after another, and none left out: each of them goes by the id that the last one left.
    on = partial(room.on, concurrency_id="keep", concurrency_limit=1, trigger_mode="multiple")
    for change in (*(one.then for one in chat.changes), room.visit.change):
        kept = on(change, do.keep, [room.visit, chat.conversation, current], [current])
        # Whoever turned here before that sees it all the same.
        room.on(kept.then, do.find, [room.visit, find, chosen], found, trigger_mode="always_last")


class _Actions:
    """What becomes of the conversations of a visitor."""

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace

    def _records(self, visit: Visit) -> Records[Kept]:
        return conversations(self._workspace.settings.home, visit.visitor)

    def keep(self, visit: Visit, conversation: Conversation, current: str) -> str:
        """Keep a conversation as it stands; an empty one is the beginning of another."""
        if not conversation or not visit.visitor:
            return ""
        turns = tuple(KeptTurn(**_fields(one)) for one in conversation)
        before = self._records(visit).get(current) if current else None
        if before and (before.turns, before.collection) == (turns, visit.collection):
            return current
        kept = Kept(
            id=current or fresh_id(),
            name=before.name if before else "",
            collection=visit.collection,
            turns=turns,
        )
        try:
            self._records(visit).put(kept)
        except PaperchatError as error:
            gr.Warning(str(error))
        return kept.id

    def find(self, visit: Visit, words: str, chosen: str | None) -> tuple[Any, str]:
        """List the conversations that hold some words."""
        kept = self._records(visit).all()
        found = [one for one in kept if one.holds(words)] if words.strip() else kept
        choices = [(_choice(one, visit), one.id) for one in found[:_SHOWN]]
        note = ""
        if not found:
            note = said("history.none_found" if kept else "history.none", visit.language)
        elif len(found) > _SHOWN:
            note = said("history.more", visit.language, count=len(found) - _SHOWN)
        # What is chosen stays as it is unless it is not among them: another may be chosen by now.
        gone = bool(chosen) and all(one.id != chosen for one in found[:_SHOWN])
        value: dict[str, Any] = {"value": None} if gone else {}
        return gr.Radio(choices=choices, visible=bool(found), **value), note

    def show(self, visit: Visit, chosen: str | None) -> tuple[Any, ...]:
        """Show a conversation."""
        kept = self._records(visit).get(chosen) if chosen else None
        if kept is None:
            return gr.Column(visible=False), "", "", gr.DownloadButton(value=None), gr.skip(), ""
        document = transcript(kept, self._cited(kept), visit.language)
        path = download(file_name(kept.title, "md"), document)
        reason = self._ended(kept, visit)
        go_on = gr.Button(interactive=not reason)
        return gr.Column(visible=True), kept.title, _preview(kept, visit), path, go_on, reason

    def rename(self, visit: Visit, chosen: str | None, name: str) -> str:
        """Give a conversation a name; without one it has that of its first question."""
        kept = self._records(visit).get(chosen) if chosen else None
        if kept is None:
            return ""
        named = kept.model_copy(update={"name": " ".join(name.split())})
        try:
            self._records(visit).put(named)
        except PaperchatError as error:
            return failure_text(error)
        return _preview(named, visit)

    def question(self, visit: Visit, chosen: str | None) -> str:
        """Word the second question before a conversation is deleted."""
        kept = self._records(visit).get(chosen) if chosen else None
        return (
            said("history.delete_question", visit.language, title=as_text(kept.title))
            if kept
            else ""
        )

    def delete(self, visit: Visit, chosen: str | None, current: str) -> tuple[str, None]:
        """Delete a conversation; what is still on the page is another one from then on."""
        if chosen:
            self._records(visit).delete(chosen)
        return ("" if chosen == current else current), None

    def go_on(self, chat: ChatTab) -> Any:
        """Give what takes a conversation up again, in the tab Chat."""

        def go_on(visit: Visit, chosen: str | None) -> tuple[Any, ...]:
            kept = self._records(visit).get(chosen) if chosen else None
            nothing = [gr.skip()] * (len(chat.view) + 3)
            if kept is None:
                return *nothing, gr.skip(), gr.skip()
            if reason := self._ended(kept, visit):
                return *nothing, gr.Button(interactive=False), reason
            at_hand = replace(visit, collection=kept.collection, arrivals=visit.arrivals + 1)
            turns = (Turn(one.question, one.shown, one.answer) for one in kept.turns)
            conversation = taken_up(turns, visit.language)
            view = chat.show(at_hand, conversation)
            return at_hand, *view, kept.id, gr.Tabs(selected="chat"), gr.skip(), ""

        return go_on

    def verdicts(self, visit: Visit) -> tuple[str, Any]:
        """Tell of a visitor's verdicts on the collection at hand, and make a suite of them."""
        every = verdicts(self._workspace.settings.home, visit.visitor).all()
        own = [one for one in every if one.collection == visit.collection]
        if not own:
            return said("history.no_feedback", visit.language), gr.DownloadButton(visible=False)
        liked = sum(one.liked for one in own)
        told = said(
            "history.feedback",
            visit.language,
            collection=as_text(visit.collection),
            liked=liked,
            disliked=len(own) - liked,
        )
        try:
            papers = list(self._workspace.papers(visit.collection))
        except PaperchatError as error:
            return failure_text(error), gr.DownloadButton(visible=False)
        path = download(file_name(f"{visit.collection} feedback", "zip"), suite_zip(papers, own))
        return told, gr.DownloadButton(value=path, visible=True)

    def _ended(self, kept: Kept, visit: Visit) -> str:
        """Say why a conversation cannot go on; empty where it can."""
        try:
            # Not an assistant that was opened before: the collection may be gone since.
            if kept.collection != SAMPLE:
                self._workspace.summary(kept.collection)
        except CollectionMissing:
            return said("history.ended", visit.language, collection=as_text(kept.collection))
        except PaperchatError as error:
            return failure_text(error)
        return ""

    def _cited(self, kept: Kept) -> Any:
        cited = {c.paper_id for one in kept.turns if one.answer for c in one.answer.citations}
        try:
            return self._workspace.assistant(kept.collection).papers(cited)
        except PaperchatError:
            return ()


def _fields(turn: Turn) -> dict[str, Any]:
    return {"question": turn.question, "shown": turn.shown, "answer": turn.answer}


def _choice(kept: Kept, visit: Visit) -> str:
    title = " ".join(kept.title.split())
    if len(title) > _LONGEST_TITLE:
        title = f"{title[: _LONGEST_TITLE - 1]}…"
    day = kept.changed[:16].replace("T", " ")
    return said("history.choice", visit.language, title=title, collection=kept.collection, day=day)


def _preview(kept: Kept, visit: Visit) -> str:
    """Set a conversation to be read."""
    blocks = [f"## {as_text(kept.name)}"] if kept.name else []
    for turn in kept.turns:
        # Without links: the sources are beside the conversation, once it is taken up.
        told = answer_text(turn.answer, (), visit.language) if turn.answer else turn.shown
        blocks += [f"### {as_text(turn.question)}", told or "—"]
    return "\n\n".join(blocks)
