"""`paperchat ask`: one question or a file of them, for people and for programs."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.text import Text

from rag.answers import Answer
from rag.assistant import Assistant, Notice, Token, answered
from rag.errors import InputError

__all__ = ["ask_batch", "ask_once"]


def ask_once(assistant: Assistant, question: str, earlier: Sequence[str], *, as_json: bool) -> None:
    """Answer one question after some earlier ones.

    Args:
        assistant: Who answers.
        question: The question.
        earlier: The questions before it, the first one first.
        as_json: Whether to print the Answer as JSON instead of text.
    """
    history: list[Answer] = []
    for one in earlier:
        history.append(answered(assistant, one, history))
    if as_json:
        sys.stdout.write(answered(assistant, question, history).model_dump_json() + "\n")
        return
    _show(assistant, question, history)


def ask_batch(assistant: Assistant, file: Path, *, as_json: bool) -> None:
    """Answer a file of conversations; each line gives the answer to its last turn.

    Raises:
        InputError: The file cannot be read, or a line is not `{"id": ..., "turns": [...]}`.
    """
    for identifier, turns in list(_conversations(file)):
        history: list[Answer] = []
        for turn in turns:
            history.append(answered(assistant, turn, history))
        if as_json:
            record = {"id": identifier, **history[-1].model_dump(mode="json")}
            sys.stdout.write(json.dumps(record, ensure_ascii=False) + "\n")
        else:
            sys.stdout.write(f"# {identifier}: {turns[-1]}\n\n{history[-1].answer}\n\n")
        sys.stdout.flush()


def _conversations(file: Path) -> Iterator[tuple[Any, list[str]]]:
    try:
        lines = file.read_text(encoding="utf-8-sig").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(
            f"the file cannot be read ({error})",
            where=str(file),
            remedy='Name a file in UTF-8 with one {"id", "turns": [...]} a line',
        ) from error
    for number, line in enumerate(lines, start=1):
        if line.strip():
            yield _conversation(line, f"{file}:{number}")


def _conversation(line: str, where: str) -> tuple[Any, list[str]]:
    try:
        record = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise InputError("the line is not JSON", where=where, remedy=_REMEDY) from error
    turns = record.get("turns") if isinstance(record, dict) else None
    if not turns or not isinstance(turns, list) or not all(isinstance(one, str) for one in turns):
        raise InputError("the line has no turns", where=where, remedy=_REMEDY)
    return record.get("id"), turns


_REMEDY = 'Write it as {"id": "q1", "turns": ["a question", "a follow-up"]}'


def _show(assistant: Assistant, question: str, history: Sequence[Answer]) -> None:
    """Print an answer as it comes, then its sources."""
    out, messages = Console(highlight=False), Console(stderr=True, highlight=False)
    told: set[str] = set()
    begun = ""
    for event in assistant.ask(question, history):
        if isinstance(event, Token):
            out.print(_coloured(event.text), end="", soft_wrap=True)
            begun = event.text or begun
        elif isinstance(event, Notice):
            # What a model began to say is not what comes now.
            out.print("\n" if begun and not begun.endswith("\n") else "", end="")
            told.add(event.text)
            messages.print(Text(event.text, style="yellow"), soft_wrap=True)
        else:
            out.print()
            _show_doubts(out, event)
            _show_opinions(out, event)
            _show_sources(out, event)
            for notice in event.notices:
                if notice not in told:
                    messages.print(Text(notice, style="yellow"), soft_wrap=True)


def _coloured(text: str) -> Text:
    # Text, not markup: nothing in an abstract can colour or link the terminal.
    coloured = Text(text)
    coloured.highlight_regex(r"\[\d+\]", "cyan")
    coloured.highlight_regex(r"\*\*[^*\n]+\*\*", "bold")
    return coloured


def _show_doubts(out: Console, answer: Answer) -> None:
    """Name what is not borne out: the text was printed before it was checked."""
    doubted = [claim for claim in answer.claims if claim.support == "unsupported"]
    if doubted:
        out.print("\nNot borne out by the papers", style="bold yellow")
    for claim in doubted:
        out.print(Text(f"⚠️ {claim.text} ({claim.reason})"), soft_wrap=True)


def _show_opinions(out: Console, answer: Answer) -> None:
    """Name what a model judges otherwise than the check."""
    differ = [one for one in answer.claims if one.second_opinion not in (None, one.support)]
    if differ:
        out.print("\nSecond opinion", style="bold")
    for claim in differ:
        told = f"{claim.text} (check: {claim.support}; model: {claim.second_opinion})"
        out.print(Text(told), soft_wrap=True)


def _show_sources(out: Console, answer: Answer) -> None:
    if answer.citations:
        out.print("\nSources", style="bold")
    for citation in answer.citations:
        line = Text(f"[{citation.number}] ", style="cyan")
        line.append(citation.title, style=f"link {citation.url}" if _is_link(citation.url) else "")
        places = ", ".join(f"{place.list}#{place.position}" for place in citation.sources)
        line.append(f"  ({places})", style="dim")
        out.print(line, soft_wrap=True)


def _is_link(url: str | None) -> bool:
    return bool(url) and str(url).startswith(("http://", "https://"))
