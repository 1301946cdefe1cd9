"""A button whose deed cannot be undone, so that a second question stands before it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ui.language import word
from ui.quiet_gradio import gr
from ui.room import Room

__all__ = ["button_asking_twice"]


def button_asking_twice(
    room: Room,
    words: tuple[str, str, str],
    question: Callable[..., str],
    inputs: Sequence[Any],
    *,
    elem_id: str,
    **options: Any,
) -> tuple[gr.Button, gr.Button]:
    """Make the button, with a question and two more buttons that it brings up.

    Args:
        room: The page.
        words: Name what stands on the button, on the one for no and on the one for yes.
        question: Words the second question as Markdown, from the values of `inputs`; an empty one
            is not asked.
        inputs: The components whose values it is given.
        elem_id: The id of what is brought up.
        options: Of the button.

    Returns:
        The button, and the one on which a click means that it shall be done.
    """
    button = gr.Button(word(words[0]), **options)
    with gr.Column(visible=False, variant="panel", elem_id=elem_id) as group:
        asked = gr.Markdown()
        with gr.Row():
            keep = gr.Button(word(words[1]), size="md")
            sure = gr.Button(word(words[2]), size="md", variant="stop")

    def ask(*values: Any) -> tuple[Any, str]:
        text = question(*values)
        return gr.Column(visible=bool(text)), text

    room.on(button.click, ask, inputs, [group, asked])
    for answer in (keep, sure):
        room.on(answer.click, lambda: gr.Column(visible=False), None, [group])
    return button, sure
