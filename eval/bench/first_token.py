"""How long a reader waits for a model's first token, beyond the model's own time.

An endpoint on loopback begins its reply at once, so all of the wait is ours: understanding,
retrieval, wording the prompt. The same prompt sent to it bare is what we are compared with.

Text is shown at once only where a model's sentences are marked and not left out; where the check is
strict, a first sentence has to be whole. The former is measured, whatever the settings say.
"""

from __future__ import annotations

import json
import statistics
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import httpx

from rag.assistant import Token
from rag.settings import Settings
from rag.workspace import Workspace

__all__ = ["first_token"]

_RUNS = 15
_QUESTION = "Which papers study reinforcement learning?"


class _Instant(BaseHTTPRequestHandler):
    """Begins every reply at once."""

    protocol_version = "HTTP/1.1"
    asked: bytes = b""

    def do_POST(self) -> None:  # noqa: N802 - the name that http.server calls
        """Answer a chat request with one sentence."""
        _Instant.asked = self.rfile.read(int(self.headers["Content-Length"]))
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Connection", "close")
        self.end_headers()
        # Who asks goes away with the first token.
        with suppress(ConnectionError):
            for delta, finish in (({"content": "Yes [1]."}, None), ({}, "stop")):
                choice = {"index": 0, "delta": delta, "finish_reason": finish}
                event = {"id": "1", "object": "chat.completion.chunk", "created": 1, "model": "m"}
                line = json.dumps({**event, "choices": [choice]})
                self.wfile.write(f"data: {line}\n\n".encode())
            self.wfile.write(b"data: [DONE]\n\n")

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        """Say nothing."""


@contextmanager
def _endpoint() -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Instant)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_address[1]}/v1"
    server.shutdown()


def first_token(files: Sequence[Path], home: Path) -> Iterator[str]:
    """Compare the wait for a first token with that of the bare request."""
    with _endpoint() as url:
        settings = Settings.from_environment().model_copy(
            update={
                "home": home / "first",
                "base_url": url,
                "model": "m",
                "api_key": None,
                "strict": False,
            }
        )
        workspace = Workspace(settings)
        workspace.ingest(files, "papers")
        assistant = workspace.assistant("papers")
        ours, bare = [], []
        for run in range(_RUNS + 1):
            started = time.perf_counter()
            next(event for event in assistant.ask(_QUESTION) if isinstance(event, Token))
            waited = time.perf_counter() - started
            alone = _bare(url)
            if run:  # the first one opens connections
                ours.append(waited)
                bare.append(alone)
    more = 1000 * (statistics.median(ours) - statistics.median(bare))
    yield (
        f"first token, sentences marked and not left out (PAPERCHAT_STRICT=0): {more:.0f} ms more "
        "than the bare request with the same prompt"
    )


def _bare(url: str) -> float:
    started = time.perf_counter()
    with httpx.stream("POST", f"{url}/chat/completions", content=_Instant.asked) as reply:
        next(reply.iter_raw())
        return time.perf_counter() - started
