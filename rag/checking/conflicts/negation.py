"""A negation that was dropped or added."""

from __future__ import annotations

from collections.abc import Iterator

from rag.checking.alignment import Alignment, Match
from rag.checking.conflicts.conflict import Conflict
from rag.checking.conflicts.subjects import STRONG, speaks_of_others
from rag.checking.context import ties
from rag.checking.cues import Cue
from rag.checking.lexicon import stem
from rag.checking.reading import Reading, Scope, lacks

__all__ = ["find", "is_borne_out"]

_HEADS = 2  # the words right behind a negation that it is about
# Cues behind which something else is described: all of it is denied.
_CONTRASTS = frozenset("unlike instead rather different differently in".split())
_APART = frozenset("unlike different differently in".split())
# Cues that deny a verb, which may stand behind an adverb; others deny the noun behind them.
_VERBAL = frozenset("not never cannot can hardly barely rarely seldom neither nor".split())
_BESIDE = 2  # words within which one word qualifies another
_BETTER = 1.15  # how much better a disagreeing place must fit than an agreeing one


def find(alignment: Alignment) -> Iterator[Conflict]:
    """Find what the claim negates and the evidence does not, and the other way round."""
    yield from _added(alignment)
    yield from _dropped(alignment)


def is_borne_out(alignment: Alignment) -> bool:
    """Tell whether the evidence itself denies what the claim denies, in words."""
    return any(
        ((theirs.negated or theirs.troubles & lacks()) and not match.opposed)
        or (match.opposed and not theirs.negated)
        for scope in alignment.claim.scopes
        if Cue.NEGATION in scope.cues
        for number in scope.words[: _HEADS + 1]
        for match in alignment.matches[number]
        if match.sentence == alignment.home[number]
        for theirs in (alignment.index.word(match),)
    )


def _added(alignment: Alignment) -> Iterator[Conflict]:
    words = alignment.claim.words
    for scope in alignment.claim.scopes:
        if Cue.NEGATION not in scope.cues or not scope.words:
            continue
        verdicts = [_agrees(alignment, number) for number in scope.words]
        known = [verdict for verdict in verdicts if verdict is not None]
        if _is_denied_beside(alignment, scope):
            continue
        if known and not any(known[: _HEADS + 1]):
            heads_known = any(verdict is not None for verdict in verdicts[:_HEADS])
            yield Conflict(
                "negation",
                f"the passage does not deny “{words[scope.words[0]].text}”",
                1.0 if heads_known and not _sets_apart(alignment, scope) else 0.4,
            )


def _sets_apart(alignment: Alignment, scope: Scope) -> bool:
    """Tell whether a claim only sets something apart: "unlike", "in contrast to" others."""
    return alignment.claim.tokens[scope.place] in _APART


def _is_denied_beside(alignment: Alignment, scope: Scope) -> bool:
    """Tell whether a supporting sentence denies the first words that the claim denies."""
    verbal = alignment.claim.tokens[scope.place] in _VERBAL
    first = scope.words[: _HEADS if verbal else 1]
    heads = [number for number in first if alignment.matches[number]]
    return bool(heads) and any(
        all(
            any(
                match.sentence == sentence
                and match.likeness == 1.0
                and alignment.index.word(match).negated
                for match in alignment.matches[number]
            )
            for number in heads
        )
        for sentence in (alignment.support if verbal else range(len(alignment.index.sentences)))
    )


