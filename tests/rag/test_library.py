import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from rag.collection import Collection
from rag.errors import CollectionError, CollectionMismatch, CollectionMissing, InputError
from rag.ingest import ingest
from rag.library import LONGEST_NAME, Library
from rag.settings import Settings
from tests.support.chroma_server import ChromaServer
from tests.support.embedders import BagOfWords
from tests.support.world import DATA


def _library(home: Path, **settings: object) -> Library:
    return Library(Settings(home=home, **settings))  # type: ignore[arg-type]


def _filled(library: Library, name: str = "papers") -> Collection:
    embedder = BagOfWords()
    collection = library.open_or_create(name, embedder)
    ingest([DATA / "small.txt"], collection, embedder)
    return collection


@pytest.fixture
def library(tmp_path: Path) -> Library:
    return _library(tmp_path)


def test_a_missing_collection_says_how_to_make_it(library: Library) -> None:
    with pytest.raises(CollectionMissing, match="paperchat ingest"):
        library.open("nowhere")


@pytest.mark.parametrize("name", ["papers", "my reading list", "论文", "a/b\\c:..", "x" * 300])
def test_any_name_will_do_for_a_collection(library: Library, name: str) -> None:
    _filled(library, name)
    assert [one.name for one in library.summaries()] == [name]
    assert library.open(name).summary().papers == 12


def test_a_summary_tells_what_is_there(library: Library) -> None:
    summary = _filled(library).summary()
    assert (summary.papers, summary.embedder) == (12, "bag-of-words")
    assert summary.passages >= summary.papers
    assert summary.created <= summary.updated


def test_collections_are_listed_by_name(library: Library) -> None:
    for name in ("b", "a"):
        library.open_or_create(name, BagOfWords())
    assert [(one.name, one.papers) for one in library.summaries()] == [("a", 0), ("b", 0)]


@pytest.mark.parametrize("name", ["", " ", " papers", "a\nb", "x" * (LONGEST_NAME + 1), "taken"])
def test_a_name_that_cannot_be_used_is_refused(library: Library, name: str) -> None:
    library.create("taken", BagOfWords())
    with pytest.raises(InputError):
        library.create(name, BagOfWords())
    with pytest.raises(InputError):
        library.rename("taken", name)
    assert [one.name for one in library.summaries()] == ["taken"]


def test_a_renamed_collection_holds_what_it_held_and_its_old_name_is_free(library: Library) -> None:
    before = _filled(library)
    before.folder.mkdir(parents=True)
    (before.folder / "derived").touch()
    vector = BagOfWords().embed_query("conformal prediction")
    nearest, summary = before.nearest(vector, 3), before.summary()
    library.rename("papers", "论文")
    after = library.open("论文", BagOfWords())
    assert after.summary() == replace(summary, name="论文")
    assert after.nearest(vector, 3) == nearest
    assert (after.folder / "derived").exists()
    assert not library.exists("papers")
    _filled(library)
    assert [(one.name, one.papers) for one in library.summaries()] == [("papers", 12), ("论文", 12)]


