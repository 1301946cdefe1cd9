"""A sentence of the passage with a word changed.

Most of the other files ask where a claim and its passage differ in what they say. A claim that
repeats a sentence nearly word by word is judged more strictly: whatever it changed is looked at.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher

from rag.checking.alignment import Alignment, Match
from rag.checking.conflicts.conflict import Conflict
from rag.checking.cues import FUNCTION_WORDS, Cue, cue_at
from rag.checking.lexicon import lexicon
from rag.checking.quantities import Quantity
from rag.checking.reading import Reading, troubles

__all__ = ["find"]

_NEARLY = 0.65  # of a claim's tokens that must stand in the sentence, in order
_WHOLLY = 0.9  # the share from which on a changed word weighs fully
_SHORTEST = 4  # tokens; shorter claims repeat by chance

# Function words that matter although they are no cues.
_TELLING = frozenset("more less fewer most least before after than".split())


@dataclass(frozen=True, slots=True)
class _Token:
    text: str
    stem: str
    cues: frozenset[Cue]
    moved: bool  # stands elsewhere on the other side as well
    quantity: Quantity | None

    @property
    def speaks(self) -> bool:
        """Whether it has content of its own."""
        return self.text not in FUNCTION_WORDS


def find(alignment: Alignment) -> Iterator[Conflict]:
    """Find what a claim changed in the sentence that it nearly repeats."""
    for sentence in alignment.support[:2]:
        mine, theirs = _sides(alignment, sentence)
        if len(mine) < _SHORTEST:
            return
        steps = SequenceMatcher(
            None, [one.stem for one in mine], [one.stem for one in theirs], autojunk=False
        ).get_opcodes()
        same = sum(i2 - i1 for step, i1, i2, _, _ in steps if step == "equal")
        kept = 1.0 if same == len(mine) - 1 == len(theirs) - 1 else same / len(mine)
        if kept >= _NEARLY:
            strictness = min(1.0, 0.4 + 0.6 * (kept - _NEARLY) / (_WHOLLY - _NEARLY))
            if kept == 1.0 and same < len(mine):
                yield from _replaced_alone(steps, mine, theirs)
            for found in _changes(steps, mine, theirs):
                yield replace(found, severity=found.severity * strictness)
            return


def _replaced_alone(
    steps: Sequence[tuple[str, int, int, int, int]],
    mine: Sequence[_Token],
    theirs: Sequence[_Token],
) -> Iterator[Conflict]:
    """Judge the only word that a claim changed: a synonym is known as one, or it is none."""
    for step, i1, i2, j1, j2 in steps:
        if step == "replace" and i2 - i1 == j2 - j1 == 1 and not mine[i1].cues & theirs[j1].cues:
            everyday = not lexicon().is_term(mine[i1].stem) and mine[i1].speaks
            for found in _replaced(mine[i1], theirs[j1]):
                yield replace(found, severity=0.93 if everyday else 0.97)


def _sides(alignment: Alignment, sentence: int) -> tuple[list[_Token], list[_Token]]:
    """The tokens of the claim and of a sentence, each with whether the other has it as well."""
    matched = {
        n
        for n, found in enumerate(alignment.matches)
        # A name that stands anywhere may stand for "we", "it", "our method".
        if _meets(found, sentence) or (found and alignment.claim.words[n].name)
    }
    met = {word for number, word in alignment.met if number == sentence}
    return _tokens(alignment.claim, matched), _tokens(alignment.index.sentences[sentence], met)


def _meets(found: Sequence[Match], sentence: int) -> bool:
    return any(match.sentence == sentence and not match.opposed for match in found)


def _tokens(reading: Reading, shared: Container[int]) -> list[_Token]:
    """The tokens that say something: content words, numbers and cues."""
    numbers = {word.place: number for number, word in enumerate(reading.words)}
    tokens = []
    past = 0  # the end of the phrase whose cue has been read: "whether or not" denies nothing
    for place, text in enumerate(reading.tokens):
        cues, length = cue_at(reading.tokens, place)
        if length > 1 and place >= past:
            past = place + length
        elif place < past:
            cues = frozenset()
        if place in numbers:
            word = reading.words[numbers[place]]
            key = f"#{word.quantity.value:g}" if word.quantity else word.stem
            tokens.append(_Token(text, key, cues, numbers[place] in shared, word.quantity))
        elif cues or text in _TELLING:
            tokens.append(_Token(text, text, cues, moved=False, quantity=None))
    return tokens


def _changes(
    steps: Sequence[tuple[str, int, int, int, int]],
    mine: Sequence[_Token],
    theirs: Sequence[_Token],
) -> Iterator[Conflict]:
    for step, i1, i2, j1, j2 in steps:
        if step != "equal":
            inner = j1 > 0 and j2 < len(theirs) and i1 > 0 and i2 < len(mine)
            ours = [one for one in mine[i1:i2] if not _wanders(one, theirs)]
            gone = [one for one in theirs[j1:j2] if not _wanders(one, mine)]
            yield from _cues_changed(ours, gone, inner=inner)
            yield from _words_changed(mine[i1:i2], theirs[j1:j2], inner=inner)


def _wanders(token: _Token, others: Sequence[_Token]) -> bool:
    """Tell whether an adverb is only elsewhere on the other side: "solves exactly"."""
    return token.text.endswith("ly") and any(other.text == token.text for other in others)


def _words_changed(
    ours: Sequence[_Token], theirs: Sequence[_Token], *, inner: bool
) -> Iterator[Conflict]:
    known = lexicon()
    if len(ours) == len(theirs) == 1 and ours[0].speaks and theirs[0].speaks:
        yield from _replaced(ours[0], theirs[0])
        return
    added = [one for one in ours if one.speaks and not one.moved]
    gone = [one for one in theirs if one.speaks and not one.moved]
    for one in added:
        if known.is_light(one.stem):
            continue
        against = next((other for other in gone if known.opposed(one.stem, other.stem)), None)
        if against:
            yield Conflict("edit", f"the passage says “{against.text}”, not “{one.text}”")
        elif gone and len(gone) <= len(added) + 1:
            terms = known.is_term(one.stem) and any(known.is_term(other.stem) for other in gone)
            yield Conflict(
                "edit",
                f"the passage says “{gone[0].text}”, not “{one.text}”",
                0.9 if terms else 0.6 if known.is_term(one.stem) else 0.4,
            )
        elif known.is_term(one.stem):
            yield Conflict("edit", f"the passage says nothing of “{one.text}”", 0.45)


def _replaced(one: _Token, other: _Token) -> Iterator[Conflict]:
    """Judge one word put for another."""
    known = lexicon()
    if one.quantity and other.quantity:
        same = one.quantity.equals(other.quantity)
    else:
        same = known.alike(one.stem, other.stem) or one.stem[:6] == other.stem[:6]
    if not same and not known.is_light(one.stem):
        terms = known.is_term(one.stem) or known.is_term(other.stem)
        severity = 0.97 if terms or known.opposed(one.stem, other.stem) else 0.6
        if one.moved and not known.opposed(one.stem, other.stem):
            severity = 0.6
        yield Conflict("edit", f"the passage says “{other.text}”, not “{one.text}”", severity)


def _cues_changed(
    ours: Sequence[_Token], theirs: Sequence[_Token], *, inner: bool
) -> Iterator[Conflict]:
    mine = {cue for one in ours for cue in one.cues}
    yours = {cue for one in theirs for cue in one.cues}
    added = next((one.text for one in ours if one.cues), "")
    gone = next((one.text for one in theirs if one.cues), "")
    denied = next((one.text for one in ours if Cue.NEGATION in one.cues), "")
    apart = denied in {"unlike", "different", "differently", "in"}  # sets others apart
    if denied and not apart and Cue.NEGATION not in yours and not any(map(_denies, theirs)):
        yield Conflict("edit", f"the passage does not say “{added}”", 0.97)
    if inner and Cue.NEGATION in yours - mine and not any(_denies(one) for one in ours):
        yield Conflict("edit", f"the passage says “{gone}”", 0.97)
    if Cue.ALL in mine - yours and Cue.EACH not in yours:
        yield Conflict("edit", f"the passage does not say “{added}”", 0.97)
    if inner and Cue.HEDGE in yours - mine and Cue.SOME not in mine:
        yield Conflict("edit", f"the passage only says “{gone}”", 0.95)
    if Cue.PROOF in mine - yours and Cue.THEORY not in yours and theirs:
        yield Conflict("edit", f"the passage only says “{gone}”", 0.97)
    if inner and Cue.SOME in yours - mine and not mine & {Cue.HEDGE, Cue.EACH}:
        yield Conflict("edit", f"the passage only says “{gone}”", 0.2)


def _denies(token: _Token) -> bool:
    return token.stem in troubles() or token.text.startswith(("un", "in", "non"))
