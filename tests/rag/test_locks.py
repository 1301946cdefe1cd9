import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from rag.errors import CollectionBusy, CollectionError
from rag.locks import FolderLock
from tests.support.contention import inside_at_once

HOLD = """
import sys, time
from pathlib import Path
from rag.locks import FolderLock
with FolderLock(Path(sys.argv[1])).held():
    print("held", flush=True)
    time.sleep(60)
"""


@contextmanager
def _held_by_another_process(home: Path) -> Iterator[None]:
    holder = subprocess.Popen([sys.executable, "-c", HOLD, home], stdout=subprocess.PIPE, text=True)
    assert holder.stdout is not None and holder.stdout.readline() == "held\n"
    try:
        yield
    finally:
        holder.kill()
        holder.wait()
        holder.stdout.close()


def test_a_second_writer_waits_says_so_and_gives_up_in_the_end(tmp_path: Path) -> None:
    told: list[str] = []
    with (
        _held_by_another_process(tmp_path),
        pytest.raises(CollectionBusy),
        FolderLock(tmp_path).held(told.append, patience=0.8),
    ):
        pass
    assert told == ["Waiting for another process that is writing to the same data folder."]


def test_a_killed_writer_leaves_no_lock_behind(tmp_path: Path) -> None:
    with _held_by_another_process(tmp_path):
        pass
    with FolderLock(tmp_path).held(patience=1):
        pass


def test_a_thread_that_holds_the_lock_may_take_it_again(tmp_path: Path) -> None:
    lock = FolderLock(tmp_path)
    with lock.held(patience=1), lock.held(patience=1):
        pass
    with FolderLock(tmp_path).held(patience=1):  # and has given it back
        pass


def test_threads_exclude_each_other(tmp_path: Path) -> None:
    most = inside_at_once(FolderLock(tmp_path).held, seconds=0.02)
    assert most == [1, 1, 1, 1]


def test_a_folder_that_cannot_be_made_is_one_clear_line(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with (
        pytest.raises(CollectionError, match="PAPERCHAT_HOME"),
        FolderLock(tmp_path / "file" / "home").held(),
    ):
        pass
