"""Fixtures that every test may use."""

from pathlib import Path

import pytest

REPOSITORY = Path(__file__).parent.parent


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of real lists beside a checkout; tests over it are skipped where it is absent."""
    folder = REPOSITORY.parent / "shared"
    if not (folder / "lists").is_dir():
        pytest.skip("the real lists are not beside this checkout (../shared/lists)")
    return folder
