"""What is written of requests, and what those who asked are told of a failure."""

from __future__ import annotations

import io
import json
import logging
import re
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from rag.assistant import Assistant
from rag.errors import InputError
from tests.support.site import serving
from tests.support.world import World
from ui.requests import Request, write_logs

SECRET = "an owl of 1,120 gauges"  # noqa: S105 - what somebody asked


@pytest.fixture
def written(request: pytest.FixtureRequest) -> Iterator[io.StringIO]:
    """What is logged at the level that a test names."""
    loggers = [logging.getLogger(name) for name in ("rag", "ui")]
    before = [(one.handlers, one.level, one.propagate) for one in loggers]
    stream = io.StringIO()
    write_logs(request.param, stream)
    yield stream
    for one, (handlers, level, propagate) in zip(loggers, before, strict=True):
        one.handlers, one.propagate = handlers, propagate
        one.setLevel(level)


def lines(stream: io.StringIO) -> list[dict[str, Any]]:
    return [json.loads(line) for line in stream.getvalue().splitlines()]


def fail(error: BaseException) -> str:
    with pytest.raises(type(error)), Request("ask", question=SECRET) as request:
        raise error
    return request.id


@pytest.mark.parametrize("written", ["info"], indirect=True)
def test_each_request_is_a_line_that_says_how_it_ended_and_nothing_that_was_said(
    written: io.StringIO, world: World
) -> None:
    with Request("ask", question=SECRET) as request:
        request.answered(world.ask("What is LeafClock?"))
    ids = [
        request.id,
        fail(InputError(SECRET, where=SECRET, remedy=SECRET)),
        fail(ValueError(SECRET)),
        fail(GeneratorExit()),
    ]
    told = lines(written)
    assert [one["request"] for one in told] == ids
    assert [one["outcome"] for one in told] == ["done", "refused", "failed", "left"]
    assert told[0]["kind"] == "lookup"
    assert told[0]["timings_ms"].keys() == {"retrieve", "answer", "check"}
    assert [one.get("error") for one in told] == [None, "InputError", "ValueError", None]
    assert re.search(r"test_requests\.py:\d+ fail$", told[2]["at"][-1])
    assert "owl" not in written.getvalue()


@pytest.mark.parametrize("written", ["error"], indirect=True)
def test_only_failures_are_written_unless_more_is_asked_for(written: io.StringIO) -> None:
    with Request("search", topic=SECRET):
        pass
    fail(InputError(SECRET, where=SECRET, remedy=SECRET))
    failed = fail(ValueError(SECRET))
    (only,) = lines(written)
    assert (only["request"], only["level"]) == (failed, "error")


@pytest.mark.parametrize("written", ["debug"], indirect=True)
def test_what_was_said_is_written_where_that_was_chosen(written: io.StringIO) -> None:
    fail(ValueError(SECRET))
    (only,) = lines(written)
    assert (only["question"], only["message"]) == (SECRET, SECRET)


@pytest.mark.parametrize("written", ["error"], indirect=True)
def test_a_program_is_told_the_id_of_an_unforeseen_failure_and_nothing_else_of_it(
    written: io.StringIO, world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError(SECRET)

    with serving(world.workspace) as address:
        monkeypatch.setattr(Assistant, "ask", broken)
        asked = httpx.post(f"{address}/gradio_api/call/v2/ask", json={"question": SECRET})
        reply = httpx.get(f"{address}/gradio_api/call/ask/{asked.json()['event_id']}").text
    (only,) = lines(written)
    assert f"the line of request {only['request']} tells more" in reply
    assert only["error"] == "ZeroDivisionError"
    assert "owl" not in reply + written.getvalue()
