from pathlib import Path

import pytest

from rag.chroma import Chroma
from rag.errors import CollectionBusy
from rag.lease import Lease
from rag.settings import Settings
from tests.support.chroma_server import ChromaServer
from tests.support.contention import inside_at_once

pytestmark = pytest.mark.server


@pytest.fixture
def chroma(tmp_path: Path, server: ChromaServer) -> Chroma:
    return Chroma(Settings(home=tmp_path, chroma_url=server.url))  # type: ignore[call-arg]


def _locks(chroma: Chroma) -> list[str]:
    return [one.name for one in chroma.client.list_collections()]


def test_a_second_writer_waits_says_so_and_gives_up_in_the_end(chroma: Chroma) -> None:
    told: list[str] = []
    with (
        Lease(chroma, "lock-one").held(),
        pytest.raises(CollectionBusy),
        Lease(chroma, "lock-one").held(told.append, patience=0.8),
    ):
        pass
    assert told == ["Waiting for another process that is writing to the same collection."]


def test_a_lock_is_given_back(chroma: Chroma) -> None:
    for _ in range(2):
        with Lease(chroma, "lock-two").held(patience=1):
            assert _locks(chroma) == ["lock-two"]
    assert _locks(chroma) == []


def test_writers_of_different_collections_do_not_wait(chroma: Chroma) -> None:
    with Lease(chroma, "lock-one").held(), Lease(chroma, "lock-two").held(patience=0.5):
        pass


def test_the_lock_of_a_writer_that_died_is_taken_away(
    chroma: Chroma, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rag.lease.BEAT", 60.0)  # a holder without a beat, as a dead one
    with (
        Lease(chroma, "lock-dead").held(),
        Lease(chroma, "lock-dead", dead=0.5).held(patience=10),
    ):
        assert _locks(chroma) == ["lock-dead"]
    assert _locks(chroma) == []


def test_the_lock_of_a_living_writer_is_left_alone(
    chroma: Chroma, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rag.lease.BEAT", 0.1)
    with (
        Lease(chroma, "lock-alive").held(),
        pytest.raises(CollectionBusy),
        Lease(chroma, "lock-alive", dead=1.0).held(patience=2.5),
    ):
        pass


def test_one_writer_at_a_time_of_many(chroma: Chroma) -> None:
    most = inside_at_once(lambda: Lease(chroma, "lock-many").held(), seconds=0.05)
    assert most == [1, 1, 1, 1]
