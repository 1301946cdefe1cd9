"""A model as judge: what it is asked, what is kept, and how its agreement is measured."""

from __future__ import annotations

from pathlib import Path

import pytest
from pydantic import SecretStr

from eval.judging import judge_all, judge_of, summary
from eval.suite_run import Run
from rag.errors import EndpointError, SettingsError
from rag.settings import Settings
from tests.support.scripted_server import ScriptedServer, says


class Judge:
    """Finds everything faithful and relevant, and gives each answer the same grade."""

    def __init__(self, grade: str = "4.5\nIt agrees.", *, fails_from: int | None = None) -> None:
        self.prompts: list[str] = []
        self._grade = grade
        self._fails_from = fails_from

    def complete(self, prompt: str) -> str:
        if self._fails_from is not None and len(self.prompts) >= self._fails_from:
            raise EndpointError("it hung up", where="http://127.0.0.1:9", remedy="Start it")
        self.prompts.append(prompt)
        return self._grade if "Reference Answer" in prompt else "YES"


def _answered(run: Run) -> int:
    return sum(case.answerable and not case.answer.abstained for case in run.cases)


def test_answers_are_judged_by_all_three(run: Run, tmp_path: Path) -> None:
    judge = Judge()
    judged = judge_all(run.cases, judge, tmp_path, window=8192)
    assert len(judged) == _answered(run)
    lookup = next(one for one in judged if one.id == "k1")
    assert (lookup.faithfulness, lookup.relevancy, lookup.correctness) == (True, True, 4.5)
    with_gold = [prompt for prompt in judge.prompts if "1,120" in prompt]
    assert any("Reference Answer" in prompt for prompt in with_gold)


def test_its_agreement_with_the_metrics_is_reported(run: Run, tmp_path: Path) -> None:
    judged = judge_all(run.cases, Judge("1.0\nNo."), tmp_path, window=8192)
    found = summary(judged, run.cases, "played")
    assert (found["model"], found["answers"]) == ("played", _answered(run))
    assert found["faithfulness"]["passed"] == [1.0, 1.0, 1.0]
    assert found["faithfulness"]["agreement"] == 1.0
    assert found["faithfulness"]["kappa"] is None  # both always say yes
    assert found["correctness"]["passed"] == [0.0, 0.0, 0.0]
    assert found["correctness"]["agreement"] < 0.5


def test_what_is_judged_is_not_asked_again(run: Run, tmp_path: Path) -> None:
    broken = Judge(fails_from=5)
    first = judge_all(run.cases, broken, tmp_path, window=8192)
    assert 0 < len(first) < _answered(run)
    second = Judge()
    whole = judge_all(run.cases, second, tmp_path, window=8192)
    assert len(whole) == _answered(run)
    assert not set(second.prompts) & set(broken.prompts[: 3 * len(first)])
    third = Judge()
    assert judge_all(run.cases, third, tmp_path, window=8192) == whole
    assert third.prompts == []


def test_a_grade_that_cannot_be_read_is_none(run: Run, tmp_path: Path) -> None:
    judged = judge_all(run.cases, Judge("excellent"), tmp_path, window=8192)
    assert {one.correctness for one in judged} == {None}
    assert summary(judged, run.cases, "played")["correctness"]["passed"] is None


@pytest.mark.parametrize("reply", ["3.5", "3.5\nIt is.", "Score: 3.5/5 (of 10 points)"])
def test_a_grade_is_read_wherever_it_stands(run: Run, tmp_path: Path, reply: str) -> None:
    judged = judge_all(run.cases[2:3], Judge(reply), tmp_path, window=8192)
    assert [one.correctness for one in judged] == [3.5]


@pytest.mark.server
def test_the_judge_is_the_model_of_the_settings(settings: Settings) -> None:
    with ScriptedServer() as server:
        server.script(says("<think>Hm. No?</think>YES"))
        named = {"model": "judge", "base_url": server.url, "api_key": SecretStr("none")}
        reply = judge_of(settings.model_copy(update=named)).complete("Is it so?")
    assert reply == "YES"
    assert server.requests[0].body["messages"] == [{"role": "user", "content": "Is it so?"}]


def test_without_a_model_nobody_can_judge(settings: Settings) -> None:
    with pytest.raises(SettingsError, match="PAPERCHAT_MODEL"):
        judge_of(settings)
