import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from rag.assistant import Assistant, answered
from rag.collection import Collection
from rag.errors import CollectionBusy, CollectionError
from rag.ingest import ingest
from rag.library import Library
from rag.locks import FolderLock
from rag.settings import Settings
from rag.vector_store import nearest_papers
from tests.support.chroma_server import ChromaServer
from tests.support.embedders import BagOfWords
from tests.support.world import DATA
from tests.support.writing import abstracts, add, started, write_list

INGEST = """
import sys
from pathlib import Path
from rag.ingest import ingest
from rag.library import Library
from rag.settings import Settings
from tests.support.embedders import BagOfWords
library = Library(Settings(home=Path(sys.argv[1])))
ingest([Path(sys.argv[2])], library.open("papers"), BagOfWords())
"""
ZEBRAS = "Zebras graze beside gnus. The zebra leads when water is near."


def _library(home: Path, **settings: object) -> Library:
    return Library(Settings(home=home, **settings))  # type: ignore[arg-type]


def _filled(library: Library) -> Collection:
    embedder = BagOfWords()
    collection = library.open_or_create("papers", embedder)
    ingest([DATA / "small.txt"], collection, embedder)
    return collection


def _list(folder: Path, name: str, *abstracts: str) -> Path:
    file = folder / name
    file.write_text("A list\n\n" + "\n\n".join(abstracts) + "\n", "utf-8")
    return file


def _nearest(collection: Collection, question: str) -> str:
    papers = {one.paper.id: one.paper.abstract for one in collection.papers()}
    return papers[collection.nearest(BagOfWords().embed_query(question), 1)[0]]


@pytest.fixture
def collection(tmp_path: Path) -> Collection:
    return _filled(_library(tmp_path / "home"))


def test_the_nearest_passage_is_of_the_paper_that_says_the_same(collection: Collection) -> None:
    assert "WhaleSpotter" in _nearest(collection, "Counting whales from satellite images")


def test_an_empty_collection_has_nothing_near(tmp_path: Path) -> None:
    empty = _library(tmp_path).open_or_create("papers", BagOfWords())
    assert empty.nearest(BagOfWords().embed_query("whales"), 3) == []
    assert list(empty.papers()) == []
    assert empty.known(["0123456789abcdef"], ["a#1"]) == []


def test_papers_are_known_by_their_texts_and_their_keys(
    tmp_path: Path, collection: Collection
) -> None:
    export = tmp_path / "export.jsonl"
    export.write_text('{"id": "z1", "title": "Zebras", "abstract": "' + ZEBRAS + '"}\n')
    ingest([export], collection, BagOfWords())
    (zebras,) = collection.known([], ["export.jsonl#z1"])
    assert zebras.paper.abstract == ZEBRAS
    assert [one.paper for one in collection.known(zebras.texts, [])] == [zebras.paper]
    assert [one.paper for one in collection.known(zebras.texts, zebras.keys)] == [zebras.paper]
    assert collection.known(["absent"], ["export.jsonl#z2"]) == []


