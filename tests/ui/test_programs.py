"""What programs may ask, over HTTP and MCP, by the clients that programs use."""

from __future__ import annotations

import asyncio
import json
import re
import socket
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from gradio_client import Client
from gradio_client.exceptions import AppError
from jsonschema import validate
from mcp import ClientSession
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.exceptions import McpError
from pydantic import AnyUrl

from tests.support.site import serving
from tests.support.world import World
from ui.programs import LONGEST_CONVERSATION

ROOT = Path(__file__).parents[2]
SCHEMA = json.loads((ROOT / "rag" / "answer.schema.json").read_text("utf-8"))
README = (ROOT / "README.md").read_text("utf-8")
QUESTION = "What is LeafClock?"
JSON = {"Content-Type": "application/json"}
FUNCTIONS = {"/ask", "/search", "/get_paper"}

Call = Callable[[ClientSession], Awaitable[Any]]


@pytest.fixture(scope="module")
def address(world: World) -> Iterator[str]:
    with serving(world.workspace) as address:
        yield address


@pytest.fixture(scope="module")
def client(address: str) -> Client:
    return Client(address, verbose=False, analytics_enabled=False)


def over_mcp(address: str, call: Call) -> Any:
    async def connected() -> Any:
        async with (
            streamable_http_client(f"{address}/gradio_api/mcp/") as (read, write, _),
            ClientSession(read, write) as session,
        ):
            await session.initialize()
            return await call(session)

    return asyncio.run(connected())


def tool(address: str, name: str, **arguments: Any) -> Any:
    """Call a tool and read the JSON that it gives."""
    result = over_mcp(address, lambda session: session.call_tool(name, arguments))
    (content,) = result.content
    assert not result.isError, content.text
    return json.loads(content.text)


def refused(address: str, name: str, **arguments: Any) -> str:
    """Call a tool and read why it refuses."""
    result = over_mcp(address, lambda session: session.call_tool(name, arguments))
    assert result.isError
    return str(result.content[0].text)


def without_timings(answer: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in answer.items() if name != "timings_ms"}


def expected(world: World, *turns: str) -> dict[str, Any]:
    return without_timings(world.ask(*turns).model_dump(mode="json"))


def test_an_answer_over_http_is_the_assistants_and_fits_its_schema(
    world: World, client: Client
) -> None:
    answer = client.predict(QUESTION, api_name="/ask")
    validate(answer, SCHEMA)
    assert without_timings(answer) == expected(world, QUESTION)


def test_an_answer_over_mcp_is_the_assistants_and_fits_its_schema(
    world: World, address: str
) -> None:
    answer = tool(address, "ask", question=QUESTION)
    validate(answer, SCHEMA)
    assert without_timings(answer) == expected(world, QUESTION)


def test_a_follow_up_is_understood_after_what_came_before(
    world: World, client: Client, address: str
) -> None:
    turns = (QUESTION, "How was it evaluated?")
    over_http = client.predict(turns[1], [turns[0]], api_name="/ask")
    assert without_timings(over_http) == expected(world, *turns)
    assert (
        tool(address, "ask", question=turns[1], after=[turns[0]])["standalone_question"]
        == (over_http["standalone_question"])
    )


def test_a_search_gives_the_papers_of_a_listing_with_their_reasons(
    world: World, client: Client, address: str
) -> None:
    papers = client.predict("graph neural networks", api_name="/search")
    listed = world.ask("Which papers are about graph neural networks?").papers
    assert {paper["id"]: paper["reason"] for paper in papers} == {
        one.paper_id: one.reason for one in listed
    }
    assert listed
    assert tool(address, "search", topic="graph neural networks") == papers


def test_a_paper_is_given_whole_by_its_id(world: World, client: Client, address: str) -> None:
    identifier = world.paper_id("LeafClock")
    paper = client.predict(identifier, api_name="/get_paper")
    assert paper["id"] == identifier
    assert "LeafClock" in paper["abstract"]
    assert paper["sources"][0]["list"] == "small.txt"
    assert tool(address, "get_paper", paper_id=identifier) == paper


@pytest.mark.parametrize(
    ("name", "arguments", "told"),
    [
        ("ask", {"question": " "}, "question: there is no question. Ask in a sentence or a few"),
        ("ask", {"question": QUESTION, "collection": "none"}, "none: there is no such collection"),
        ("ask", {"question": "?", "after": ["?"] * LONGEST_CONVERSATION}, "after: the conversatio"),
        ("search", {"topic": " ? "}, "topic: there is no topic. Say in a few words what the paper"),
        ("get_paper", {"paper_id": "0" * 16}, "paper_id: no paper of the collection has this id."),
    ],
)
def test_what_cannot_be_answered_is_told_in_one_line(
    client: Client, address: str, name: str, arguments: dict[str, Any], told: str
) -> None:
    assert refused(address, name, **arguments).startswith(told)
    with pytest.raises(AppError) as error:
        client.predict(**arguments, api_name=f"/{name}")
    assert str(error.value).startswith(told)


def test_a_missing_argument_is_told(address: str) -> None:
    assert "'question' is a required property" in refused(address, "ask", after=[])


