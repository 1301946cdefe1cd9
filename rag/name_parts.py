"""Papers whose own name holds a topic as a part: "wing" in "WingNet".

A reader who looks for "wing" may remember no more of the name. Only what a paper is called counts,
by its title, its label or a name that it coins: what it merely mentions is not what it is about.
And that only counts where no sentence of the collection says any word of the topic.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from rag.coining import coined_names
from rag.snapshot import Indexed, Snapshot
from rag.words import inflections, parts, uninflected

if TYPE_CHECKING:
    from rag.relevance import Topic

__all__ = ["with_named"]

_NAMED = 0.6  # the probability of a paper of such a name: it belongs
_OTHERS = 0.1  # of the others at most: no word of the topic speaks for them


def with_named(topic: str, judged: Topic, snapshot: Snapshot) -> Topic:
    """Let papers belong to a topic that only their names hold."""
    wanted = set(inflections(topic))
    if judged.held or not wanted or any(map(snapshot.sentences.holds, wanted)):
        return judged
    holding = snapshot.names.with_part(next(iter(wanted)))
    numbers = {number for name in holding for number in name.papers}
    named = [one for one in numbers if any(wanted <= own for own in _names(snapshot[one]))]
    if not named:
        return judged
    probability = np.minimum(judged.probability, _OTHERS)
    probability[named] = _NAMED
    return replace(judged, probability=probability, held=True)


def _names(indexed: Indexed) -> list[set[str]]:
    """Give the parts of each name of a paper, without their inflections."""
    called = (indexed.paper.title, *coined_names(indexed.paper.abstract))
    names = [word for name in called for word in name.split()]
    return [set(map(uninflected, parts(name))) for name in names]
