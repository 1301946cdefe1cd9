import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from rag import tokens
from rag.errors import ModelFileError
from rag.tokens import count_tokens


def test_tokens_are_those_of_cl100k_base() -> None:
    assert count_tokens("") == 0
    assert count_tokens("hello world") == 2
    assert count_tokens("antidisestablishmentarianism") == 6


def test_the_names_of_special_tokens_are_text() -> None:
    assert count_tokens("<|endoftext|>") == 7
    assert count_tokens("<|fim_prefix|> and <|endofprompt|>") > 2


def test_half_a_surrogate_pair_is_counted() -> None:
    assert count_tokens("a\ud800b") > 0


def test_a_megabyte_of_one_letter_is_counted_in_seconds() -> None:
    started = time.perf_counter()
    assert count_tokens("a" * 1_000_000) == 125_000
    assert time.perf_counter() - started < 10


def test_nothing_is_imported_before_the_first_count_and_the_environment_stays() -> None:
    program = (
        "import os, sys, rag.tokens\n"
        "assert 'tiktoken' not in sys.modules\n"
        "before = dict(os.environ)\n"
        "assert rag.tokens.count_tokens('hello world') == 2\n"
        "assert dict(os.environ) == before\n"
        "assert 'llama_index.core' not in sys.modules\n"
    )
    for cache_dir in ({}, {"TIKTOKEN_CACHE_DIR": "/nowhere"}):
        subprocess.run([sys.executable, "-c", program], check=True, env=os.environ | cache_dir)


@pytest.mark.parametrize(
    ("content", "what"), [(None, "cannot be read"), (b"x", "not the expected")]
)
def test_a_missing_or_damaged_file_is_told_and_left_alone(
    content: bytes | None, what: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "encoding"
    if content is not None:
        file.write_bytes(content)
    monkeypatch.setattr(tokens, "_FILE", file)  # an absolute path takes the place of the folder's
    with pytest.raises(ModelFileError, match=what) as raised:
        tokens._checked_file()
    assert raised.value.where == str(file)
    assert file.exists() == (content is not None)
