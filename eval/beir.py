"""Retrieval on any collection in BEIR's layout: BM25, dense and hybrid side by side.

The hybrid is the retrieval that answers rest on, the other two are its halves: the figures show
whether the default is right. Measures are those of ir-measures, which are trec_eval's.

One rule holds for every measure: a query is scored if at least one document is judged relevant to
it (grade above 0); others are left out. A judged document that the corpus does not hold counts as
one that is not found. As in BEIR's own evaluation, a document with the id of the query is taken
for the query itself and passed over, unless it is judged relevant to it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from pydantic import BaseModel, ConfigDict, Field

from eval.beir_files import Qrels, corpus, qrels, queries
from eval.beir_index import BeirIndex, RetrieverName, opened
from eval.progress import Progress
from rag.errors import InputError

if TYPE_CHECKING:
    from rag.workspace import Workspace

__all__ = ["BeirResults", "Measure", "RetrieverName", "evaluate"]

Measure = Literal["nDCG@10", "MRR@10", "R@10", "R@100"]

_MEASURES: tuple[Measure, ...] = ("nDCG@10", "MRR@10", "R@10", "R@100")
_RETRIEVERS: tuple[RetrieverName, ...] = ("bm25", "dense", "hybrid")
_DEEPEST = 100

Run = Mapping[str, Sequence[str]]
"""For each query the ids of the documents found, the best first."""


class BeirResults(BaseModel):
    """What `paperchat eval --beir --json` prints: the mean over the scored queries.

    Attributes:
        retrievers: For each retriever its measures, each in [0, 1].
        documents: How many documents the corpus holds; not printed.
        queries: How many queries were scored; not printed.
        left_out: How many queries have no relevant document, so no score; not printed.
        by_query: For each retriever and measure the scores by query id; not printed.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    retrievers: Mapping[RetrieverName, Mapping[Measure, float]]
    documents: int = Field(exclude=True)
    queries: int = Field(exclude=True)
    left_out: int = Field(exclude=True)
    by_query: Mapping[RetrieverName, Mapping[Measure, Mapping[str, float]]] = Field(exclude=True)


def evaluate(
    folder: Path,
    *,
    workspace: Workspace,
    split: str | None = None,
    limit: int | None = None,
    runs: Path | None = None,
    progress: Progress | None = None,
) -> BeirResults:
    """Ask a collection in BEIR's layout its queries, and score what is found.

    Args:
        folder: Holds corpus.jsonl, queries.jsonl and qrels.
        workspace: Gives the embedder and the data folder, which keeps what was embedded.
        split: Which of the qrels; None for the first there is of test, dev and train.
        limit: Score so many queries at most, the first ones.
        runs: A folder to write the runs and the qrels to, in TREC's form.
        progress: Told how it goes.

    Raises:
        InputError: A file is missing, one of its lines cannot be read, or no query can be scored.
    """
    judged = qrels(folder, split)
    texts = queries(folder)
    scored = [one for one in texts if _relevant(judged, one)]
    documents = list(corpus(folder))
    _check_judged(folder, judged, scored, {document.id for document in documents})
    asked = dict(islice(((one, texts[one]) for one in scored), limit))
    judged = {query_id: judged[query_id] for query_id in asked}
    with opened(documents, workspace, progress) as index:
        found = _ask(index, asked, judged, progress)
    by_query = {name: _scores(judged, found[name]) for name in _RETRIEVERS}
    if runs is not None:
        _write(runs, judged, found)
    return BeirResults(
        retrievers={
            name: {measure: sum(own.values()) / len(own) for measure, own in scores.items()}
            for name, scores in by_query.items()
        },
        documents=len(documents),
        queries=len(asked),
        left_out=len(texts) - len(scored),
        by_query=by_query,
    )


def _relevant(judged: Qrels, query_id: str) -> list[str]:
    return [one for one, grade in judged.get(query_id, {}).items() if grade > 0]


def _check_judged(folder: Path, judged: Qrels, scored: Sequence[str], ids: set[str]) -> None:
    """Refuse a collection whose parts do not belong together: all would be scored 0."""
    if not scored:
        raise InputError(
            "no query of queries.jsonl has a relevant document",
            where=str(folder),
            remedy="Put the qrels of these queries beside them, or name another split",
        )
    if not any(one in ids for query_id in scored for one in _relevant(judged, query_id)):
        raise InputError(
            "no document that is judged relevant is in the corpus",
            where=str(folder),
            remedy="Put the qrels of this corpus beside it",
        )


def _ask(
    index: BeirIndex, asked: Mapping[str, str], judged: Qrels, progress: Progress | None
) -> dict[RetrieverName, dict[str, list[str]]]:
    found: dict[RetrieverName, dict[str, list[str]]] = {name: {} for name in _RETRIEVERS}
    for done, (query_id, text) in enumerate(asked.items(), start=1):
        passed_over = {query_id} - set(_relevant(judged, query_id))
        for name, ranked in index.rank(text).items():
            kept = [one for one in ranked if one not in passed_over]
            found[name][query_id] = kept[:_DEEPEST]
        if progress:
            progress("Asking", done, len(asked))
    return found


def _scores(judged: Qrels, run: Run) -> dict[Measure, dict[str, float]]:
    """Score every query by every measure."""
    # Imported here, not above: `paperchat --help` must not pay for it.
    from ir_measures import RR, R, iter_calc, nDCG

    measures = (nDCG @ 10, RR @ 10, R @ 10, R @ 100)
    named = {str(own): name for own, name in zip(measures, _MEASURES, strict=True)}
    scores: dict[Measure, dict[str, float]] = {name: {} for name in _MEASURES}
    # Ranks as scores: trec_eval orders by score, and equal scores by id.
    ranked = {
        query_id: {one: float(-rank) for rank, one in enumerate(documents)}
        for query_id, documents in run.items()
    }
    for metric in iter_calc(list(measures), judged, ranked):
        scores[named[str(metric.measure)]][metric.query_id] = metric.value
    return {name: {query_id: own[query_id] for query_id in judged} for name, own in scores.items()}


def _write(runs: Path, judged: Qrels, found: Mapping[RetrieverName, Run]) -> None:
    runs.mkdir(parents=True, exist_ok=True)
    with (runs / "qrels.txt").open("w", encoding="utf-8") as file:
        for query_id, grades in judged.items():
            file.writelines(f"{query_id} 0 {one} {grade}\n" for one, grade in grades.items())
    for name, run in found.items():
        with (runs / f"{name}.run").open("w", encoding="utf-8") as file:
            for query_id, ranked in run.items():
                file.writelines(
                    f"{query_id} Q0 {one} {rank} {-rank} {name}\n"
                    for rank, one in enumerate(ranked, start=1)
                )
