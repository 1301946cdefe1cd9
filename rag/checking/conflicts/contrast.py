"""What one clause says of one thing, claimed of what the other clause is about.

"Larger models cover more features" for "smaller models cover more features, while larger ones are
easily distracted": each word of the claim stands in the sentence, but not in one clause.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rag.checking.alignment import Alignment
from rag.checking.conflicts.conflict import Conflict
from rag.checking.conflicts.exchange import share
from rag.checking.conflicts.subjects import STRONG
from rag.checking.lexicon import lexicon
from rag.checking.reading import Reading, Word

__all__ = ["find"]

_ASIDE = frozenset("while whereas".split())
_TURNS = _ASIDE | {"but", ";"}
# Words that begin a clause which does not name what it is about.
_NO_SUBJECT = frozenset(
    """it its they their this these that those which who whose where when if we our still also
    and or thus hence thereby therefore to for with in on by at from as while whereas but not , ;
    compared unlike without despite even only""".split()
)
_SUBJECT = 2  # content words with which a clause without names says what it is about
_MOSTLY = 0.6  # of a subject, or of what is said of it, that makes a clause the one that is meant
_HARDLY = 0.15


def find(alignment: Alignment) -> Iterator[Conflict]:
    """Find something said of the subject of one clause that the evidence says of another's."""
    for sentence in alignment.support:
        theirs = _clauses(alignment.index.sentences[sentence])
        if len(theirs) < 2:
            continue
        for mine in _clauses(alignment.claim):
            subject = _subject(alignment.claim, mine)
            said = [number for number in mine if number not in subject]
            if len(said) > 1 and _is_crossed(alignment, sentence, subject, said, theirs):
                yield Conflict("contrast", "the passage says this of something else", 0.95)
                return


def _clauses(reading: Reading) -> list[list[int]]:
    """The words of each clause that names what it is about, in a sentence that has several."""
    tokens = reading.tokens
    aside = bool(_ASIDE & set(tokens))
    turns = _ASIDE | {";", ","} if aside else _TURNS
    ends = [
        place
        for place, sign in enumerate(tokens)
        if sign in turns or (sign == "and" and tokens[place + 1 : place + 2] in _ARTICLES)
    ]
    clauses = []
    start = 0
    for end in [*ends, len(tokens)]:
        if end > start and _has_subject(tokens[start]):
            clauses.append([n for n, word in enumerate(reading.words) if start <= word.place < end])
        start = end + 1
    return [clause for clause in clauses if clause]


_ARTICLES = (("the",), ("a",), ("an",))


def _has_subject(first: str) -> bool:
    """Tell by a clause's first token whether it names what it is about."""
    return first in STRONG or (first not in _NO_SUBJECT and not first.endswith(("ing", "ed")))


def _subject(reading: Reading, numbers: Sequence[int]) -> list[int]:
    """What a clause is about: its first words, of a name no more than that."""
    first = list(numbers[:_SUBJECT])
    named = [number for number in first if _is_name(reading.words[number])]
    return named[:1] or first


def _is_name(word: Word) -> bool:
    """Tell whether a word is a name, by its capital or, where a sentence begins, by its rarity."""
    return word.name or (not word.place and word.weight > _RARE and lexicon().is_term(word.stem))


_RARE = 0.9


def _is_crossed(
    alignment: Alignment,
    sentence: int,
    subject: Sequence[int],
    said: Sequence[int],
    clauses: Sequence[Sequence[int]],
) -> bool:
    def part(numbers: Sequence[int], places: Sequence[int]) -> float:
        return share(alignment, numbers, sentence, places, fading=0.0)

    opening = [clause[: _SUBJECT + 1] for clause in clauses]
    of_subject = [part(subject, clause) for clause in clauses]
    # What both clauses say tells nothing.
    telling = [
        number for number in said if sum(part((number,), clause) > 0 for clause in clauses) <= 1
    ]
    of_said = [part(telling, clause) for clause in clauses]
    return len(telling) > 1 and any(
        part(subject, opening[mine]) >= _MOSTLY
        and of_said[mine] <= _HARDLY
        and of_subject[other] == 0.0
        and of_said[other] >= _MOSTLY
        for mine in range(len(clauses))
        for other in range(len(clauses))
        if mine != other
    )
