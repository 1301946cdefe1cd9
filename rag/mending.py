"""Loading an index only after a look at its files, and making it again where they are damaged.

A process that is killed while Chroma saves an index leaves one that answers wrongly or crashes
whoever loads it. Records are safe in SQLite, and a paper's record holds the vectors of its
passages, so both parts of a collection can be made again without embedding anything.

Before a writer begins, it notes in the collection's facts what the index files look like, and
takes the note back when it is done. A note that is found under the lock is one of a writer that
was cut short: where the files still look the same, Chroma had not begun to save them.

The new parts are filled under other names and put in the place of the old ones when they are
whole. All of it may itself be cut short at any moment.
"""

from __future__ import annotations

import json
import logging
import secrets
from collections.abc import Mapping, Sequence
from typing import Any

from rag.chroma import PARTS, Chroma, Facts, Part, chroma_name
from rag.chroma_files import index_sizes, index_state, records, remove_unowned
from rag.errors import CollectionDamaged, CollectionMissing
from rag.stored import centre, embedded_text, spelling, stored_paper
from rag.vector_store import add_passages

__all__ = ["facts_of", "files_now", "load", "sizes_now"]

_NEW = "-new"  # the suffix of parts that are being made
_UNFINISHED = "unfinished"
_BATCH = 256  # papers that are copied at once

_log = logging.getLogger(__name__)


def facts_of(chroma: Chroma, name: str) -> Facts | None:
    """Read a collection's facts, also where a mending was cut short at its last step."""
    facts = chroma.facts(name)
    if facts is None and chroma.embedded and _whole(chroma, name):
        with chroma.lock(name).held():
            _put_in_place(chroma, name)
        facts = chroma.facts(name)
    return facts


def load(chroma: Chroma, name: str, part: Part) -> Any:
    """Bring a part of an embedded collection into memory; a damaged one is made again first.

    Raises:
        CollectionMissing: The collection has been deleted.
        CollectionDamaged: It cannot be made again either.
    """
    with chroma.lock(name).held():
        if _whole(chroma, name):
            _put_in_place(chroma, name)
        facts = chroma.facts(name)
        if facts is None:
            raise CollectionMissing(
                "the collection has been deleted", where=name, remedy="Ingest its lists again"
            )
        if _is_suspicious(chroma, name, facts):
            _make_again(chroma, name, facts)
        try:
            chroma.load(name, chroma.part(name, part))
        except CollectionDamaged:
            _make_again(chroma, name, facts)
            chroma.load(name, chroma.part(name, part))
        _note_files(chroma, name)
        return chroma.part(name, part)


def files_now(chroma: Chroma, name: str) -> str:
    """Describe a collection's index files so that every writing shows; nothing on a server."""
    return index_state(chroma.folder, _names(name)) if chroma.embedded else ""


def sizes_now(chroma: Chroma, name: str) -> str:
    """Describe a collection's index files by their sizes; nothing on a server."""
    return index_sizes(chroma.folder, _names(name)) if chroma.embedded else ""


def _names(name: str) -> list[str]:
    return [chroma_name(name, part) for part in PARTS]


def _is_suspicious(chroma: Chroma, name: str, facts: Facts) -> bool:
    note = facts.get("writing")
    if note:
        return bool(json.loads(note)["files"] != files_now(chroma, name))
    return "sizes" in facts and facts["sizes"] != sizes_now(chroma, name)


def _note_files(chroma: Chroma, name: str) -> None:
    """Note what the files look like now: Chroma may have saved an index when it loaded it."""
    facts = chroma.facts(name) or {}
    before = dict(facts)
    if "writing" in facts:
        note = json.loads(facts["writing"])
        facts["writing"] = json.dumps({**note, "files": files_now(chroma, name)})
    facts["sizes"] = sizes_now(chroma, name)
    if facts != before:
        chroma.set_facts(name, facts)


def _make_again(chroma: Chroma, name: str, facts: Facts) -> None:
    _log.warning("The index of %s is damaged; it is made again from its papers.", name)
    fresh = {key: value for key, value in facts.items() if key not in ("writing", "sizes")}
    fresh["revision"] = secrets.token_hex(8)
    chroma.create(name, {**fresh, _UNFINISHED: True}, suffix=_NEW)
    for page in records(chroma.folder, chroma_name(name, "papers"), _BATCH):
        _copy(chroma, name, page)
    for part in PARTS:
        fresh[part] = chroma.part(name, part, suffix=_NEW).count()
    chroma.set_facts(name, fresh, suffix=_NEW)
    _put_in_place(chroma, name)


def _copy(chroma: Chroma, name: str, page: Sequence[tuple[Mapping[str, Any], str]]) -> None:
    papers = [stored_paper(metadata, abstract) for metadata, abstract in page]
    texts = [
        embedded_text(metadata, paper) for (metadata, _), paper in zip(page, papers, strict=True)
    ]
    add_passages(
        chroma.part(name, "passages", suffix=_NEW),
        [
            (spelling(paper.paper.abstract), passage, vector)
            for paper, text in zip(papers, texts, strict=True)
            for passage, vector in zip(text.passages, text.vectors, strict=True)
        ],
        chroma.batch,
    )
    part = chroma.part(name, "papers", suffix=_NEW)
    chroma.call(
        name,
        lambda: part.add(
            ids=[paper.paper.id for paper in papers],
            documents=[abstract for _, abstract in page],
            metadatas=[dict(metadata) for metadata, _ in page],
            embeddings=[centre(text.vectors) for text in texts],
        ),
    )


def _whole(chroma: Chroma, name: str) -> bool:
    """Tell whether new parts are whole and only wait to be put in place."""
    facts = chroma.facts(name, suffix=_NEW)
    return facts is not None and _UNFINISHED not in facts


def _put_in_place(chroma: Chroma, name: str) -> None:
    # The papers last: their facts say that the new parts are whole.
    for part in PARTS:
        chroma.rename_part(name, part, suffix=_NEW)
    remove_unowned(chroma.folder)
