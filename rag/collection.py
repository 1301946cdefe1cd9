"""A collection of papers: read, asked and written.

What belongs to a paper is written in an order that leaves nothing wrong when it is cut short:
first its passages, then its record, by which it is there; then the passages of a text that it no
longer has are deleted. Before that, the writer notes which papers it is about to write. The next
writer finds the note of one that was cut short, and removes passages that belong to no paper.

The revision changes once for each write, when the write is whole. Whatever is derived from a
collection carries the revision that it was derived from.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rag.chroma import Chroma, Facts, Part, chroma_name
from rag.errors import CollectionMissing
from rag.mending import facts_of, files_now, load, sizes_now
from rag.stages import stage
from rag.stored import (
    EmbeddedText,
    StoredPaper,
    aliases,
    centre,
    paper_record,
    spelling,
    stored_paper,
    text_record,
)
from rag.vector_store import add_passages, import_store, nearest_papers

__all__ = ["Collection", "CollectionSummary"]

_MOMENT = 10.0  # seconds: a writer holds the lock for a batch at a time, well under one second
_PAGE = 1000  # papers read at once: some 8 MB; skipping to a page costs more than reading it


@dataclass(frozen=True, slots=True)
class CollectionSummary:
    """What `collections list` prints of a collection."""

    name: str
    papers: int
    passages: int
    embedder: str
    created: str
    updated: str


class Collection:
    """One collection. Safe to use from several threads."""

    def __init__(self, chroma: Chroma, name: str) -> None:
        self.name = name
        self._chroma = chroma

    @property
    def folder(self) -> Path:
        """Where what is derived from the collection is kept, beside it."""
        return self._chroma.home / "derived" / chroma_name(self.name, "snapshots")

    @property
    def revision(self) -> str:
        """A token that every write changes, whichever process wrote.

        Raises:
            CollectionMissing: The collection has been deleted.
        """
        return self._chroma.follow(self.name)

    def summary(self) -> CollectionSummary:
        """Tell what the collection holds, without reading it."""
        facts = self._facts()
        return CollectionSummary(
            name=self.name,
            papers=int(facts["papers"]),
            passages=int(facts["passages"]),
            embedder=str(facts["embedder"]),
            created=str(facts["created"]),
            updated=str(facts["updated"]),
        )

    def papers(self) -> Iterator[StoredPaper]:
        """Read every paper, a page at a time."""
        offset = 0
        while page := self._read("papers", limit=_PAGE, offset=offset):
            yield from page
            offset += len(page)

    def known(self, texts: Sequence[str], keys: Sequence[str]) -> list[StoredPaper]:
        """Find the papers that have one of some fingerprints or keys."""
        found = self._read("papers", ids=list(dict.fromkeys(texts))) if texts else []
        ids = {one.paper.id for one in found}
        wanted = [*keys, *(text for text in texts if text not in ids)]
        # Two lists of alternatives cost one pass each; as many single alternatives, one each too.
        slots: list[Any] = [
            {f"alias{slot}": {"$in": wanted}} for slot in range(int(self._facts()["aliases"]))
        ]
        if wanted and slots:
            where = {"$or": slots} if len(slots) > 1 else slots[0]
            found += [one for one in self._read("papers", where=where) if one.paper.id not in ids]
        return found

    def titled(self, titles: Sequence[str]) -> dict[str, str]:
        """Find which of some titles papers have already, each with the id of one such paper."""
        found = self._read("papers", where={"title": {"$in": list(titles)}}) if titles else []
        return {one.paper.title: one.paper.id for one in found}

    @stage("nearest")
    def nearest(self, vector: NDArray[np.float32], count: int) -> list[str]:
        """Rank passages by their nearness to a vector: the ids of their papers, the best first."""
        part = self._part("passages")
        return self._chroma.call(self.name, lambda: nearest_papers(part, vector, count))

    @contextmanager
    def exclusive(self, waiting: Callable[[str], None] | None = None) -> Iterator[None]:
        """Be the only writer for a while, and see all that the writers before have written.

        Args:
            waiting: Told in a line when another process is writing.

        Raises:
            CollectionBusy: Another process kept writing for too long.
        """
        with self._chroma.lock(self.name).held(waiting):
            self._settle()
            yield

    def prepare(self) -> None:
        """Import what `write` needs, which takes a second; to be done beside something else."""
        import_store()

    def mend(self) -> bool:
        """End what a writer that was cut short has begun.

        Returns:
            Whether there was one.

        Raises:
            CollectionBusy: Another process keeps writing.
        """
        if "writing" not in self._facts():
            return False
        with self._chroma.lock(self.name).held(patience=_MOMENT):
            return self._settle()

    @stage("write")
    def write(self, papers: Sequence[StoredPaper], embedded: Mapping[str, EmbeddedText]) -> None:
        """Write papers, new ones and changed ones; only to be called as the `exclusive` writer.

        Args:
            papers: The papers.
            embedded: Each abstract that a paper of these has and the collection has not, embedded.
        """
        new = [one for one in papers if one.paper.abstract in embedded]
        self._begin(new)
        try:
            replaced = self._add(new, embedded)
            self._update([one for one in papers if one.paper.abstract not in embedded])
            self._remove_stale(replaced)
        except KeyboardInterrupt:
            # Chroma has finished what it was doing: its files are whole, only the batch is not.
            self._begin(new)
            raise
        self._end(max((len(aliases(one)) for one in papers), default=0))

    def _add(
        self, papers: Sequence[StoredPaper], embedded: Mapping[str, EmbeddedText]
    ) -> list[str]:
        """Write papers with their passages; the ids of those that had other ones before."""
        if not papers:
            return []
        ids = [one.paper.id for one in papers]
        texts = [embedded[one.paper.abstract] for one in papers]
        passages = [
            (spelling(one.paper.abstract), passage, vector)
            for one, text in zip(papers, texts, strict=True)
            for passage, vector in zip(text.passages, text.vectors, strict=True)
        ]
        part = self._part("passages")
        self._chroma.call(self.name, lambda: add_passages(part, passages, self._chroma.batch))
        papers_part = self._part("papers")
        before = self._chroma.call(self.name, lambda: papers_part.get(ids=ids, include=[]))
        self._change(
            "papers",
            "upsert",
            ids=ids,
            documents=[one.paper.abstract for one in papers],
            metadatas=[
                {**paper_record(one), **text_record(text)}
                for one, text in zip(papers, texts, strict=True)
            ],
            embeddings=[centre(text.vectors) for text in texts],
        )
        return list(before["ids"])

    def _update(self, papers: Sequence[StoredPaper]) -> None:
        """Write what is known of papers anew; their vectors are not touched."""
        if papers:
            self._change(
                "papers",
                "update",
                ids=[one.paper.id for one in papers],
                metadatas=[paper_record(one) for one in papers],
            )

    def _remove_stale(self, ids: Sequence[str]) -> None:
        """Remove the passages of some papers that are not cut from their present abstracts."""
        if not ids:
            return
        present = [spelling(one.paper.abstract) for one in self._read("papers", ids=list(ids))]
        where: dict[str, Any] = {"paper_id": {"$in": list(ids)}}
        if present:
            where = {"$and": [where, {"spelling": {"$nin": present}}]}
        self._change("passages", "delete", where=where)

    def _settle(self) -> bool:
        """See all that the writers before have written, and end what one was cut short at, if any.

        Only to be called under the lock: without it, the note may be that of a writer at work.
        """
        # A client that has not seen another process's vectors would write over them.
        self._chroma.follow(self.name)
        note = self._facts().get("writing")
        if note is None:
            return False
        # What that one wrote, this process has not seen, and the revision does not tell of it.
        if self._chroma.embedded:
            self._chroma.renew()
        self._remove_stale(json.loads(note)["papers"])
        self._end(0)
        return True

    def _begin(self, papers: Sequence[StoredPaper]) -> None:
        note = {
            "files": files_now(self._chroma, self.name),
            "papers": [one.paper.id for one in papers],
        }
        self._chroma.set_facts(self.name, {**self._facts(), "writing": json.dumps(note)})

    def _end(self, slots: int) -> None:
        facts = self._facts()
        facts.pop("writing", None)
        self._chroma.set_facts(
            self.name,
            {
                **facts,
                "papers": self._count("papers"),
                "passages": self._count("passages"),
                "aliases": max(slots, int(facts["aliases"])),
                "sizes": sizes_now(self._chroma, self.name),
                "revision": secrets.token_hex(8),
                "updated": now(),
            },
        )

    def _facts(self) -> Facts:
        facts = facts_of(self._chroma, self.name)
        if facts is None:
            raise CollectionMissing(
                "the collection has been deleted", where=self.name, remedy="Ingest its lists again"
            )
        return facts

    def _part(self, part: Part) -> Any:
        found = self._chroma.part(self.name, part)
        return found if self._chroma.is_loaded(found) else load(self._chroma, self.name, part)

    def _read(self, part: Part, **which: Any) -> list[StoredPaper]:
        found = self._part(part)
        page = self._chroma.call(
            self.name, lambda: found.get(**which, include=["metadatas", "documents"])
        )
        return [
            stored_paper(metadata, abstract)
            for metadata, abstract in zip(page["metadatas"], page["documents"], strict=True)
        ]

    def _change(self, part: Part, how: str, **what: Any) -> None:
        found = self._part(part)
        self._chroma.call(self.name, lambda: getattr(found, how)(**what))

    def _count(self, part: Part) -> int:
        return int(self._chroma.call(self.name, self._part(part).count))


def now() -> str:
    """Tell the time as collections note it."""
    return datetime.now(UTC).isoformat(timespec="seconds")
