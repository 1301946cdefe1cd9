"""A sentence as the check reads it: words by their stems, numbers, names, and what is negated.

>>> [word.stem for word in read("EBBA does not need any clean samples.").words if word.negated]
['need', 'clean', 'sampl']
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from rag.acronyms import COMMON, Acronyms
from rag.checking.cues import FUNCTION_WORDS, Cue, cue_at
from rag.checking.lexicon import lexicon, stem
from rag.checking.quantities import Quantity, quantities
from rag.checking.spelling import clean
from rag.plain import fold

__all__ = ["Reading", "Word", "read"]

_TOKEN = re.compile(
    r"[^\W\d_]+(?:['’][^\W\d_]+)?(?:[\w&]*[^\W_])?\+*|\d+(?:[.,]\d+)*[^\W\d_]*|[.,;:()\[\]?!—–\"“”]"
)
_ACRONYMS = re.compile(r"[A-Z]{2,}s")
_BREAKS = frozenset(',;:()[]?!—–"“”')
_CLAUSE_WORDS = frozenset(
    "while whereas but although though which who that because since yet however unlike and or "
    "when if unless so thereby than".split()
)
# Words at which the reach of a negation ends.
_SCOPE_ENDS = frozenset(
    "while whereas but although though because since yet however which when if unless thereby "
    "; : ( ) [ ] ? ! — . ,".split()
)
_DETERMINERS = frozenset("the a an its their our all both this these to".split())
_WHOLLY = frozenset("no none never nothing nobody without".split())
# Verbs that deny what follows, up to the next verb.
_FINITE = frozenset("lacks avoids circumvents sidesteps fails contradicts eliminates".split())
# Cues behind which something else is described, at any length.
_CONTRASTS = frozenset("unlike instead rather different differently in as".split())
# Negations that may deny a whole list.
_LISTING = frozenset("no without neither nor avoids eliminates".split())
# "Designs that do not cost much are rare" does not deny that they are.
_OF_CLAUSES = frozenset({"not"})
_COPULAS = frozenset({"is", "are", "was", "were"})
_ITEM = 10  # tokens of an item of a list
_FAR_REACH = 14
_REACH = 6  # content words that a cue reaches


@dataclass(slots=True)
class Word:
    """A content word or a number.

    Attributes:
        text: As written, folded.
        stem: What it is compared by; for a number, `#`.
        weight: How much it tells, from 0 to 1.
        place: Its position among all tokens, function words included.
        clause: The number of its clause in the sentence.
        negated: Whether it stands within reach of a negation.
        denied_wholly: Whether that negation leaves nothing: "no", "never".
        quantity: Its value, for a number.
        name: Whether it is written like a name.
        troubles: The stems of words near it that speak of lack or trouble: "poor" in "poor
            generalization".
        denies: The stem of what a prefix denies: "distinguish" for "indistinguishable".
    """

    text: str
    stem: str
    weight: float
    place: int
    clause: int
    negated: bool = False
    denied_wholly: bool = False
    quantity: Quantity | None = None
    name: bool = False
    troubles: frozenset[str] = frozenset()
    denies: str = ""


@dataclass(frozen=True, slots=True)
class Scope:
    """Cues of one phrase, with the content words that it governs, by number."""

    cues: frozenset[Cue]
    words: tuple[int, ...]
    place: int


@dataclass(frozen=True, slots=True)
class Reading:
    """A sentence, read.

    Attributes:
        text: The sentence without markup.
        words: Its content words and numbers, in order.
        scopes: Its negations, hedges and quantifiers, in order.
        tokens: All its tokens, folded, function words and punctuation included.
    """

    text: str
    words: tuple[Word, ...]
    scopes: tuple[Scope, ...]
    tokens: tuple[str, ...]

    @property
    def weight(self) -> float:
        """The weight of all its words."""
        return sum(word.weight for word in self.words)


# Tokens behind and before a word of lack or trouble that it colours.
_SOFT, _SOFT_AHEAD = 5, 7
_LACKS = """preclude prevent prohibit lack fail failure impossible free instead rather remove
    avoid neglect ignore overlook absence unlike lose stop drop eliminate exclude miss vanish zero
    bypass escape skip outside beyond unseen unknown shift switch replace"""
_TROUBLES = """poor weak low limited minimal little hinder impede difficult hard challenge reduce
    few less suffer struggle obstacle tedious expensive loss insufficient barely relax forget
    break"""


@lru_cache(maxsize=1)
def troubles() -> frozenset[str]:
    """The stems of words that speak of lack or trouble."""
    return frozenset(stem(word) for word in f"{_LACKS} {_TROUBLES}".split())


@lru_cache(maxsize=1)
def lacks() -> frozenset[str]:
    """The stems of words that say that something is not there at all."""
    return frozenset(stem(word) for word in _LACKS.split())


@lru_cache(maxsize=512)
def _known(acronyms: tuple[tuple[str, str], ...]) -> Acronyms:
    return Acronyms.of({**COMMON, **dict(acronyms)})


def _spell_out(text: str, acronyms: tuple[tuple[str, str], ...]) -> str:
    return _known(acronyms).spell_out(text)


_PREFIXED = re.compile(
    r"(?:un|non)(?P<bare>[a-z]{4,})"
    r"|(?:in|im|ir|il)(?P<adjective>[a-z]+(?:[ai]ble|[ae]nt|ate|ive|[ia]l|ct|ite|id|ly|ncy|cy))"
)
_NO_PREFIX = frozenset("informative intensive inherent union unity unless until important".split())


@lru_cache(maxsize=4096)
def _denied(word: str) -> str:
    """The stem of what a prefix denies, or nothing."""
    found = _PREFIXED.fullmatch(word)
    if not found or word in _NO_PREFIX:
        return ""
    bare = stem(found["bare"] or found["adjective"])
    known = lexicon()
    return bare if bare in known.counts or bare in known.everyday else ""


@lru_cache(maxsize=4096)
def read(text: str, acronyms: tuple[tuple[str, str], ...] = ()) -> Reading:
    """Read a sentence.

    Args:
        text: The sentence as it was written.
        acronyms: What acronyms stand for in this text, besides those that everybody knows.
    """
    cleaned = clean(text)
    spelt = _spell_out(cleaned, acronyms)
    numbers = {quantity.start: quantity for quantity in quantities(spelt)}
    builder = _Builder()
    skip_to = 0
    for match in _TOKEN.finditer(spelt):
        if match.start() < skip_to:
            continue
        quantity = numbers.get(match.start())
        if quantity:
            builder.number(match.group(), quantity)
            skip_to = quantity.end
        else:
            start = match.start()
            builder.token(match.group(), first=start == 0, joined=spelt[start - 1 : start] == "-")
    return builder.finish(cleaned)


class _Builder:
    """Collects the tokens of one sentence."""

    def __init__(self) -> None:
        self.tokens: list[str] = []
        self.words: list[Word] = []
        self.clause = 0
        self.joined: set[int] = set()  # places of tokens behind a hyphen

    def number(self, text: str, quantity: Quantity) -> None:
        self._word(Word(text, "#", 0.8, len(self.tokens), self.clause, quantity=quantity))
        self.tokens.append(text)

    def token(self, text: str, *, first: bool, joined: bool) -> None:
        if joined:
            self.joined.add(len(self.tokens))
        folded = fold(text).replace("’", "'").removesuffix("'s")
        if folded in _BREAKS or folded in _CLAUSE_WORDS:
            self.clause += 1
        if folded[0].isalnum() and folded not in FUNCTION_WORDS and len(folded) > 1:
            folded = folded.removesuffix("s") if _ACRONYMS.fullmatch(text) else folded
            one = stem(folded)
            shaped = any(sign.isupper() or sign.isdigit() for sign in text[1:]) or (
                not first and text[0].isupper()
            )
            word = Word(
                folded, one, lexicon().weight(one), len(self.tokens), self.clause, name=shaped
            )
            word.denies = _denied(folded)
            self._word(word)
        self.tokens.append(folded)

    def _word(self, word: Word) -> None:
        self.words.append(word)

    def finish(self, text: str) -> Reading:
        self._soften()
        scopes = []
        place = 0
        while place < len(self.tokens):
            cues, length = cue_at(self.tokens, place)
            if cues:
                scope = Scope(cues, self._governed(place + length, self.tokens[place]), place)
                scopes.append(scope)
                if Cue.NEGATION in cues:
                    for number in scope.words:
                        self.words[number].negated = True
                        self.words[number].denied_wholly = self.tokens[place] in _WHOLLY
            elif self.tokens[place] == "free" and place in self.joined:
                numbers = tuple(n for n, w in enumerate(self.words) if w.place == place - 1)
                scopes.append(Scope(frozenset({Cue.NEGATION}), numbers, place))
                for number in numbers:
                    self.words[number].negated = True
            place += length
        return Reading(text, tuple(self.words), tuple(scopes), tuple(self.tokens))

    def _turns(self, place: int) -> bool:
        """Tell whether an "and" brings a verb of its own: "no labels and halves the cost"."""
        following = self.tokens[place + 1 : place + 3]
        return (
            self.tokens[place] == "and"
            and len(following) == 2
            and following[0] not in _DETERMINERS
            and following[1] in _DETERMINERS
        )

    def _soften(self) -> None:
        places = [
            (place, one) for place, n in enumerate(self.tokens) if (one := stem(n)) in troubles()
        ]
        for word in self.words:
            word.troubles = frozenset(
                one for place, one in places if -_SOFT_AHEAD <= word.place - place <= _SOFT
            )

    def _governed(self, start: int, phrase: str) -> tuple[int, ...]:
        end = start
        ends = _SCOPE_ENDS | {"and"} if phrase in _FINITE else _SCOPE_ENDS
        listed = phrase in _LISTING and self._lists_until(start)
        while end < len(self.tokens) and (
            end < listed
            or (
                self.tokens[end] not in ends
                and not self._turns(end)
                and not (phrase in _OF_CLAUSES and end > start and self.tokens[end] in _COPULAS)
            )
        ):
            end += 1
        begin = start
        if phrase == "no" and self.words:
            # "needs no data": what needs is denied with what is needed.
            begin = next((w.place for w in reversed(self.words) if w.place == start - 2), start)
        governed = [n for n, word in enumerate(self.words) if begin <= word.place < end]
        return tuple(governed[: _FAR_REACH if phrase in _CONTRASTS or listed else _REACH])

    def _lists_until(self, start: int) -> int:
        """Give where a list of what is denied ends: "no probes, such as maps, or labels"."""
        end = start
        for place in range(start, len(self.tokens)):
            if self.tokens[place] in _SCOPE_ENDS - {","} or place - end > _ITEM:
                break
            if self.tokens[place] in {"or", "nor"}:
                return next(
                    (p for p in range(place, len(self.tokens)) if self.tokens[p] in _SCOPE_ENDS),
                    len(self.tokens),
                )
            if self.tokens[place] == ",":
                end = place
        return start
