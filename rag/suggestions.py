"""Questions to begin with and to go on with: each of them has an answer in the collection."""

from __future__ import annotations

from rag.answers import Answer
from rag.coining import coined_names
from rag.neighbours import nearest
from rag.snapshot import Snapshot
from rag.themes import leading_term

__all__ = ["follow_ups", "question_about", "suggestions"]

_LONGEST = 25  # characters of a name that makes a readable question


def suggestions(snapshot: Snapshot) -> tuple[str, ...]:
    """Suggest up to four questions: on a theme, on a paper, on two papers, on the whole."""
    if not len(snapshot):
        return ()
    asked = []
    if snapshot.themes:
        asked.append(f"Which papers are about {leading_term(snapshot.themes)}?")
    names = _names(snapshot)
    if names:
        asked.append(f"What is {names[0]}?")
    if len(names) > 1:
        asked.append(f"How do {names[0]} and {names[1]} differ?")
    return (*asked, "What topics are here?")


def follow_ups(answer: Answer, snapshot: Snapshot) -> tuple[str, ...]:
    """Suggest up to three questions after an answer: on its first paper, and on another beside it.

    Where there is no answer, they are those to begin with.
    """
    known = {one.paper_id: one.number for one in answer.citations}
    cited = [one.paper_id for one in answer.papers or answer.citations]
    cited = [one for one in cited if one in known and one in snapshot.number_of]
    numbers = [snapshot.number_of[one] for one in cited]
    if answer.abstained or not numbers:
        return tuple(one for one in suggestions(snapshot) if one != answer.question)
    name = _name(snapshot, numbers[0])
    # A paper without a name of its own goes by its number in the conversation.
    first = name or f"[{known[cited[0]]}]"
    asked = [] if answer.kind == "lookup" else [_what(first)]
    asked.append(f"What results does {first} report?")
    if name:
        near = (_name(snapshot, one) for one in (*numbers[1:], *nearest(snapshot, numbers[0])))
        others = [one for one in near if one and one != name]
    else:
        others = [f"[{known[one]}]" for one in cited[1:]]
    asked += [f"How do {first} and {other} differ?" for other in others[:1]]
    spoken = {answer.question.casefold(), answer.standalone_question.casefold()}
    return tuple(one for one in asked if one.casefold() not in spoken)


def _what(name: str) -> str:
    return f"What does {name} propose?" if name.startswith("[") else f"What is {name}?"


def question_about(snapshot: Snapshot, number: int) -> str:
    """Word a question about a paper, with a name that it is found by."""
    name = _name(snapshot, number)
    return f"What is {name}?" if name else f"What does “{snapshot[number].paper.title}” propose?"


def _name(snapshot: Snapshot, number: int) -> str | None:
    """Give a paper's own name, where it has one that makes a readable question."""
    coined = coined_names(snapshot[number].paper.abstract)
    return coined[0] if coined and len(coined[0]) <= _LONGEST else None


def _names(snapshot: Snapshot) -> list[str]:
    """Name two papers of the largest theme that have coined names."""
    names: list[str] = []
    for theme in snapshot.themes:
        for number in theme.papers:
            if name := _name(snapshot, number):
                names.append(name)
            if len(names) == 2:
                return names
    return names
