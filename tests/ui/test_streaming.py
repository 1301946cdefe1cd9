"""Waiting for an iterator that blocks, and leaving it."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Iterator

import pytest

from ui.streaming import batches


def collected(begin: Callable[[], Iterator[int]]) -> list[list[int]]:
    async def collect() -> list[list[int]]:
        return [batch async for batch in batches(begin)]

    return asyncio.run(collect())


def test_everything_comes_once_and_in_order() -> None:
    items = [item for batch in collected(lambda: iter(range(1000))) for item in batch]
    assert items == list(range(1000))


def test_an_item_that_has_come_is_not_held_back_for_the_next() -> None:
    go_on = threading.Event()

    def slow() -> Iterator[int]:
        yield 1
        go_on.wait(timeout=10)
        yield 2

    async def collect() -> list[list[int]]:
        taken = []
        async for batch in batches(slow):
            taken.append(batch)
            go_on.set()
        return taken

    assert asyncio.run(collect()) == [[1], [2]]


def test_nothing_gives_no_batch() -> None:
    assert collected(lambda: iter(())) == []


def test_what_the_iterator_raises_is_raised_after_what_it_gave() -> None:
    def broken() -> Iterator[int]:
        yield 1
        raise ValueError("broken")

    taken: list[int] = []

    async def collect() -> None:
        async for batch in batches(broken):
            taken.extend(batch)

    with pytest.raises(ValueError, match="broken"):
        asyncio.run(collect())
    assert taken == [1]


def test_who_leaves_does_not_wait_and_the_iterator_is_closed_with_its_next_item() -> None:
    go_on, closed = threading.Event(), threading.Event()

    def silent() -> Iterator[int]:
        try:
            yield 1
            go_on.wait(timeout=10)
            yield 2
            raise AssertionError("nobody asked for this")
        finally:
            closed.set()

    async def leave() -> None:
        async def read() -> None:
            async for _ in batches(silent):
                pass

        reading = asyncio.create_task(read())
        await asyncio.sleep(0.1)
        reading.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asyncio.wait_for(reading, timeout=1)
        assert not closed.is_set()
        go_on.set()

    asyncio.run(leave())
    assert closed.wait(timeout=5)
