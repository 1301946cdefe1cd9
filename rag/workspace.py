"""Everything that one user's settings open: collections, the embedder, the answerer.

The command line, the page in the browser and the eval runner begin here.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator
from functools import cached_property
from pathlib import Path
from typing import Any

from pydantic import SecretStr

from rag.answering.evidence import Answerer
from rag.answering.record import ModelRecord, decide_by
from rag.answering.strictness import Strictness
from rag.answering.written import Writer
from rag.assistant import Assistant
from rag.choice import Choice
from rag.collection import CollectionSummary
from rag.embedders import embedder_of
from rag.embedding import Embedder
from rag.errors import SettingsError
from rag.ingest import IngestReport, Progress, ingest
from rag.library import LONGEST_NAME, Library
from rag.papers import Paper
from rag.settings import Settings

__all__ = [
    "DEFAULT",
    "LONGEST_NAME",
    "SAMPLE",
    "Choice",
    "CollectionSummary",
    "IngestReport",
    "Workspace",
]

DEFAULT = "papers"
"""The collection that is used where none is named."""

SAMPLE = "sample"
"""The collection that comes with paperchat, for as long as there is no `papers`."""

_SAMPLE_FILE = Path(__file__).parent.parent / "eval" / "suites" / "icml2024" / "papers.jsonl"
_MODELS = 8  # that visitors chose, kept open


class Workspace:
    """What one user's settings open. Safe to use from several threads."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.library = Library(settings)
        self._lock = threading.Lock()
        self._assistants: dict[str, Assistant] = {}
        self._models: dict[str, Answerer] = {}

    @classmethod
    def from_environment(cls, **changes: Any) -> Workspace:
        """Open what the environment says.

        Args:
            changes: Settings that take the place of the environment's.

        Raises:
            SettingsError: A variable has a value that cannot be used.
        """
        settings = Settings.from_environment().model_copy(update=changes)
        settings.lend_home()
        return cls(settings)

    @cached_property
    def embedder(self) -> Embedder:
        """The embedder that the settings name.

        Raises:
            SettingsError: They name none that there is.
            ModelFileError: Its files are missing or are not the pinned ones.
            EndpointError: It is behind an endpoint that gives no vectors.
        """
        return embedder_of(self.settings)

    @cached_property
    def model(self) -> Answerer | None:
        """The language model that the settings name; None where answers are quoted.

        Raises:
            SettingsError: Its endpoint's settings or its prompts cannot be used.
        """
        return self._model_named(self.settings.model) if self.settings.model else None

    def _model_named(self, name: str) -> Answerer:
        settings = self.settings
        # Imported here, not above: seconds that a quoted answer must not pay.
        from rag.answering.endpoint import Endpoint, Timeouts
        from rag.answering.llm import ModelAnswerer
        from rag.answering.pricing import price_of

        endpoint = Endpoint(
            model=name,
            base_url=settings.address,
            api_key=settings.api_key or SecretStr(""),
            context_window=settings.context_window,
            timeouts=Timeouts(silence=settings.timeout),
        )
        price = price_of(name, settings.address, read=settings.price_in, written=settings.price_out)
        return ModelAnswerer(endpoint, prompts=settings.prompts, price=price)

    @cached_property
    def record(self) -> ModelRecord | None:
        """The record of the language model that the settings name."""
        return self._record_of(self.settings.model) if self.settings.model else None

    def _record_of(self, model: str) -> ModelRecord:
        return ModelRecord(self.settings.home, self.settings.address, model)

    @property
    def choice(self) -> Choice:
        """What the settings say of what a visitor may choose."""
        return Choice(self.settings.model or "", self.settings.strict)

    @property
    def endpoint(self) -> str | None:
        """The address at which language models are asked; None where none is configured."""
        settings = self.settings
        configured = settings.base_url or settings.model or settings.api_key
        return settings.address if configured else None

    @property
    def strictness(self) -> Strictness:
        """What happens to the model's sentences that no paper bears out, and why."""
        return decide_by(self.record, self.settings.model or "the model", self.settings.strict)

    def name(self, collection: str | None) -> str:
        """Tell which collection is meant where a command may name one."""
        named = collection or self.settings.collection
        return named or (DEFAULT if self.library.exists(DEFAULT) else SAMPLE)

    def assistant(self, collection: str | None = None) -> Assistant:
        """Open the assistant of a collection; the sample is made when it is first asked.

        Raises:
            CollectionMissing: There is no such collection.
            CollectionMismatch: It was made with another embedder, or by another version.
        """
        name = self.name(collection)
        with self._lock:
            if name not in self._assistants:
                if name == SAMPLE and not self.library.exists(SAMPLE):
                    self.ingest([_SAMPLE_FILE], SAMPLE)
                opened = self.library.open(name, self.embedder)
                self._assistants[name] = Assistant(
                    opened,
                    self.embedder,
                    opened.folder,
                    self._writer(self.choice),
                    second_opinion=self.settings.second_opinion,
                )
            return self._assistants[name]

    def chosen(self, collection: str, choice: Choice) -> Assistant:
        """Open the assistant of a collection, to answer as a visitor chooses.

        Raises:
            CollectionError: The collection cannot be opened.
            SettingsError: No endpoint is configured, or it cannot be used.
        """
        assistant = self.assistant(collection)
        if choice == self.choice:
            return assistant
        if choice.model and self.endpoint is None:
            raise SettingsError(
                "there is no endpoint that could answer",
                where="OPENAI_BASE_URL",
                remedy="Set it, or OPENAI_API_KEY, and start paperchat again",
            )
        return assistant.answering(self._writer(choice))

    def _writer(self, choice: Choice) -> Writer | None:
        if not choice.model:
            return None
        return Writer(
            self._chosen_model(choice.model),
            choice.model,
            choice.strict,
            self._record_of(choice.model),
            self.settings.second_opinion,
            choice.reads,
        )

    def _chosen_model(self, name: str) -> Answerer:
        if self.model and name == self.settings.model:
            return self.model
        with self._lock:
            if name not in self._models:
                if len(self._models) >= _MODELS:
                    self._models.pop(next(iter(self._models)))
                self._models[name] = self._model_named(name)
            return self._models[name]

    def ingest(
        self, paths: Iterable[Path], collection: str | None = None, progress: Progress | None = None
    ) -> IngestReport:
        """Add lists to a collection, `papers` where none is named.

        Raises:
            CollectionError: The collection cannot be written.
        """
        name = collection or self.settings.collection or DEFAULT
        opened = self.library.open_or_create(name, self.embedder)
        return ingest(paths, opened, self.embedder, progress)

    def summaries(self) -> tuple[CollectionSummary, ...]:
        """Summarise every collection."""
        return self.library.summaries()

    def summary(self, collection: str) -> CollectionSummary:
        """Summarise one collection.

        Raises:
            CollectionMissing: There is no such collection.
        """
        return self.library.open(collection).summary()

    def mend(self, collection: str) -> bool:
        """End what an ingest that was cut short has begun; False where there is nothing to end.

        Raises:
            CollectionMissing: There is no such collection.
            CollectionBusy: Another process is writing.
        """
        return self.library.open(collection).mend()

    def papers(self, collection: str) -> Iterator[Paper]:
        """Read a collection's papers.

        Raises:
            CollectionMissing: There is no such collection.
        """
        return (stored.paper for stored in self.library.open(collection).papers())

    def keys(self, collection: str) -> dict[str, str]:
        """Map the identifiers that lists give their papers, as `LIST#KEY`, to the papers' ids.

        Raises:
            CollectionMissing: There is no such collection.
        """
        stored = self.library.open(collection).papers()
        return {key: one.paper.id for one in stored for key in one.keys}

    def create(self, collection: str) -> None:
        """Make an empty collection.

        Raises:
            InputError: The name cannot be used, or is that of another collection.
        """
        self.library.create(collection, self.embedder)

    def rename(self, collection: str, new: str) -> None:
        """Give a collection another name.

        Raises:
            CollectionMissing: There is no such collection.
            InputError: The new name cannot be used, or is that of another collection.
        """
        self.library.rename(collection, new)
        with self._lock:
            self._assistants.pop(collection, None)

    def delete(self, collection: str) -> None:
        """Delete a collection.

        Raises:
            CollectionMissing: There is no such collection.
        """
        self.library.delete(collection)
        with self._lock:
            self._assistants.pop(collection, None)
