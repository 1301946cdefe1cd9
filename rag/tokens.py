"""How many tokens a text takes, for the sizes of passages and the budgets of prompts.

The encoding, cl100k_base, is on disk in llama-index-core. Nothing is ever fetched.

>>> count_tokens("Any text is text, <|endoftext|> too.")
13
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import threading
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from rag.errors import ModelFileError

if TYPE_CHECKING:
    from tiktoken import Encoding

__all__ = ["count_tokens"]

# The name under which tiktoken looks for the file: the SHA-1 of the address that it came from.
_FILE = Path("_static/tiktoken_cache/9b5ad71b2ce5302211f9c61530b329a4922fc6a4")
# The one that tiktoken itself expects for cl100k_base.
_SHA256 = "223921b76ee99bde995b7ff738513eef100fb51d18c93597a113bcffe865b2a7"
_REMEDY = "Install llama-index-core again"
_CACHE_DIR = "TIKTOKEN_CACHE_DIR"

_loading = threading.Lock()


def count_tokens(text: str) -> int:
    """Count the cl100k_base tokens of a text. Safe to call from several threads.

    The first call takes 0.3 s: it loads the encoding.

    Raises:
        ModelFileError: llama-index-core, or the encoding's file in it, is missing or damaged.
    """
    with _loading:
        encoding = _cl100k_base()
    return len(encoding.encode_ordinary(text))


@cache
def _cl100k_base() -> Encoding:
    # Imported here, not above: `--help` must not pay for it.
    import tiktoken

    file = _checked_file()
    # tiktoken takes the folder from the environment alone; LlamaIndex does the same.
    before = os.environ.get(_CACHE_DIR)
    os.environ[_CACHE_DIR] = str(file.parent)
    try:
        return tiktoken.get_encoding("cl100k_base")
    finally:
        if before is None:
            del os.environ[_CACHE_DIR]
        else:
            os.environ[_CACHE_DIR] = before


def _checked_file() -> Path:
    # Found without importing LlamaIndex, which takes two seconds. Checked here, because tiktoken
    # deletes a file that it does not expect and fetches another.
    try:
        package = importlib.util.find_spec("llama_index.core")
    except ModuleNotFoundError:
        package = None
    if package is None or package.origin is None:
        raise ModelFileError(
            "the package that holds the token encoding is not installed",
            where="llama-index-core",
            remedy=_REMEDY,
        )
    file = Path(package.origin).parent / _FILE
    try:
        found = hashlib.sha256(file.read_bytes()).hexdigest()
    except OSError as error:
        raise ModelFileError(
            f"the file cannot be read ({error.strerror})", where=str(file), remedy=_REMEDY
        ) from error
    if found != _SHA256:
        raise ModelFileError(
            f"the file is not the expected one (its SHA-256 begins with {found[:12]})",
            where=str(file),
            remedy=_REMEDY,
        )
    return file
