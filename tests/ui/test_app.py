"""The page as a process: what it serves, to whom, and how it ends."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from rag.errors import SettingsError
from rag.workspace import Workspace
from tests.support.world import World
from ui.app import serve
from ui.door import Access
from ui.users import Users

REPOSITORY = Path(__file__).parents[2]


@pytest.fixture
def workspace(world: World) -> Workspace:
    return world.workspace


@pytest.fixture
def access(workspace: Workspace) -> Access:
    return Access(Users(workspace.settings.home))


@pytest.fixture
def taken() -> Iterator[int]:
    with closing(socket.create_server(("127.0.0.1", 0))) as listener:
        yield listener.getsockname()[1]


def start(workspace: Workspace, *arguments: str) -> subprocess.Popen[str]:
    environment = os.environ | {"PAPERCHAT_HOME": str(workspace.settings.home)}
    command = [sys.executable, "-c", "from ui.cli import main; main()", "chat", *arguments]
    return subprocess.Popen(
        command, cwd=REPOSITORY, env=environment, text=True, stderr=subprocess.PIPE
    )


def test_a_taken_port_is_told_in_one_line_and_no_other_is_used(
    workspace: Workspace, access: Access, taken: int
) -> None:
    with pytest.raises(SettingsError) as refused:
        serve(
            workspace, access, collection="papers", host="127.0.0.1", port=taken, open_browser=False
        )
    assert str(refused.value) == (
        f"http://127.0.0.1:{taken}: nothing can be served there (Address already in use). "
        "Stop what uses this port, or choose another with --port."
    )


@pytest.mark.parametrize(
    ("host", "port"), [("no-such-host.invalid", 7860), ("192.0.2.1", 7860), ("127.0.0.1", 99999)]
)
def test_an_address_where_nothing_can_listen_is_told_in_one_line(
    workspace: Workspace, access: Access, host: str, port: int
) -> None:
    with pytest.raises(SettingsError, match=f"^http://{host}:{port}: nothing can be served there"):
        serve(workspace, access, collection="papers", host=host, port=port, open_browser=False)


def test_a_taken_port_ends_the_command_with_one_line(workspace: Workspace, taken: int) -> None:
    process = start(workspace, "--port", str(taken))
    _, said = process.communicate(timeout=60)
    assert (process.returncode, said.count("\n")) == (1, 1)
    assert said.startswith(f"http://127.0.0.1:{taken}: nothing can be served there")


def test_what_became_of_lists_that_are_added_first_is_told(
    workspace: Workspace, taken: int, tmp_path: Path
) -> None:
    file = tmp_path / "owls.txt"
    file.write_text("Owls hunt mice at night. We present OwlNet, a network that hears them.\n")
    process = start(workspace, str(file), "--collection", "told", "--port", str(taken))
    _, said = process.communicate(timeout=120)
    assert re.fullmatch(r"Read 1 abstract in \d+\.\d s: 1 new paper\.", said.splitlines()[0]), said


def test_a_chat_that_is_open_to_a_network_does_not_start_unless_told_so(
    workspace: Workspace,
) -> None:
    process = start(workspace, "--host", "0.0.0.0", "--port", "0")  # noqa: S104 - refused
    _, said = process.communicate(timeout=60)
    assert (process.returncode, said.count("\n")) == (1, 1)
    assert "everybody who reaches this address could ask, add and delete" in said


@pytest.mark.slow
def test_the_page_is_served_until_it_is_interrupted_and_forbids_to_fetch_elsewhere(
    workspace: Workspace,
) -> None:
    process = start(workspace, "--port", "0")
    assert process.stderr
    told = process.stderr.readline()
    address = re.fullmatch(r"paperchat is open at (http://127\.0\.0\.1:\d+) .*\n", told)
    assert address, told
    with urllib.request.urlopen(address[1], timeout=60) as response:  # noqa: S310 - ours
        policy = response.headers["Content-Security-Policy"]
        assert policy.startswith("default-src 'self' data: blob:")
        assert response.headers["Referrer-Policy"] == "no-referrer"
        assert "paperchat" in response.read().decode()
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=30)
    assert (process.returncode, said) == (130, "")