def _dropped(alignment: Alignment) -> Iterator[Conflict]:
    for sentence in alignment.support:
        reading = alignment.index.sentences[sentence]
        for scope in reading.scopes:
            if Cue.NEGATION not in scope.cues:
                continue
            meeting = _meeting(alignment, sentence, scope)
            # Of "neither A nor B", each is denied by itself.
            each = reading.tokens[scope.place] == "neither"
            if not each and any(_both_deny(alignment, *one) for one in meeting):
                continue
            contrast = reading.tokens[scope.place] in _CONTRASTS
            verbal = reading.tokens[scope.place] in _VERBAL
            heads = scope.words if contrast else scope.words[: _HEADS if verbal else 1]
            heads += _coordinated(reading, scope)
            heads = tuple(n for n in heads if reading.words[n].text not in STRONG)
            meeting = [(n, m) for n, m in meeting if m.word in heads]
            if each:
                meeting = [
                    (n, m) for n, m in meeting if m.likeness == 1.0 and not _agrees(alignment, n)
                ]
            first = min((m.word for _, m in meeting), default=-1)
            judged = [_agrees(alignment, n) for n, m in meeting if m.word == first]
            if contrast and len(meeting) > 2:  # all of it is denied, so most of it tells
                said = [n for n, m in meeting if m.likeness == 1.0]
                judged = [sum(_agrees(alignment, n) is not False for n in said) * 3 > len(said)]
            if judged and not any(judged):
                word = reading.words[meeting[0][1].word]
                yield Conflict("negation", f"the passage denies “{word.text}”")


def _coordinated(reading: Reading, scope: Scope) -> tuple[int, ...]:
    """The words that a negation is about as well: "no retraining or fine-tuning"."""
    if not {"or", "nor"} & set(reading.tokens[scope.place :]):
        return ()
    return tuple(
        number
        for number in scope.words
        if reading.tokens[reading.words[number].place - 1] in _LISTED
    )


_LISTED = frozenset({"or", "nor", ",", "as"})  # "as" is that of "such as"


def _meeting(alignment: Alignment, sentence: int, scope: Scope) -> list[tuple[int, Match]]:
    """The words of the claim that meet a word within a scope of the evidence, same or opposed."""
    return [
        (number, match)
        for number, matches in enumerate(alignment.matches)
        for match in matches
        if match.sentence == sentence and match.word in scope.words and match.likeness > 0.5
    ]


def _both_deny(alignment: Alignment, number: int, match: Match) -> bool:
    return alignment.claim.words[number].negated and not match.opposed


def _agrees(alignment: Alignment, number: int) -> bool | None:
    """Tell whether the evidence gives a word the sign that the claim does; None if it has it not.

    Where the evidence has the word several times, the place that fits best counts.
    """
    inside = [m for m in alignment.matches[number] if m.sentence == alignment.home[number]]
    exact = {m.sentence for m in inside if m.likeness == 1.0}
    inside = [m for m in inside if m.likeness == 1.0 or m.sentence not in exact]
    fits = {True: -1.0, False: -1.0}
    for match in inside:
        fit = match.likeness * (0.02 + sum(ties(alignment, number, match.sentence, match.word)))
        agreeing = _signs_agree(alignment, number, match)
        if not agreeing and any(
            other.sentence == match.sentence
            and abs(other.word - match.word) <= _BESIDE
            and _signs_agree(alignment, number, other)
            for other in inside
        ):
            continue  # "weak robustness" agrees with "not robust"
        fits[agreeing] = max(fits[agreeing], fit)
    if max(fits.values()) < 0:
        return None
    return fits[True] * _BETTER >= fits[False]


def _signs_agree(alignment: Alignment, number: int, match: Match) -> bool:
    mine, theirs = alignment.claim.words[number], alignment.index.word(match)
    if mine.negated and speaks_of_others(alignment.index.sentences[match.sentence]):
        return True  # what others do is what a paper says that it does not do
    if mine.negated != theirs.negated:
        # "does not generalize" and "poor generalization", unless both speak of "poor".
        evidence = alignment.index.sentences[match.sentence]
        one, other = (theirs, alignment.claim) if mine.negated else (mine, evidence)
        troubles = one.troubles - {stem(token) for token in other.tokens}
        wholly = mine.denied_wholly or theirs.denied_wholly
        if troubles & lacks() if wholly else troubles:
            return True
    return (mine.negated == theirs.negated) != match.opposed