def test_a_renaming_that_was_cut_short_is_finished_by_the_next(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    vector = BagOfWords().embed_query("conformal prediction")
    nearest = _filled(library).nearest(vector, 3)
    whole = library._chroma.part

    def cut_short(name: str, part: str) -> object:
        if part == "papers":
            raise KeyboardInterrupt
        return whole(name, part)

    with monkeypatch.context() as patched:
        patched.setattr(library._chroma, "part", cut_short)
        with pytest.raises(KeyboardInterrupt):
            library.rename("papers", "reading")
    library.rename("papers", "reading")
    assert library.open("reading").nearest(vector, 3) == nearest


def test_a_collection_that_is_not_there_cannot_be_renamed(library: Library) -> None:
    with pytest.raises(CollectionMissing):
        library.rename("nowhere", "somewhere")


def test_a_collection_is_refused_to_another_embedder(library: Library) -> None:
    _filled(library)
    with pytest.raises(CollectionMismatch, match="bag-of-words"):
        library.open("papers", BagOfWords("another"))


def test_a_collection_of_another_format_is_refused(library: Library) -> None:
    _filled(library)
    facts = library._chroma.facts("papers")
    assert facts is not None
    library._chroma.set_facts("papers", {**facts, "format": 99})
    with pytest.raises(CollectionMismatch, match="format 99"):
        library.open("papers")


def test_a_deleted_collection_is_gone_from_the_disk_too(library: Library, tmp_path: Path) -> None:
    collection = _filled(library)
    collection.folder.mkdir(parents=True)
    library.delete("papers")
    assert library.summaries() == ()
    assert [child.name for child in (tmp_path / "chroma").iterdir()] == ["chroma.sqlite3"]
    assert not collection.folder.exists()
    with pytest.raises(CollectionMissing):
        library.delete("papers")


def test_who_holds_a_deleted_collection_is_told(library: Library) -> None:
    collection = _filled(library)
    library.delete("papers")
    with pytest.raises(CollectionMissing, match="deleted"):
        _ = collection.revision


def test_a_deleted_collection_can_be_made_anew(library: Library) -> None:
    _filled(library)
    library.delete("papers")
    assert library.open_or_create("papers", BagOfWords()).summary().papers == 0
    assert _filled(library).summary().papers == 12


@pytest.mark.parametrize("name", ["\ud800", "a\nb", " a", "\t"])
def test_what_is_no_name_is_neither_found_nor_made(tmp_path: Path, name: str) -> None:
    library = _library(tmp_path)
    with pytest.raises(CollectionMissing, match="there is no such collection") as caught:
        library.open(name)
    assert "\n" not in str(caught.value)
    str(caught.value).encode()
    with pytest.raises(InputError):
        library.open_or_create(name, BagOfWords())
    assert library.summaries() == ()


def test_several_processes_may_make_one_collection_at_once(tmp_path: Path) -> None:
    program = (
        "import sys; from pathlib import Path; from rag.library import Library;"
        "from rag.settings import Settings; from tests.support.embedders import BagOfWords;"
        "Library(Settings(home=Path(sys.argv[1]))).open_or_create('papers', BagOfWords())"
    )
    processes = [
        subprocess.Popen([sys.executable, "-c", program, tmp_path / "home"]) for _ in range(3)
    ]
    assert [process.wait() for process in processes] == [0, 0, 0]
    assert [one.name for one in _library(tmp_path / "home").summaries()] == ["papers"]


def test_a_data_folder_that_cannot_be_made_is_one_clear_line(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(CollectionError, match="PAPERCHAT_HOME"):
        _library(tmp_path / "file" / "home").summaries()


def test_a_damaged_database_is_one_clear_line(tmp_path: Path) -> None:
    (tmp_path / "chroma").mkdir()
    (tmp_path / "chroma" / "chroma.sqlite3").write_bytes(b"not a database, " * 100)
    with pytest.raises(CollectionError, match="doctor") as caught:
        _library(tmp_path).summaries()
    assert "\n" not in str(caught.value)


def test_a_server_that_is_not_there_is_one_clear_line(tmp_path: Path) -> None:
    with pytest.raises(CollectionError, match="PAPERCHAT_CHROMA_URL") as caught:
        _library(tmp_path, chroma_url="http://127.0.0.1:9").summaries()
    assert "\n" not in str(caught.value)


@pytest.mark.server
def test_collections_on_a_server_are_made_listed_and_deleted(
    tmp_path: Path, server: ChromaServer
) -> None:
    library = _library(tmp_path, chroma_url=server.url)
    _filled(library, "on a server")
    assert [(one.name, one.papers) for one in library.summaries()] == [("on a server", 12)]
    library.delete("on a server")
    assert library.summaries() == ()
    assert list(tmp_path.iterdir()) == []
