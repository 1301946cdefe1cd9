"""The tab Settings: those that matter to a reader, for this window, and what leaves the machine."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import asdict, replace
from functools import partial
from typing import Any
from urllib.parse import urlsplit

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from rag.answers import Answer
from rag.errors import PaperchatError
from rag.workspace import Choice, Workspace
from ui.language import said, word
from ui.markdown import as_text
from ui.quiet_gradio import gr
from ui.rendering import failure_text
from ui.room import Room, Visit

__all__ = ["settings_tab"]

# What a field holds, the key of its words, and what it stands for. A field does not hold the key:
# Gradio takes such a value for something to translate.
_STRICT: dict[str, tuple[str, bool | None]] = {
    "record": ("settings.strict_record", None),
    "leave_out": ("settings.strict_leave_out", True),
    "mark": ("settings.strict_mark", False),
}
_LONGEST_NAME = 200
_FEWEST, _MOST = 2, 20  # papers that a model reads
_LANGUAGES = [("English", "en"), ("中文", "zh-CN")]
# Gradio takes the language when the page begins (see `ui.language.FIRST_SCRIPT`).
_SPEAK = (
    "(language) => { localStorage.setItem('paperchat-language', language); location.reload(); }"
)


class _Kept(BaseModel):
    """A choice as a browser brings it."""

    model_config = ConfigDict(extra="forbid", strict=True)

    model: str = Field(max_length=_LONGEST_NAME)
    strict: bool | None
    reads: int = Field(ge=_FEWEST, le=_MOST)


def settings_tab(room: Room) -> None:
    """Make the tab."""
    first, can = room.workspace.choice, room.workspace.endpoint is not None
    with gr.Tab(word("settings.tab"), id="settings") as tab, gr.Row():
        with gr.Column(scale=3, min_width=300):
            who = gr.Radio(
                [(word("settings.quoted"), "quoted"), (word("settings.model"), "model")],
                value="model" if first.model else "quoted",
                label=word("settings.who"),
                interactive=can,
            )
            with gr.Column(visible=can, elem_id="model"):
                with gr.Group():
                    name = gr.Textbox(
                        first.model,
                        label=word("settings.model_name"),
                        max_lines=1,
                        max_length=_LONGEST_NAME,
                    )
                    test = gr.Button(word("settings.test"), size="md")
                told = gr.Markdown(elem_id="settings-told")
                strict = gr.Radio(
                    [(word(label), one) for one, (label, _) in _STRICT.items()],
                    value=_strictness(first),
                    label=word("settings.strict"),
                )
                reads = gr.Slider(
                    _FEWEST,
                    _MOST,
                    first.reads,
                    step=1,
                    label=word("settings.reads"),
                    elem_id="reads",
                )
        with gr.Column(scale=2, min_width=300):
            language = gr.Radio(_LANGUAGES, value="en", label=word("settings.language"))
            leaves = gr.Markdown(elem_id="leaves")
            if not can:
                missing = gr.Markdown(said("settings.no_endpoint", room.first.language))
    # The browser keeps the choice, which holds no secret of ours, and brings it along next time.
    kept = gr.BrowserState("", storage_key="paperchat-choice", secret="paperchat")  # noqa: S106
    fields = [who, name, strict, reads]
    values = [room.visit, *fields]
    for event in (who.input, name.submit, name.blur, strict.input, reads.release):
        room.on(event, _choose, values, [room.visit, kept])
    room.on(room.visit.change, partial(_restore, can), [room.visit, kept], [room.visit, *fields])
    room.on(test.click, partial(_test, room), values, [room.visit, told])
    shown = [leaves, language, *([] if can else [missing])]
    for event in (room.visit.change, tab.select):
        room.on(event, partial(_show, room.workspace), [room.visit], shown)
    room.on(language.input, None, [language], None, js=_SPEAK)


def _choose(
    visit: Visit, who: str, name: str, strict: str, reads: float
) -> tuple[Visit, dict[str, Any]]:
    """Take what is chosen, and have the browser keep it."""
    choice = _choice(who, name, strict, reads)
    return replace(visit, choice=choice), asdict(choice)


def _choice(who: str, name: str, strict: str, reads: float) -> Choice:
    """Read a choice from the fields; a model without a name is none."""
    model = (name or "").strip() if who == "model" else ""
    return Choice(model, _STRICT[strict][1], int(reads))


def _strictness(choice: Choice) -> str:
    """Tell what the field for the strictness of a choice holds."""
    return next(one for one, (_, strict) in _STRICT.items() if strict == choice.strict)


def _restore(can: bool, visit: Visit, kept: Any) -> tuple[Any, ...]:  # noqa: FBT001 - partial
    """Take up the choice that the browser has kept, in a new window and where it still fits.

    Args:
        can: Whether a model can be chosen.
        visit: The window.
        kept: What the browser says that it has kept: whatever a visitor wants it to.
    """
    nothing = tuple(gr.skip() for _ in range(5))
    if not visit.new or visit.choice is not None or not kept:
        return nothing
    try:
        choice = Choice(**_Kept.model_validate(kept).model_dump())
    except ValidationError:
        return nothing
    if choice.model and not can:
        return nothing
    strict = _strictness(choice)
    who = "model" if choice.model else "quoted"
    name = choice.model or gr.skip()
    return replace(visit, choice=choice), who, name, strict, choice.reads


def _test(
    room: Room, visit: Visit, who: str, name: str, strict: str, reads: float
) -> Iterator[tuple[Any, str]]:
    """Ask the model something that the collection answers."""
    del who  # whoever answers, it is the model that is tried
    visit = replace(visit, choice=_choice("model", name, strict, reads))
    if not (name or "").strip():
        yield gr.skip(), said("settings.no_name", visit.language)
        return
    try:
        assistant = room.assistant(visit)
        question = next(iter(assistant.suggestions()), None)
        if question is None:
            yield gr.skip(), said("settings.nothing_to_ask", visit.language)
            return
        yield gr.skip(), said("settings.testing", visit.language, question=as_text(question))
        started = time.monotonic()
        *_, answer = assistant.ask(question)
    except PaperchatError as error:
        yield gr.skip(), failure_text(error)
        return
    yield gr.skip(), _verdict(answer, question, time.monotonic() - started, visit)


def _verdict(answer: Any, question: str, seconds: float, visit: Visit) -> str:
    if not isinstance(answer, Answer) or answer.answerer != "model":
        return "\n\n".join(f"⚠️ {as_text(one)}" for one in answer.notices)
    good = sum(one.support != "unsupported" for one in answer.claims)
    return said(
        "settings.works",
        visit.language,
        model=as_text(answer.model or ""),
        question=as_text(question),
        seconds=f"{seconds:.1f}",
        good=good,
        all=len(answer.claims) + answer.left_out,
    )


def _show(workspace: Workspace, visit: Visit) -> tuple[Any, ...]:
    """Say what leaves the machine, and in which language the page speaks."""
    shown = leaving(workspace, visit), "zh-CN" if visit.language == "zh" else "en"
    if workspace.endpoint is None:
        return *shown, said("settings.no_endpoint", visit.language)
    return shown


def leaving(workspace: Workspace, visit: Visit) -> str:
    """Say what leaves the machine, as this window is set."""
    settings, language = workspace.settings, visit.language
    choice = visit.choice or workspace.choice
    address = _host(workspace.endpoint or "")
    told = []
    if choice.model:
        told.append(said("settings.leaves_model", language, address=address))
    if (settings.embedder or "").startswith("endpoint:"):
        told.append(said("settings.leaves_embedder", language, address=address))
    if settings.chroma_url:
        told.append(said("settings.leaves_chroma", language, address=_host(settings.chroma_url)))
    if settings.collector:
        collector = _host(settings.collector)
        told.append(said("settings.leaves_collector", language, address=collector))
    return "\n\n".join(told or [said("settings.leaves_nothing", language)])


def _host(address: str) -> str:
    parts = urlsplit(address)
    return (
        as_text(parts.hostname + (f":{parts.port}" if parts.port else "")) if parts.hostname else ""
    )
