"""A file of given content, read; and what was said of it."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from rag.papers import Entry
from rag.readers import Outcome, Refusal, read

Reading = Callable[[str, str | bytes], list[Outcome]]


@pytest.fixture
def reading(tmp_path: Path) -> Reading:
    """Write a file of a name and a content, and read it."""

    def read_content(name: str, content: str | bytes) -> list[Outcome]:
        path = tmp_path / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return list(read([path]))

    return read_content


def entries(outcomes: list[Outcome]) -> list[Entry]:
    return [outcome for outcome in outcomes if isinstance(outcome, Entry)]


def abstracts(outcomes: list[Outcome]) -> list[str]:
    return [entry.abstract for entry in entries(outcomes)]


def refusals(outcomes: list[Outcome], folder: Path) -> Iterator[str]:
    """Refusals without the folder of their file, which differs in every run."""
    for outcome in outcomes:
        if isinstance(outcome, Refusal):
            yield str(outcome).replace(f"{folder}/", "")
