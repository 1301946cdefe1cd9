"""Ask a suite's questions, once each, and keep every answer as soon as it is there.

Answers are appended to `answers.jsonl` in the run's folder. A run that was cut short goes on where
it stopped: what is answered there is not asked again. An answer that a failing model left to be
quoted is kept too, but counts as still to be asked.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, ValidationError

from eval.progress import Progress
from eval.questions import Question
from rag.answers import Answer
from rag.assistant import Assistant, answered
from rag.errors import InputError

__all__ = ["Asked", "ask_all", "claim_folder", "read_answers"]

_ANSWERS = "answers.jsonl"
_PROVENANCE = "provenance.json"


class Asked(BaseModel):
    """What became of one question.

    Attributes:
        id: The question's id.
        turns: What was asked, so that an edited question is asked anew.
        answers: The answer to each turn.
        seconds: How long each took.
        ranking: How retrieval ranks papers for the last turn, as it was understood: (collection's
            id, score), best first.
        fallback: Whether a model that was to write an answer failed, and it was quoted.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    id: str
    turns: tuple[str, ...]
    answers: tuple[Answer, ...]
    seconds: tuple[float, ...]
    ranking: tuple[tuple[str, float], ...]
    fallback: bool


def claim_folder(folder: Path, provenance: Mapping[str, Any], *, answers: str) -> None:
    """Make a run's folder, or make sure that an earlier run in it was made from the same things.

    Args:
        folder: The run's folder.
        provenance: What its figures depend on.
        answers: The digest of what its answers depend on: papers, settings, prompts, code.

    Raises:
        InputError: It holds a run of something else, whose answers must not be mixed with these.
    """
    file = folder / _PROVENANCE
    if file.exists():
        earlier = json.loads(file.read_text("utf-8"))
        if earlier.get("answers") != answers:
            raise InputError(
                "it holds a run of other papers, settings, prompts or code",
                where=str(folder),
                remedy="Name another --output, or delete this one",
            )
    elif folder.exists() and any(folder.iterdir()):
        raise InputError(
            "the folder holds something else than a run",
            where=str(folder),
            remedy="Name a new or an empty --output",
        )
    folder.mkdir(parents=True, exist_ok=True)
    record = {**provenance, "answers": answers}
    file.write_text(json.dumps(record, indent=1, ensure_ascii=False) + "\n", "utf-8")


def ask_all(
    assistant: Assistant,
    questions: Sequence[Question],
    folder: Path,
    progress: Progress | None = None,
) -> tuple[Asked, ...]:
    """Ask what has no answer in the folder yet.

    Args:
        assistant: Who answers.
        questions: The questions.
        folder: The run's folder.
        progress: Told how many questions are answered.

    Returns:
        What became of each question, in their order.

    Raises:
        PaperchatError: The collection cannot be read; what is answered so far is kept.
    """
    kept = read_answers(folder)
    answered = {
        one.id: kept[one.id]
        for one in questions
        if one.id in kept and kept[one.id].turns == tuple(one.turns) and not kept[one.id].fallback
    }
    with (folder / _ANSWERS).open("a", encoding="utf-8", newline="\n") as file:
        for question in questions:
            if progress:
                progress("Asking", len(answered), len(questions))
            if question.id not in answered:
                answered[question.id] = asked = _ask(assistant, question)
                file.write(asked.model_dump_json() + "\n")
                file.flush()
    if progress:
        progress("Asking", len(answered), len(questions))
    return tuple(answered[one.id] for one in questions)


def read_answers(folder: Path) -> dict[str, Asked]:
    """Read the answers of a run by question id; of several to one question, the last.

    A last line that was cut off is removed from the file: its question is still to be asked.

    Raises:
        InputError: Another line cannot be read.
    """
    file = folder / _ANSWERS
    if not file.exists():
        return {}
    content = file.read_bytes()
    whole = content[: content.rfind(b"\n") + 1]
    if whole != content:
        with file.open("r+b") as opened:
            opened.truncate(len(whole))
    return {one.id: one for one in _parsed(whole.decode("utf-8"), file)}


def _parsed(text: str, file: Path) -> Iterator[Asked]:
    for number, line in enumerate(text.split("\n"), start=1):
        if line:
            try:
                yield Asked.model_validate_json(line)
            except ValidationError as error:
                raise InputError(
                    f"the line is no answer of this version ({error.error_count()} faults)",
                    where=f"{file}:{number}",
                    remedy="Delete the line, and its question is asked again",
                ) from None


def _ask(assistant: Assistant, question: Question) -> Asked:
    answers: list[Answer] = []
    seconds = []
    for turn in question.turns:
        started = time.perf_counter()
        answer = answered(assistant, turn, tuple(answers))
        seconds.append(round(time.perf_counter() - started, 4))
        answers.append(answer)
    ranking = assistant.ranking(answers[-1].standalone_question)
    return Asked(
        id=question.id,
        turns=tuple(question.turns),
        answers=tuple(answers),
        seconds=tuple(seconds),
        ranking=tuple((one.paper_id, one.score) for one in ranking),
        fallback=assistant.answerer != "quoting" and any(map(_is_fallback, answers)),
    )


def _is_fallback(answer: Answer) -> bool:
    # No model is asked for what is no question about papers.
    return answer.answerer == "quoting" and answer.kind != "other"
