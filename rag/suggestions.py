"""Questions to begin with, made from the collection at hand: each of them has an answer in it."""

from __future__ import annotations

from rag.coining import coined_names
from rag.snapshot import Snapshot

__all__ = ["suggestions"]

_LONGEST = 25  # characters of a name that makes a readable question


def suggestions(snapshot: Snapshot) -> tuple[str, ...]:
    """Suggest up to four questions: on a theme, on a paper, on two papers, on the whole."""
    if not len(snapshot):
        return ()
    asked = []
    if snapshot.themes:
        asked.append(f"Which papers are about {snapshot.themes[0].terms[0]}?")
    names = _names(snapshot)
    if names:
        asked.append(f"What is {names[0]}?")
    if len(names) > 1:
        asked.append(f"How do {names[0]} and {names[1]} differ?")
    return (*asked, "What topics are here?")


def _names(snapshot: Snapshot) -> list[str]:
    """Name two papers of the largest theme that have coined names."""
    names: list[str] = []
    for theme in snapshot.themes:
        for number in theme.papers:
            coined = coined_names(snapshot[number].paper.abstract)
            if coined and len(coined[0]) <= _LONGEST:
                names.append(coined[0])
            if len(names) == 2:
                return names
    return names
