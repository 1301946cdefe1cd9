"""Questions are asked once, and what is answered is never lost."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from eval.questions import Question
from eval.running import ask_all, claim_folder, read_answers
from rag.answers import Answer
from rag.assistant import Ranked
from rag.errors import CollectionError, InputError


class Assistant:
    """Answers with the question itself; fails where it is told to."""

    answerer = "played"

    def __init__(self, *, fails_at: str = "", falls_back: bool = False) -> None:
        self.asked: list[str] = []
        self._fails_at = fails_at
        self._falls_back = falls_back

    def ask(self, question: str, history: Sequence[Answer] = ()) -> Iterator[Answer]:
        if question == self._fails_at:
            raise CollectionError("it is gone", where="here", remedy="Look there")
        self.asked.append(question)
        yield Answer(
            question=question,
            standalone_question=" ".join([*(one.question for one in history), question]),
            kind="lookup",
            answer=question,
            abstained=False,
            answerer="quoting" if self._falls_back else "model",
        )

    def ranking(self, standalone: str) -> tuple[Ranked, ...]:
        return (Ranked(standalone, 1.0),)


def _question(name: str, *turns: str) -> Question:
    return Question(id=name, split="dev", kind="lookup", turns=list(turns or (name,)))


QUESTIONS = [_question("a"), _question("b", "b", "and then?"), _question("c")]


def _ask(assistant: Assistant, folder: Path, questions: Sequence[Question] = QUESTIONS) -> list:
    return [one.answers[-1] for one in ask_all(assistant, questions, folder)]  # type: ignore[arg-type]


def test_turns_are_asked_in_their_conversation(tmp_path: Path) -> None:
    asked = ask_all(Assistant(), QUESTIONS, tmp_path)  # type: ignore[arg-type]
    assert [len(one.answers) for one in asked] == [1, 2, 1]
    assert asked[1].answers[-1].standalone_question == "b and then?"
    assert asked[1].ranking == (("b and then?", 1.0),)
    assert len(asked[1].seconds) == 2


def test_a_run_that_broke_off_goes_on_where_it_stopped(tmp_path: Path) -> None:
    with pytest.raises(CollectionError):
        _ask(Assistant(fails_at="c"), tmp_path)
    second = Assistant()
    assert [one.question for one in _ask(second, tmp_path)] == ["a", "and then?", "c"]
    assert second.asked == ["c"]


def test_a_line_that_was_cut_off_is_asked_again(tmp_path: Path) -> None:
    _ask(Assistant(), tmp_path)
    file = tmp_path / "answers.jsonl"
    file.write_bytes(file.read_bytes()[:-20])
    second = Assistant()
    _ask(second, tmp_path)
    assert second.asked == ["c"]
    assert list(read_answers(tmp_path)) == ["a", "b", "c"]


def test_a_line_that_was_changed_is_named(tmp_path: Path) -> None:
    _ask(Assistant(), tmp_path)
    file = tmp_path / "answers.jsonl"
    file.write_text(file.read_text("utf-8").replace('"seconds"', '"minutes"', 1), "utf-8")
    with pytest.raises(InputError) as refused:
        _ask(Assistant(), tmp_path)
    assert refused.value.where == f"{file}:1"


def test_an_edited_question_is_asked_anew(tmp_path: Path) -> None:
    _ask(Assistant(), tmp_path)
    second = Assistant()
    _ask(second, tmp_path, [_question("a", "a?"), *QUESTIONS[1:]])
    assert second.asked == ["a?"]


def test_where_the_model_failed_it_is_asked_again(tmp_path: Path) -> None:
    fallen = ask_all(Assistant(falls_back=True), QUESTIONS, tmp_path)  # type: ignore[arg-type]
    assert all(one.fallback for one in fallen)
    second = Assistant()
    assert [one.answerer for one in _ask(second, tmp_path)] == ["model"] * 3
    third = Assistant()
    _ask(third, tmp_path)
    assert third.asked == []


def test_answers_of_other_settings_are_not_mixed(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    claim_folder(folder, {"settings": {"model": "one"}}, answers="1111")
    claim_folder(folder, {"settings": {"model": "one"}}, answers="1111")
    with pytest.raises(InputError, match="other papers, settings, prompts or code"):
        claim_folder(folder, {"settings": {"model": "two"}}, answers="2222")
    assert json.loads((folder / "provenance.json").read_text("utf-8"))["answers"] == "1111"


def test_a_folder_of_something_else_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "thesis.tex").touch()
    with pytest.raises(InputError, match="something else than a run"):
        claim_folder(tmp_path, {}, answers="1111")
