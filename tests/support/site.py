"""The page, served for a test on a free port of loopback."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import uvicorn

from rag.answering.evidence import Answerer, Draft, Evidence
from rag.answering.written import Writer
from rag.answers import Usage
from rag.assistant import Assistant
from rag.settings import Settings
from rag.workspace import Workspace
from ui.app import application
from ui.door import Access

__all__ = ["PausingModel", "serving", "with_model", "workspace_of"]


def workspace_of(home: Path, *lists: Path, collection: str = "papers") -> Workspace:
    """Ingest lists into a collection of a new data folder."""
    workspace = Workspace(Settings(home=home))
    workspace.ingest(lists, collection)
    return workspace


@contextmanager
def serving(
    workspace: Workspace, collection: str = "papers", access: Access | None = None
) -> Iterator[str]:
    """Serve the page of a collection and give its address."""
    listener = socket.create_server(("127.0.0.1", 0))
    config = uvicorn.Config(
        application(workspace, collection, access),
        log_level="critical",
        timeout_graceful_shutdown=1,
        proxy_headers=False,
    )
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{listener.getsockname()[1]}"
    server.should_exit = True
    thread.join(timeout=10)
    listener.close()


class PausingModel:
    """Writes given pieces of text, and before each but the first waits until it may go on.

    Its numbers are taken to be canonical.
    """

    def __init__(self, *pieces: str) -> None:
        self.pieces: Sequence[str] = pieces
        self.may_go_on = threading.Event()
        self.asked: list[Evidence] = []
        self._allowed = threading.Semaphore(0)

    def go_on(self) -> None:
        """Let one waiting answer write its next piece; `may_go_on` lets all write everything."""
        self._allowed.release()

    def wait_until_asked(self, times: int) -> None:
        """Wait until so many questions have come, whether answered or not.

        Raises:
            TimeoutError: They have not come within 15 seconds.
        """
        for _ in range(150):
            if len(self.asked) >= times:
                return
            time.sleep(0.1)
        raise TimeoutError(f"{len(self.asked)} questions have come, not {times}")

    def answer(self, evidence: Evidence) -> Iterator[str | Draft]:
        self.asked.append(evidence)
        for place, piece in enumerate(self.pieces):
            while place and not self.may_go_on.is_set():
                if self._allowed.acquire(timeout=0.02):
                    break
            yield piece
        yield Draft(
            text="".join(self.pieces),
            removed_markers=0,
            model="pausing-model",
            usage=Usage(prompt_tokens=1200, completion_tokens=34, cost_usd=0.0021),
        )


class _WithModel(Workspace):
    model: Answerer

    def assistant(self, collection: str | None = None) -> Assistant:
        opened = self.library.open(self.name(collection), self.embedder)
        return Assistant(opened, self.embedder, opened.folder, Writer(self.model, "pausing-model"))


def with_model(workspace: Workspace, model: Any) -> Workspace:
    """Give a workspace whose answers a model writes."""
    other = _WithModel(workspace.settings)
    other.model = model
    return other
