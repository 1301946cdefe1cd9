"""The people of a collection: who wrote with somebody, and who wrote most.

What the lists say of authors cannot be quoted, so a claim cites the papers that a person signed.
"""

from __future__ import annotations

from rag.answering.bibliography import declined, unsigned_note, written_by
from rag.answering.composed import Composed
from rag.answering.quotes import counted, escaped, joined
from rag.answering.references import References
from rag.answers import Claim
from rag.authors import Authorship, Person
from rag.questions import Query
from rag.relevance import Relevance
from rag.snapshot import Snapshot

__all__ = ["list_people"]

_NAMESAKES = "People of one name are counted as one."
_SHOWN = 15  # people
_CITED = 5  # papers of each


def list_people(
    authorship: Authorship,
    query: Query,
    snapshot: Snapshot,
    relevance: Relevance,
    references: References,
) -> Composed:
    """Name those who signed the papers in question, from those of most papers on."""
    if refusal := declined(authorship, snapshot):
        return refusal
    topic = query.parts.topic
    papers = authorship.among(relevance.judge(topic).papers if topic else range(len(snapshot)))
    themselves = {person.name for known in authorship.asked for person in known.people}
    people = [
        Person(person.name, signed)
        for person in snapshot.authors
        if person.name not in themselves
        and (signed := tuple(number for number in person.papers if number in papers))
    ]
    people.sort(key=lambda person: (-len(person.papers), person.name))
    lines, claims = [], []
    for person in people[:_SHOWN]:
        claim = _claim(person, snapshot, references)
        lines.append(f"- **{escaped(person.name)}**, {counted(len(person.papers), 'paper')} ")
        lines[-1] += "".join(f"[{number}]" for number in claim.citations)
        claims.append(claim)
    more = len(people) - len(lines)
    note = unsigned_note(snapshot)
    return Composed(
        joined(
            [
                _lead(authorship, query, len(people), len(papers)),
                "\n".join([*lines, *([f"- and {counted(more, 'other')}"] if more > 0 else [])]),
                _NAMESAKES if people else "",
                f"{note}." if note else "",
            ]
        ),
        tuple(claims),
        abstained=not people,
        of_record=True,
    )


def _lead(authorship: Authorship, query: Query, people: int, papers: int) -> str:
    about = f" about “{escaped(query.parts.topic)}”" if query.parts.topic else ""
    those = written_by(authorship, one=papers < 2)
    of_whom = f" that {those}" if those else ""
    if not people:
        return f"Nobody else signed a paper{about}{of_whom}."
    named = "others" if authorship.asked else "authors"
    return f"**{people}** {named} signed the {counted(papers, 'paper')}{about}{of_whom}:"


def _claim(person: Person, snapshot: Snapshot, references: References) -> Claim:
    cited = [snapshot[number] for number in person.papers[:_CITED]]
    return Claim(
        text=f"{person.name} signed {counted(len(person.papers), 'paper')}.",
        citations=tuple(references.cite(one, *one.sentences[0]) for one in cited),
        support="supported",
    )
