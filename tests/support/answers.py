"""Answers that are made up, for tests of what is done with one."""

from __future__ import annotations

from typing import Any

from rag.answers import Answer

__all__ = ["made_answer"]


def made_answer(text: str, **facts: Any) -> Answer:
    """Make an answer to some lookup, of which only its text and some facts matter."""
    known = {"question": "?", "standalone_question": "?", "kind": "lookup", "abstained": False}
    return Answer.model_validate({**known, "answer": text, **facts})
