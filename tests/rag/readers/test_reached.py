"""How far lists have been read, for each format and whatever is among them."""

import json
from pathlib import Path

import pytest

from rag.papers import Entry
from rag.readers import Reached, read
from tests.rag.readers.samples import GRAPHS

COUNT = 1_000
LONG = f"{GRAPHS} " * 8  # so that a file is read in several pieces
FORMATS = {
    "a.txt": "Papers\n\n" + f"{LONG}\n\n" * COUNT,
    "a.jsonl": (json.dumps({"abstract": LONG}) + "\n") * COUNT,
    "a.json": json.dumps([{"abstract": LONG}] * COUNT),
    "a.csv": "title,abstract\n" + f"Hands,{LONG}\n" * COUNT,
    "a.bib": f"@misc{{a,\n  abstract = {{{LONG}}}\n}}\n" * COUNT,
}


@pytest.mark.parametrize("name", FORMATS)
def test_the_share_grows_with_the_entries_up_to_all(name: str, tmp_path: Path) -> None:
    file = tmp_path / name
    file.write_text(FORMATS[name], encoding="utf-8")
    reached = Reached([file])
    shares = [reached.share for outcome in read([file], reached) if isinstance(outcome, Entry)]
    assert shares == sorted(shares)
    assert 0.4 < shares[COUNT // 2] < 0.8
    assert shares[-1] == reached.share == 1.0


def test_files_count_by_their_bytes_and_what_cannot_be_read_counts_as_read(tmp_path: Path) -> None:
    small, large, missing = (tmp_path / name for name in ("a.txt", "b.txt", "missing.txt"))
    small.write_text(f"{GRAPHS}\n", encoding="utf-8")
    large.write_text(f"{GRAPHS}\n\n" * 3, encoding="utf-8")
    paths = [small, missing, large]
    reached = Reached(paths)
    assert reached.share == 0.0
    shares = [reached.share for _ in read(paths, reached)]
    part = small.stat().st_size / (small.stat().st_size + large.stat().st_size)
    assert shares[:2] == [part, part]
    assert shares[-1] == 1.0


def test_of_nothing_all_is_read() -> None:
    assert Reached([]).share == 1.0
