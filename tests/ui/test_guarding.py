"""What a reader is told where something on the page fails."""

from __future__ import annotations

import asyncio
import inspect
import json
import re
from collections.abc import AsyncIterator, Callable, Iterator
from functools import partial
from typing import Any

import httpx
import pytest

from rag.errors import InputError
from tests.support.site import serving
from tests.support.world import World
from ui.guarding import guarded
from ui.language import Language
from ui.quiet_gradio import gr

SECRET = "an owl of 1,120 gauges"  # noqa: S105 - what somebody asked


def fail(error: Exception) -> str:
    raise error


def fail_late(error: Exception) -> Iterator[str]:
    yield "begun"
    raise error


async def fail_later(error: Exception) -> AsyncIterator[str]:
    yield "begun"
    raise error


def run(do: Callable[..., Any], error: Exception, language: Language = "en") -> str:
    """Do it as Gradio does, and give the words of the failure."""
    guard = guarded(do, lambda *_: language)

    async def steps() -> list[str]:
        return [one async for one in guard(error)]

    with pytest.raises(gr.Error) as caught:
        if inspect.isasyncgenfunction(guard):
            asyncio.run(steps())
        elif inspect.isgeneratorfunction(guard):
            list(guard(error))
        else:
            guard(error)
    assert not caught.value.print_exception
    return str(caught.value.message)


KINDS = pytest.mark.parametrize("do", [fail, partial(fail), fail_late, fail_later])


@KINDS
def test_a_failure_that_nobody_foresaw_is_told_by_its_id_alone(do: Callable[..., Any]) -> None:
    told = run(do, ValueError(SECRET))
    assert re.search(r"the line of request [0-9a-f]{8} tells more", told)
    assert "owl" not in told


@KINDS
def test_what_a_reader_can_act_on_is_told_as_text(do: Callable[..., Any]) -> None:
    told = run(do, InputError("it is <b>odd</b>", where="a.txt", remedy="Change it"))
    assert told == "a.txt: it is &lt;b&gt;odd&lt;/b&gt;. Change it."


def test_it_is_told_in_the_language_of_the_page() -> None:
    assert "未预料到" in run(fail, ValueError(SECRET), "zh")


def test_what_goes_well_is_left_alone_and_its_parameters_are_seen() -> None:
    def two(first: int, event: gr.EventData) -> int:
        return first

    guard = guarded(two, lambda *_: "en")
    assert inspect.signature(guard) == inspect.signature(two)
    assert guard(7, None) == 7


def test_a_tab_shows_the_id_of_a_failure_and_nothing_else_of_it(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError(SECRET)

    monkeypatch.setattr("ui.tabs.papers.Catalogues.rows", broken)
    with serving(world.workspace) as address:
        config = httpx.get(f"{address}/config", timeout=60).json()
        (function,) = (one["id"] for one in config["dependencies"] if one["api_name"] == "find")
        asked = {"data": [None, None, None, SECRET], "fn_index": function, "session_hash": "a"}
        httpx.post(f"{address}/gradio_api/queue/join", json=asked).raise_for_status()
        with httpx.stream(
            "GET", f"{address}/gradio_api/queue/data", params={"session_hash": "a"}
        ) as events:
            done = next(line for line in events.iter_lines() if '"process_completed"' in line)
    reply = json.loads(done.removeprefix("data:"))
    assert not reply["success"]
    assert "the line of request" in reply["output"]["error"]
    assert "owl" not in done
