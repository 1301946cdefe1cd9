"""Ingests in processes of their own, so that they can be killed or run beside one another.

Processes are forked from one that has everything imported already: a start costs milliseconds.
"""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Sequence
from multiprocessing.context import ForkServerProcess
from pathlib import Path

import numpy as np

from rag.ingest import ingest
from rag.library import Library
from rag.settings import Settings
from tests.support.embedders import BagOfWords

__all__ = ["abstracts", "add", "library", "started", "write_list"]

_PRELOADED = [
    "chromadb.api.rust",
    "llama_index.vector_stores.chroma",
    "llama_index.retrievers.bm25",
    "tests.support.writing",
]


def abstracts(count: int, seed: int = 7) -> list[str]:
    """Make abstracts of enough words that no two are near each other."""
    words = np.random.default_rng(seed).integers(0, 10_000, (count, 12))
    return [" ".join(f"w{word}" for word in own).capitalize() + "." for own in words]


def write_list(file: Path, papers: Sequence[str]) -> Path:
    """Write a list of abstracts in plain text."""
    file.write_text("A list\n\n" + "\n\n".join(papers) + "\n", "utf-8")
    return file


def library(home: Path, chroma_url: str | None = None) -> Library:
    """Open the collections of a data folder, or of a server."""
    return Library(Settings(home=home, chroma_url=chroma_url))  # type: ignore[call-arg]


def add(home: Path, files: Sequence[Path], chroma_url: str | None = None) -> None:
    """Add lists to the collection `papers`."""
    embedder = BagOfWords()
    collection = library(home, chroma_url).open_or_create("papers", embedder)
    ingest(files, collection, embedder)


def started(work: Callable[..., None], *arguments: object) -> ForkServerProcess:
    """Start a function of a module in a process of its own."""
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(_PRELOADED)
    process = context.Process(target=work, args=arguments)
    process.start()
    return process