def test_papers_come_a_page_at_a_time(
    collection: Collection, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = [one.paper for one in collection.papers()]
    monkeypatch.setattr("rag.collection._PAGE", 5)
    assert [one.paper for one in collection.papers()] == whole
    assert len(whole) == 12


def test_what_another_process_wrote_is_seen(tmp_path: Path, collection: Collection) -> None:
    before = collection.revision
    assert "Zebras" not in _nearest(collection, "zebras graze beside gnus")
    more = _list(tmp_path, "more.txt", ZEBRAS)
    subprocess.run([sys.executable, "-c", INGEST, tmp_path / "home", more], check=True)
    assert collection.revision != before
    assert _nearest(collection, "zebras graze beside gnus") == ZEBRAS


def test_a_writer_keeps_what_another_process_wrote(tmp_path: Path, collection: Collection) -> None:
    more = _list(tmp_path, "more.txt", ZEBRAS)
    subprocess.run([sys.executable, "-c", INGEST, tmp_path / "home", more], check=True)
    otters = "Otters crack shells with stones. An otter keeps its stone."
    ingest([_list(tmp_path, "otters.txt", otters)], collection, BagOfWords())
    again = _library(tmp_path / "home").open("papers")
    assert again.summary().papers == 14
    assert _nearest(again, "zebras graze beside gnus") == ZEBRAS
    assert _nearest(again, "otters crack shells with stones") == otters


def test_two_collections_of_a_library_see_each_others_writes(tmp_path: Path) -> None:
    library = _library(tmp_path)
    reader = _filled(library)
    before = reader.revision
    ingest([_list(tmp_path, "more.txt", ZEBRAS)], library.open("papers"), BagOfWords())
    assert reader.revision != before
    assert _nearest(reader, "zebras graze beside gnus") == ZEBRAS


def test_a_cleaner_spelling_leaves_no_passages_of_the_other(
    tmp_path: Path, collection: Collection
) -> None:
    before = collection.summary().passages
    ingest([_list(tmp_path, "a.txt", ZEBRAS.replace("gnus", "**gnus**"))], collection, BagOfWords())
    ingest([_list(tmp_path, "b.txt", ZEBRAS)], collection, BagOfWords())
    assert collection.summary().passages == before + 1
    assert _nearest(collection, "zebras graze beside gnus") == ZEBRAS


def test_a_write_that_was_interrupted_leaves_nothing_wrong(
    tmp_path: Path, collection: Collection, monkeypatch: pytest.MonkeyPatch
) -> None:
    before, held = collection.summary(), collection.revision
    _interrupt_a_write(tmp_path, collection, monkeypatch)
    assert collection.revision == held
    assert len(list(collection.papers())) == before.papers
    otters = "Otters crack shells with stones. An otter keeps its stone."
    ingest([_list(tmp_path, "b.txt", otters)], collection, BagOfWords())
    after = collection.summary()
    assert (after.papers, after.passages) == (before.papers + 1, before.passages + 1)


def test_what_an_interrupted_write_has_left_is_mended_once(
    tmp_path: Path, collection: Collection, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = collection.summary()
    assert not collection.mend()
    _interrupt_a_write(tmp_path, collection, monkeypatch)
    assert collection._count("passages") == before.passages + 1
    assert collection.mend()
    assert collection._count("passages") == before.passages
    assert not collection.mend()


def test_what_a_living_writer_is_at_is_not_mended(
    tmp_path: Path, collection: Collection, monkeypatch: pytest.MonkeyPatch
) -> None:
    _interrupt_a_write(tmp_path, collection, monkeypatch)
    monkeypatch.setattr("rag.collection._MOMENT", 0.1)
    with FolderLock(tmp_path / "home").held(), pytest.raises(CollectionBusy):
        collection.mend()


def _interrupt_a_write(
    folder: Path, collection: Collection, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Stop a write after the passages, before the papers."""
    with monkeypatch.context() as patch, pytest.raises(KeyboardInterrupt):
        patch.setattr("rag.collection.paper_record", _interrupt)
        ingest([_list(folder, "a.txt", ZEBRAS)], collection, BagOfWords())


def _interrupt(*_: object) -> None:
    raise KeyboardInterrupt


@pytest.mark.server
def test_a_chroma_server_holds_the_same_as_a_folder(tmp_path: Path, server: ChromaServer) -> None:
    library = _library(tmp_path / "two", chroma_url=server.url)
    embedded, remote = _filled(_library(tmp_path / "one")), _filled(library)
    vector = BagOfWords().embed_query("whales in satellite images")
    assert remote.nearest(vector, 5) == embedded.nearest(vector, 5)
    for one, other in zip(
        sorted(embedded.papers(), key=lambda stored: stored.paper.id),
        sorted(remote.papers(), key=lambda stored: stored.paper.id),
        strict=True,
    ):
        assert one.paper == other.paper
        np.testing.assert_array_equal(one.sentence_vectors, other.sentence_vectors)
    library.delete("papers")


@pytest.mark.server
def test_a_restart_of_the_server_in_the_middle_of_a_question_is_survived(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = ChromaServer(tmp_path / "server")
    server.start()
    restarts = []

    def restarting(part: Any, vector: Any, count: int) -> list[str]:
        if not restarts:
            server.stop()
            server.start(wait=False)
            restarts.append(server)
        return nearest_papers(part, vector, count)

    question = "What counts whales from satellite images?"
    try:
        collection = _filled(_library(tmp_path / "home", chroma_url=server.url))
        assistant = Assistant(collection, BagOfWords(), collection.folder)
        before = answered(assistant, question)
        monkeypatch.setattr("rag.collection.nearest_papers", restarting)
        after = answered(assistant, question)
    finally:
        server.stop()
    assert restarts
    assert after.answer == before.answer
    assert after.citations[0].title.startswith("WhaleSpotter")


@pytest.mark.server
def test_two_machines_that_share_a_server_see_what_either_adds(
    tmp_path: Path, server: ChromaServer
) -> None:
    libraries = [_library(tmp_path / name, chroma_url=server.url) for name in ("one", "two")]
    collections = [_filled(library) for library in libraries]
    assistants = [Assistant(one, BagOfWords(), one.folder) for one in collections]
    question = "Which papers are about zebras?"
    assert all(answered(one, question).abstained for one in assistants)
    for herd, one in zip(("north", "south"), collections, strict=True):
        more = _list(tmp_path, f"{herd}.txt", f"{ZEBRAS} We watch the herd in the {herd}.")
        ingest([more], one, BagOfWords())
    answers = [answered(one, question) for one in assistants]
    assert answers[0].answer == answers[1].answer
    assert len(answers[0].papers) == 2
    libraries[0].delete("papers")


@pytest.mark.server
def test_a_server_that_stays_away_is_one_clear_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rag.chroma._DELAYS", (0.01,))
    server = ChromaServer(tmp_path / "server")
    server.start()
    collection = _filled(_library(tmp_path / "home", chroma_url=server.url))
    server.stop()
    with pytest.raises(CollectionError, match="PAPERCHAT_CHROMA_URL") as caught:
        _ = collection.revision
    assert "\n" not in str(caught.value)


@pytest.mark.server
@pytest.mark.slow
def test_restarts_of_the_server_in_the_middle_of_an_ingest_are_survived(tmp_path: Path) -> None:
    server = ChromaServer(tmp_path / "server")
    server.start()
    try:
        file = write_list(tmp_path / "many.txt", abstracts(600))
        writer = started(add, tmp_path / "home", [file], server.url)
        for pause in (4.0, 3.0):
            writer.join(pause)
            server.stop()
            server.start()
        writer.join()
        assert writer.exitcode == 0
        collection = _library(tmp_path / "home", chroma_url=server.url).open("papers")
        collection.mend()
        assert len({one.paper.id for one in collection.papers()}) == 600
        assert (collection.summary().papers, collection.summary().passages) == (600, 600)
    finally:
        server.stop()


@pytest.mark.server
@pytest.mark.slow
def test_several_ingests_through_a_server_end_as_one_after_the_other(
    tmp_path: Path, server: ChromaServer
) -> None:
    both = abstracts(20, seed=1)
    lists = [
        write_list(tmp_path / f"{n}.txt", [*abstracts(150, seed=n + 2), *both]) for n in range(2)
    ]
    writers = [started(add, tmp_path / f"home{n}", [lists[n]], server.url) for n in range(2)]
    for writer in writers:
        writer.join()
    assert [writer.exitcode for writer in writers] == [0, 0]
    library = _library(tmp_path / "home", chroma_url=server.url)
    papers = [one.paper for one in library.open("papers").papers()]
    assert len({paper.id for paper in papers}) == len(papers) == 320
    assert sum(len(paper.sources) == 2 for paper in papers) == 20
    library.delete("papers")
