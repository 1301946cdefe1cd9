import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from rag.collection import Collection, Library, paper_from_json, paper_to_json
from rag.errors import CollectionBusy, CollectionError, CollectionMismatch, CollectionMissing
from rag.ingest import ingest
from rag.locks import writing
from rag.papers import Paper, Source
from rag.settings import Settings
from tests.support.embedders import BagOfWords
from tests.support.world import DATA


def _library(home: Path, **settings: object) -> Library:
    return Library(Settings(home=home, **settings))  # type: ignore[arg-type]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A real `chroma run` on loopback."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = Path(sys.executable).with_name("chroma")
    folder = tmp_path_factory.mktemp("server")
    process = subprocess.Popen(
        [command, "run", "--path", folder, "--host", "127.0.0.1", "--port", str(port)],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env={**os.environ, "ANONYMIZED_TELEMETRY": "False"},
    )
    for _ in range(100):
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                break
        time.sleep(0.2)
    yield f"http://127.0.0.1:{port}"
    process.terminate()
    process.wait()


def _filled(library: Library, name: str = "papers") -> Collection:
    embedder = BagOfWords()
    collection = library.open_or_create(name, embedder)
    ingest([DATA / "small.txt"], collection, embedder)
    return collection


def test_a_paper_survives_json() -> None:
    paper = Paper("p", "Owls", True, "Owls hunt.", ("A", "B"), 2024, sources=(Source("a", 1),))
    assert paper_from_json(paper_to_json(paper)) == paper


def test_a_missing_collection_says_how_to_make_it(tmp_path: Path) -> None:
    with pytest.raises(CollectionMissing, match="paperchat ingest"):
        _library(tmp_path).open("nowhere")


@pytest.mark.parametrize("name", ["papers", "my reading list", "论文", "a/b\\c:..", "x" * 300])
def test_any_name_will_do_for_a_collection(tmp_path: Path, name: str) -> None:
    library = _library(tmp_path)
    _filled(library, name)
    assert [one.name for one in library.summaries()] == [name]
    assert library.open(name).summary().papers == 12


def test_a_collection_is_refused_to_another_embedder(tmp_path: Path) -> None:
    library = _library(tmp_path)
    _filled(library)
    with pytest.raises(CollectionMismatch, match="bag-of-words"):
        library.open("papers", BagOfWords("another"))


def test_a_collection_of_another_format_is_refused(tmp_path: Path) -> None:
    library = _library(tmp_path)
    collection = _filled(library)
    part = collection._part("papers")
    part.modify(metadata={**part.metadata, "format": 99})
    with pytest.raises(CollectionMismatch, match="format 99"):
        library.open("papers")


def test_a_deleted_collection_is_gone(tmp_path: Path) -> None:
    library = _library(tmp_path)
    _filled(library)
    library.delete("papers")
    assert library.summaries() == ()
    with pytest.raises(CollectionMissing):
        library.delete("papers")


def test_the_nearest_passage_is_of_the_paper_that_says_the_same(tmp_path: Path) -> None:
    collection = _filled(_library(tmp_path))
    vector = BagOfWords().embed_query("Counting whales from satellite images is slow work")
    papers = {one.paper.id: one.paper for one in collection.papers()}
    assert "WhaleSpotter" in papers[collection.nearest(vector, 3)[0]].abstract


def test_what_another_process_wrote_is_seen(tmp_path: Path) -> None:
    collection = _filled(_library(tmp_path))
    before = collection.revision
    program = (
        "import sys; from pathlib import Path; sys.path.insert(0, '.');"
        "from tests.rag.test_collection import *; from tests.support.embedders import BagOfWords;"
        "library = Library(Settings(home=Path(sys.argv[1])));"
        "ingest([Path(sys.argv[2])], library.open('papers'), BagOfWords())"
    )
    more = tmp_path / "more.txt"
    more.write_text("A list\n\nZebras graze beside gnus. The zebra leads when water is near.\n")
    subprocess.run([sys.executable, "-c", program, tmp_path, more], check=True)
    assert collection.revision != before
    vector = BagOfWords().embed_query("zebras graze beside gnus")
    papers = {one.paper.id: one.paper.abstract for one in collection.papers()}
    assert papers[collection.nearest(vector, 1)[0]].startswith("Zebras")


def test_a_second_writer_waits_says_so_and_gives_up_in_the_end(tmp_path: Path) -> None:
    program = (
        "import sys, time; from pathlib import Path; from rag.locks import writing\n"
        "with writing(Path(sys.argv[1])): print('held', flush=True); time.sleep(30)"
    )
    holder = subprocess.Popen(
        [sys.executable, "-c", program, tmp_path], stdout=subprocess.PIPE, text=True
    )
    try:
        assert holder.stdout is not None and holder.stdout.readline() == "held\n"
        told: list[str] = []
        with pytest.raises(CollectionBusy), writing(tmp_path, patience=0.8, waiting=told.append):
            pass
        assert told == ["Waiting for another process that is writing to the same data folder."]
    finally:
        holder.kill()
        holder.wait()
    with writing(tmp_path, patience=5):  # a killed writer leaves no lock behind
        pass


def test_a_data_folder_that_cannot_be_made_is_one_clear_line(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(CollectionError, match="PAPERCHAT_HOME"):
        _library(tmp_path / "file" / "home").summaries()


@pytest.mark.server
def test_a_chroma_server_holds_the_same_as_a_folder(tmp_path: Path, server: str) -> None:
    embedded = _filled(_library(tmp_path / "one"))
    remote = _filled(_library(tmp_path / "two", chroma_url=server))
    vector = BagOfWords().embed_query("whales in satellite images")
    assert remote.nearest(vector, 5) == embedded.nearest(vector, 5)
    for one, other in zip(
        sorted(embedded.papers(), key=lambda stored: stored.paper.id),
        sorted(remote.papers(), key=lambda stored: stored.paper.id),
        strict=True,
    ):
        assert one.paper == other.paper
        np.testing.assert_array_equal(one.sentence_vectors, other.sentence_vectors)


@pytest.mark.server
def test_a_server_that_is_not_there_is_one_clear_line(tmp_path: Path) -> None:
    with pytest.raises(CollectionError, match="PAPERCHAT_CHROMA_URL") as caught:
        _library(tmp_path, chroma_url="http://127.0.0.1:9").summaries()
    assert "\n" not in str(caught.value)
