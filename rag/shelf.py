"""What has to be known of a collection to tell which of its papers a follow-up means."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from rag.retrieval import Retriever
from rag.snapshot import Snapshot

__all__ = ["Shelf", "SnapshotShelf"]


class Shelf(Protocol):
    """A collection, as follow-ups look at it."""

    def title_of(self, paper_id: str) -> str:
        """Give the title of a paper."""
        ...

    def names_in(self, text: str) -> Sequence[str]:
        """List the ids of the papers that a text names."""
        ...

    def rename(self, text: str, name: str) -> str | None:
        """Put a name in the place of the first that a text has; None where it has none."""
        ...

    def is_author(self, name: str) -> bool:
        """Tell whether somebody of a name wrote one of the papers."""
        ...

    def authors_of(self, paper_id: str) -> Sequence[str]:
        """List the authors of a paper."""
        ...

    def closest(self, about: str, among: Sequence[str]) -> str | None:
        """Find which of some papers a description fits; None where it rather fits another."""
        ...

    def answers(self, question: str, paper_id: str) -> bool:
        """Tell whether a paper is about as likely to answer a question as any other."""
        ...


class SnapshotShelf:
    """The papers of a snapshot, as follow-ups look at them."""

    def __init__(self, snapshot: Snapshot, retriever: Retriever) -> None:
        self._snapshot = snapshot
        self._retriever = retriever

    def title_of(self, paper_id: str) -> str:
        """Give the title of a paper; its id where the collection no longer holds it."""
        number = self._snapshot.number_of.get(paper_id)
        return self._snapshot[number].paper.title if number is not None else paper_id

    def names_in(self, text: str) -> list[str]:
        """List the ids of the papers that a text names."""
        found = self._snapshot.names.find(text)
        return [self._snapshot.ids[one] for mention in found for one in mention.papers]

    def rename(self, text: str, name: str) -> str | None:
        """Put a name in the place of the first that a text has; None where it has none."""
        found = self._snapshot.names.find(text)
        return text[: found[0].start] + name + text[found[0].end :] if found else None

    def is_author(self, name: str) -> bool:
        """Tell whether somebody of a name wrote one of the papers."""
        return bool(self._snapshot.authors.find(name).people)

    def authors_of(self, paper_id: str) -> tuple[str, ...]:
        """List the authors of a paper."""
        number = self._snapshot.number_of.get(paper_id)
        return self._snapshot[number].paper.authors if number is not None else ()

    def closest(self, about: str, among: Sequence[str]) -> str | None:
        """Find which of some papers a description fits; None where it rather fits another."""
        return self._fitting(about, among, _FITS)

    def answers(self, question: str, paper_id: str) -> bool:
        """Tell whether a paper is about as likely to answer a question as any other."""
        return self._fitting(question, [paper_id], _AS_WELL) is not None

    def _fitting(self, wording: str, among: Sequence[str], share: float) -> str | None:
        """Find which of some papers comes closest to a wording.

        None where it reaches less than a share of the score of the best paper of all.
        """
        numbers = self._snapshot.numbers(among)
        hits = self._retriever.retrieve(wording, also=numbers).hits
        inside = [hit for hit in hits if hit.number in numbers]
        fits = inside and inside[0].score >= share * hits[0].score
        return self._snapshot.ids[inside[0].number] if fits else None


_FITS = 0.5  # share of the best paper's score that one of the papers spoken of has to reach
_AS_WELL = 0.7  # the same for a question that does not say that it is about one of them
