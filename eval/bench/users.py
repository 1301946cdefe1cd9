"""Many readers at once: how long each waits, what the chat needs, and whether answers stay apart.

A chat is started as a process of its own, as users start it, and every visitor speaks to it as a
browser does. Behind it is an endpoint on loopback that writes slowly and puts into each answer the
number of the visitor whose question it was given, so that an answer in another's window is seen.
"""

from __future__ import annotations

import asyncio
import json
import re
import statistics
import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import numpy as np

from eval.bench.endpoint import Streaming, endpoint
from eval.bench.serving import chat
from eval.bench.timing import milliseconds
from rag.settings import Settings
from rag.workspace import Workspace

__all__ = ["users"]

_VISITORS = 50
_ROUNDS = 3  # the first one is not counted: it opens and loads
_LIMITS = {"PAPERCHAT_AT_ONCE": str(_VISITORS), "PAPERCHAT_PER_MINUTE": "100000"}
_MINUTE = 60.0  # seconds, of two
_PIECES, _PAUSE = 10, 0.2  # of an answer; seconds before each but the first
_QUESTION = "Which papers study reinforcement learning? Says visitor-{}"
_PATIENCE = 240.0  # seconds


class _Slow(Streaming):
    """Answers a visitor in pieces that name them."""

    def pieces(self, asked: bytes) -> Iterator[str]:
        """Answer slowly."""
        visitor = re.findall(r"visitor-(\d+)", asked.decode())[-1]
        for piece in range(_PIECES):
            time.sleep(_PAUSE if piece else 0)
            yield f"Reply-{visitor} goes on [1]. "


@dataclass(frozen=True, slots=True)
class _Wait:
    """What one visitor saw: seconds to the first words and to the end, and whose words."""

    first: float | None
    whole: float
    whose: frozenset[str]
    failed: bool


async def _ask(client: httpx.AsyncClient, function: int, visitor: int, session: str) -> _Wait:
    """Ask as the page does: into the queue, then listen to what comes."""
    question = _QUESTION.format(visitor)
    body = {"data": [question, None, None], "fn_index": function, "session_hash": session}
    started = time.perf_counter()
    (await client.post("/gradio_api/queue/join", json=body)).raise_for_status()
    first, seen, whole, done = None, "", 0.0, False
    listening = client.stream("GET", "/gradio_api/queue/data", params={"session_hash": session})
    async with listening as events:
        async for line in events.aiter_lines():
            seen += line
            if first is None and "Reply-" in line:
                first = time.perf_counter() - started
            if '"process_completed"' in line:
                whole = time.perf_counter() - started
                done = bool(json.loads(line.removeprefix("data:"))["success"])
                break
    failed = not done or 'class=\\"failed\\"' in seen
    return _Wait(first, whole, frozenset(re.findall(r"Reply-(\d+)", seen)), failed)


Visit = Callable[[httpx.AsyncClient, int, int], Awaitable[list[_Wait]]]
"""What a visitor does, given the client, the page's function for questions and the own number."""


async def _visitors(address: str, visit: Visit) -> list[list[_Wait]]:
    """Let all visitors come at once; what each of them saw."""
    limits = httpx.Limits(max_connections=4 * _VISITORS)
    async with httpx.AsyncClient(base_url=address, timeout=_PATIENCE, limits=limits) as client:
        config = (await client.get("/config")).json()
        (function,) = (one["id"] for one in config["dependencies"] if one["api_name"] == "submit")
        return await asyncio.gather(*(visit(client, function, n) for n in range(_VISITORS)))


def _round(address: str, number: int) -> list[list[_Wait]]:
    """Let each visitor ask once, in a new window."""

    async def visit(client: httpx.AsyncClient, function: int, visitor: int) -> list[_Wait]:
        return [await _ask(client, function, visitor, f"round{number}x{visitor}")]

    return asyncio.run(_visitors(address, visit))


def _minute(address: str) -> list[list[_Wait]]:
    """Let each visitor ask again as soon as an answer is there, in a window that stays open."""
    end = time.monotonic() + _MINUTE

    async def visit(client: httpx.AsyncClient, function: int, visitor: int) -> list[_Wait]:
        waits = []
        while time.monotonic() < end:
            waits.append(await _ask(client, function, visitor, f"minutes{visitor}"))
        return waits

    return asyncio.run(_visitors(address, visit))


def users(files: Sequence[Path], home: Path) -> Iterator[str]:
    """Let visitors ask all at once of a model that writes slowly, then two minutes of quotes."""
    home /= "users"
    Workspace(Settings(home=home)).ingest(files, "papers")
    with endpoint(_Slow) as url:
        model = {"OPENAI_BASE_URL": url, "PAPERCHAT_MODEL": "m", "PAPERCHAT_STRICT": "0"}
        with chat(home, **_LIMITS, **model) as (address, process):
            yield from _at_once(address, process)
    with chat(home, **_LIMITS) as (address, process):
        yield from _for_two_minutes(address, process)


def _at_once(address: str, process: int) -> Iterator[str]:
    """Let them ask a slow model, all in the same moment."""
    who = f"{_VISITORS} visitors of a slow model"
    waits, memory = [], []
    for number in range(_ROUNDS):
        came = _round(address, number)
        memory.append(_memory(process))
        if number:
            waits += [(visitor, wait) for visitor, own in enumerate(came) for wait in own]
    firsts = [wait.first for _, wait in waits if wait.first is not None]
    alone = _PAUSE * (_PIECES - 1)
    yield f"{who} (which writes for {alone:.1f} s), first words: {_of(firsts)}"
    yield f"{who}, whole answers: {_of([one.whole for _, one in waits])}"
    mixed = sum(bool(wait.whose - {str(visitor)}) for visitor, wait in waits)
    failed = sum(wait.failed for _, wait in waits)
    yield (
        f"{who}: {failed} failures, {mixed} answers with another's words, "
        f"memory after each round {', '.join(f'{one} MB' for one in memory)}"
    )


def _for_two_minutes(address: str, process: int) -> Iterator[str]:
    """Let them ask the quoting answerer for two minutes."""
    who = f"{_VISITORS} visitors of the quoting answerer"
    _round(address, 0)  # it opens and loads
    answered = [0] * _VISITORS
    waits, memory = [], []
    for _ in range(2):
        for visitor, own in enumerate(_minute(address)):
            answered[visitor] += len(own)
            waits += own
        memory.append(_memory(process))
    yield f"{who} for two minutes, whole answers: {_of([one.whole for one in waits])}"
    yield (
        f"{who}: {sum(one.failed for one in waits)} failures of {len(waits)}, each was answered "
        f"{min(answered)} to {max(answered)} times, memory after each minute "
        f"{memory[0]} MB and {memory[1]} MB ({memory[1] / memory[0] - 1:+.1%})"
    )


def _of(seconds: Sequence[float]) -> str:
    late: Any = np.percentile(seconds, 95)
    return f"median {milliseconds(statistics.median(seconds))}, p95 {milliseconds(float(late))}"


def _memory(process: int) -> int:
    """Read how much memory a process of this machine (Linux) has now, in MB."""
    status = Path(f"/proc/{process}/status").read_text(encoding="ascii")
    return int(re.findall(r"VmRSS:\s+(\d+)", status)[0]) // 1024
