"""Retrieval on any collection in BEIR's layout: BM25, dense and hybrid side by side."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from pydantic import BaseModel, ConfigDict, Field

from eval.progress import Progress

if TYPE_CHECKING:
    from rag.workspace import Workspace

__all__ = ["BeirResults", "Measure", "RetrieverName", "evaluate"]

RetrieverName = Literal["bm25", "dense", "hybrid"]
Measure = Literal["nDCG@10", "MRR@10", "R@10", "R@100"]


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
        split: Which of the qrels; None for `test`, or the only one.
        limit: Ask so many queries at most, the first ones.
        runs: A folder to write the runs and the qrels to, in TREC's form.
        progress: Told how it goes.

    Raises:
        InputError: A file is missing, or one of its lines cannot be read.
    """
    raise NotImplementedError
