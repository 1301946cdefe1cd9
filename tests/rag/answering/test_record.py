"""The records of models, in a file that several processes share."""

import json
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from filelock import FileLock

from rag.answering.record import ModelRecord
from rag.answering.strictness import Counts

URL = "http://127.0.0.1:9/v1"


def test_a_record_is_there_after_a_restart(tmp_path: Path) -> None:
    ModelRecord(tmp_path, URL, "m").add(Counts(3, 2, 1))
    ModelRecord(tmp_path, URL + "/", "m").add(Counts(1, 0, 0))
    assert ModelRecord(tmp_path, URL, "m").counts() == Counts(4, 2, 1)


def test_each_endpoint_and_model_has_its_own(tmp_path: Path) -> None:
    ModelRecord(tmp_path, URL, "m").add(Counts(supported=1))
    assert ModelRecord(tmp_path, URL, "n").counts() == Counts()
    assert ModelRecord(tmp_path, "https://example.org/v1", "m").counts() == Counts()


def test_only_the_last_answers_count(tmp_path: Path) -> None:
    record = ModelRecord(tmp_path, URL, "m")
    record.add(Counts(unsupported=9))
    for _ in range(30):
        record.add(Counts(supported=1))
    assert record.counts() == Counts(supported=30)


def test_models_that_are_no_longer_used_are_forgotten(tmp_path: Path) -> None:
    for number in range(51):
        ModelRecord(tmp_path, URL, f"m{number}").add(Counts(supported=1))
    assert ModelRecord(tmp_path, URL, "m0").counts() == Counts()
    assert ModelRecord(tmp_path, URL, "m1").counts() == Counts(supported=1)


def test_an_answer_without_sentences_is_not_written(tmp_path: Path) -> None:
    ModelRecord(tmp_path, URL, "m").add(Counts())
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("damaged", ["", "{", "[]", "null", "[" * 99_999, '{"m at URL": 3}'])
def test_a_damaged_file_begins_anew(tmp_path: Path, damaged: str) -> None:
    (tmp_path / "models.json").write_text(damaged.replace("URL", URL), "utf-8")
    record = ModelRecord(tmp_path, URL, "m")
    assert record.counts() == Counts()
    record.add(Counts(supported=1))
    assert record.counts() == Counts(supported=1)


def test_nothing_is_lost_where_several_threads_and_processes_write_at_once(tmp_path: Path) -> None:
    program = (
        "import sys; from pathlib import Path; from rag.answering.record import ModelRecord;"
        "from rag.answering.strictness import Counts;"
        "record = ModelRecord(Path(sys.argv[1]), sys.argv[2], 'm');"
        "[record.add(Counts(supported=1)) for _ in range(5)]"
    )
    command = [sys.executable, "-c", program, str(tmp_path), URL]
    running = [subprocess.Popen(command) for _ in range(3)]
    with ThreadPoolExecutor(5) as pool:
        list(
            pool.map(lambda _: ModelRecord(tmp_path, URL, "m").add(Counts(supported=1)), range(10))
        )
    assert [process.wait(60) for process in running] == [0, 0, 0]
    assert ModelRecord(tmp_path, URL, "m").counts() == Counts(supported=25)
    assert json.loads((tmp_path / "models.json").read_text("utf-8"))


def test_a_record_that_cannot_be_written_costs_no_answer(tmp_path: Path) -> None:
    with FileLock(tmp_path / "models.lock"):
        ModelRecord(tmp_path, URL, "m").add(Counts(supported=1))
    assert ModelRecord(tmp_path, URL, "m").counts() == Counts()
    (tmp_path / "file").write_text("")
    ModelRecord(tmp_path / "file", URL, "m").add(Counts(supported=1))
