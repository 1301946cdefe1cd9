from pathlib import Path
from time import monotonic, sleep

import pytest

from rag.answers import Answer
from rag.assistant import Assistant
from rag.newest import Newest
from tests.support.embedders import BagOfWords
from tests.support.world import DATA
from tests.support.writing import abstracts, add, library, started, write_list

ZEBRAS = "Zebras graze beside gnus. We present ZebraNet, which counts their stripes."


def _assistant(home: Path) -> Assistant:
    collection = library(home).open("papers")
    return Assistant(collection, BagOfWords(), collection.folder)


def _ask(assistant: Assistant, question: str) -> Answer:
    *_, answer = assistant.ask(question)
    assert isinstance(answer, Answer)
    return answer


def test_a_large_collection_is_asked_in_its_last_state_until_the_newer_one_is_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = tmp_path / "home"
    add(home, [DATA / "small.txt"])
    assistant = _assistant(home)
    assert _ask(assistant, "What is WhaleSpotter?").notices == ()
    add(home, [write_list(tmp_path / "more.txt", [ZEBRAS])])
    monkeypatch.setattr("rag.newest._LARGE", 1)
    answer = _ask(assistant, "What is ZebraNet?")
    assert answer.notices == (
        "Papers are being added. This answer is from the 12 that can be asked already.",
    )
    begun = monotonic()
    while len(assistant.snapshot) == 12 and monotonic() - begun < 60:
        sleep(0.05)
    answer = _ask(assistant, "What is ZebraNet?")
    assert answer.notices == ()
    assert "ZebraNet" in answer.citations[0].passage


def test_a_state_that_cannot_be_made_leaves_the_one_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    home = tmp_path / "home"
    add(home, [DATA / "small.txt"])
    collection = library(home).open("papers")
    newest = Newest(collection, BagOfWords(), collection.folder)
    newest.state()
    add(home, [write_list(tmp_path / "more.txt", [ZEBRAS])])
    monkeypatch.setattr("rag.newest._LARGE", 1)
    (collection.folder / "making.lock").unlink()
    (collection.folder / "making.lock").mkdir()
    assert newest.state().outdated
    making = newest._making
    assert making is not None
    making.join()
    assert newest.state().outdated
    assert "the data folder cannot be written" in caplog.text


@pytest.mark.slow
def test_questions_are_answered_while_another_process_adds_papers(tmp_path: Path) -> None:
    home = tmp_path / "home"
    add(home, [DATA / "small.txt"])
    assistant = _assistant(home)
    many = [write_list(tmp_path / f"{n}.txt", abstracts(500, seed=n)) for n in range(2)]
    writers = [started(add, home, [file]) for file in many]
    sizes = []
    while any(writer.is_alive() for writer in writers):
        answer = _ask(assistant, "What is WhaleSpotter?")
        assert "WhaleSpotter" in answer.citations[0].passage
        ids = assistant.snapshot.ids
        assert len(set(ids)) == len(ids)
        sizes.append(len(ids))
    assert [writer.exitcode for writer in writers] == [0, 0]
    assert sizes == sorted(sizes)
    assert len(assistant.snapshot) == 1_012
