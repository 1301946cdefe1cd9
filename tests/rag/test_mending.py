"""Indexes are damaged here as killed processes and full disks leave them."""

import shutil
from pathlib import Path

import pytest

from rag.chroma import PARTS, Chroma
from rag.collection import Collection
from rag.ingest import ingest
from rag.library import Library
from rag.mending import _make_again, facts_of
from rag.settings import Settings
from tests.support.embedders import BagOfWords
from tests.support.writing import abstracts, write_list

pytestmark = pytest.mark.slow

OTTER = "Otters crack shells with stones. An otter keeps its stone for years."


def _library(home: Path) -> Library:
    return Library(Settings(home=home))  # type: ignore[call-arg]


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder whose indexes are on disk: Chroma saves them at every 1,000 records."""
    home = tmp_path_factory.mktemp("whole")
    file = write_list(home / "many.txt", [OTTER, *abstracts(1100)])
    embedder = BagOfWords()
    ingest([file], _library(home).open_or_create("papers", embedder), embedder)
    return home


@pytest.fixture
def home(whole: Path, tmp_path: Path) -> Path:
    """A copy, to be damaged."""
    return Path(shutil.copytree(whole, tmp_path / "home"))


def _index_files(home: Path) -> list[Path]:
    return sorted((home / "chroma").glob("*/*"))


def _is_right(collection: Collection) -> bool:
    """Tell whether every paper is there, and is found by what it says."""
    embedder = BagOfWords()
    papers = list(collection.papers())
    found = [collection.nearest(embedder.embed_query(one.paper.abstract), 5) for one in papers[:99]]
    return (
        len(papers) == 1101
        and all(one.paper.id in ids for one, ids in zip(papers, found, strict=False))
        and collection.summary().passages == 1101
    )


def test_a_whole_index_is_left_alone(home: Path, caplog: pytest.LogCaptureFixture) -> None:
    before = [(file, file.stat().st_mtime_ns) for file in _index_files(home)]
    assert len(before) == 10
    assert _is_right(_library(home).open("papers"))
    assert [(file, file.stat().st_mtime_ns) for file in _index_files(home)] == before
    assert caplog.messages == []


@pytest.mark.parametrize(
    "name",
    ["data_level0.bin", "header.bin", "index_metadata.pickle", "length.bin", "link_lists.bin"],
)
def test_an_index_file_that_was_cut_short_is_noticed_before_it_is_loaded(
    home: Path, name: str, caplog: pytest.LogCaptureFixture
) -> None:
    revision = _library(home).open("papers").revision
    for file in _index_files(home):
        if file.name == name:
            file.write_bytes(file.read_bytes()[: file.stat().st_size // 2])
    collection = _library(home).open("papers")
    assert _is_right(collection)
    assert collection.revision != revision
    assert len(caplog.messages) == 1
    # What was made again needs no mending.
    assert _is_right(_library(home).open("papers"))
    assert len(caplog.messages) == 1


def test_a_lost_index_is_made_again(home: Path) -> None:
    for folder in (home / "chroma").iterdir():
        if folder.is_dir():
            shutil.rmtree(folder)
    assert _is_right(_library(home).open("papers"))


def test_an_index_that_a_killed_writer_was_saving_is_made_again(
    home: Path, caplog: pytest.LogCaptureFixture
) -> None:
    chroma = Chroma(Settings(home=home))  # type: ignore[call-arg]
    Collection(chroma, "papers")._begin([])
    for file in _index_files(home):
        if file.name == "data_level0.bin":  # of the same size, so that only the note can tell
            file.write_bytes(file.read_bytes()[::-1])
    assert _is_right(_library(home).open("papers"))
    assert len(caplog.messages) == 1


def test_an_index_that_a_killed_writer_had_not_begun_to_save_is_kept(
    home: Path, caplog: pytest.LogCaptureFixture
) -> None:
    chroma = Chroma(Settings(home=home))  # type: ignore[call-arg]
    Collection(chroma, "papers")._begin([])
    collection = _library(home).open("papers")
    assert _is_right(collection)
    with collection.exclusive():
        pass
    assert caplog.messages == []
    assert "writing" not in (chroma.facts("papers") or {})


@pytest.mark.parametrize("done", [0, 1])
def test_a_mending_that_was_cut_short_at_its_end_is_completed(
    home: Path, monkeypatch: pytest.MonkeyPatch, done: int
) -> None:
    chroma = Chroma(Settings(home=home))  # type: ignore[call-arg]
    monkeypatch.setattr("rag.mending._put_in_place", lambda *_: None)
    _make_again(chroma, "papers", chroma.facts("papers") or {})
    monkeypatch.undo()
    for part in PARTS[:done]:
        chroma.rename_part("papers", part, suffix="-new")
    assert _is_right(_library(home).open("papers"))


def test_a_mending_that_was_cut_short_between_deleting_and_renaming_is_completed(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    chroma = Chroma(Settings(home=home))  # type: ignore[call-arg]
    monkeypatch.setattr("rag.mending._put_in_place", lambda *_: None)
    _make_again(chroma, "papers", chroma.facts("papers") or {})
    monkeypatch.undo()
    chroma.rename_part("papers", "passages", suffix="-new")
    chroma.delete_part("papers", "papers")
    assert facts_of(Chroma(Settings(home=home)), "papers") is not None  # type: ignore[call-arg]
    assert _is_right(_library(home).open("papers"))


def test_a_mending_that_was_cut_short_earlier_begins_again(home: Path) -> None:
    chroma = Chroma(Settings(home=home))  # type: ignore[call-arg]
    facts = chroma.facts("papers") or {}
    chroma.create("papers", {**facts, "unfinished": True}, suffix="-new")
    (_index_files(home)[0]).unlink()
    assert _is_right(_library(home).open("papers"))


def test_another_process_that_asks_sees_the_new_index(home: Path) -> None:
    library = _library(home)
    reader = library.open("papers")
    assert _is_right(reader)
    chroma = Chroma(Settings(home=home))  # type: ignore[call-arg]
    _make_again(chroma, "papers", chroma.facts("papers") or {})
    _ = reader.revision
    assert _is_right(reader)
