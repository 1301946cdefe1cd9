"""The papers nearest to a paper in meaning."""

from __future__ import annotations

import numpy as np

from rag.snapshot import Snapshot

__all__ = ["nearest"]

_NEAREST = 10


def nearest(snapshot: Snapshot, number: int) -> tuple[int, ...]:
    """Number the papers whose abstracts are nearest in meaning to a paper's, the nearest first."""
    closeness = snapshot.means @ snapshot.means[number]
    order = np.argsort(-closeness, kind="stable").tolist()
    return tuple(one for one in order if one != number)[:_NEAREST]
