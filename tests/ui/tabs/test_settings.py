"""What a browser brings along of a choice is data: only what fits is taken up."""

from __future__ import annotations

from typing import Any

import pytest

from rag.workspace import Choice
from ui.room import Visit
from ui.tabs.settings import _restore

KEPT = {"model": "owl-7b", "strict": True, "reads": 12}
NEW = Visit("papers", arrivals=1)


def test_a_kept_choice_is_taken_up_in_a_new_window() -> None:
    visit, who, name, strict, reads = _restore(True, NEW, KEPT)
    assert visit.choice == Choice("owl-7b", True, 12)
    assert (who, name, strict, reads) == ("model", "owl-7b", "leave_out", 12)


@pytest.mark.parametrize(
    "kept",
    [
        "",
        "nonsense",
        [],
        {"model": "owl-7b"},
        KEPT | {"reads": 1_000_000},
        KEPT | {"reads": "many"},
        KEPT | {"model": "x" * 201},
        KEPT | {"base_url": "http://elsewhere.test"},
    ],
)
def test_anything_else_is_not(kept: Any) -> None:
    assert not isinstance(_restore(True, NEW, kept)[0], Visit)


def test_a_model_is_not_taken_up_where_none_can_be_asked() -> None:
    assert not isinstance(_restore(False, NEW, KEPT)[0], Visit)
    assert isinstance(_restore(False, NEW, KEPT | {"model": ""})[0], Visit)


def test_a_window_in_which_something_was_chosen_keeps_that() -> None:
    assert not isinstance(_restore(True, Visit("papers", arrivals=2), KEPT)[0], Visit)
    chosen = Visit("papers", arrivals=1, choice=Choice())
    assert not isinstance(_restore(True, chosen, KEPT)[0], Visit)
