"""Nothing leaves the machine: every system call of ingest, ask and the page is watched."""

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

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(shutil.which("strace") is None, reason="strace is not installed"),
]


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


def test_ingest_and_ask_reach_for_no_other_machine(tmp_path: Path) -> None:
    home, log = tmp_path / "home", tmp_path / "calls"
    assert _watched(log, home, "ingest", DATA / "small.txt").wait() == 0
    assert _outside(log) == []
    assert _watched(log, home, "ask", "What is LeafClock?").wait() == 0
    assert _outside(log) == []


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
