"""A real `chroma run` on loopback."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from pathlib import Path

__all__ = ["ChromaServer"]


class ChromaServer:
    """A server over a folder, which may be stopped and started again at the same address."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self._port = free.getsockname()[1]
        self.url = f"http://127.0.0.1:{self._port}"
        self._process: subprocess.Popen[bytes] | None = None

    def start(self, *, wait: bool = True) -> None:
        command = Path(sys.executable).with_name("chroma")
        self._process = subprocess.Popen(
            [command, "run", "--path", self._folder, "--host", "127.0.0.1"]
            + ["--port", str(self._port)],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "ANONYMIZED_TELEMETRY": "False"},
        )
        for _ in range(300 if wait else 0):
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", self._port)) == 0:
                    return
            time.sleep(0.1)

    def stop(self) -> None:
        if self._process:
            self._process.terminate()
            self._process.wait()
