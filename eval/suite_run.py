"""A whole run of a suite: read, ask, score, and write everything down in one folder.

::

    provenance.json   settings, prompt hashes, versions, code and seed
    answers.jsonl     every answer whole, as it came
    questions.jsonl   every question with its scores, what it missed and what it wrongly gave
    results.json      the figures
    report.html, report.md
    judgements.jsonl  what a model as judge says of each answer, where one is asked
    retrieval.run, qrels.txt
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from eval.cases import Case, cases
from eval.judging import judge_all, judge_of, summary
from eval.progress import Progress
from eval.provenance import digest, provenance
from eval.questions import KINDS, SPLITS, Kind, Question, Split, Suite, read_suite
from eval.reports import write_report
from eval.reports.suite import report
from eval.running import ask_all, claim_folder
from eval.scoring import Results, Scored, results, score
from eval.suite_collection import open_collection
from eval.trec import write_qrels, write_run
from rag.errors import InputError
from rag.settings import Settings

_Name = TypeVar("_Name", bound=str)

__all__ = ["SAMPLE", "Selection", "Run", "run_suite"]

SAMPLE = Path(__file__).parent / "suites" / "icml2024"
"""The suite that comes with paperchat."""


@dataclass(frozen=True, slots=True)
class Selection:
    """Which of a suite's questions are asked; by default all.

    Attributes:
        kinds: Only these kinds; empty for all.
        split: Only this split.
        limit: Only so many of what is left, the first ones.
    """

    kinds: tuple[Kind, ...] = ()
    split: Split | None = None
    limit: int | None = None

    @classmethod
    def of(cls, kinds: Iterable[str], split: str | None, limit: int | None) -> Selection:
        """Read what a user wrote.

        Raises:
            InputError: There is no such kind or split.
        """
        return cls(
            tuple(_one_of(KINDS, kind, "--kinds") for kind in kinds),
            None if split is None else _one_of(SPLITS, split, "--split"),
            limit,
        )

    def pick(self, questions: Iterable[Question]) -> tuple[Question, ...]:
        """Pick the questions, in their order."""
        picked = [
            one
            for one in questions
            if (not self.kinds or one.kind in self.kinds) and self.split in (None, one.split)
        ]
        return tuple(picked[: self.limit])

    @property
    def whole(self) -> bool:
        """Whether every question is asked."""
        return not self.kinds and self.split is None and self.limit is None


@dataclass(frozen=True, slots=True)
class Run:
    """A finished run."""

    folder: Path
    results: Results
    scored: Sequence[Scored]
    cases: Sequence[Case]


def run_suite(
    folder: Path,
    settings: Settings,
    output: Path,
    selection: Selection = Selection(),  # noqa: B008 - frozen
    progress: Progress | None = None,
    *,
    judged: bool = False,
) -> Run:
    """Run a suite, or finish the run that an output folder holds.

    Args:
        folder: The suite.
        settings: What is measured.
        output: The run's folder.
        selection: Which questions.
        progress: Told how it goes.
        judged: Whether the settings' model judges the answers as well.

    Raises:
        SettingsError: A model is to judge, and the settings name none.
        InputError: The suite is wrong, no question is left, or the folder holds another run.
    """
    suite = read_suite(folder)
    questions = selection.pick(suite.questions)
    if not questions:
        raise InputError(
            "no question is left to ask",
            where=suite.name,
            remedy="Name other --kinds, another --split or a higher --limit",
        )
    judge = judge_of(settings) if judged else None
    facts = provenance(settings)
    claim_folder(output, facts, answers=_digest_of(suite, facts))
    if progress:
        progress("Opening the papers", 0, 1)
    collection = open_collection(suite, settings)
    asked = ask_all(collection.assistant, questions, output, progress)
    found = cases(questions, asked, collection)
    scored = score(found)
    verdict = None
    if judge:
        judgements = judge_all(found, judge, output, settings.context_window, progress)
        verdict = summary(judgements, found, settings.model or "")
    run = Run(output, results(suite.name, found, scored, facts, verdict), scored, found)
    _write(run)
    return run


def _digest_of(suite: Suite, facts: dict[str, object]) -> str:
    deciding = ("settings", "prompts", "code", "versions")
    return digest([suite.sha256, *(facts[name] for name in deciding)])


def _write(run: Run) -> None:
    lines = "".join(f"{one.model_dump_json()}\n" for one in run.scored)
    (run.folder / "questions.jsonl").write_text(lines, "utf-8")
    (run.folder / "results.json").write_text(run.results.model_dump_json(indent=1) + "\n", "utf-8")
    write_report(run.folder, report(run.results, run.cases, run.scored))
    write_qrels(run.folder / "qrels.txt", run.cases)
    write_run(run.folder / "retrieval.run", run.cases, tag="paperchat")


def _one_of(values: Iterable[_Name], value: str, option: str) -> _Name:
    known = tuple(values)
    for one in known:
        if one == value:
            return one
    raise InputError(
        f"there is no {value!r}", where=option, remedy=f"Choose from {', '.join(known)}"
    )
