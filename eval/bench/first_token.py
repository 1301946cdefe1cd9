"""How long a reader waits for a model's first token, beyond the model's own time.

An endpoint on loopback begins its reply at once, so all of the wait is ours: understanding,
retrieval, wording the prompt. The same prompt sent to it bare is what we are compared with.

Text is shown at once only where a model's sentences are marked and not left out; where the check is
strict, a first sentence has to be whole. The former is measured, whatever the settings say.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import httpx

from eval.bench.endpoint import Streaming, endpoint
from rag.assistant import Token
from rag.settings import Settings
from rag.workspace import Workspace

__all__ = ["first_token"]

_RUNS = 15
_QUESTION = "Which papers study reinforcement learning?"


class _Instant(Streaming):
    """Begins every reply at once."""

    asked: bytes = b""

    def pieces(self, asked: bytes) -> Iterator[str]:
        """Answer with one sentence, and keep what was asked."""
        _Instant.asked = asked
        yield "Yes [1]."


def first_token(files: Sequence[Path], home: Path) -> Iterator[str]:
    """Compare the wait for a first token with that of the bare request."""
    with endpoint(_Instant) as url:
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
