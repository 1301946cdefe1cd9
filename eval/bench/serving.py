"""Chats and other pages in processes of their own, as users start them."""

from __future__ import annotations

import os
import re
import subprocess  # noqa: S404 - the benchmarks start what they measure
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

__all__ = ["chat", "served"]

_CHAT = "from ui.cli import main; main()"


@contextmanager
def chat(home: Path, **settings: str) -> Iterator[tuple[str, int]]:
    """Start a chat; give its address and the number of its process."""
    with served([_CHAT, "chat", "--port", "0"], {"PAPERCHAT_HOME": str(home), **settings}) as one:
        yield one


@contextmanager
def served(arguments: list[str], environment: Mapping[str, str]) -> Iterator[tuple[str, int]]:
    """Start a program that tells the address at which it serves.

    Args:
        arguments: The program, and its own arguments.
        environment: What is set for it beside this process's environment; no endpoint is.

    Raises:
        RuntimeError: It ended without telling an address.
    """
    kept = {name: one for name, one in os.environ.items() if not name.startswith("OPENAI_")}
    process = subprocess.Popen(  # noqa: S603 - our own interpreter with our own arguments
        [sys.executable, "-c", *arguments],
        env={**kept, **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    try:
        yield _address(process), process.pid
    finally:
        process.terminate()
        process.wait(timeout=30)


def _address(process: subprocess.Popen[str]) -> str:
    told = ""
    for line in process.stdout or ():
        told += line
        if found := re.search(r"http://[\d.:]+", line):
            return found.group()
    raise RuntimeError(f"what should serve did not start: {told}")
