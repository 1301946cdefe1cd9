"""From what a model wrote to what a reader may see: every sentence checked against its passages."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from prompts import without_marks
from rag.answering.composed import Composed
from rag.answering.joined import Joined
from rag.answering.judging import Judge
from rag.answering.references import References
from rag.answering.strictness import Counts
from rag.answers import Claim
from rag.embedding import Embedder
from rag.language import is_english, is_surely_english
from rag.snapshot import Indexed
from rag.stages import stage

__all__ = ["UNSUPPORTED", "Check", "bare"]

_MARKERS = re.compile(r"\s*\[(\d{1,4})\]")
_WORDS = re.compile(r"\w{2,}")
_SHORTEST = 4  # words; fewer without a citation are a heading or a label, no claim
_RULE = re.compile(r"^[\s|:-]*$|^\s*#{1,6}\s")
_UNSPACED = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\u0e00-\u0e7f]")
_STOP = re.compile(r"[.!?。！？][\"'”’)*_]*$")
_FIGURE = re.compile(r"\d[\d.,]*\d|\d\s*[%×]")
_DECLINING = re.compile(
    r"\b(?:passages?|abstracts?|papers?|collection|sources?)\b[^.]{0,40}\b(?:do(?:es)?\s+not|don't|"
    r"doesn't|cannot|no)\b|\bnone\s+of\s+the\b|\bnot\s+(?:mentioned|stated|given|found)\b",
    re.IGNORECASE,
)

UNSUPPORTED = "⚠️"
"""Stands after a sentence that no passage bears out."""


def bare(piece: str) -> str:
    """Give a sentence without its markers and without marks of our prompts."""
    return _MARKERS.sub("", without_marks(piece)).strip()


class Check:
    """Checks one text of a model, piece by piece, while it comes or once it is whole.

    Where it is strict, what nothing bears out is left out, headings and labels included; sentences
    that only say that something is missing stand if the abstracts were found to lack it.

    Args:
        given: The papers that the model was given, by number.
        references: Collects the citations.
        strict: Whether sentences that nothing bears out are left out instead of marked.
        missing: Whether the quoted answer, too, says that the papers do not hold what is asked.
        embedder: See `rag.answering.judging`.
        english: What its sentences say in English, as far as that is known, where the text is in
            another language.

    Attributes:
        counts: What was found so far.
        left_out: How many pieces were left out so far.
        stands: Whether anything said so far is an answer: a claim, or that there is none.
    """

    def __init__(
        self,
        given: Mapping[int, Indexed],
        references: References,
        *,
        strict: bool,
        missing: bool = True,
        embedder: Embedder | None = None,
        english: Mapping[str, str] | None = None,
    ) -> None:
        self.counts = Counts()
        self.left_out = 0
        self.stands = False
        self._given = given
        self._judge = Judge(given, embedder)
        self._translated = english
        self._references = references
        self._strict = strict
        self._missing = missing
        self._claims: list[Claim] = []
        self._said: list[str] = []
        self._joined = Joined()

    @stage("check")
    def piece(self, piece: str) -> str:
        """Check the next piece (see `rag.answering.pieces`).

        Returns:
            What is to be shown of it: with its citations, and marked if nothing bears it out.
        """
        shown = self._shown(piece)
        if self._strict:
            shown = self._joined.keep(shown) if shown else self._joined.leave_out(piece)
        self._said.append(shown)
        return shown

    def composed(self) -> Composed:
        """Give the text so far and what it is made of."""
        return Composed(
            text="".join(self._said).strip(),
            claims=tuple(self._claims),
            abstained=not any(claim.support != "unsupported" for claim in self._claims),
            left_out=self.left_out,
        )

    def _shown(self, piece: str) -> str:
        piece = without_marks(piece)
        numbers = [int(number) for number in _MARKERS.findall(piece)]
        sentence = bare(piece)
        if self._claims_nothing(sentence, cites=bool(numbers)):
            return piece
        english = self._english(sentence)
        if not numbers and _DECLINING.search(english or ""):
            if self._strict and not self._missing:
                self.left_out += 1
                return ""
            self.stands = True
            return piece
        judged = self._judge.judge(sentence, numbers, english)
        claim = judged.claim
        if judged.in_full:
            self.counts += Counts(**{claim.support: 1})
        if self._strict and claim.support == "unsupported":
            self.left_out += 1
            return ""
        for number, spans in judged.spans.items():
            for start, end in spans:
                self._references.cite(self._given[number], start, end)
        self._claims.append(claim)
        self.stands = True
        return _with_support(piece, numbers, claim)

    def _english(self, sentence: str) -> str | None:
        if self._translated is None:
            return sentence if is_english(sentence) else None
        if known := self._translated.get(sentence):
            return known
        return sentence if is_surely_english(sentence) else None

    def _claims_nothing(self, sentence: str, *, cites: bool) -> bool:
        """Tell whether a piece is a heading, a label or a sign."""
        if not _WORDS.search(sentence):
            return True
        short = not cites and _length(sentence) < _SHORTEST
        if self._strict:  # a claim may be dressed as a heading, and "Yes." is one, and "9,999"
            return short and not _STOP.search(sentence) and not _FIGURE.search(sentence)
        return short or bool(_RULE.match(sentence)) or sentence.endswith(":")


def _with_support(piece: str, numbers: Sequence[int], claim: Claim) -> str:
    """Set the citations that bear a sentence out, or the sign that nothing does."""
    body = piece.rstrip()
    blanks = piece[len(body) :]
    if set(claim.citations) != set(numbers):
        markers = "".join(f"[{number}]" for number in claim.citations)
        bare = _MARKERS.sub("", body)
        stop = _STOP.search(bare)
        end = stop.start() if stop and stop.group()[0] in ".。" else len(bare)
        space = "" if not markers or _UNSPACED.match(bare[end - 1 : end]) else " "
        body = f"{bare[:end]}{space}{markers}{bare[end:]}"
    sign = f" {UNSUPPORTED}" if claim.support == "unsupported" else ""
    return f"{body}{sign}{blanks}"


def _length(sentence: str) -> int:
    """Count words; where a script puts no spaces between them, two signs are about one."""
    return len(_UNSPACED.sub(" ", sentence).split()) + len(_UNSPACED.findall(sentence)) // 2
