"""What lists say of papers beside their abstracts: who wrote them, when and where they appeared.

None of it can be quoted, so a claim cites the paper alone. What the lists do not give is said to be
missing: an author is never guessed from a text.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rag.answering.composed import Composed
from rag.answering.quotes import escaped, heading, joined
from rag.answering.references import References
from rag.answers import Claim
from rag.authors import Authorship, Known
from rag.papers import Paper
from rag.questions import Query
from rag.snapshot import Indexed, Snapshot
from rag.wording import Want

__all__ = ["declined", "say_record", "signature", "unsigned_note", "written_by"]

_MISSING = {
    Want.PEOPLE: "who wrote it",
    Want.DATE: "when it appeared",
    Want.VENUE: "where it appeared",
}
_MOST_SIGNING = 3  # authors named beside a paper of a listing
_MOST_CALLED = 5  # people named who share a name


def say_record(
    query: Query, numbers: Sequence[int], snapshot: Snapshot, references: References
) -> Composed:
    """Say of some papers what their lists say: authors, year or venue."""
    paragraphs, claims, given = [], [], 0
    for number in numbers:
        indexed = snapshot[number]
        fact = _fact(query.want, indexed.paper)
        cited = references.cite(indexed, *indexed.sentences[0])
        if fact is None:
            missing = _MISSING[query.want]
            paragraphs.append(
                f"The collection does not say {missing}: {heading(indexed)} [{cited}]."
            )
            continue
        given += 1
        verdict = _verdict(query.authorship, number)
        fact = f"{heading(indexed)} {fact}"
        paragraphs.append(f"{verdict}{fact} [{cited}].")
        claims.append(Claim(text=f"{fact}.", citations=(cited,), support="supported"))
    if not snapshot.authors and query.want is Want.PEOPLE:
        paragraphs.append(_NO_AUTHORS)
    return Composed(joined(paragraphs), tuple(claims), abstained=not given, of_record=True)


def _fact(want: Want, paper: Paper) -> str | None:
    if want is Want.PEOPLE:
        return f"is by {_and(map(escaped, paper.authors))}" if paper.authors else None
    venue = escaped(paper.venue) if paper.venue else ""
    if want is Want.VENUE:
        return f"appeared at {venue}{f' in {paper.year}' if paper.year else ''}" if venue else None
    return f"is of {paper.year}{f' ({venue})' if venue else ''}" if paper.year else None


def _verdict(authorship: Authorship | None, number: int) -> str:
    """Answer whether somebody wrote a paper, before it is said who did."""
    if authorship is None or not authorship.whether:
        return ""
    if authorship.among([number]):
        several = any(len(known.people) > 1 for known in authorship.asked)
        return "Somebody of that name did: " if several else "Yes: "
    return "No: "


_NO_AUTHORS = "The lists of this collection give no authors."


def declined(authorship: Authorship, snapshot: Snapshot) -> Composed | None:
    """Decline to list somebody's papers where the collection does not know who they are."""
    if not snapshot.authors:
        return Composed(
            f"{_NO_AUTHORS} Which of its {len(snapshot)} papers are by whom is not known here.",
            abstained=True,
            of_record=True,
        )
    if not authorship.unknown:
        return None
    lines = [_nobody(known) for known in authorship.unknown]
    note = unsigned_note(snapshot)
    return Composed(joined([*lines, f"{note}." if note else ""]), abstained=True, of_record=True)


def _nobody(known: Known) -> str:
    lead = f"No author in this collection is called “{escaped(known.asked)}”."
    if not known.near:
        return lead
    return f"{lead} The nearest names: {_and(map(escaped, known.near))}."


def unsigned_note(snapshot: Snapshot) -> str:
    """Say how many papers come without authors, and so may be anybody's; empty where none do."""
    count = snapshot.unsigned
    come = "comes" if count == 1 else "come"
    return f"{count} of the {len(snapshot)} papers {come} without authors" if count else ""


def written_by(authorship: Authorship, *, one: bool) -> str:
    """Word whose papers were asked for, for a reader who wants to see who was understood.

    Args:
        authorship: Whose papers.
        one: Whether it is said of one paper.
    """
    be = "is" if one else "are"
    known = [_called(one) for one in authorship.asked if one.people]
    without = [_called(one) for one in authorship.without if one.people]
    parts = [f"{be} by {_and(known, 'or' if authorship.either else 'and')}"] if known else []
    parts += [f"{be} not by {_and(without, 'or')}"] if without else []
    return _and(parts)


def _called(known: Known) -> str:
    names = [escaped(person.name) for person in known.people]
    asked = f"“{escaped(known.asked)}”"
    if len(names) == 1:
        return names[0] if known.exact else f"{names[0]} (no author is called {asked})"
    others = len(names) - _MOST_CALLED
    shown = [*names[:_MOST_CALLED], *([f"{others} others"] if others > 0 else [])]
    return f"an author called {asked} ({_and(shown)})"


def signature(indexed: Indexed) -> str:
    """Name the first authors of a paper, in brackets."""
    names = [escaped(name) for name in indexed.paper.authors]
    others = len(names) - _MOST_SIGNING
    if others > 1:
        names = [*names[:_MOST_SIGNING], f"{others} others"]
    return f"({_and(names)})" if names else ""


def _and(parts: Iterable[str], word: str = "and") -> str:
    """Join words as a sentence does.

    >>> _and(["Ada", "Bo", "Cy"])
    'Ada, Bo and Cy'
    """
    *first, last = [*parts] or [""]
    return f"{', '.join(first)} {word} {last}" if first else last
