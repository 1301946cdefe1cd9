"""Runs and qrels in TREC's form, for trec_eval and every other tool of the field."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from eval.cases import Case

__all__ = ["write_qrels", "write_run"]


def write_run(file: Path, cases: Iterable[Case], *, tag: str) -> None:
    """Write how retrieval ranked papers: `question Q0 paper rank score tag`, one a line."""
    with file.open("w", encoding="utf-8", newline="\n") as out:
        for case in cases:
            for rank, (paper, score) in enumerate(case.ranking, start=1):
                out.write(f"{case.question.id} Q0 {paper} {rank} {score:.6f} {tag}\n")


def write_qrels(file: Path, cases: Iterable[Case]) -> None:
    """Write which papers answer: `question 0 paper 1`, one a line; borderline ones are left out."""
    with file.open("w", encoding="utf-8", newline="\n") as out:
        for case in cases:
            for paper in sorted(case.gold):
                out.write(f"{case.question.id} 0 {paper} 1\n")
