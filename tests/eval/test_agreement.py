"""Two labellings of a suite's listings are compared, and the sample's differences are settled."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from eval.agreement import Agreement, agreement, label, read_second
from eval.questions import Suite, read_suite
from eval.suite_run import SAMPLE
from rag.errors import InputError

PAPERS = ("bat", "eel", "owl", "roe")


def _suite(folder: Path, *second: dict[str, Any]) -> Suite:
    papers = [{"id": name, "abstract": f"The {name} sleeps by day."} for name in PAPERS]
    listing = {"split": "dev", "kind": "listing", "turns": ["Which sleep?"], "papers": ["owl"]}
    questions = [{"id": "l1", **listing}, {"id": "l2", **listing}]
    for name, lines in (("papers", papers), ("questions", questions), ("second", second)):
        (folder / f"{name}.jsonl").write_text("\n".join(map(json.dumps, lines)), "utf-8")
    return read_suite(folder)


def _line(name: str, papers: list[str], **settled: str) -> dict[str, Any]:
    reasons = {
        paper: {"first": first, "decision": first, "reason": ""} for paper, first in settled.items()
    }
    return {"id": name, "papers": papers, "borderline": ["eel"], "settled": reasons}


def test_the_first_labelling_is_the_second_but_for_what_was_settled(tmp_path: Path) -> None:
    suite = _suite(tmp_path, _line("l1", ["owl", "bat"], bat="not"), _line("l2", ["owl"]))
    found = {pair: count for pair, count in agreement(suite).counts.items() if count}
    assert found == {
        ("belongs", "belongs"): 2,
        ("not", "belongs"): 1,
        ("borderline", "borderline"): 2,
        ("not", "not"): 3,
    }


def test_borderline_is_left_out_of_kappa_or_counts_as_not_belonging() -> None:
    found = Agreement({("belongs", "belongs"): 1, ("not", "not"): 1, ("belongs", "borderline"): 2})
    assert found.kappa(borderline=False) == 1.0
    # They agree in 2 of 4; chance explains 3/4 of 1/4 and 1/4 of 3/4.
    assert found.kappa(borderline=True) == pytest.approx((1 / 2 - 3 / 8) / (1 - 3 / 8))


def test_a_labelling_of_other_questions_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="does not label each listing once"):
        read_second(_suite(tmp_path, _line("l1", [])))
    with pytest.raises(InputError, match=r"second\.jsonl:1: the line is no labelling"):
        read_second(_suite(tmp_path, {"id": "l1"}))


def test_every_difference_over_the_sample_is_settled_in_the_questions() -> None:
    suite = read_suite(SAMPLE)
    gold = {one.id: one for one in suite.questions}
    for one in read_second(suite):
        question = gold[one.id]
        for paper in suite.paper_ids:
            found = label(paper, question.papers, question.borderline)
            settled = one.settled.get(paper)
            assert found == (
                settled.decision if settled else label(paper, one.papers, one.borderline)
            )


def test_the_readme_of_the_sample_gives_its_agreement() -> None:
    text = (SAMPLE / "README.md").read_text("utf-8")
    found = agreement(read_suite(SAMPLE))
    kappas = re.findall(r"is (0\.\d+) with borderline .* and (0\.\d+)\s+over", text, re.DOTALL)
    assert kappas == [
        (f"{found.kappa(borderline=True):.3f}", f"{found.kappa(borderline=False):.3f}")
    ]
    rows = re.findall(r"^\| (?:second: )?\w+ \| ([\d,]+) \| ([\d,]+) \| ([\d,]+) \|$", text, re.M)
    assert sorted(int(count.replace(",", "")) for row in rows for count in row) == sorted(
        found.counts.values()
    )
