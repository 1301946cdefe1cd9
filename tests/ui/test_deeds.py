"""Buttons and boxes inside of text."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

from ui.deeds import Deed, deed_box, deed_button, listener


def told(**event: Any) -> Deed:
    """Read an event as the browser sends it."""
    return Deed.of(cast(Any, SimpleNamespace(**event)))


def test_a_button_names_its_deed_and_what_it_is_done_with() -> None:
    assert deed_button("open", "p1", "MossBed") == (
        '<button type="button" class="deed" name="open" value="p1">MossBed</button>'
    )


def test_what_a_deed_is_done_with_cannot_leave_its_attribute() -> None:
    button = deed_button("open", '"><script>', "MossBed")
    assert "<script>" not in button
    assert button.count('"') == 8


def test_a_box_is_ticked_or_not_and_has_a_label() -> None:
    label = '<span class="unseen">Select</span>'
    assert deed_box("pick", "p1", "Select", ticked=True) == (
        f'<label><input type="checkbox" class="deed" name="pick" value="p1" checked>{label}</label>'
    )
    assert " checked" not in deed_box("pick", "p1", "Select", ticked=False)


def test_a_deed_is_read_as_words_and_a_truth_whatever_the_browser_sends() -> None:
    assert told(what="p1", ticked=True) == Deed("p1", ticked=True)
    assert told(what=7, ticked=None) == Deed("7", ticked=False)


def test_a_listener_hears_its_own_deed_alone() -> None:
    assert '.deed[name="similar"]' in listener("similar").js_on_load
