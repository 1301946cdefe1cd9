"""What each stage of a question takes, over collections of any size.

A large collection is made, not read (`eval.bench.made`): its vectors cost nothing, but a question
is embedded by the real model all the same, so that its time is in every figure.
"""

from __future__ import annotations

import resource
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from time import perf_counter

import numpy as np

from eval.bench.made import MadeEmbedder, write_papers
from eval.bench.timing import process
from rag.assistant import Assistant, Event
from rag.collection import Collection
from rag.embedding import Embedder, MiniLM
from rag.ingest import ingest
from rag.library import Library
from rag.model_files import ModelFiles
from rag.retrieval import DENSE_POOL, Retriever
from rag.settings import Settings
from rag.snapshot import Snapshot

__all__ = ["first_question", "made", "stages"]

_QUESTIONS = 40
_NAME = "made"


def made(count: int, home: Path) -> Iterator[str]:
    """Time the stages over so many made papers, and the first question of a new process."""
    file = home / f"{count}.jsonl"
    write_papers(file, count)
    ingest([file], _collection(home, MadeEmbedder()), MadeEmbedder())
    ingested = _peak()
    embedder = _embedder()
    collection = _collection(home, embedder)
    assistant = Assistant(collection, embedder, collection.folder)
    snapshot = assistant.snapshot
    yield f"{count} made papers: at most {ingested:.0f} MB to ingest, {_peak():.0f} MB so far"
    yield from stages(collection, assistant, embedder, _made_questions(snapshot))
    yield f"at most {_peak():.0f} MB so far"
    program = f"from eval.bench.stages import first_question; first_question({str(home)!r})"
    started = perf_counter()
    process(["-c", program])()
    yield f"first question of a new process, its imports included: {perf_counter() - started:.1f} s"


def stages(
    collection: Collection, assistant: Assistant, embedder: Embedder, questions: Sequence[str]
) -> Iterator[str]:
    """Time each stage, in turns: the median and the 95th percentile over some questions."""
    snapshot = assistant.snapshot
    retriever = Retriever(collection, snapshot, embedder)
    times: dict[str, list[float]] = {}
    for turn in range(2):  # the first one is not counted
        for question in questions:
            vector = embedder.embed_query(question)
            actions: dict[str, Callable[[], object]] = {
                "one query embedding": partial(embedder.embed_query, question),
                "one Chroma query": partial(collection.nearest, vector, DENSE_POOL),
                "one BM25 query": partial(snapshot.lexical.search, question),
                "whole retrieval": partial(retriever.retrieve, question),
                "whole answer": partial(_asked, assistant, question),
            }
            for name, action in actions.items():
                started = perf_counter()
                action()
                if turn:
                    times.setdefault(name, []).append(perf_counter() - started)
    for name, own in times.items():
        middle, slow = 1000 * np.percentile(own, [50, 95])
        yield f"{name}: {middle:.1f} ms, 95th percentile {slow:.1f} ms"
    halves = np.sum([times[name] for name in list(times)[:3]], axis=0)
    ratio = np.median(np.array(times["whole retrieval"]) / halves)
    yield f"whole retrieval over {len(snapshot)} papers: {ratio:.2f} times the three together"


def _asked(assistant: Assistant, question: str) -> list[Event]:
    return list(assistant.ask(question))


def _made_questions(snapshot: Snapshot) -> list[str]:
    """Ask for papers by name, by subject and by a sentence of theirs."""
    step = max(1, len(snapshot) * 3 // _QUESTIONS)
    questions = []
    for number in range(0, len(snapshot), step):
        paper = snapshot[number].paper
        name, _, subject = paper.title.partition(": ")
        start, end = snapshot[number].sentences[-1]
        questions += [
            f"What is {name}?",
            f"Which papers study {' '.join(subject.split()[:2])}?",
            paper.abstract[start:end],
        ]
    return questions


def first_question(home: str) -> None:
    """Ask one question of the made papers in a folder."""
    embedder = _embedder()
    collection = _collection(Path(home), embedder)
    list(Assistant(collection, embedder, collection.folder).ask("What topics are here?"))


def _embedder() -> MadeEmbedder:
    return MadeEmbedder(MiniLM(ModelFiles.embedded()))


def _collection(home: Path, embedder: Embedder) -> Collection:
    settings = Settings.from_environment().model_copy(update={"home": home, "chroma_url": None})
    return Library(settings).open_or_create(_NAME, embedder)


def _peak() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
