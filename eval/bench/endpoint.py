"""An endpoint on loopback that streams what a benchmark has it say."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

__all__ = ["Streaming", "endpoint"]


class Streaming(BaseHTTPRequestHandler):
    """Answers each chat request piece by piece."""

    protocol_version = "HTTP/1.1"

    def pieces(self, asked: bytes) -> Iterator[str]:
        """Yield the pieces of a reply.

        Args:
            asked: The body of the request.
        """
        raise NotImplementedError

    def do_POST(self) -> None:  # noqa: N802 - the name that http.server calls
        """Answer a chat request."""
        asked = self.rfile.read(int(self.headers["Content-Length"]))
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Connection", "close")
        self.end_headers()
        # Who asks may go away before the end.
        with suppress(ConnectionError):
            for piece in self.pieces(asked):
                self._write({"content": piece}, None)
            self._write({}, "stop")
            self.wfile.write(b"data: [DONE]\n\n")

    def _write(self, delta: dict[str, str], finish: str | None) -> None:
        choice = {"index": 0, "delta": delta, "finish_reason": finish}
        event = {"id": "1", "object": "chat.completion.chunk", "created": 1, "model": "m"}
        self.wfile.write(f"data: {json.dumps({**event, 'choices': [choice]})}\n\n".encode())

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        """Say nothing."""


class _Server(ThreadingHTTPServer):
    request_queue_size = 100  # many may come at once


@contextmanager
def endpoint(replies: type[Streaming]) -> Iterator[str]:
    """Serve replies on a free port of loopback; gives the base address."""
    server = _Server(("127.0.0.1", 0), replies)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_address[1]}/v1"
    server.shutdown()
