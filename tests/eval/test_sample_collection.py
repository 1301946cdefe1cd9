import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

FILE = Path(__file__).parents[2] / "eval" / "suites" / "icml2024" / "papers.jsonl"
PAPERS = [json.loads(line) for line in FILE.read_text("utf-8").splitlines()]


def test_87_papers_have_ids_and_titles_of_their_own() -> None:
    assert len(PAPERS) == 87
    assert len({paper["id"] for paper in PAPERS}) == 87
    assert len({paper["title"] for paper in PAPERS}) == 87


@pytest.mark.parametrize("paper", PAPERS, ids=[paper["id"] for paper in PAPERS])
def test_a_paper_has_its_facts_and_an_abstract_of_90_to_160_words(paper: dict[str, object]) -> None:
    assert 90 <= len(str(paper["abstract"]).split()) <= 160
    assert (paper["venue"], paper["year"]) == ("ICML", 2024)
    assert paper["authors"] and all(isinstance(name, str) for name in paper["authors"])  # type: ignore[attr-defined]
    assert str(paper["url"]).startswith("https://icml.cc/virtual/2024/poster/")
    assert paper["code_url"] is None or str(paper["code_url"]).startswith("https://")


def test_no_sentence_stands_in_the_real_lists(shared: Path) -> None:
    done = subprocess.run(
        [sys.executable, shared / "tools" / "check_overlap.py", FILE],
        capture_output=True,
        text=True,
    )
    assert done.stdout.splitlines()[-1].startswith("0 shared runs")


def test_every_figure_stands_in_the_original(shared: Path) -> None:
    originals = _originals(shared)
    for paper in PAPERS:
        original = _numbers(originals[paper["url"]])
        assert _numbers(paper["abstract"]) <= original, paper["id"]


def _originals(shared: Path) -> dict[str, str]:
    blocks = {
        f"{file.name}#{place}": block
        for file in (shared / "lists").glob("*.txt")
        for place, block in enumerate(re.split(r"\n\s*\n", file.read_text("utf-8").strip())[1:], 1)
    }
    rows = [line.split("\t") for line in (shared / "titles.tsv").read_text("utf-8").splitlines()]
    return {row[3]: blocks[row[0].split(";")[0]] for row in rows[1:]}


def _numbers(text: str) -> set[str]:
    return {number.replace(",", "") for number in re.findall(r"\d[\d,]*(?:\.\d+)?", text)}
