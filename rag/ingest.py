"""From lists to a collection: read, recognise, cut, embed, write, a batch at a time.

Ingesting is safe to repeat. A paper is recognised by its text, or by the key that its list gives
it, so a second run finds nothing to embed and nothing to write; a run that was cut short is
completed by the next one. Memory does not grow with the lists: a batch is written before the next
one is read.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace
from itertools import count, islice
from pathlib import Path
from typing import Protocol

from rag.collection import Collection
from rag.embedding import Embedder
from rag.identity import fingerprint, key_of, merge, shared_key
from rag.labels import LONGEST
from rag.papers import Entry, Paper
from rag.readers import Reached, Refusal, Skipped, read
from rag.stages import stage
from rag.stored import EmbeddedText, StoredPaper
from rag.texts import Texts

__all__ = ["IngestReport", "Progress", "ingest"]

BATCH = 128
"""Entries that are recognised, embedded and written together."""


class Progress(Protocol):
    """What is told of an ingest while it runs."""

    def advanced(self, entries: int, share: float) -> None:
        """So many more entries have been dealt with, and such a share of the lists is read."""
        ...

    def told(self, line: str) -> None:
        """Something that the user has to know."""
        ...


@dataclass(frozen=True, slots=True)
class IngestReport:
    """What became of some lists.

    Attributes:
        entries: How many abstracts were read.
        added: How many papers are new.
        updated: How many known papers gained a place, a title or another fact.
        known: How many entries told nothing new.
        versions: How many papers have a new text under their old key.
        refused: What could not be read, a line each with its place and remedy.
        skipped: How many records were no papers, by their type.
        seconds: How long it took.
    """

    entries: int = 0
    added: int = 0
    updated: int = 0
    known: int = 0
    versions: int = 0
    refused: tuple[str, ...] = ()
    skipped: dict[str, int] = field(default_factory=dict)
    seconds: float = 0.0


@dataclass(slots=True)
class _Draft:
    """A paper of the batch at hand, as it will be written."""

    paper: Paper
    texts: tuple[str, ...]
    keys: tuple[str, ...]
    stored: StoredPaper | None  # what the collection holds of it
    changed_text: bool = False


@stage("ingest")
def ingest(
    paths: Iterable[Path],
    collection: Collection,
    embedder: Embedder,
    progress: Progress | None = None,
) -> IngestReport:
    """Add lists of papers to a collection.

    Args:
        paths: The files.
        collection: Where the papers go.
        embedder: The embedder of the collection.
        progress: Told how it goes.

    Raises:
        CollectionError: The collection cannot be written.
    """
    started = time.perf_counter()
    refused: list[str] = []
    skipped: Counter[str] = Counter()
    counts: Counter[str] = Counter()
    paths = list(paths)
    reached = Reached(paths)

    def entries() -> Iterator[Entry]:
        for outcome in read(paths, reached):
            if isinstance(outcome, Refusal):
                refused.append(str(outcome))
                if progress:
                    progress.told(str(outcome))
            elif isinstance(outcome, Skipped):
                skipped[outcome.kind] += outcome.count
            else:
                yield outcome

    source = entries()
    keyed: dict[str, str] = {}
    while batch := _next_batch(source):
        known_by = [(fingerprint(entry.abstract), key_of(entry)) for entry in batch]
        # Read before the batch is: of two texts of one key, either may come first.
        shared = {key for text, key in known_by if key and keyed.setdefault(key, text) != text}
        counts += _write(_Batch(batch, known_by, shared), collection, embedder, progress)
        counts["entries"] += len(batch)
        if progress:
            progress.advanced(len(batch), reached.share)
    return IngestReport(
        **counts,
        refused=tuple(refused),
        skipped=dict(skipped),
        seconds=round(time.perf_counter() - started, 3),
    )


@stage("read")
def _next_batch(source: Iterator[Entry]) -> list[Entry]:
    return list(islice(source, BATCH))


@dataclass(frozen=True, slots=True)
class _Batch:
    """Entries that are dealt with together.

    Attributes:
        known_by: For each entry the fingerprint of its text, and its list's key for it.
        shared: The keys that their lists give to another text as well.
    """

    entries: Sequence[Entry]
    known_by: Sequence[tuple[str, str | None]]
    shared: AbstractSet[str]


@stage("batch")
def _write(
    batch: _Batch, collection: Collection, embedder: Embedder, progress: Progress | None
) -> Counter[str]:
    """Write what a batch tells that the collection does not know yet.

    Embedding takes seconds, so it happens before the lock is taken. What the collection knows is
    asked again under the lock, since another process may have written in the meantime.
    """
    drafts, counts = _recognise(batch, collection)
    if not any(_is_news(draft) for draft in drafts):
        return counts
    texts = Texts(collection, embedder)
    texts.make([draft.paper for draft in drafts if _has_new_text(draft)])
    with collection.exclusive(progress.told if progress else None):
        drafts, counts = _recognise(batch, collection)
        texts.make([draft.paper for draft in drafts if _has_new_text(draft)])
        _label(drafts, texts.labels, collection)
        news = [draft for draft in drafts if _is_news(draft)]
        if news:
            collection.write([_stored(draft, texts.embedded) for draft in news], texts.embedded)
    return counts


def _has_new_text(draft: _Draft) -> bool:
    return draft.stored is None or draft.changed_text


@stage("recognise")
def _recognise(batch: _Batch, collection: Collection) -> tuple[list[_Draft], Counter[str]]:
    """Bring the entries of a batch together with the papers that they are about."""
    texts, keys = zip(*batch.known_by, strict=True)
    known = collection.known(list(dict.fromkeys(texts)), [key for key in keys if key])
    drafts = {one.paper.id: _Draft(one.paper, one.texts, one.keys, one) for one in known}
    by_text = {text: draft for draft in drafts.values() for text in draft.texts}
    by_key = {key: draft for draft in drafts.values() for key in draft.keys}
    counts: Counter[str] = Counter()
    for entry, (text, key) in zip(batch.entries, batch.known_by, strict=True):
        is_shared = key is not None and (key in batch.shared or shared_key(key) in by_key)
        holder = by_key.get(key) if key else None
        draft = by_text.get(text) or (None if is_shared else holder)
        if draft is None:
            paper = merge(None, entry)
            draft = drafts[paper.id] = _Draft(paper, (text,), (), None)
            counts["added"] += 1
        else:
            before = draft.paper
            _revise(draft, entry, text)
            if draft.changed_text and draft.texts[-1] == text and text not in by_text:
                counts["versions"] += 1
            else:
                counts["known" if draft.paper == before else "updated"] += 1
        by_text[text] = draft
        if key and is_shared:
            # Whoever came by it first keeps it, for all to see that it is shared.
            by_key[key] = by_key[shared_key(key)] = holder or draft
            _give(holder or draft, key, shared_key(key))
        elif key:
            by_key[key] = draft
            _give(draft, key)
    return list(drafts.values()), counts


def _give(draft: _Draft, *keys: str) -> None:
    """Let a paper be recognised by keys too, if it is not by many already."""
    if len(draft.keys) < _MOST_KEYS:
        draft.keys = tuple(dict.fromkeys([*draft.keys, *keys]))


_MOST_KEYS = 16  # each is looked for in a field of its own


def _revise(draft: _Draft, entry: Entry, text: str) -> None:
    """Add to a paper what another entry tells of it."""
    if text not in draft.texts:  # its list says that this is the paper, with a new text
        draft.paper = replace(draft.paper, abstract=entry.abstract)
        draft.texts = (*draft.texts, text)
        draft.changed_text = True
    merged = merge(draft.paper, entry)
    if merged.abstract != draft.paper.abstract:  # a cleaner spelling, with passages of its own
        draft.changed_text = True
    draft.paper = merged


def _label(
    drafts: Sequence[_Draft], made: Mapping[str, tuple[str, ...]], collection: Collection
) -> None:
    """Label the papers that no list gives a title, no two of a collection alike.

    A label stays as long as the text that it was made from: who has seen it finds it again. Which
    ones are taken changes until the lock is held.
    """
    unnamed = [one for one in drafts if not one.paper.title_given and _has_new_text(one)]
    wishes = {one.paper.id: made[one.paper.abstract] for one in unnamed}
    held = collection.titled(list({wish for own in wishes.values() for wish in own}))
    taken = {title for title, holder in held.items() if holder not in wishes}
    taken.update(one.paper.title for one in drafts if one.paper.id not in wishes)
    for draft in unnamed:
        own = wishes[draft.paper.id]
        title = next((wish for wish in own if wish not in taken), None)
        title = title or next(_numbered(own[0], taken, collection))
        draft.paper = replace(draft.paper, title=title)
        taken.add(title)


def _numbered(label: str, taken: set[str], collection: Collection) -> Iterator[str]:
    """Yield a label with the numbers that are free, from 2."""
    for first in count(2, BATCH):
        numbers = [f" ({number})" for number in range(first, first + BATCH)]
        page = [label[: LONGEST - len(number)].rstrip() + number for number in numbers]
        if page[-1] not in taken:
            taken.update(collection.titled(page))
        yield from (title for title in page if title not in taken)


def _is_news(draft: _Draft) -> bool:
    stored = draft.stored
    return stored is None or (draft.paper, draft.texts, draft.keys) != (
        stored.paper,
        stored.texts,
        stored.keys,
    )


def _stored(draft: _Draft, embedded: dict[str, EmbeddedText]) -> StoredPaper:
    """Make the record of a paper, with vectors just made or those that it has."""
    source = draft.stored if not _has_new_text(draft) else None
    own = source or embedded[draft.paper.abstract]
    return StoredPaper(
        draft.paper, own.sentences, own.sentence_vectors, keys=draft.keys, texts=draft.texts
    )
