"""A landscape of papers as HTML: a dot a paper, and the names of the themes where they lie.

The dots are buttons that the mouse reaches; for the keyboard and for those who do not see them,
3,000 would be in the way, so the page has a field that finds each paper by its title.
"""

from __future__ import annotations

import html
from collections.abc import Collection

from rag.assistant import Landscape, Place

__all__ = ["drawing"]

_FEW = 500  # papers whose dots need not be small
_HUES = 12  # there are at most so many themes
_HIGH, _WIDE = 0.07, 0.3  # what the name of a theme takes of the map


def drawing(land: Landscape, lit: Collection[str], chosen: str | None, label: str) -> str:
    """Draw a landscape.

    Args:
        land: The landscape.
        lit: The ids of papers that are lit up.
        chosen: The id of the paper that is open.
        label: What the map is, for those who do not see it.
    """
    # Those that matter come last, and so lie above the others.
    ordered = sorted(land.places, key=lambda one: (one.paper_id == chosen, one.paper_id in lit))
    dots = "".join(_dot(one, lit, chosen) for one in ordered)
    state = (" some-lit" if lit else "") + (" many" if len(land.places) > _FEW else "")
    names = "".join(_names(land))
    named = f'role="group" aria-label="{html.escape(label)}"'
    return f'<div class="map{state}" {named}>{dots}{names}</div>'


def _dot(place: Place, lit: Collection[str], chosen: str | None) -> str:
    marks = " lit" if place.paper_id in lit else ""
    marks += " chosen" if place.paper_id == chosen else ""
    title, value = html.escape(place.title), html.escape(place.paper_id)
    style = f"{_at(place.x, place.y)};{_hue(place.theme)}"
    return (
        f'<button type="button" tabindex="-1" class="dot{marks}" value="{value}" title="{title}"'
        f' aria-label="{title}" style="{style}"></button>'
    )


def _names(land: Landscape) -> list[str]:
    """Write each theme's name in the middle of its papers, below others that are there already."""
    taken: list[tuple[float, float]] = []
    names = []
    for number, terms in enumerate(land.themes):
        if not terms:
            continue
        own = [place for place in land.places if place.theme == number]
        x = sorted(place.x for place in own)[len(own) // 2]
        y = sorted(place.y for place in own)[len(own) // 2]
        x = min(max(x, _WIDE / 2), 1 - _WIDE / 2)
        while any(abs(x - left) < _WIDE and abs(y - top) < _HIGH for left, top in taken):
            y = y + _HIGH / 2 if y < 1 else 0.0
        taken.append((x, y))
        first, *more = (html.escape(term) for term in terms[:2])
        text = first + "".join(f"<span>, {term}</span>" for term in more)
        names.append(f'<span class="theme" style="{_at(x, y)};{_hue(number)}">{text}</span>')
    return names


def _at(x: float, y: float) -> str:
    return f"left:{100 * x:.2f}%;top:{100 * y:.2f}%"


def _hue(theme: int) -> str:
    # Seven steps of a twelfth: neighbours in number are far apart in colour.
    return f"--hue:{theme * 7 % _HUES * 360 // _HUES}"
