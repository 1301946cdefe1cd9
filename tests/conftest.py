"""Fixtures that every test may use."""

from pathlib import Path

import pytest
from hypothesis import settings

from tests.support.world import DATA, World

REPOSITORY = Path(__file__).parent.parent

# How long an example takes says more of the machine than of the code.
settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of real lists beside a checkout; tests over it are skipped where it is absent."""
    folder = REPOSITORY.parent / "shared"
    if not (folder / "lists").is_dir():
        pytest.skip("the real lists are not beside this checkout (../shared/lists)")
    return folder


@pytest.fixture(scope="session")
def world(tmp_path_factory: pytest.TempPathFactory) -> World:
    """Twelve short abstracts in a real collection; not to be written to."""
    return World.of(tmp_path_factory.mktemp("world"), DATA / "small.txt")
