"""Who listens to the stages of a request: a stream of JSON lines, or an OpenTelemetry collector.

Both go by LlamaIndex's instrumentation, through which `rag.stages` and LlamaIndex itself tell what
they do. LlamaIndex's own package for OpenTelemetry sends every prompt and reply along; here names,
times and counts are all that is told, so that a trace tells of nobody's reading::

    {"time": "...", "stage": "model", "ms": 1771.2, "id": "5f0c...", "within": "91ab...",
     "read_tokens": 1204, "written_tokens": 96}
"""

from __future__ import annotations

import inspect
import json
import logging
import os
import sys
import threading
import time
from abc import abstractmethod
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, TextIO

from llama_index_instrumentation import get_dispatcher
from llama_index_instrumentation.span import BaseSpan
from llama_index_instrumentation.span_handlers import BaseSpanHandler
from pydantic import PrivateAttr

if TYPE_CHECKING:
    from opentelemetry.sdk.trace import ReadableSpan, TracerProvider
    from opentelemetry.trace import Span, Tracer

__all__ = ["send_stages", "write_stages"]

Facts = Mapping[str, Any]

_PATIENCE = 2.0  # seconds: a command does not end before its stages are sent or given up

_log = logging.getLogger(__name__)


def write_stages(stream: TextIO | None = None) -> None:
    """Write each stage as a JSON line when it has ended.

    Args:
        stream: Where to; standard error if it is not given.
    """
    get_dispatcher().add_span_handler(_Lines(stream or sys.stderr))


def send_stages(collector: str) -> None:
    """Send each stage to an OpenTelemetry collector, over gRPC, beside what is done.

    Args:
        collector: Its address; all else is as OpenTelemetry's own variables say.
    """
    from opentelemetry.exporter.otlp.proto.grpc.trace_exporter import OTLPSpanExporter
    from opentelemetry.sdk.resources import OTELResourceDetector, Resource
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.sdk.trace.export import BatchSpanProcessor, SpanExportResult

    class Exporter(OTLPSpanExporter):
        """Tells once, in a line of ours, that nobody takes what it sends."""

        told = False

        def export(self, spans: Sequence[ReadableSpan]) -> SpanExportResult:
            result = super().export(spans)
            if result is not SpanExportResult.SUCCESS and not self.told:
                self.told = True
                _log.error(_NOT_TAKEN, collector)
            return result

    logging.getLogger("opentelemetry").setLevel(logging.CRITICAL)
    own = "OTEL_EXPORTER_OTLP_TIMEOUT" in os.environ
    exporter = Exporter(collector, timeout=None if own else _PATIENCE)
    named = Resource({"service.name": "paperchat"}).merge(OTELResourceDetector().detect())
    provider = TracerProvider(resource=named)  # sends what is left when the program ends
    provider.add_span_processor(BatchSpanProcessor(exporter))
    get_dispatcher().add_span_handler(_Spans(provider))


_NOT_TAKEN = (
    "%s: no collector takes traces there over gRPC. "
    "Start one, or unset OTEL_EXPORTER_OTLP_ENDPOINT."
)


class _Open(BaseSpan):
    """A span that has begun.

    Attributes:
        stage: Its name: `retrieve`, `OpenAILike.stream_chat`.
        begun: What `begin` gave for it.
    """

    stage: str
    begun: Any


class _Listener(BaseSpanHandler[_Open]):
    """Hears of LlamaIndex's spans, and of ours."""

    @abstractmethod
    def begin(self, stage: str, within: _Open | None) -> Any:
        """Begin a stage."""

    @abstractmethod
    def end(self, span: _Open, facts: Facts, error: BaseException | None) -> None:
        """End a stage."""

    def new_span(
        self,
        id_: str,
        bound_args: inspect.BoundArguments,
        instance: Any = None,
        parent_span_id: str | None = None,
        tags: dict[str, Any] | None = None,
        **kwargs: Any,
    ) -> _Open:
        """Keep a span until it ends."""
        stage = id_.partition("-")[0]
        begun = self.begin(stage, self.open_spans.get(parent_span_id or ""))
        return _Open(id_=id_, parent_id=parent_span_id, tags=tags or {}, stage=stage, begun=begun)

    def span_exit(self, id_: str, *_: Any, facts: Facts | None = None, **__: Any) -> None:
        """End a span that went well."""
        self._end(id_, facts, None)

    def span_drop(
        self,
        id_: str,
        *_: Any,
        err: BaseException | None = None,
        facts: Facts | None = None,
        **__: Any,
    ) -> None:
        """End a span that failed or was left."""
        self._end(id_, facts, err)

    def _end(self, id_: str, facts: Facts | None, error: BaseException | None) -> None:
        span = self.open_spans.pop(id_, None)
        if span:
            self.end(span, {**span.tags, **(facts or {})}, error)

    def prepare_to_exit_span(self, *_: Any, **__: Any) -> None:
        """Do nothing: `span_exit` ends a span."""

    def prepare_to_drop_span(self, *_: Any, **__: Any) -> None:
        """Do nothing: `span_drop` ends a span."""


class _Lines(_Listener):
    """Writes JSON lines."""

    _stream: TextIO = PrivateAttr()
    _writing: threading.Lock = PrivateAttr(default_factory=threading.Lock)

    def __init__(self, stream: TextIO) -> None:
        super().__init__()
        self._stream = stream

    def begin(self, stage: str, within: _Open | None) -> float:
        """Note the time."""
        return time.perf_counter()

    def end(self, span: _Open, facts: Facts, error: BaseException | None) -> None:
        """Write the line."""
        line = {
            "time": datetime.now(UTC).isoformat(timespec="milliseconds"),
            "stage": span.stage,
            "ms": round(1000 * (time.perf_counter() - span.begun), 2),
            "id": _short(span.id_),
            **({"within": _short(span.parent_id)} if span.parent_id else {}),
            **facts,
            **({"error": type(error).__name__} if error else {}),
        }
        with self._writing:
            self._stream.write(json.dumps(line, ensure_ascii=False, default=str) + "\n")


def _short(id_: str) -> str:
    return id_.partition("-")[2][:8]


class _Spans(_Listener):
    """Makes OpenTelemetry's spans."""

    _provider: TracerProvider = PrivateAttr()
    _tracer: Tracer = PrivateAttr()

    def __init__(self, provider: TracerProvider) -> None:
        super().__init__()
        self._provider = provider
        self._tracer = provider.get_tracer("paperchat")

    def close(self) -> None:
        """Send what is left, and no more."""
        self._provider.shutdown()

    def begin(self, stage: str, within: _Open | None) -> Span:
        """Begin a span inside the one that it is within."""
        from opentelemetry.trace import set_span_in_context

        return self._tracer.start_span(stage, set_span_in_context(within.begun) if within else None)

    def end(self, span: _Open, facts: Facts, error: BaseException | None) -> None:
        """End the span."""
        from opentelemetry.trace import StatusCode

        span.begun.set_attributes({f"paperchat.{name}": one for name, one in facts.items()})
        if error:
            span.begun.set_status(StatusCode.ERROR, type(error).__name__)
        span.begun.end()
