"""`paperchat doctor`: what is configured, what works, and what to do about what does not."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from functools import partial

from pydantic import AliasChoices, SecretStr
from rich.console import Console
from rich.text import Text

from rag.errors import PaperchatError
from rag.settings import Settings
from rag.workspace import Workspace

__all__ = ["examine"]


@dataclass(frozen=True, slots=True)
class Finding:
    """What one examination found.

    Attributes:
        what: What was examined.
        ok: Whether it works.
        told: What there is to know of it, or what to do.
    """

    what: str
    ok: bool
    told: str


def examine(*, as_json: bool) -> int:
    """Examine everything and print what was found.

    Returns:
        The exit status: 0 where everything works, else 1.
    """
    findings = list(_findings())
    if as_json:
        sys.stdout.write(json.dumps([asdict(one) for one in findings], ensure_ascii=False) + "\n")
    else:
        out = Console(highlight=False)
        for one in findings:
            mark = Text("✓ " if one.ok else "✗ ", style="green" if one.ok else "red")
            out.print(mark + Text(f"{one.what}: ", style="bold") + Text(one.told), soft_wrap=True)
    return 0 if all(one.ok for one in findings) else 1


def _findings() -> Iterator[Finding]:
    try:
        workspace = Workspace.from_environment()
    except PaperchatError as error:
        yield Finding("settings", False, str(error))
        return
    settings = workspace.settings
    yield Finding("settings", True, _in_force(settings))
    yield Finding("data folder", True, str(settings.home))
    store = settings.chroma_url or "embedded"
    yield _tried("Chroma", lambda: f"{store}, collections: {len(workspace.summaries())}")
    yield _tried("embedder", lambda: _embedder(workspace))
    for name in _summaries(workspace):
        yield _tried(f"collection {name!r}", partial(_collection, workspace, name))
    yield _tried("answers", lambda: _answerer(workspace))
    if settings.model is not None:
        yield Finding("check of answers", True, workspace.strictness.told)


def _in_force(settings: Settings) -> str:
    """Name what the environment sets, and nothing secret."""
    told = []
    for name, field in type(settings).model_fields.items():
        if name in settings.model_fields_set and isinstance(field.validation_alias, AliasChoices):
            value = getattr(settings, name)
            shown = "(secret)" if isinstance(value, SecretStr) else value
            told.append(f"{field.validation_alias.choices[0]}={shown}")
    return ", ".join([*told, "all else by default"] if told else ["all by default"])


def _tried(what: str, examination: Callable[[], str]) -> Finding:
    try:
        return Finding(what, True, examination())
    except PaperchatError as error:
        return Finding(what, False, str(error))


def _embedder(workspace: Workspace) -> str:
    embedder = workspace.embedder
    vector = embedder.embed_query("a question")
    return f"{embedder.name}, {len(vector)} dimensions, reads {embedder.window} word pieces"


def _summaries(workspace: Workspace) -> list[str]:
    try:
        return [one.name for one in workspace.summaries()]
    except PaperchatError:
        return []  # told already, by the examination of Chroma


def _collection(workspace: Workspace, name: str) -> str:
    """Open a collection and ask it, so that a damaged index shows here and not in an answer."""
    mended = workspace.mend(name)
    assistant = workspace.assistant(name).answering(None)
    summary = workspace.summary(name)
    list(assistant.ask("Which papers are about learning?"))
    told = f"{summary.papers} papers, {summary.passages} passages, updated {summary.updated}"
    return f"{told}; {_MENDED}" if mended else told


_MENDED = "an ingest that was cut short is tidied up: ingest its lists again to complete it"


def _answerer(workspace: Workspace) -> str:
    """Ask the model something short: an address, a key and a name are right if it replies."""
    settings = workspace.settings
    if workspace.model is None:
        return "quoted word for word; set PAPERCHAT_MODEL for a language model"
    begun = time.monotonic()
    workspace.model.perform("condense", {"history": "", "question": "Which papers are there?"})
    took = time.monotonic() - begun
    return f"{settings.model} at {settings.address} replies, in {took:.1f} s"
