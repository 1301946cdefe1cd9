"""A collection in BEIR's layout: a corpus, queries, and qrels that say what answers what.

::

    corpus.jsonl        {"_id": "4983", "title": "...", "text": "..."}
    queries.jsonl       {"_id": "1", "text": "..."}
    qrels/test.tsv      query-id <tab> corpus-id <tab> score     one file a split

Each may be compressed (`.gz`). The qrels may also be one `qrels.tsv`, or stand in TREC's four
columns; corpus and queries may be folders whose files are read in the order of their names.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from eval.lines import lines, new_identifier, records, text_of
from rag.errors import InputError

__all__ = ["Document", "Qrels", "corpus", "qrels", "queries"]

Qrels = dict[str, dict[str, int]]
"""For each query the grades of its judged documents; a grade above 0 is relevant."""

_DOCUMENT = '{"_id": "d1", "title": "...", "text": "..."}'
_QUERY = '{"_id": "q1", "text": "..."}'
_QREL = "query-id <tab> corpus-id <tab> score"
_SPLITS = ("test", "dev", "val", "validation", "train")


@dataclass(frozen=True, slots=True)
class Document:
    """One document of a corpus; both texts may be empty."""

    id: str
    title: str
    text: str


def corpus(folder: Path) -> Iterator[Document]:
    """Read the documents of a collection, in order.

    Raises:
        InputError: There is no corpus, a line is no document, or an id occurs twice.
    """
    seen: set[str] = set()
    for path in _parts(folder, "corpus"):
        for place, record in records(path, _DOCUMENT):
            document_id = new_identifier(record, "_id", "id", seen=seen, place=place)
            title, text = (text_of(record, name, place=place) for name in ("title", "text"))
            yield Document(document_id, title, text)


def queries(folder: Path) -> dict[str, str]:
    """Read the queries of a collection by their ids, in order.

    Raises:
        InputError: There are no queries, a line is no query, or an id occurs twice.
    """
    seen: set[str] = set()
    found: dict[str, str] = {}
    for path in _parts(folder, "queries"):
        for place, record in records(path, _QUERY):
            query_id = new_identifier(record, "_id", "id", seen=seen, place=place)
            found[query_id] = text_of(record, "text", place=place)
    return found


def qrels(folder: Path, split: str | None = None) -> Qrels:
    """Read which documents are judged to answer which queries.

    Args:
        folder: The collection.
        split: The split; None for the first there is of test, dev, validation and train.

    Raises:
        InputError: There are no such qrels, or a line is no judgement.
    """
    found: Qrels = {}
    for number, (place, line) in enumerate(lines(_qrels_file(folder, split))):
        fields = [field.strip() for field in line.split("\t")]
        if len(fields) == 1:
            fields = line.split()
        if number == 0 and _is_header(fields):
            continue
        query_id, document_id, grade = _judgement(fields, place)
        before = found.setdefault(query_id, {}).setdefault(document_id, grade)
        if before != grade:
            raise InputError(
                f"document {document_id} is judged {grade} for query {query_id}, and {before} "
                "further up",
                where=place,
                remedy="Keep one of the two lines",
            )
    return found


def _parts(folder: Path, name: str) -> list[Path]:
    """Find the file of a corpus or of queries, or the files of a folder of this name."""
    whole = [folder / f"{name}.jsonl", folder / f"{name}.jsonl.gz"]
    found = [path for path in whole if path.is_file()][:1]
    found = found or sorted(
        path for path in (folder / name).glob("*") if path.name.endswith((".jsonl", ".jsonl.gz"))
    )
    if not found:
        raise InputError(
            f"there is no {name}.jsonl",
            where=str(folder),
            remedy="Name a folder with corpus.jsonl, queries.jsonl and qrels, as BEIR has them",
        )
    return found


def _qrels_file(folder: Path, split: str | None) -> Path:
    splits = _splits(folder)
    chosen = [split] if split else [*_SPLITS, *splits]
    for name in chosen:
        if name in splits:
            return splits[name]
    what = f"no qrels of the split {split}" if split else "no qrels"
    there = f"; there are {', '.join(sorted(splits))}" if splits else ""
    raise InputError(
        f"there are {what}{there}",
        where=str(folder),
        remedy="Put them in qrels/test.tsv, as BEIR has them, or name another split",
    )


def _splits(folder: Path) -> dict[str, Path]:
    """Find the qrels by their split; one file for all queries counts as `test`."""
    found: dict[str, Path] = {}
    for path in sorted((folder / "qrels").glob("*")):
        name = path.name.removesuffix(".gz")
        if name.endswith(".tsv"):
            found.setdefault(name.removesuffix(".tsv"), path)
    for path in (folder / "qrels.tsv", folder / "qrels.tsv.gz"):
        if path.is_file():
            found.setdefault("test", path)
    return found


def _is_header(fields: list[str]) -> bool:
    return fields[0].casefold().startswith(("query", "qid", "topic")) and not _is_grade(fields[-1])


def _is_grade(field: str) -> bool:
    try:
        return float(field).is_integer()
    except ValueError:
        return False


def _judgement(fields: list[str], place: str) -> tuple[str, str, int]:
    # TREC's second column is the iteration, which nobody uses.
    query_id, document_id = fields[0], fields[-2] if len(fields) > 1 else ""
    if len(fields) not in (3, 4) or not (query_id and document_id and _is_grade(fields[-1])):
        raise InputError("the line is no judgement", where=place, remedy=f"Write it as {_QREL}")
    return query_id, document_id, int(float(fields[-1]))
