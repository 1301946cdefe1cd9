"""Plots as SVG that stands in the page: no script, no font and no file besides it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

__all__ = ["Bar", "Plot", "Point", "bars", "columns", "intervals", "scatter"]

_WIDTH, _LABELS, _ROW = 640, 190, 20
_HEIGHT, _MARGIN = 240, 36
_CLASSES = ("one", "two", "three")  # the colours of series, set in the page's style


@dataclass(frozen=True, slots=True)
class Plot:
    """A drawn plot with its caption."""

    caption: str
    svg: str


@dataclass(frozen=True, slots=True)
class Bar:
    """A label with a value for each series."""

    label: str
    values: Sequence[float]


@dataclass(frozen=True, slots=True)
class Point:
    """A point of a scatter plot; its area grows with its weight."""

    x: float
    y: float
    weight: int


def bars(caption: str, series: Sequence[str], rows: Sequence[Bar]) -> Plot:
    """Draw horizontal bars, one for each series under each label."""
    most = max((value for row in rows for value in row.values), default=0) or 1
    thick = _ROW / max(len(series), 1) * 0.8
    drawn = []
    for place, row in enumerate(rows):
        top = 24 + place * (_ROW + 6)
        drawn.append(_text(_LABELS - 8, top + 14, row.label, "end"))
        for number, value in enumerate(row.values):
            width = (_WIDTH - _LABELS - 60) * value / most
            y = top + number * thick
            drawn.append(_rectangle(_LABELS, y, width, thick - 1, _CLASSES[number]))
            drawn.append(_text(_LABELS + width + 4, y + thick - 1, f"{value:g}", small=True))
    return Plot(caption, _svg(_WIDTH, 30 + len(rows) * (_ROW + 6), [*_legend(series), *drawn]))


def intervals(caption: str, rows: Sequence[tuple[str, float, float, float]]) -> Plot:
    """Draw values in [0, 1] with their intervals: label, value, low, high."""
    scale = _WIDTH - _LABELS - 60
    drawn = [_line(_LABELS + scale * x, 4, _LABELS + scale * x, 12 + len(rows) * _ROW, "grid")
             for x in (0, 0.25, 0.5, 0.75, 1)]  # fmt: skip
    for place, (label, value, low, high) in enumerate(rows):
        y = 18 + place * _ROW
        drawn.append(_text(_LABELS - 8, y + 4, label, "end"))
        drawn.append(_line(_LABELS + scale * low, y, _LABELS + scale * high, y, "bar"))
        drawn.append(_circle(_LABELS + scale * value, y, 4, "one"))
        drawn.append(_text(_LABELS + scale + 8, y + 4, f"{value:.3f}", small=True))
    return Plot(caption, _svg(_WIDTH, 20 + len(rows) * _ROW, drawn))


def columns(caption: str, series: Sequence[str], rows: Sequence[Bar], unit: str = "") -> Plot:
    """Draw upright bars, one for each series over each label."""
    most = max((value for row in rows for value in row.values), default=0) or 1
    step = (_WIDTH - 2 * _MARGIN) / max(len(rows), 1)
    thick = step * 0.8 / max(len(series), 1)
    base = _HEIGHT - _MARGIN
    drawn = [_line(_MARGIN, base, _WIDTH - _MARGIN, base, "grid"), _text(4, 34, f"{most:.3g}")]
    for place, row in enumerate(rows):
        left = _MARGIN + place * step
        drawn.append(_text(left + step / 2, base + 16, row.label, "middle", small=True))
        for number, value in enumerate(row.values):
            height = (base - 30) * value / most
            x = left + number * thick + step * 0.1
            drawn.append(_rectangle(x, base - height, thick - 1, height, _CLASSES[number]))
    drawn.append(_text(_WIDTH - _MARGIN, base + 32, unit, "end", small=True))
    return Plot(caption, _svg(_WIDTH, _HEIGHT, [*_legend(series), *drawn]))


def scatter(caption: str, points: Sequence[Point], x_label: str, y_label: str) -> Plot:
    """Draw points in the unit square, with the diagonal on which x and y agree."""
    side = 260
    low, high = _MARGIN, _MARGIN + side
    drawn = [
        _line(low, high, high, high, "grid"),
        _line(low, low, low, high, "grid"),
        _line(low, high, high, low, "grid"),
        _text(high, high + 28, x_label, "end"),
        _text(low, low - 10, y_label),
    ]
    for value in (0.0, 0.5, 1.0):
        drawn.append(_text(low + side * value, high + 14, f"{value:g}", "middle", small=True))
        drawn.append(_text(low - 4, high - side * value + 4, f"{value:g}", "end", small=True))
    for point in points:
        radius = 2 + min(12.0, point.weight**0.5)
        drawn.append(_circle(low + side * point.x, high - side * point.y, radius, "one"))
    return Plot(caption, _svg(high + _MARGIN, high + _MARGIN, drawn))


def _legend(series: Sequence[str]) -> list[str]:
    if len(series) < 2:
        return []
    drawn = []
    for number, name in enumerate(series):
        x = _LABELS + 150 * number
        drawn += [_rectangle(x, 6, 10, 10, _CLASSES[number]), _text(x + 14, 15, name)]
    return drawn


def _svg(width: float, height: float, drawn: Sequence[str]) -> str:
    return (
        f'<svg viewBox="0 0 {width:g} {height:g}" width="{width:g}" role="img">'
        f"{''.join(drawn)}</svg>"
    )


def _rectangle(x: float, y: float, width: float, height: float, style: str) -> str:
    return (
        f'<rect class="{style}" x="{x:.1f}" y="{y:.1f}" width="{max(width, 0):.1f}" '
        f'height="{max(height, 0):.1f}"/>'
    )


def _circle(x: float, y: float, radius: float, style: str) -> str:
    return f'<circle class="{style}" cx="{x:.1f}" cy="{y:.1f}" r="{radius:.1f}"/>'


def _line(x1: float, y1: float, x2: float, y2: float, style: str) -> str:
    return f'<line class="{style}" x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"/>'


def _text(x: float, y: float, text: str, anchor: str = "start", *, small: bool = False) -> str:
    style = ' class="small"' if small else ""
    return f'<text{style} x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(text)}</text>'
