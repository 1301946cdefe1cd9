"""A suite is read whole, or refused with the line that is wrong."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from eval.questions import read_suite
from rag.errors import InputError
from tests.eval.conftest import SUITE

PAPER = {"id": "owl", "abstract": "Owls hear mice under snow. We measured it in 30 nights."}
QUESTION = {
    "id": "q1",
    "split": "dev",
    "kind": "lookup",
    "turns": ["How many nights?"],
    "papers": ["owl"],
    "facts": [["30 nights"]],
}


def _suite(folder: Path, papers: list[object], questions: list[object]) -> Path:
    for name, lines in (("papers", papers), ("questions", questions)):
        text = "".join(f"{one if isinstance(one, str) else json.dumps(one)}\n" for one in lines)
        (folder / f"{name}.jsonl").write_text(text, "utf-8")
    return folder


def test_a_suite_is_read(tmp_path: Path) -> None:
    suite = read_suite(_suite(tmp_path, [PAPER], [QUESTION]))
    (question,) = suite.questions
    assert (suite.name, suite.paper_ids) == (tmp_path.name, {"owl"})
    assert (question.facts, question.declined) == ([["30 nights"]], False)


def test_the_suite_of_these_tests_has_every_kind() -> None:
    assert len({one.kind for one in read_suite(SUITE).questions}) == 10


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ('{"id": "q2", "turns": [', "not JSON"),
        ("[1, 2]", "no JSON object"),
        ({**QUESTION, "id": ""}, "has no id"),
        (QUESTION, "the id q1 stands at"),
        ({**QUESTION, "id": "q2", "papers": ["bat"]}, "there is no paper bat"),
        ({**QUESTION, "id": "q2", "borderline": ["bat"]}, "there is no paper bat"),
        ({**QUESTION, "id": "q2", "borderline": ["owl"]}, "owl is among the papers and the"),
        ({**QUESTION, "id": "q2", "kind": "riddle"}, "kind: Input should be 'listing', "),
        ({**QUESTION, "id": "q2", "split": "test"}, "split: Input should be 'dev' or 'held'"),
        ({**QUESTION, "id": "q2", "turns": []}, "turns: List should have at least 1 item"),
        ({**QUESTION, "id": "q2", "turns": ["What?", " "]}, "a turn is empty"),
        ({**QUESTION, "id": "q2", "facts": [[]]}, "a fact has no wording"),
        ({**QUESTION, "id": "q2", "declined": True}, "it is declined, and yet facts"),
        ({**QUESTION, "id": "q2", "answer": "30"}, "answer: Extra inputs"),
    ],
)
def test_a_wrong_question_is_refused_with_its_line(tmp_path: Path, line: object, told: str) -> None:
    folder = _suite(tmp_path, [PAPER], [QUESTION, "", line])
    with pytest.raises(InputError) as refused:
        read_suite(folder)
    assert refused.value.where == f"{folder / 'questions.jsonl'}:3"
    assert told in str(refused.value)


@pytest.mark.parametrize(("line", "told"), [(PAPER, "stands at"), ({"abstract": "x"}, "no id")])
def test_a_wrong_paper_is_refused_with_its_line(tmp_path: Path, line: object, told: str) -> None:
    folder = _suite(tmp_path, [PAPER, line], [QUESTION])
    with pytest.raises(InputError, match=told) as refused:
        read_suite(folder)
    assert refused.value.where == f"{folder / 'papers.jsonl'}:2"


def test_a_suite_without_a_file_or_a_question_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"papers\.jsonl"):
        read_suite(tmp_path)
    with pytest.raises(InputError, match="there is no question"):
        read_suite(_suite(tmp_path, [PAPER], []))
