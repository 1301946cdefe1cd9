"""A small real world: a Chroma collection in a folder, with the embedded embedder."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from rag.answers import Answer
from rag.assistant import Assistant
from rag.settings import Settings
from rag.snapshot import Snapshot
from rag.workspace import Workspace

__all__ = ["DATA", "World"]

DATA = Path(__file__).parent.parent / "data"


@dataclass(frozen=True)
class World:
    """A workspace with one collection."""

    workspace: Workspace

    @classmethod
    def of(cls, home: Path, *lists: Path) -> World:
        """Ingest lists into a new data folder."""
        workspace = Workspace(Settings(home=home))  # type: ignore[call-arg]
        workspace.ingest(lists, "papers")
        return cls(workspace)

    @property
    def assistant(self) -> Assistant:
        return self.workspace.assistant("papers")

    @property
    def snapshot(self) -> Snapshot:
        return self.assistant.snapshot

    def number(self, word: str) -> int:
        """The number of the one paper whose abstract holds a word."""
        (number,) = (place for place, one in enumerate(self.snapshot) if word in one.paper.abstract)
        return number

    def paper_id(self, word: str) -> str:
        return self.snapshot.ids[self.number(word)]

    def ask(self, *turns: str) -> Answer:
        """Ask questions one after another; the answer to the last."""
        history: list[Answer] = []
        for turn in turns:
            *_, answer = self.assistant.ask(turn, history)
            assert isinstance(answer, Answer)
            history.append(answer)
        return history[-1]

    def listed(self, *turns: str) -> set[str]:
        """The coined words of the papers that a listing finds."""
        return {one.paper_id for one in self.ask(*turns).papers}