@pytest.mark.parametrize(
    ("name", "arguments", "told"),
    [
        ("ask", {"question": 5}, "question: this is not text. Send text, in JSON."),
        ("ask", {"question": None}, "question: this is not text."),
        ("ask", {"question": {"a": "What?"}}, "question: this is not text."),
        ("ask", {"question": QUESTION, "after": "What?"}, "after: this is not a list of quest"),
        ("ask", {"question": QUESTION, "after": 5}, "after: this is not a list of questions."),
        ("ask", {"question": QUESTION, "after": [["What?"]]}, "after: this is not text."),
        ("ask", {"question": QUESTION, "collection": 5}, "collection: this is not text."),
        ("ask", {"question": QUESTION, "collection": "\ud800"}, "'\\ud800': there is no such coll"),
        ("ask", {"question": QUESTION, "collection": "../x"}, "../x: there is no such collection"),
        ("search", {"topic": ["owls"]}, "topic: this is not text."),
        ("search", {"topic": "owls", "collection": 5}, "collection: this is not text."),
        ("get_paper", {"paper_id": {}}, "paper_id: this is not text."),
        ("get_paper", {"paper_id": "../x"}, "paper_id: no paper of the collection has this id."),
    ],
)
def test_a_value_of_a_wrong_kind_is_told(
    address: str, name: str, arguments: dict[str, Any], told: str, capfd: pytest.CaptureFixture[str]
) -> None:
    reply = httpx.post(
        f"{address}/gradio_api/call/v2/{name}", content=json.dumps(arguments), headers=JSON
    )
    ended = httpx.get(f"{address}/gradio_api/call/{name}/{reply.json()['event_id']}").text
    event, data = ended.strip().split("\n")
    assert event == "event: error"
    assert json.loads(data.removeprefix("data: "))["error"].startswith(told)
    assert capfd.readouterr().err == ""


@pytest.mark.parametrize(
    ("name", "arguments", "status", "told"),
    [
        ("ask", {}, 422, "No value provided for required argument: question"),
        ("ask", {"question": QUESTION, "extra": 1}, 422, "Parameter `extra` is not a valid"),
        ("none", {"question": QUESTION}, 404, "there is no function '/none'"),
    ],
)
def test_a_call_by_an_unknown_name_is_told(
    address: str, name: str, arguments: dict[str, Any], status: int, told: str
) -> None:
    reply = httpx.post(f"{address}/gradio_api/call/v2/{name}", json=arguments)
    assert reply.status_code == status
    assert reply.json()["detail"].startswith(told)


@pytest.mark.parametrize("host", ["elsewhere.example", "huggingface.co", "127.0.0.1:9"])
def test_nothing_is_fetched_from_where_a_caller_says(
    address: str, host: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    real = socket.getaddrinfo

    def watched(name: Any, *rest: Any, **options: Any) -> Any:
        asked.append(str(name))
        return real("127.0.0.1", *rest, **options)

    file = {"path": f"https://{host}/a.txt", "meta": {"_type": "gradio.FileData"}}
    with httpx.Client(base_url=f"{address}/gradio_api") as caller:
        caller.get("/info")  # its connection is open now
        monkeypatch.setattr(socket, "getaddrinfo", watched)
        reply = caller.post("/call/v2/ask", json={"question": file})
        ended = caller.get(f"/call/ask/{reply.json()['event_id']}").text
        assert "Nothing is fetched from elsewhere." in ended
        assert caller.get(f"/file=https://{host}/a.txt").status_code == 403
    assert [one for one in asked if one != "127.0.0.1"] == []


def test_nothing_else_of_the_page_is_named(client: Client, address: str) -> None:
    functions = client.view_api(return_format="dict", print_info=False)
    assert isinstance(functions, dict)
    assert set(functions["named_endpoints"]) == FUNCTIONS
    assert functions["unnamed_endpoints"] == {}
    tools = over_mcp(address, lambda session: session.list_tools()).tools
    assert {f"/{one.name}" for one in tools} == FUNCTIONS


def test_each_tool_and_each_of_its_arguments_is_described(address: str) -> None:
    tools = over_mcp(address, lambda session: session.list_tools()).tools
    for one in tools:
        assert len(one.description) > 40
        for name, argument in one.inputSchema["properties"].items():
            assert argument["description"], f"{one.name}: {name}"


def test_what_the_page_does_for_readers_cannot_be_called_past_its_queue(
    client: Client, address: str
) -> None:
    doings = [one for one in client.config["dependencies"] if one["backend_fn"]]
    names = {one["api_name"] for one in doings} - {name.strip("/") for name in FUNCTIONS}
    assert "submit" in names
    for name in names:
        reply = httpx.post(f"{address}/gradio_api/run/{name}", json={"data": []})
        assert reply.status_code == 404, name


def test_the_mcp_server_offers_tools_and_never_calls_an_address_that_a_header_names(
    address: str,
) -> None:
    def read_resource(session: ClientSession) -> Any:
        return session.read_resource(AnyUrl("http://elsewhere.invalid/a"))

    with pytest.raises((McpError, ExceptionGroup)) as error:
        over_mcp(address, read_resource)
    told = error.value
    while isinstance(told, ExceptionGroup):
        told = told.exceptions[0]
    assert "Method not found" in str(told)


def test_the_example_of_the_readme_works(address: str, capsys: pytest.CaptureFixture[str]) -> None:
    (example,) = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    values: dict[str, Any] = {}
    exec(example.replace("http://127.0.0.1:7860", address), values)  # noqa: S102 - our own words
    assert values["whole"].items() <= values["papers"][0].items()
    assert values["answer"]["citations"][0]["title"] in capsys.readouterr().out


def test_any_http_client_will_do(address: str) -> None:
    asked = httpx.post(f"{address}/gradio_api/call/v2/ask", json={"question": QUESTION})
    reply = httpx.get(f"{address}/gradio_api/call/ask/{asked.json()['event_id']}")
    event, data = reply.text.strip().split("\n")
    assert event == "event: complete"
    (answer,) = json.loads(data.removeprefix("data: "))
    validate(answer, SCHEMA)
    assert answer["question"] == QUESTION
