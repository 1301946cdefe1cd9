"""What the benchmarks measure, a function a part; each yields lines to print."""

from __future__ import annotations

import os
import resource
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from statistics import fmean

from eval.bench.stages import stages
from eval.bench.timing import in_turns, milliseconds, process
from rag.collection import Collection
from rag.embedding import Embedder
from rag.ingest import ingest as ingest_lists
from rag.labels import label
from rag.papers import Entry, Paper
from rag.passages import passages
from rag.readers import read
from rag.retrieval import Retriever
from rag.settings import Settings
from rag.snapshot import Snapshot
from rag.words import inflections
from rag.workspace import Workspace

__all__ = ["ingest", "labels", "query", "start", "titles"]


def start(files: Sequence[Path], home: Path) -> Iterator[str]:
    """Compare the start of the command line with the imports that it cannot do without."""
    workspace = _workspace(home / "start")
    workspace.ingest(files, "papers")
    os.environ["PAPERCHAT_HOME"] = str(home / "start")
    program = "from ui.cli import main; import sys; sys.argv = ['paperchat', *{}]; main()"
    ask = program.format(["ask", "What topics are here?", "-c", "papers"])
    helps, typer, asks, imports = in_turns(
        5,
        process(["-c", program.format(["--help"])]),
        process(["-c", "import typer"]),
        process(["-c", ask]),
        process(["-c", "import llama_index.core, chromadb, onnxruntime"]),
    )
    yield f"help: {helps / typer:.2f} times `import typer` ({milliseconds(typer)})"
    yield f"cold ask: {asks / imports:.2f} times its imports ({milliseconds(imports)})"


def ingest(files: Sequence[Path], home: Path) -> Iterator[str]:
    """Compare an ingest with embedding alone the texts whose vectors it stores.

    Neither is charged with what a process does once: the model is loaded and LlamaIndex imported
    before.
    """
    workspace = _workspace(home / "ingest")
    embedder = workspace.embedder
    collection = workspace.library.open_or_create("papers", embedder)
    collection.prepare()
    started = time.perf_counter()
    report = ingest_lists(files, collection, embedder)
    whole = time.perf_counter() - started
    cut = [
        passage
        for stored in collection.papers()
        for passage in passages(stored.paper, embedder.count, embedder.window)
    ]
    started = time.perf_counter()
    embedder.embed([passage.text for passage in cut])
    alone = time.perf_counter() - started
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    yield (
        f"ingest: {whole / alone:.2f} times embedding {len(cut)} passages alone ({alone:.1f} s), "
        f"{report.added} papers, at most {peak:.0f} MB"
    )


def query(files: Sequence[Path], home: Path) -> Iterator[str]:
    """Time the stages of a question, and whole retrieval against what it cannot do without."""
    workspace = _workspace(home / "query")
    workspace.ingest(files, "papers")
    assistant = workspace.assistant("papers")
    embedder = workspace.embedder
    collection = workspace.library.open("papers", embedder)
    yield from stages(collection, assistant, embedder, _questions(assistant.snapshot))


def titles(files: Sequence[Path], home: Path) -> Iterator[str]:
    """Index abstracts without their titles and ask for each title; which paper comes first?"""
    entries = [entry for entry in read(files) if isinstance(entry, Entry) and entry.title]
    workspace = _workspace(home / "titles")
    embedder = workspace.embedder
    collection = workspace.library.open_or_create("untitled", embedder)
    ingest_lists(files, collection, embedder)
    snapshot = Snapshot.open(
        home / "untitled",
        collection.revision,
        lambda: (
            replace(one, paper=replace(one.paper, title="", title_given=False, authors=()))
            for one in collection.papers()
        ),
    )
    yield from _ask_titles(entries, collection, snapshot, embedder)


def _ask_titles(
    entries: Sequence[Entry], collection: Collection, snapshot: Snapshot, embedder: Embedder
) -> Iterator[str]:
    retriever = Retriever(collection, snapshot, embedder)
    asked = first = in_ten = 0
    by_title = {
        one.paper.title: one.paper.id for one in collection.papers() if one.paper.title_given
    }
    for title in dict.fromkeys(entry.title for entry in entries if entry.title in by_title):
        ranked = [snapshot.ids[hit.number] for hit in retriever.retrieve(str(title)).hits[:10]]
        asked += 1
        first += ranked[:1] == [by_title[str(title)]]
        in_ten += by_title[str(title)] in ranked
    if asked:
        yield (
            f"titles as questions, {asked} papers indexed without them: right paper first "
            f"{first / asked:.4f}, in the first ten {in_ten / asked:.4f}"
        )


def labels(files: Sequence[Path], home: Path) -> Iterator[str]:
    """Withhold each title; how many of its words does the label of the abstract hold?"""
    del home  # nothing is kept
    entries = [entry for entry in read(files) if isinstance(entry, Entry) and entry.title]
    shares = [
        len(words & set(inflections(label(entry.abstract)))) / len(words)
        for entry in entries
        if (words := set(inflections(str(entry.title))))
    ]
    if shares:
        yield f"labels: {fmean(shares):.3f} of the words of {len(shares)} titles withheld"


def _workspace(home: Path) -> Workspace:
    return Workspace(Settings.from_environment().model_copy(update={"home": home}))


def _questions(snapshot: Snapshot) -> list[str]:
    """Ask about every theme and some papers: questions as people ask them, for any collection."""
    themes = [f"Which papers are about {theme.terms[0]}?" for theme in snapshot.themes]
    papers: list[Paper] = [snapshot[theme.papers[0]].paper for theme in snapshot.themes]
    return themes + [f"What is proposed in {paper.title}?" for paper in papers]
