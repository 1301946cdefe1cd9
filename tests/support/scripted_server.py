"""An OpenAI-compatible endpoint that says what a test told it to say, faults included.

::

    with ScriptedServer() as server:
        server.script(says("It is fast [1]."), Status(500))
        ...  # ask server.url twice
        server.requests[0].body["messages"]

Requests are answered from the queue in the order in which they come; what was asked is kept.
"""

from __future__ import annotations

import json
import select
import socket
import ssl
import threading
import time
from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from types import TracebackType
from typing import Any, Literal

__all__ = [
    "CUT",
    "HANG",
    "SELF_SIGNED",
    "Pause",
    "Request",
    "ScriptedServer",
    "Status",
    "Stream",
    "chunk",
    "says",
]

SELF_SIGNED = Path(__file__).with_name("self_signed.pem")
"""A certificate that no authority signed, with its key, for 127.0.0.1."""

HANG: Literal["hang"] = "hang"
"""Say nothing more, until the client goes away or the server is closed."""

CUT: Literal["cut"] = "cut"
"""Break the connection off in the middle of a reply."""


@dataclass(frozen=True, slots=True)
class Pause:
    """Say nothing for some seconds."""

    seconds: float


@dataclass(frozen=True, slots=True)
class Request:
    """What the server was asked.

    Attributes:
        target: The path; the whole address where the server is asked as a proxy.
        headers: By names in lower case.
    """

    target: str
    headers: Mapping[str, str]
    body: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Status:
    """A whole reply at once."""

    code: int
    body: str = ""
    headers: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Stream:
    """A reply in pieces: JSON for an event, `Pause`, `CUT`, `HANG`, or any other text as it is."""

    steps: Sequence[dict[str, Any] | str | Pause]
    done: bool = True


Script = Status | Stream | Literal["hang", "cut"]


def chunk(content: str | None = None, *, finish: str | None = None, **delta: Any) -> dict[str, Any]:
    """Make one chunk of a chat reply."""
    if content is not None:
        delta["content"] = content
    choice = {"index": 0, "delta": delta, "finish_reason": finish}
    return {
        "id": "chatcmpl-1",
        "object": "chat.completion.chunk",
        "created": 1,
        "model": "scripted",
        "choices": [choice],
    }


def says(
    *pieces: str, usage: tuple[int, int] | None = (100, 10), finish: str = "stop", pause: float = 0
) -> Stream:
    """Script a reply that goes well.

    Args:
        pieces: The text, token by token.
        usage: Tokens read and written, sent at the end; None sends none.
        finish: The reason why it ends.
        pause: Seconds before each piece.
    """
    steps: list[dict[str, Any] | str | Pause] = [chunk("", role="assistant")]
    for piece in pieces:
        steps += [Pause(pause), chunk(piece)] if pause else [chunk(piece)]
    steps.append(chunk(finish=finish))
    if usage:
        read, written = usage
        counts = {
            "prompt_tokens": read,
            "completion_tokens": written,
            "total_tokens": read + written,
        }
        steps.append({**chunk(), "choices": [], "usage": counts})
    return Stream(steps)


class ScriptedServer:
    """Serves on a free port of 127.0.0.1 from entering to leaving it as a context.

    Args:
        certificate: A file with a certificate and its key; the server speaks TLS then.
        default: The reply where the queue is empty.

    Attributes:
        requests: What was asked so far.
        gone: Set once a client has gone away before its reply was complete.
    """

    def __init__(self, certificate: Path | None = None, default: Script | None = None) -> None:
        self.requests: list[Request] = []
        self.gone = threading.Event()
        self._queue: deque[Script] = deque()
        self._default = default
        self._closed = threading.Event()
        self._http = _server(self)
        self._scheme = "http"
        if certificate:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(certificate)
            self._http.socket = context.wrap_socket(self._http.socket, server_side=True)
            self._scheme = "https"

    @property
    def address(self) -> str:
        """The address without a path: what a proxy is named by."""
        return f"{self._scheme}://127.0.0.1:{self._http.server_address[1]}"

    @property
    def url(self) -> str:
        """The base URL of the endpoint."""
        return f"{self.address}/v1"

    def script(self, *replies: Script) -> None:
        """Queue replies."""
        self._queue.extend(replies)

    def __enter__(self) -> ScriptedServer:
        threading.Thread(target=self._http.serve_forever, args=(0.02,), daemon=True).start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._closed.set()
        self._http.shutdown()
        self._http.server_close()

    def answer(self, handler: BaseHTTPRequestHandler) -> None:
        """Answer one request."""
        length = int(handler.headers.get("Content-Length", 0))
        body = json.loads(handler.rfile.read(length) or b"{}")
        headers = {name.lower(): value for name, value in handler.headers.items()}
        self.requests.append(Request(handler.path, headers, body))
        script = self._queue.popleft() if self._queue else self._default
        if script is None:
            script = Status(500, "the script is empty", {"X-Should-Retry": "false"})
        try:
            self._play(handler, script)
        except OSError:
            self.gone.set()
            handler.close_connection = True

    def _play(self, handler: BaseHTTPRequestHandler, script: Script) -> None:
        if isinstance(script, Status):
            _write_status(handler, script)
        elif isinstance(script, Stream):
            handler.send_response(200)
            handler.send_header("Content-Type", "text/event-stream")
            handler.send_header("Transfer-Encoding", "chunked")
            handler.end_headers()
            self._stream(handler, script)
        else:
            self._break(handler, script)

    def _stream(self, handler: BaseHTTPRequestHandler, script: Stream) -> None:
        for step in script.steps:
            if isinstance(step, Pause):
                time.sleep(step.seconds)
            elif step in (HANG, CUT):
                self._break(handler, str(step))
                return
            else:
                _write_piece(handler, step if isinstance(step, str) else _event(step))
        if script.done:
            _write_piece(handler, "data: [DONE]\n\n")
        handler.wfile.write(b"0\r\n\r\n")

    def _break(self, handler: BaseHTTPRequestHandler, how: str) -> None:
        handler.close_connection = True
        if how == HANG:
            while not self._closed.is_set():
                readable, _, _ = select.select([handler.connection], [], [], 0.02)
                if readable and not handler.connection.recv(1):
                    self.gone.set()
                    return
        handler.connection.shutdown(socket.SHUT_RDWR)


def _server(scripted: ScriptedServer) -> ThreadingHTTPServer:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        disable_nagle_algorithm = True

        def do_POST(self) -> None:
            scripted.answer(self)

        def log_message(self, format: str, *args: Any) -> None:
            """Say nothing: the tests read `requests`."""

    class Server(ThreadingHTTPServer):
        daemon_threads = True
        request_queue_size = 128

        def handle_error(self, request: Any, client_address: Any) -> None:
            """Say nothing: a client that goes away or refuses us is part of a test."""

    return Server(("127.0.0.1", 0), Handler)


def _event(data: dict[str, Any]) -> str:
    return f"data: {json.dumps(data)}\n\n"


def _write_piece(handler: BaseHTTPRequestHandler, text: str) -> None:
    data = text.encode()
    handler.wfile.write(b"%x\r\n%s\r\n" % (len(data), data))
    handler.wfile.flush()


def _write_status(handler: BaseHTTPRequestHandler, script: Status) -> None:
    data = script.body.encode()
    handler.send_response(script.code)
    for name, value in ({"Content-Type": "application/json"} | dict(script.headers)).items():
        handler.send_header(name, value)
    handler.send_header("Content-Length", str(len(data)))
    handler.end_headers()
    handler.wfile.write(data)
