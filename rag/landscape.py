"""Papers placed on a plane by what they mean, so that a collection can be looked at as a whole.

The plane is the one in which the themes of the collection lie farthest apart: the two principal
directions of their centres, each weighted by its papers, which is what linear discriminant analysis
looks for (Fisher 1936) where all themes spread alike. Two directions of 384 crowd the middle, so
half of a place is the paper's rank in its direction: neighbours stay neighbours, and a map of 3,000
papers is as readable as one of 87.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from rag.snapshot import Snapshot
from rag.themes import Theme

__all__ = ["Landscape", "Place", "landscape", "positions"]

_RANKED = 0.5  # the share of a place that is its rank


@dataclass(frozen=True, slots=True)
class Place:
    """Where a paper lies.

    Attributes:
        theme: The number of its theme, from 0.
        x: From the left edge, 0 to 1.
        y: From the upper edge, 0 to 1.
    """

    paper_id: str
    title: str
    theme: int
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Landscape:
    """A collection as a picture.

    Attributes:
        themes: The terms that name each theme, the largest theme first.
        places: Every paper.
    """

    themes: tuple[tuple[str, ...], ...]
    places: tuple[Place, ...]


def landscape(snapshot: Snapshot) -> Landscape:
    """Place the papers of a collection."""
    if not len(snapshot):
        return Landscape((), ())
    theme_of = {number: theme for theme, one in enumerate(snapshot.themes) for number in one.papers}
    found = positions(np.asarray(snapshot.means), snapshot.themes)
    places = tuple(
        Place(indexed.paper.id, indexed.paper.title, theme_of[number], *map(float, found[number]))
        for number, indexed in enumerate(snapshot)
    )
    return Landscape(tuple(one.terms for one in snapshot.themes), places)


def positions(means: NDArray[np.float32], themes: Sequence[Theme]) -> NDArray[np.float64]:
    """Place papers on the unit square: (n, 2).

    Args:
        means: (n, dimension) float32, unit length: one vector a paper.
        themes: The themes, which hold each paper once.
    """
    centred = means.astype(np.float64) - means.mean(axis=0)
    centres = np.stack([centred[list(one.papers)].mean(axis=0) for one in themes])
    weights = np.sqrt([[len(one.papers)] for one in themes])
    # The papers themselves, faintly: two themes alone lie on a line.
    spread = np.concatenate([centres * weights, centred * _FAINT])
    _, _, directions = np.linalg.svd(spread, full_matrices=False)
    directions = np.pad(directions[:2], ((0, max(0, 2 - len(directions))), (0, 0)))
    flat = centred @ directions.T
    ranks = flat.argsort(axis=0, kind="stable").argsort(axis=0) / max(1, len(flat) - 1)
    span = np.maximum(np.ptp(flat, axis=0), 1e-9)
    scaled = (flat - flat.min(axis=0)) / span
    mixed: NDArray[np.float64] = _RANKED * ranks + (1 - _RANKED) * scaled
    return mixed


_FAINT = 0.1
