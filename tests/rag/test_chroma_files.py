import os
from pathlib import Path

import chromadb
import pytest

from rag.chroma_files import index_sizes, index_state, records, remove_unowned

NAME = "owls-papers"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A Chroma folder with one collection, whose index is on disk."""
    client = chromadb.PersistentClient(
        str(tmp_path), settings=chromadb.Settings(anonymized_telemetry=False)
    )
    part = client.create_collection(NAME, embedding_function=None)
    client.create_collection("other", embedding_function=None)
    part.add(
        ids=[str(number) for number in range(1001)],
        embeddings=[[1.0, float(number)] for number in range(1001)],
        documents=[f"Owl {number}." for number in range(1001)],
        metadatas=[{"number": str(number), "list": "a"} for number in range(1001)],
    )
    return tmp_path


def test_records_are_read_in_pages_as_chroma_holds_them(folder: Path) -> None:
    pages = list(records(folder, NAME, 400))
    assert [len(page) for page in pages] == [400, 400, 201]
    assert pages[0][0] == ({"number": "0", "list": "a"}, "Owl 0.")
    assert pages[2][-1] == ({"number": "1000", "list": "a"}, "Owl 1000.")
    assert list(records(folder, "other", 400)) == []


def test_a_file_that_was_cut_short_changes_the_sizes(folder: Path) -> None:
    before = index_sizes(folder, [NAME])
    (file,) = folder.glob("*/data_level0.bin")
    os.truncate(file, 100)
    assert index_sizes(folder, [NAME]) != before


def test_a_file_that_was_written_again_changes_the_state_but_not_the_sizes(folder: Path) -> None:
    sizes, state = index_sizes(folder, [NAME]), index_state(folder, [NAME])
    (file,) = folder.glob("*/data_level0.bin")
    os.utime(file, ns=(0, 0))
    assert index_sizes(folder, [NAME]) == sizes
    assert index_state(folder, [NAME]) != state


def test_only_the_index_of_the_named_collections_counts(folder: Path) -> None:
    assert index_sizes(folder, ["other"]) == "{}"
    assert len(index_sizes(folder, ["other", NAME])) > 100


def test_folders_that_no_collection_owns_are_removed(folder: Path) -> None:
    stray = folder / "5f3b1c1e-0000-4000-8000-000000000000"
    stray.mkdir()
    (stray / "header.bin").touch()
    (folder / "mine").mkdir()
    remove_unowned(folder)
    assert not stray.exists()
    assert (folder / "mine").exists()
    assert len(list(folder.glob("*/data_level0.bin"))) == 1
