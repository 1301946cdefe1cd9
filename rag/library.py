"""The collections of one data folder, or of one Chroma server."""

from __future__ import annotations

import secrets
import shutil
from collections.abc import Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from rag.chroma import Chroma
from rag.chroma_files import remove_unowned
from rag.collection import Collection, CollectionSummary, now
from rag.errors import CollectionMismatch, CollectionMissing, InputError
from rag.mending import facts_of

if TYPE_CHECKING:
    from rag.embedding import Embedder
    from rag.settings import Settings

__all__ = ["FORMAT", "LONGEST_NAME", "Library"]

FORMAT = 2
"""The version of what is written (see `rag.stored`); a collection of another one is refused."""


LONGEST_NAME = 80
"""Characters of a new collection's name: it has to fit a line of the page."""


class Library:
    """Opens, makes, lists and deletes collections. Safe to use from several threads.

    A process has one library for a data folder: of several, one would not see in its vectors what
    another has written.
    """

    def __init__(self, settings: Settings) -> None:
        self._chroma = Chroma(settings)

    def open(self, name: str, embedder: Embedder | None = None) -> Collection:
        """Open a collection.

        Args:
            name: Its name.
            embedder: Who will ask it; checked to be the one that made it.

        Raises:
            CollectionMissing: There is none of this name.
            CollectionMismatch: It was made with another embedder, or by another version.
        """
        facts = self._facts(name)
        if facts is None:
            raise CollectionMissing(
                "there is no such collection",
                where=name if _is_name(name) else repr(name[:LONGEST_NAME]),
                remedy=f"Make it with: paperchat ingest FILE... -c {name[:LONGEST_NAME]!r}",
            )
        _check_facts(name, facts, embedder)
        return Collection(self._chroma, name)

    def open_or_create(self, name: str, embedder: Embedder) -> Collection:
        """Open a collection, and make an empty one first where there is none.

        Raises:
            InputError: There is none, and the name cannot be used.
            CollectionMismatch: It was made with another embedder, or by another version.
        """
        if not self.exists(name):
            _check_name(name)
            with self._chroma.lock(name).held():
                if not self.exists(name):  # nobody was quicker
                    self._chroma.create(name, _first_facts(name, embedder))
        return self.open(name, embedder)

    def exists(self, name: str) -> bool:
        """Tell whether there is a collection of this name."""
        return self._facts(name) is not None

    def _facts(self, name: str) -> Mapping[str, Any] | None:
        # Half a character, as a shell may hand on, is in no name: Chroma cannot even look for it.
        return facts_of(self._chroma, name) if _is_unicode(name) else None

    def create(self, name: str, embedder: Embedder) -> Collection:
        """Make an empty collection.

        Raises:
            InputError: The name cannot be used, or is that of another collection.
        """
        self._check_free(name)
        return self.open_or_create(name, embedder)

    def rename(self, name: str, new: str) -> None:
        """Give a collection another name.

        Raises:
            CollectionMissing: There is none of this name.
            InputError: The new name cannot be used, or is that of another collection.
        """
        before, after = Collection(self._chroma, name), Collection(self._chroma, new)
        with self._chroma.lock(name).held(), self._chroma.lock(new).held():
            self._check_free(new)
            _ = before.revision
            facts = facts_of(self._chroma, name) or {}
            self._chroma.rename(name, new, {**facts, "name": new})
        with suppress(OSError):  # what is derived can be made again
            before.folder.rename(after.folder)

    def summaries(self) -> tuple[CollectionSummary, ...]:
        """Summarise every collection, by name."""
        return tuple(Collection(self._chroma, name).summary() for name in self._chroma.names())

    def delete(self, name: str) -> None:
        """Delete a collection and what is derived from it.

        Raises:
            CollectionMissing: There is none of this name.
        """
        collection = Collection(self._chroma, name)
        with self._chroma.lock(name).held():
            _ = collection.revision
            self._chroma.delete(name)
            if self._chroma.embedded:
                remove_unowned(self._chroma.folder)
        shutil.rmtree(collection.folder, ignore_errors=True)

    def _check_free(self, name: str) -> None:
        _check_name(name)
        if len(name) > LONGEST_NAME:
            raise InputError(
                f"the name has {len(name)} characters",
                where=f"{name[:20]}…",
                remedy=f"Write at most {LONGEST_NAME}",
            )
        if self.exists(name):
            raise InputError(
                "there is such a collection already", where=name, remedy="Choose another name"
            )


def _check_name(name: str) -> None:
    if not name.strip() or name != name.strip() or not name.isprintable():
        raise InputError(
            "this is no name", where=repr(name[:20]), remedy="Write some letters or digits"
        )


def _is_unicode(text: str) -> bool:
    return not any("\ud800" <= sign <= "\udfff" for sign in text)


def _is_name(text: str) -> bool:
    return text.isprintable() and len(text) <= LONGEST_NAME


def _first_facts(name: str, embedder: Embedder) -> dict[str, Any]:
    return {
        "paperchat": "papers",
        "name": name,
        "format": FORMAT,
        "embedder": embedder.name,
        "dimension": embedder.dimension,
        "created": now(),
        "updated": now(),
        "revision": secrets.token_hex(8),
        "papers": 0,
        "passages": 0,
        "aliases": 0,
    }


def _check_facts(name: str, facts: Mapping[str, Any], embedder: Embedder | None) -> None:
    if facts.get("format") != FORMAT:
        raise CollectionMismatch(
            f"it has format {facts.get('format')}, and this paperchat reads format {FORMAT}",
            where=name,
            remedy="Delete it and ingest its lists again",
        )
    if embedder and facts.get("embedder") != embedder.name:
        raise CollectionMismatch(
            f"it was made with the embedder {facts.get('embedder')}, not with {embedder.name}",
            where=name,
            remedy="Set PAPERCHAT_EMBEDDER as it was then, or ingest the lists again with -c NEW",
        )
