"""The map as HTML."""

from __future__ import annotations

from rag.assistant import Landscape, Place
from ui.drawing import drawing

HOSTILE = 'A "title" <img src=x onerror=alert(1)>'


def test_what_lists_say_is_text_and_what_is_lit_lies_above() -> None:
    land = Landscape(
        (("owls", "<b>ears</b>"), ()),
        (Place("p1", HOSTILE, 0, 0.5, 0.25), Place("p2", "Second", 0, 0.1, 0.9)),
    )
    drawn = drawing(land, {"p1"}, None, "Map")
    assert "<img" not in drawn
    assert "<b>" not in drawn
    assert 'title="A &quot;title&quot; &lt;img' in drawn
    assert drawn.index('value="p2"') < drawn.index('value="p1"')
    assert 'class="dot lit" value="p1"' in drawn
    assert "left:50.00%;top:25.00%" in drawn
    assert drawn.count('class="theme"') == 1
    assert 'class="map some-lit"' in drawn


def test_names_of_themes_do_not_cover_each_other() -> None:
    places = tuple(Place(f"p{number}", "t", number, 0.5, 0.5) for number in range(12))
    land = Landscape(tuple((f"theme {number}",) for number in range(12)), places)
    drawn = drawing(land, (), "p3", "Map")
    heights = {
        part.split(";")[0] for part in drawn.split('class="theme" style="left:50.00%;top:')[1:]
    }
    assert len(heights) == 12
