"""Ingests are killed and stopped here, at moments that are drawn anew each time.

Whatever the moment: what was written before is there, nothing is there twice, what was begun is
ended by a mending or by the next run, and that one completes the rest.
"""

import os
import random
import signal
from pathlib import Path
from time import monotonic

import pytest

from rag.assistant import Assistant
from rag.collection import Collection
from tests.support.embedders import BagOfWords
from tests.support.writing import abstracts, add, library, started, write_list

pytestmark = pytest.mark.slow

PAPERS = 150  # of each list: two batches, the second one short


@pytest.mark.parametrize(("how", "times"), [(signal.SIGKILL, 20), (signal.SIGINT, 10)])
def test_an_ingest_may_be_cut_short_at_any_moment(
    tmp_path: Path, how: signal.Signals, times: int
) -> None:
    home = tmp_path / "home"
    lists = [
        write_list(tmp_path / f"{number}.txt", abstracts(PAPERS, seed=number))
        for number in range(times + 2)
    ]
    whole = [_seconds(home, file) for file in lists[:2]][1]  # the first one has more to make
    for file in lists[2:]:
        process = started(add, home, [file])
        process.join(random.uniform(0, whole))  # noqa: S311 - no secret
        if process.is_alive():
            assert process.pid is not None
            os.kill(process.pid, how)
            process.join()
        # Looked at by another process: a damaged index would take this one down.
        examiner = started(_examine, home, 2 * PAPERS)
        examiner.join()
        assert examiner.exitcode == 0
    collection = library(home).open("papers")
    collection.mend()
    assert sorted(set(_owners(collection))) == _ids(collection)
    assert not collection.mend()
    _seconds(home, *lists)
    _is_complete(collection, len(lists) * PAPERS)


def _seconds(home: Path, *files: Path) -> float:
    begun = monotonic()
    process = started(add, home, files)
    process.join()
    assert process.exitcode == 0
    return monotonic() - begun


def _examine(home: Path, papers: int) -> None:
    """Fail unless so many papers are there at least, each once and found by what it says."""
    collection = library(home).open("papers")
    ids = _ids(collection)
    assert len(ids) == len(set(ids)) >= papers
    assert _finds(collection, every=97)


def _is_complete(collection: Collection, papers: int) -> None:
    snapshot = Assistant(collection, BagOfWords(), collection.folder).snapshot
    ids = _ids(collection)
    assert len(set(ids)) == papers
    assert _owners(collection) == ids
    summary = collection.summary()
    assert (summary.papers, summary.passages) == (papers, papers)
    assert list(snapshot.ids) == ids
    assert len(snapshot.lexical) == papers
    assert _finds(collection, every=31)


def _ids(collection: Collection) -> list[str]:
    return sorted(one.paper.id for one in collection.papers())


def _owners(collection: Collection) -> list[str]:
    """The paper of each passage, sorted."""
    part = collection._part("passages")
    return sorted(str(one["paper_id"]) for one in part.get(include=["metadatas"])["metadatas"])


def _finds(collection: Collection, every: int) -> bool:
    """Tell whether papers, one in so many, are found by what they say."""
    embed = BagOfWords().embed_query
    return all(
        one.paper.id in collection.nearest(embed(one.paper.abstract), 5)
        for one in list(collection.papers())[::every]
    )
