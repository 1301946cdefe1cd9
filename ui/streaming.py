"""From an iterator that may block to something that can be waited for, and left at any time.

A model can be silent for half a minute. A thread waits for it, so that a reader who stops the
answer can go on at once; the thread ends with the next thing that comes.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncGenerator, Callable, Generator, Iterator
from typing import TypeVar

__all__ = ["batches"]

Item = TypeVar("Item")


class _End:
    """Comes last, with what the iterator raised."""

    def __init__(self, error: Exception | None = None) -> None:
        self.error = error


async def batches(begin: Callable[[], Iterator[Item]]) -> AsyncGenerator[list[Item], None]:
    """Run an iterator in a thread of its own and give what it yields, never waiting for more.

    Args:
        begin: Makes the iterator.

    Yields:
        What has come since the last time: one item of a slow iterator, many of a fast one.
    """
    come: asyncio.Queue[Item | _End] = asyncio.Queue()
    left = threading.Event()
    loop = asyncio.get_running_loop()

    def put(item: Item | _End) -> None:
        if not loop.is_closed():
            loop.call_soon_threadsafe(come.put_nowait, item)

    threading.Thread(target=_run, args=(begin, put, left), daemon=True).start()
    try:
        while True:
            batch = [await come.get()]
            while not come.empty():
                batch.append(come.get_nowait())
            items = [item for item in batch if not isinstance(item, _End)]
            if items:
                yield items
            if isinstance(batch[-1], _End):
                if batch[-1].error:
                    raise batch[-1].error
                return
    finally:
        left.set()


def _run(
    begin: Callable[[], Iterator[Item]],
    put: Callable[[Item | _End], None],
    left: threading.Event,
) -> None:
    try:
        iterator = begin()
        for item in iterator:
            if left.is_set():
                break
            put(item)
        if isinstance(iterator, Generator):
            iterator.close()  # closes a model's connection, too
        put(_End())
    except Exception as error:
        put(_End(error))
