"""Citation markers: whatever form a model writes them in, `[1]` comes out.

A marker stands before the stop of its sentence, with one space before it. A number of no passage
is removed and counted. What stands in code or a formula is left alone; see `rag.marker_forms` for
what is a marker and what only looks like one.

>>> parse("It halves the cost.【1†source】 It scales (Sources 2 and 7).", known=[1, 2]).text
'It halves the cost [1]. It scales [2].'

`MarkerStream` does the same while the text is still coming. It holds back what may become a
marker, a few tokens at most, so everything that it gives out is final.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass

from rag.lookahead import Lookahead, Undecided
from rag.marker_forms import OPENERS, STOPS, Run, read_run
from rag.verbatim import OPENERS as VERBATIM_OPENERS
from rag.verbatim import verbatim_end

__all__ = ["Marked", "Marker", "MarkerStream", "parse"]

# What may stand between the stop of a sentence and its marker.
_CLOSERS = frozenset("\"'”’»)*_")
_BLANKS = frozenset(" \t")
_PLAIN = re.compile(rf"[^{re.escape(''.join(STOPS | OPENERS | VERBATIM_OPENERS | _BLANKS))}]+")

# After these, and after Chinese and Japanese signs, a marker needs no space.
_NO_SPACE_AFTER = frozenset("([{“‘«*_\"'")
_CJK = re.compile(r"[\u3000-\u30ff\u3400-\u9fff\uff00-\uffef]")
_ABBREVIATION = re.compile(
    r"(?:\b(?:et al|e\.g|i\.e|vs|cf|figs?|eqs?|secs?|tabs?|thms?|nos?|refs?|dr|prof|resp|approx)"
    r"|\b[A-Z])$",
    re.IGNORECASE,
)
_LIST_ITEM = re.compile(r"\s*(?:\d{1,3}|[A-Za-z])")
_LINE_PREFIX = re.compile(r"[\s>*+\-#|]*(?:\d{1,3}[.)]\s*)?")
# Characters of the text given out that are kept, to know what stands before a marker.
_MEMORY = 120


@dataclass(frozen=True, slots=True)
class Marker:
    """Markers that stand together in a text: `text[start:end]` is `[1][2]`."""

    start: int
    end: int
    numbers: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Marked:
    """A text in which every marker is canonical.

    Attributes:
        text: The text.
        markers: Its markers; a bracketed number that is not among them is something else.
        removed: How many numbers named no passage.
    """

    text: str
    markers: tuple[Marker, ...]
    removed: int


def parse(text: str, known: Collection[int]) -> Marked:
    """Make every marker of a text canonical.

    Args:
        text: What a model wrote.
        known: The numbers of the passages that it was given.
    """
    stream = MarkerStream(known)
    canonical = stream.feed(text) + stream.close()
    return Marked(canonical, tuple(stream.markers), stream.removed)


class MarkerStream:
    """Makes the markers of a text canonical while the text is coming.

    However the text is cut into pieces, what comes out is what `parse` gives for the whole.

    Args:
        known: The numbers of the passages that the model was given.

    Attributes:
        markers: The markers so far, at their places in the text that came out.
        removed: How many numbers so far named no passage.
    """

    def __init__(self, known: Collection[int]) -> None:
        self.markers: list[Marker] = []
        self.removed = 0
        self._known = frozenset(known)
        self._pending = ""
        self._fresh: list[str] = []
        self._memory = ""
        self._length = 0

    def feed(self, piece: str) -> str:
        """Take the next piece of the text, and give out what is decided by now."""
        return self._advance(piece, whole=False)

    def close(self) -> str:
        """Say that the text is complete, and give out the rest."""
        return self._advance("", whole=True)

    def _advance(self, piece: str, *, whole: bool) -> str:
        ahead = Lookahead(self._pending + piece, whole)
        place = 0
        try:
            while place < len(ahead.text):
                place = self._step(ahead, place)
        except Undecided:
            pass
        self._pending = ahead.text[place:]
        decided = "".join(self._fresh)
        self._fresh.clear()
        return decided

    def _step(self, ahead: Lookahead, place: int) -> int:
        """Give out what stands at a place, once it is decided; return the place after it."""
        plain = _PLAIN.match(ahead.text, place)
        if plain:
            self._emit(plain.group())
            return plain.end()
        stop_end = self._past_stop(ahead, place)
        opener = ahead.past_blanks(stop_end)
        if ahead.sign(opener) in OPENERS:
            before = self._memory + ahead.text[place:opener]
            run = read_run(ahead, opener, self._known, before)
            if run is not None:
                stop, blanks = ahead.text[place:stop_end], ahead.text[stop_end:opener]
                return self._place(ahead, run, stop, blanks)
        if opener > place:
            self._emit(ahead.text[place:opener])
            return opener
        return self._pass_over(ahead, place)

    def _past_stop(self, ahead: Lookahead, place: int) -> int:
        end = ahead.past(STOPS, place)
        return ahead.past(_CLOSERS, end) if end > place else place

    def _pass_over(self, ahead: Lookahead, place: int) -> int:
        """Give out code, a formula or a lonely sign as it is."""
        end = None
        if ahead.sign(place) in VERBATIM_OPENERS:
            line_start = not self._line().strip()
            end = verbatim_end(ahead, place, line_start=line_start)
        end = place + 1 if end is None else end
        self._emit(ahead.text[place:end])
        return end

    def _place(self, ahead: Lookahead, run: Run, stop: str, blanks: str) -> int:
        """Give out the stop of a sentence, if any, and the markers that belong before it."""
        # Everything is looked up before anything is given out: looking ahead may have to wait.
        after = ahead.past_blanks(run.end)
        following = ahead.sign(after)
        joint, end = self._joint(ahead, run)
        if following in STOPS:
            # The other stop takes this one's place, but for its quotes.
            stop = stop.lstrip("".join(STOPS)) if self._ends_sentence(stop, following) else stop
            joint, end = "", after
        self.removed += run.missing
        if not run.numbers:
            self._emit(stop)
        elif stop and self._ends_sentence(stop, following):
            self._mark(run.numbers, "")
            self._emit(stop)
        else:
            self._emit(stop)
            self._mark(run.numbers, blanks)
        self._emit(joint)
        return end

    def _mark(self, numbers: tuple[int, ...], blanks: str) -> None:
        """Give out markers, with the one space that belongs before them."""
        last = self._memory[-1:]
        if not self._line().strip():
            self._emit(blanks)
        elif last == "]" and self.markers and self.markers[-1].end == self._length:
            pass
        elif not _CJK.match(last) and (blanks or last not in _NO_SPACE_AFTER):
            self._emit(" ")
        start = self._length
        self._emit("".join(f"[{number}]" for number in numbers))
        self.markers.append(Marker(start, self._length, numbers))

    def _joint(self, ahead: Lookahead, run: Run) -> tuple[str, int]:
        """Give what joins a marker, or its gap, to the text after it, and where that begins."""
        adjacent = ahead.sign(run.end)
        if run.numbers:
            if adjacent == ":" and _LINE_PREFIX.fullmatch(self._line()):
                # `[1]: address` would make a link of every [1] on the page.
                return " ", ahead.past_blanks(run.end + 1)
            return " " if adjacent.isalnum() or adjacent == "(" else "", run.end
        if not self._line().strip():
            return "", ahead.past_blanks(run.end)
        # A space, lest what stood around the marker become one: [9[8]] or [[8]9].
        return "" if not adjacent or adjacent.isspace() or adjacent in ".,;:!?)" else " ", run.end

    def _ends_sentence(self, stop: str, following: str) -> bool:
        """Tell whether a stop that a marker follows ends its sentence."""
        line = self._line()
        if not stop or (stop == "." and _LIST_ITEM.fullmatch(line)):
            return False
        if following in ("", "\n"):
            return True
        if stop[0] == "." and _ABBREVIATION.search(line):
            return False
        return not following.islower() and following not in ",;:)"

    def _line(self) -> str:
        return self._memory.rpartition("\n")[2]

    def _emit(self, text: str) -> None:
        self._fresh.append(text)
        self._length += len(text)
        self._memory = (self._memory + text)[-_MEMORY:]
