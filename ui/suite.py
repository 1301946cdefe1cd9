"""Verdicts as a suite of questions for `paperchat eval --suite FOLDER`, the folder in a zip.

An answer that was liked is taken for right: its papers are those that answer. Of one that was not,
nothing is known but the question; what a right answer holds is left to be written down.
"""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Iterable
from typing import Any

from rag.papers import Paper
from ui.history import Verdict

__all__ = ["suite_zip"]

_FOLDER = "feedback"
_FACTS = "authors year venue url code_url abstract".split()


def suite_zip(papers: Iterable[Paper], verdicts: Iterable[Verdict]) -> bytes:
    """Write a suite.

    Args:
        papers: The papers of the collection.
        verdicts: The verdicts on answers from it.
    """
    known, lines = set(), []
    for paper in papers:
        known.add(paper.id)
        lines.append(_paper(paper))
    questions = [_question(one, known) for one in verdicts]
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(f"{_FOLDER}/papers.jsonl", _jsonl(lines))
        archive.writestr(f"{_FOLDER}/questions.jsonl", _jsonl(questions))
    return out.getvalue()


def _jsonl(records: Iterable[dict[str, Any]]) -> bytes:
    lines = (json.dumps(record, ensure_ascii=False) + "\n" for record in records)
    return "".join(lines).encode("utf-8", "replace")


def _paper(paper: Paper) -> dict[str, Any]:
    record: dict[str, Any] = {"id": paper.id}
    if paper.title_given:
        record["title"] = paper.title
    return record | {name: value for name in _FACTS if (value := getattr(paper, name))}


def _question(verdict: Verdict, known: set[str]) -> dict[str, Any]:
    answer = verdict.answer
    given = answer.papers if answer.kind == "listing" else answer.citations
    papers = dict.fromkeys(one.paper_id for one in given if one.paper_id in known)
    right = verdict.liked
    told = " · ".join(str(one) for one in (_thumb(right), verdict.word, answer.model) if one)
    return {
        "id": verdict.id,
        "split": "dev",
        "kind": _kind(verdict),
        "turns": list(verdict.turns),
        "papers": list(papers) if right and not answer.abstained else [],
        "declined": right and answer.abstained,
        "note": told,
    }


def _thumb(liked: bool) -> str:
    return "liked" if liked else "not liked: say what a right answer holds"


def _kind(verdict: Verdict) -> str:
    answer = verdict.answer
    if answer.abstained and verdict.liked:
        return "unanswerable-topic" if answer.kind == "listing" else "unanswerable-detail"
    if len(verdict.turns) > 1:
        return "follow-up"
    return answer.kind if answer.kind != "other" else "hostile"
