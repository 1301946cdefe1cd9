"""What a data folder suffers: each fault is real, and ends in an answer or in one clear line."""

import shutil
import sqlite3
import subprocess
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from threading import Timer

import pytest

from rag.answers import Answer
from rag.assistant import Assistant
from rag.errors import CollectionDamaged, CollectionError
from tests.support.embedders import BagOfWords
from tests.support.world import DATA
from tests.support.writing import abstracts, add, library, write_list


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    home = tmp_path_factory.mktemp("whole")
    add(home, [DATA / "small.txt"])
    return home


@pytest.fixture
def home(whole: Path, tmp_path: Path) -> Path:
    """A copy, to suffer; its name has a blank and letters beyond ASCII."""
    return Path(shutil.copytree(whole, tmp_path / "数据 café"))


@contextmanager
def _disk(folder: Path, size: str) -> Iterator[Path]:
    """A disk of its own at a folder; only the system's administrator may make one."""
    folder.mkdir()
    made = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", f"size={size}", "none", folder], capture_output=True
    )
    if made.returncode:
        pytest.skip("no disk can be made here")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "-l", folder], check=True)


def _passage(home: Path) -> str:
    collection = library(home).open("papers")
    assistant = Assistant(collection, BagOfWords(), collection.folder)
    *_, answer = assistant.ask("What is WhaleSpotter?")
    assert isinstance(answer, Answer)
    return answer.citations[0].passage


def test_a_full_disk_is_one_clear_line_and_what_was_there_is_still_there(
    whole: Path, tmp_path: Path
) -> None:
    more = write_list(tmp_path / "more.txt", abstracts(1_000))
    with _disk(tmp_path / "disk", "4m") as disk:
        home = Path(shutil.copytree(whole, disk / "home"))
        with pytest.raises(CollectionError, match="the disk is full") as caught:
            add(home, [more])
        assert not isinstance(caught.value, CollectionDamaged)
        assert "\n" not in str(caught.value)
        subprocess.run(["mount", "-o", "remount,size=100m", disk], check=True)
        assert "WhaleSpotter" in _passage(home)
        add(home, [more])
        assert library(home).open("papers").summary().papers == 1_012


def test_a_folder_that_may_only_be_read_is_one_clear_line(whole: Path, tmp_path: Path) -> None:
    with _disk(tmp_path / "disk", "50m") as disk:
        home = Path(shutil.copytree(whole, disk / "home"))
        subprocess.run(["mount", "-o", "remount,ro", disk], check=True)
        with pytest.raises(CollectionError, match="cannot be written .* PAPERCHAT_HOME"):
            _passage(home)


def test_a_database_that_was_cut_short_is_one_clear_line_each_time(home: Path) -> None:
    database = home / "chroma" / "chroma.sqlite3"
    database.write_bytes(database.read_bytes()[: database.stat().st_size // 2])
    for _ in range(2):
        with pytest.raises(CollectionDamaged, match="malformed") as caught:
            _passage(home)
        assert "\n" not in str(caught.value)


def test_a_database_that_another_program_holds_is_waited_for(home: Path, tmp_path: Path) -> None:
    with closing(
        sqlite3.connect(
            home / "chroma" / "chroma.sqlite3", check_same_thread=False, isolation_level=None
        )
    ) as other:
        other.execute("BEGIN EXCLUSIVE")
        release = Timer(1.5, other.rollback)
        release.start()
        add(home, [write_list(tmp_path / "more.txt", abstracts(3))])
        release.join()
    assert library(home).open("papers").summary().papers == 15


def test_a_database_that_a_later_chroma_has_migrated_is_asked_as_it_is(home: Path) -> None:
    with closing(sqlite3.connect(home / "chroma" / "chroma.sqlite3")) as database:
        database.execute(
            "INSERT INTO migrations SELECT dir, 99, '00099-later.sqlite.sql', sql, hash "
            "FROM migrations WHERE dir = 'metadb' LIMIT 1"
        )
        database.commit()
    assert "WhaleSpotter" in _passage(home)


def test_what_is_derived_from_another_collection_is_not_asked(home: Path, tmp_path: Path) -> None:
    """A folder of indexes goes by the revision: that of another collection has another one."""
    assert "WhaleSpotter" in _passage(home)
    folder = library(home).open("papers").folder
    (before,) = (child for child in folder.iterdir() if child.is_dir())
    before.rename(folder / "5-0123456789abcdef")
    assert "WhaleSpotter" in _passage(home)
    assert before.is_dir()


def test_papers_that_were_added_after_the_clock_was_set_back_are_asked(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "WhaleSpotter" in _passage(home)
    monkeypatch.setattr("rag.collection.now", lambda: "1999-12-31T00:00:00+00:00")
    late = tmp_path / "late.txt"
    late.write_text(
        "WhaleSpotter is extended to dolphins by DolphinSpotter, which hears them click.\n",
        encoding="utf-8",
    )
    add(home, [late])
    collection = library(home).open("papers")
    assert collection.summary().updated.startswith("1999")
    assistant = Assistant(collection, BagOfWords(), collection.folder)
    *_, answer = assistant.ask("What is DolphinSpotter?")
    assert isinstance(answer, Answer)
    assert "which hears them click" in answer.citations[0].passage
