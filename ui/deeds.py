"""Buttons and boxes inside of text: what a reader does with a paper on a card or in a table.

Markdown has no events. A button in it names a deed and what it is done with; for each deed there is
one component on the page that nobody sees, which listens for such buttons wherever they stand::

    similar = listener("similar")
    room.on(similar.click, papers.similar, [room.visit], [table])  # takes a gr.EventData: Deed.of
"""

from __future__ import annotations

from dataclasses import dataclass

from ui.markdown import as_attribute
from ui.quiet_gradio import gr

__all__ = ["Deed", "deed_box", "deed_button", "listener"]


@dataclass(frozen=True, slots=True)
class Deed:
    """What a reader has done.

    Attributes:
        what: The paper's id, or whatever else it was done with.
        ticked: Whether a box is ticked now.
    """

    what: str
    ticked: bool

    @classmethod
    def of(cls, event: gr.EventData) -> Deed:
        """Read what a listener tells."""
        return cls(str(event.what), bool(event.ticked))


def listener(deed: str) -> gr.HTML:
    """Make what listens for a deed; its `click` event tells of it."""
    return gr.HTML(js_on_load=_LISTEN.replace("DEED", deed), visible="hidden")


# Gradio's HTML component is its way to events of elements that it does not know. The elements come
# and go with the text that they stand in, so it is the page that is listened to.
_LISTEN = """
document.addEventListener("click", (event) => {
  const done = event.target.closest('.deed[name="DEED"]');
  if (done) trigger("click", { what: done.value, ticked: Boolean(done.checked) });
});
"""


def deed_button(deed: str, what: str, label: str) -> str:
    """Set a button.

    Args:
        deed: What it does.
        what: What that is done with.
        label: Markdown that is read on it.
    """
    value = as_attribute(what)
    return f'<button type="button" class="deed" name="{deed}" value="{value}">{label}</button>'


def deed_box(deed: str, what: str, label: str, *, ticked: bool) -> str:
    """Set a box to tick; its label is for those who do not see where it stands."""
    state = " checked" if ticked else ""
    return (
        f'<label><input type="checkbox" class="deed" name="{deed}" value="{as_attribute(what)}"'
        f'{state}><span class="unseen">{label}</span></label>'
    )
