"""A claim that is stronger than its passage: all for some, does for may, always for often."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rag.checking.alignment import Alignment
from rag.checking.conflicts.conflict import Conflict
from rag.checking.cues import Cue
from rag.checking.lexicon import stem
from rag.checking.reading import Reading, Scope

__all__ = ["find"]

_HEADS = 2  # the words right behind a quantifier that it is about
# Words before an "any" that claims nothing.
_BEFORE_ANY = frozenset("before than if almost".split())
# Quantifiers that say nothing of what they do not stand before.
_BEFORE_NOUNS = frozenset("all every any none never always must everything everyone".split())
_REACH = 4  # tokens between a negation and the quantifier that it turns round


def find(alignment: Alignment) -> Iterator[Conflict]:
    """Find quantifiers that were raised or lowered, and hedges that were dropped."""
    for scope in alignment.claim.scopes:
        if Cue.ALL in scope.cues and not _denied(alignment.claim, scope):
            yield from _raised(alignment, scope)
        if Cue.SOME in scope.cues and Cue.ALL not in scope.cues:
            yield from _lowered(alignment, scope)
        if Cue.ONLY in scope.cues and not _said(
            alignment, scope, {Cue.ONLY, Cue.ALL, Cue.NEGATION}
        ):
            yield Conflict("only", "the passage does not say that this holds alone", 0.35)
        if Cue.PROOF in scope.cues and not _proven(alignment):
            yield Conflict("quantifier", "the passage does not speak of a proof", 0.7)
    yield from _hedge_dropped(alignment)
    yield from _made_impossible(alignment)
    yield from _made_the_first(alignment)


def _made_impossible(alignment: Alignment) -> Iterator[Conflict]:
    """Find what cannot be done of which the evidence only says that it is hard."""
    said = next((sign for sign in alignment.claim.tokens if sign in _IMPOSSIBLE), None)
    if said is None:
        return
    support = [alignment.index.sentences[number] for number in alignment.support]
    denied = any(Cue.NEGATION in scope.cues for one in support for scope in one.scopes)
    hard = any(stem(sign) in _HARD for one in support for sign in one.tokens)
    if hard and not denied:
        yield Conflict("quantifier", f"“{said}” is stronger than the passage", 0.95)


_IMPOSSIBLE = frozenset({"impossible", "infeasible", "cannot", "unable", "incapable"})
_HARD = frozenset(
    stem(word) for word in "challenging difficult difficulty hard harder struggle hinder".split()
)


def _made_the_first(alignment: Alignment) -> Iterator[Conflict]:
    """Find a first of its kind of which the evidence does not say so."""
    if _FIRST.search(" ".join(alignment.claim.tokens)) and not any(
        _BEFORE_ALL & {*one.tokens} for one in alignment.index.sentences
    ):
        yield Conflict("quantifier", "the passage does not say that it is the first", 0.95)


# "First, ..." and "the first step" only count.
_FIRST = re.compile(
    r"\b(?:is|are|was|were|as|offers?|gives?|presents?|proposes?|introduces?|provides?|develops?) "
    r"(?:the |our |its )?(?:very )?first "
    r"(?!,|step|stage|phase|part|layer|term|one|order|of|author)|"
    r"\bfirst (?:work|paper|method|study|approach|model|dataset|benchmark|framework|algorithm|"
    r"analysis|theory|time)\b"
)
_BEFORE_ALL = frozenset({"first", "firstly", "unprecedented", "pioneer", "pioneering"})


def _proven(alignment: Alignment) -> bool:
    return any(
        {Cue.PROOF, Cue.THEORY} & scope.cues
        for sentence in alignment.support
        for scope in alignment.index.sentences[sentence].scopes
    )


def _raised(alignment: Alignment, scope: Scope) -> Iterator[Conflict]:
    if "and" in alignment.claim.tokens[max(0, scope.place - _REACH) : scope.place] and _is_all(
        alignment.claim, scope
    ):
        return  # "A, B and C all help"
    if _is_weaker_there(alignment, scope):
        written = alignment.claim.tokens[scope.place]
        yield Conflict("quantifier", f"“{written}” is stronger than the passage")
        return
    if _said(alignment, scope, {Cue.ALL, Cue.EACH}) or _repeated(alignment, scope):
        return
    if not scope.words and any(
        Cue.ALL in other.cues for one in alignment.index.sentences for other in one.scopes
    ):
        return  # "all of them"
    if alignment.claim.tokens[max(0, scope.place - 1)] in _BEFORE_ANY:
        return
    weaker = _said(alignment, scope, {Cue.SOME, Cue.HEDGE})
    written = alignment.claim.tokens[scope.place]
    yield Conflict(
        "quantifier", f"“{written}” is stronger than the passage", 1.0 if weaker else 0.95
    )


def _is_weaker_there(alignment: Alignment, scope: Scope) -> bool:
    """Tell whether the support says "some" of the very noun of which the claim says "all"."""
    cues = {Cue.ALL: False, Cue.SOME: False}
    for match in alignment.matches[scope.words[0]] if scope.words else ():
        if match.likeness < 1.0 or match.sentence not in alignment.support:
            continue
        for other in alignment.index.sentences[match.sentence].scopes:
            if match.word in other.words[:_HEADS]:
                cues = {cue: found or cue in other.cues for cue, found in cues.items()}
    return cues[Cue.SOME] and not cues[Cue.ALL]


def _repeated(alignment: Alignment, scope: Scope) -> bool:
    """Tell whether the support has the very word, for those that may stand anywhere."""
    written = alignment.claim.tokens[scope.place]
    return written not in _BEFORE_NOUNS and any(
        written in alignment.index.sentences[sentence].tokens for sentence in alignment.support
    )


def _lowered(alignment: Alignment, scope: Scope) -> Iterator[Conflict]:
    some = alignment.claim.tokens[scope.place]
    if (
        some in {"some", "sometimes", "rarely", "seldom"}
        and not _said(alignment, scope, {Cue.SOME, Cue.HEDGE})
        and _said(alignment, scope, {Cue.ALL}, near=True)
    ):
        yield Conflict("quantifier", f"the passage says more than “{some}”", 0.95)


def _is_all(reading: Reading, scope: Scope) -> bool:
    """Tell whether an "all" sums up what stands before it."""
    before, after = (reading.tokens[p : p + 1] for p in (scope.place - 1, scope.place + 1))
    return reading.tokens[scope.place] == "all" and not {*before, *after} & _OF_NOUNS


_OF_NOUNS = frozenset("and , the of these those its their our this".split())


def _denied(reading: Reading, scope: Scope) -> bool:
    """Tell whether a universal stands within a negation: without any, not all."""
    return any(
        Cue.NEGATION in other.cues and 0 < scope.place - other.place <= _REACH
        for other in reading.scopes
    )


def _said(alignment: Alignment, scope: Scope, cues: set[Cue], *, near: bool = False) -> bool:
    """Tell whether the evidence has one of some cues on what a cue of the claim governs.

    Args:
        alignment: The claim beside its evidence.
        scope: The claim's cue, and what it governs.
        cues: What would bear it out.
        near: Whether a cue elsewhere in the supporting sentences is not enough where the words
            that are governed are unknown to them.
    """
    heads = scope.words[:_HEADS]
    met = {
        (m.sentence, m.word)
        for head in heads
        for m in alignment.matches[head]
        if m.likeness == 1.0 or not near
    }
    found = [
        (sentence, other)
        for sentence in alignment.support
        for other in alignment.index.sentences[sentence].scopes
        if cues & other.cues and not _denied(alignment.index.sentences[sentence], other)
    ]
    inside = {s for s, _ in met} & set(alignment.support)
    if not inside and not near:
        return bool(found)
    return any(
        (sentence, word) in met for sentence, other in found for word in other.words[: _HEADS + 2]
    )


def _hedge_dropped(alignment: Alignment) -> Iterator[Conflict]:
    if any({Cue.HEDGE, Cue.SOME} & scope.cues for scope in alignment.claim.scopes):
        return
    for sentence in alignment.support[:1]:
        reading = alignment.index.sentences[sentence]
        for scope in reading.scopes:
            if Cue.HEDGE not in scope.cues or not scope.words:
                continue
            heads = scope.words[:1]
            if any(
                m.sentence == sentence and m.word in heads and not m.opposed
                for matches in alignment.matches
                for m in matches
            ):
                written = reading.tokens[scope.place]
                yield Conflict("hedge", f"the passage only says “{written}”", 0.6)
                return
