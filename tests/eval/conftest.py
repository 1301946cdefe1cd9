"""Fixtures of the tests of measurements."""

from pathlib import Path

import pytest

from eval.suite_run import Run, run_suite
from rag.settings import Settings

SUITE = Path(__file__).parent / "suite"


@pytest.fixture(scope="session")
def settings(tmp_path_factory: pytest.TempPathFactory) -> Settings:
    """Settings without a model, whose data folder the tests of this folder share."""
    return Settings(home=tmp_path_factory.mktemp("home"), model=None)  # type: ignore[call-arg]


@pytest.fixture(scope="session")
def run(settings: Settings, tmp_path_factory: pytest.TempPathFactory) -> Run:
    """A finished run of twelve questions over twelve abstracts; not to be written to."""
    return run_suite(SUITE, settings, tmp_path_factory.mktemp("runs") / "first")
