"""What a visitor thinks of an answer: a thumb, and a word if they like."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from rag.errors import PaperchatError
from rag.workspace import Workspace
from ui.conversation import Conversation
from ui.history import Records, Verdict, fresh_id, verdicts
from ui.language import said, word
from ui.quiet_gradio import gr
from ui.room import Room, Visit
from ui.tabs.chat import ChatTab

__all__ = ["add_feedback"]

_LONGEST = 1_000  # characters of a word on an answer


def add_feedback(room: Room, chat: ChatTab) -> None:
    """Keep what visitors think of the answers of the tab Chat."""
    do = _Actions(room.workspace)
    with chat.column, gr.Row(visible=False, elem_id="feedback") as row:
        comment = gr.Textbox(
            label=word("feedback.word"),
            placeholder=word("feedback.word"),
            show_label=False,
            container=False,
            max_lines=3,
            max_length=_LONGEST,
            scale=1,
        )
        send = gr.Button(word("feedback.send"), size="md", scale=0, min_width=90)
        last = gr.State("")
    asked = [room.visit, chat.conversation]
    room.on(chat.view[0].like, do.judge, asked, [last, row, comment])
    for event in (send.click, comment.submit):
        room.on(event, do.say, [room.visit, last, comment], [row, comment])


class _Actions:
    """What becomes of a verdict."""

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace

    def _records(self, visit: Visit) -> Records[Verdict]:
        return verdicts(self._workspace.settings.home, visit.visitor)

    def judge(
        self, visit: Visit, conversation: Conversation, chosen: gr.LikeData
    ) -> tuple[str, Any, str]:
        """Keep a thumb and ask for a word; a thumb that is taken back takes both along."""
        index = chosen.index if isinstance(chosen.index, int) else chosen.index[0]
        until = conversation[: index // 2 + 1]  # a turn is a question and an answer
        answer = until[-1].answer if until else None
        if answer is None or not visit.visitor:
            return "", gr.Row(visible=False), ""
        questions = tuple(one.question for one in until)
        same = [
            one
            for one in self._records(visit).all()
            if (one.turns, one.answer) == (questions, answer)
        ]
        before = same[0] if same else None
        if not isinstance(chosen.liked, bool):
            for one in same:
                self._records(visit).delete(one.id)
            return "", gr.Row(visible=False), ""
        choice = visit.choice or self._workspace.choice
        verdict = Verdict(
            id=before.id if before else fresh_id(),
            collection=visit.collection,
            liked=chosen.liked,
            word=before.word if before else "",
            turns=questions,
            answer=answer,
            settings={"answerer": answer.answerer, **asdict(choice), "model": answer.model},
        )
        kept = self._put(visit, verdict)
        return verdict.id, gr.Row(visible=kept), verdict.word

    def say(self, visit: Visit, last: str, comment: str) -> tuple[Any, str]:
        """Keep a word on the answer that was judged last."""
        verdict = self._records(visit).get(last)
        if verdict and self._put(visit, verdict.model_copy(update={"word": comment.strip()})):
            gr.Info(said("feedback.thanks", visit.language), duration=3)
        return gr.Row(visible=False), ""

    def _put(self, visit: Visit, verdict: Verdict) -> bool:
        try:
            self._records(visit).put(verdict)
        except PaperchatError as error:
            gr.Warning(str(error))
            return False
        return True
