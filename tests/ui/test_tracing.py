"""The stages of a question, as JSON lines and as an OpenTelemetry collector gets them."""

from __future__ import annotations

import io
import json
import logging
import socket
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import grpc
import pytest
from llama_index_instrumentation import get_dispatcher
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import (
    ExportTraceServiceRequest,
    ExportTraceServiceResponse,
)

from rag.errors import EndpointError, InputError
from rag.stages import stage
from tests.support.world import World
from ui.requests import Request
from ui.tracing import send_stages, write_stages

QUESTION = "What is LeafClock?"


@pytest.fixture(autouse=True)
def nobody_listens() -> Iterator[None]:
    root = get_dispatcher()
    before = list(root.span_handlers)
    yield
    root.span_handlers = before


@pytest.fixture
def stream() -> io.StringIO:
    stream = io.StringIO()
    write_stages(stream)
    return stream


def lines(stream: io.StringIO) -> list[dict[str, Any]]:
    return [json.loads(line) for line in stream.getvalue().splitlines()]


def test_each_stage_is_a_line_within_another_and_says_no_word_of_the_question(
    world: World, stream: io.StringIO
) -> None:
    world.ask(QUESTION)
    told = {one["id"]: one for one in lines(stream)}
    above = {one["stage"]: told.get(one.get("within"), {}).get("stage") for one in told.values()}
    assert above["ask"] is None
    assert {name for name, within in above.items() if within == "ask"} == {
        "open",
        "understand",
        "compose",
    }
    assert above["nearest"] == above["words"] == "retrieve"
    assert above["BM25Retriever.retrieve"] == "words"
    (whole,) = (one["ms"] for one in told.values() if one["stage"] == "ask")
    assert 0 < max(one["ms"] for one in told.values() if one["stage"] != "ask") <= whole
    assert "LeafClock" not in stream.getvalue()


def test_every_stage_of_a_request_names_it(world: World, stream: io.StringIO) -> None:
    with Request("ask", question=QUESTION) as request, request.traced():
        world.ask(QUESTION)
    world.ask(QUESTION)
    named = [one.get("request") for one in lines(stream)]
    half = len(named) // 2
    assert named == [request.id] * half + [None] * half


def test_stages_of_several_threads_do_not_mix(stream: io.StringIO) -> None:
    def work(number: int) -> None:
        with stage("outer") as tell:
            tell(number=number)
            with stage("inner") as tell_inner:
                tell_inner(number=number)

    with ThreadPoolExecutor(8) as threads:
        list(threads.map(work, range(50)))
    told = lines(stream)
    outer = {one["id"]: one["number"] for one in told if one["stage"] == "outer"}
    inner = [(one["within"], one["number"]) for one in told if one["stage"] == "inner"]
    assert sorted(inner) == sorted(outer.items())


def test_a_stage_that_fails_names_the_kind_of_error_alone(stream: io.StringIO) -> None:
    with pytest.raises(InputError), stage("read"):
        raise InputError("an owl", where="an owl", remedy="an owl")
    (only,) = lines(stream)
    assert only["error"] == "InputError"
    assert "owl" not in stream.getvalue()


def test_a_stage_may_be_left_by_whoever_closes_it(stream: io.StringIO) -> None:
    def steps() -> Iterator[int]:
        with stage("model"):
            yield 1

    begun = steps()
    next(begun)
    with ThreadPoolExecutor(1) as other:
        other.submit(begun.close).result()  # type: ignore[attr-defined]
    (only,) = lines(stream)
    assert (only["stage"], only["error"]) == ("model", "GeneratorExit")


class Collector(grpc.GenericRpcHandler):
    """Keeps the spans that it is sent."""

    def __init__(self) -> None:
        self.services: set[str] = set()
        self.spans: list[Any] = []

    def service(self, details: grpc.HandlerCallDetails) -> grpc.RpcMethodHandler | None:
        if not details.method.endswith("TraceService/Export"):
            return None
        return grpc.unary_unary_rpc_method_handler(
            self._export,
            request_deserializer=ExportTraceServiceRequest.FromString,
            response_serializer=ExportTraceServiceResponse.SerializeToString,
        )

    def _export(self, request: Any, _: grpc.ServicerContext) -> ExportTraceServiceResponse:
        for resource in request.resource_spans:
            self.services |= {
                one.value.string_value
                for one in resource.resource.attributes
                if one.key == "service.name"
            }
            for scope in resource.scope_spans:
                self.spans += scope.spans
        return ExportTraceServiceResponse()


def test_a_collector_gets_one_trace_of_a_question_without_a_word_of_it(world: World) -> None:
    collector = Collector()
    server = grpc.server(ThreadPoolExecutor(1), handlers=[collector])
    port = server.add_insecure_port("127.0.0.1:0")
    server.start()
    send_stages(f"http://127.0.0.1:{port}")
    with Request("ask") as request, request.traced():
        world.ask(QUESTION)
    with pytest.raises(EndpointError), stage("model") as tell:
        tell(read_tokens=7)
        raise EndpointError("an owl", where="an owl", remedy="an owl")
    get_dispatcher().shutdown()
    server.stop(None)
    assert collector.services == {"paperchat"}
    spans = {one.span_id: one for one in collector.spans}
    (asked,) = (one for one in spans.values() if one.name == "ask")
    (compose,) = (one for one in spans.values() if one.name == "compose")
    (failed,) = (one for one in spans.values() if one.name == "model")
    assert spans[compose.parent_span_id] is asked
    assert compose.trace_id == asked.trace_id != failed.trace_id
    assert {one.key: one.value.string_value for one in asked.attributes} == {
        "paperchat.request": request.id
    }
    assert [(one.key, one.value.int_value) for one in failed.attributes] == [
        ("paperchat.read_tokens", 7)
    ]
    assert (failed.status.code, failed.status.message) == (2, "EndpointError")
    told = "".join(str(one) for one in spans.values())
    assert "LeafClock" not in told
    assert "owl" not in told


def test_a_collector_that_is_not_there_is_told_once(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("ui.tracing._PATIENCE", 0.2)
    monkeypatch.setattr(logging.getLogger("ui"), "propagate", True)
    with socket.create_server(("127.0.0.1", 0)) as free:
        nowhere = f"http://127.0.0.1:{free.getsockname()[1]}"
    send_stages(nowhere)
    with stage("ask"):
        pass
    get_dispatcher().shutdown()
    (only,) = caplog.messages
    assert only.startswith(f"{nowhere}: no collector takes traces there")
