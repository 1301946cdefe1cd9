"""Nothing leaves the machine: what ingest, ask and the page write and whom they call is watched."""

import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import pytest

from tests.support.world import DATA

ROOT = Path(__file__).parent.parent
_CONNECT = re.compile(r"(?:connect|sendto|sendmsg)\(.*sa_family=AF_INET6?,.*")
_LOOPBACK = re.compile(r'inet_addr\("127\.|inet_pton\(AF_INET6, "::1"|inet_addr\("0\.0\.0\.0"\)')

pytestmark = pytest.mark.slow
watched = pytest.mark.skipif(shutil.which("strace") is None, reason="strace is not installed")


def test_no_library_keeps_a_number_of_the_device_or_a_report_to_send(tmp_path: Path) -> None:
    # A sender leaves its number and its queue in the user's folder at once, whether or not it ever
    # gets through. The environment is bare: some are quiet where they see a CI, and one that was
    # told to speak by the user's settings has to be quiet all the same.
    user, home = tmp_path / "user", tmp_path / "home"
    user.mkdir()
    bare = {
        "PATH": os.environ["PATH"],
        "PYTHONPATH": str(ROOT),
        "HOME": str(user),
        "PAPERCHAT_HOME": str(home),
        "ORT_DISABLE_TELEMETRY": "0",
    }
    for arguments in (["ingest", str(DATA / "small.txt")], ["ask", "What is LeafClock?"]):
        program = [sys.executable, "-c", "from ui.cli import main; main()", *arguments]
        subprocess.run(program, cwd=user, env=bare, check=True, capture_output=True)
    assert list(user.rglob("*")) == []


def _watched(log: Path, home: Path, *arguments: object) -> "subprocess.Popen[bytes]":
    program = "from ui.cli import main; main()"
    kept = {name: value for name, value in os.environ.items() if not name.startswith("OPENAI")}
    return subprocess.Popen(
        ["strace", "-f", "-qq", "-e", "trace=connect,sendto,sendmsg", "-o", log, sys.executable]
        + ["-c", program, *map(str, arguments)],
        cwd=ROOT,
        env={**kept, "PAPERCHAT_HOME": str(home)},
        stdout=subprocess.DEVNULL,
        start_new_session=True,
    )


def _outside(log: Path) -> list[str]:
    """The calls that reach for another machine, name servers included."""
    calls = [line for line in log.read_text(errors="replace").splitlines() if _CONNECT.search(line)]
    return [line for line in calls if not _LOOPBACK.search(line)]


@watched
def test_ingest_and_ask_reach_for_no_other_machine(tmp_path: Path) -> None:
    home, log = tmp_path / "home", tmp_path / "calls"
    assert _watched(log, home, "ingest", DATA / "small.txt").wait() == 0
    assert _outside(log) == []
    assert _watched(log, home, "ask", "What is LeafClock?").wait() == 0
    assert _outside(log) == []


@watched
def test_the_page_reaches_for_no_other_machine(tmp_path: Path) -> None:
    home, log = tmp_path / "home", tmp_path / "calls"
    assert _watched(tmp_path / "ingest", home, "ingest", DATA / "small.txt").wait() == 0
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    process = _watched(log, home, "chat", "--port", port)
    try:
        page = _fetch(f"http://127.0.0.1:{port}/")
        assert "paperchat" in page
    finally:
        os.killpg(process.pid, signal.SIGINT)
        process.wait(timeout=60)
    assert _outside(log) == []
    # Nothing on the page is to be fetched from elsewhere either.
    fetched = re.findall(r'<(?:link|script|img)[^>]+(?:href|src)="(https?://[^"/]+)', page)
    assert [one for one in fetched if "127.0.0.1" not in one] == []


def _fetch(url: str) -> str:
    for _ in range(120):
        try:
            with urllib.request.urlopen(url, timeout=10) as reply:  # noqa: S310 - our own page
                return str(reply.read().decode())
        except OSError:
            time.sleep(1)
    raise AssertionError(f"{url} did not answer")
