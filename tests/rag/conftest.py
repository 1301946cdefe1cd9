"""Fixtures of the library's tests."""

from collections.abc import Iterator

import pytest

from tests.support.chroma_server import ChromaServer


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ChromaServer]:
    """A real `chroma run` on loopback; not to be stopped."""
    server = ChromaServer(tmp_path_factory.mktemp("server"))
    server.start()
    yield server
    server.stop()
