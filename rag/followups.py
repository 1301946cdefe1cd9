"""Follow-ups: what a question means in its conversation.

"which of them use a benchmark?" is about the papers of the last answer, "the second one" is one
of them, "it" is the paper that was spoken of, "and for RL?" and "what about GPSE?" ask the last
question again about something else. Resolving one gives a standalone wording and, where the
question points at papers, their ids.

Everything is decided from the earlier answers, so nothing has to be remembered between turns.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from rag.answers import Answer
from rag.kinds import kind_of
from rag.wording import split
from rag.words import words

__all__ = ["Resolved", "resolve"]


@dataclass(frozen=True, slots=True)
class Resolved:
    """A question with its references to the conversation resolved.

    Attributes:
        standalone: The question, understandable without the conversation.
        asks: What it asks of the papers that it points at: the question without the pointing.
        focus: The ids of the papers that it points at, one by one.
        within: The ids of the papers that its answer must come from; None for the collection.
        more: Whether it asks for the rest of the last answer.
    """

    standalone: str
    asks: str
    focus: tuple[str, ...] = ()
    within: tuple[str, ...] | None = None
    more: bool = False


_ORDINALS = {
    word: place
    for place, forms in enumerate(
        (
            "first 1st",
            "second 2nd",
            "third 3rd",
            "fourth 4th",
            "fifth 5th",
            "sixth 6th",
            "seventh 7th",
            "eighth 8th",
            "ninth 9th",
            "tenth 10th",
        ),
        start=1,
    )
    for word in forms.split()
} | {"last": -1, "final": -1}
_NOUN = r"(?:one|ones|paper|papers|work|method|approach|entry|result|item|model|study)"
_ORDINAL = re.compile(
    rf"\bthe\s+(?P<word>{'|'.join(_ORDINALS)})(?:\s+(?:listed\s+)?{_NOUN})?\b(?!\s+\w+\s+of\b)",
    re.IGNORECASE,
)
_FIRST_FEW = re.compile(
    rf"\b(?:the\s+)?(?P<end>first|top|last)\s+(?P<count>two|three|four|five|2|3|4|5)(?:\s+{_NOUN})?\b",
    re.IGNORECASE,
)
_FRAGMENT = 1  # content words of a question that cannot stand alone
_COUNTS = {"two": 2, "three": 3, "four": 4, "five": 5}
_NUMBERED = re.compile(
    r"\[(?P<a>\d{1,3})\]|\b(?:(?:paper|number|no\.|item|result|entry|source|citation)s?\s*#?|#)"
    r"(?P<b>\d{1,3})\b",
    re.IGNORECASE,
)
_BARE_PAIR = re.compile(
    r"\b(?:compare|between|contrast)\s+(?P<a>\d{1,3})\s+(?:and|with|to|&)\s+(?P<b>\d{1,3})\b|"
    r"^\W*(?P<c>\d{1,3})\s+(?:and|vs\.?|versus|or)\s+(?P<d>\d{1,3})\W*$",
    re.IGNORECASE,
)
_MORE = re.compile(
    r"^\W*(?:(?:please|can you|could you)\s+)?"
    r"(?:show|give|list|tell|see|are there|any|find|get)?\s*(?:me\s+)?"
    r"(?:some\s+|any\s+)?(?:more|others|other ones|the rest|the others|further)"
    r"(?:\s+(?:papers|ones|results|of them|of those|like (?:this|these|that|those)))?"
    r"(?:\s+please)?\W*$",
    re.IGNORECASE,
)
_SET = re.compile(
    r"\b(?:(?:of|among|from|in|out of)\s+)?(?:(?:all\s+of\s+)?(?:them|those|these)|"
    r"(?:these|those|the\s+listed|the\s+above|the\s+same)\s+(?:papers|ones|works|results|methods)|"
    r"they(?=\s+(?:differ|compare|relate|all|have|share)))\b(?!\s+(?:are|is)\s+there)",
    re.IGNORECASE,
)
_ONLY = re.compile(
    r"^\W*(?:(?:and|but|now|ok(?:ay)?|please)[\s,]+)*(?:(?:show|keep|list|give)\s+(?:me\s+)?)?(?:only|just)\s+"
    rf"(?:(?:the|those|these)\s+)?(?:{_NOUN}\s+)?(?P<what>.+)$",
    re.IGNORECASE,
)
_DROP = re.compile(
    r"^\W*(?:(?:and|but|now|ok(?:ay)?|please)[\s,]+)*(?:drop|remove|exclude|leave out|skip|without|"
    r"except|not|but not|minus)\s+(?:the\s+)?(?:ones?\s+)?(?:(?:about|on|with|that use|using)\s+)?"
    r"(?P<what>.+?)(?:\s+(?:ones|papers))?\W*$",
    re.IGNORECASE,
)
_ABOUT = re.compile(
    r"^\W*(?:(?:and|but|so|ok(?:ay)?|then|now)[\s,]+)*(?:what|how)\s+about\s+(?P<what>.+?)"
    r"(?:\s+(?:instead|then|papers))*\W*$|"
    r"^\W*(?P<instead>.+?)\s+instead\W*$|"
    r"^\W*(?:and|same)\s+(?:(?:question\s+)?(?:for|of|with|about|on|in|by|from|using)\s+)"
    r"(?P<and>.+?)\W*$|"
    r"^\W*and\s+(?P<bare>(?:[\w$^{}\\+&'-]+\s*){1,5})\?\W*$",
    re.IGNORECASE,
)
_NARROWS = re.compile(r"^\W*and\s+(?:for|with|in|on|using|by|from)\b", re.IGNORECASE)
_PRONOUN = re.compile(
    r"\b(?:(?P<possessive>its|their)|(?P<subject>it|this|that|they)(?=\s|\W|$)(?!\s+(?:is|are)\s+"
    r"(?:there|possible|clear|true|known))|(?:this|that|the\s+same|the)\s+"
    r"(?:two|authors|paper|work|method|approach|model|benchmark|dataset|algorithm|framework|study|technique))\b",
    re.IGNORECASE,
)


def resolve(
    question: str,
    history: Sequence[Answer],
    title_of: Callable[[str], str],
    names_in: Callable[[str], Sequence[str]],
) -> Resolved:
    """Resolve what a question borrows from the conversation.

    Args:
        question: The question as it was asked.
        history: The earlier answers, the last one last.
        title_of: Gives the title of a paper's id.
        names_in: Gives the ids of the papers that a text names.
    """
    if not history:
        return Resolved(question, question)
    return _Conversation(history, title_of, names_in).resolve(question)


class _Conversation:
    def __init__(
        self,
        history: Sequence[Answer],
        title_of: Callable[[str], str],
        names_in: Callable[[str], Sequence[str]],
    ) -> None:
        self._history = history
        self._last = next((one for one in reversed(history) if not one.abstained), history[-1])
        self._title_of = title_of
        self._names_in = names_in

    def resolve(self, question: str) -> Resolved:
        """Try each way of pointing back; a question that points nowhere stands alone."""
        for way in (
            self._more,
            self._pointed_at,
            self._again_about,
            self._narrowed,
            self._of_the_set,
            self._it,
            self._fragment,
        ):
            resolved = way(question)
            if resolved is not None:
                return resolved
        return Resolved(question, question)

    def _listed(self) -> list[str]:
        """The papers of the last answer that listed any, or else those that it cited."""
        for answer in reversed(self._history):
            if answer.papers:
                return [paper.paper_id for paper in answer.papers]
        return [citation.paper_id for citation in self._last.citations]

    def _spoken_of(self) -> str | None:
        """The paper that the conversation is about: the first that the last answer cites."""
        for answer in reversed(self._history):
            if answer.citations and not answer.abstained:
                return answer.citations[0].paper_id
        return None

    def _numbered(self, number: int) -> str | None:
        for answer in reversed(self._history):
            for citation in answer.citations:
                if citation.number == number:
                    return citation.paper_id
        listed = self._listed()
        return listed[number - 1] if 0 < number <= len(listed) else None

    def _more(self, question: str) -> Resolved | None:
        if not _MORE.match(question):
            return None
        seen = {paper.paper_id for answer in self._history for paper in answer.papers}
        rest = [one.paper_id for one in self._last.borderline if one.paper_id not in seen]
        before = self._last.standalone_question
        return Resolved(before, before, within=tuple(rest), more=True)

    def _pointed_at(self, question: str) -> Resolved | None:
        """Papers named by their place or number: "the second one", "[3]", "compare 2 and 5"."""
        listed = self._listed()
        found: list[str] = []
        if few := _FIRST_FEW.search(question):
            count = _COUNTS.get(few["count"].lower()) or int(few["count"])
            found = listed[-count:] if few["end"].lower() == "last" else listed[:count]
        elif pair := _BARE_PAIR.search(question):
            found = self._all_numbered(pair)
        else:
            for match in _ORDINAL.finditer(question):
                found += self._placed(_ORDINALS[match["word"].lower()])
            for match in _NUMBERED.finditer(question):
                found += self._all_numbered(match)
        if not found:
            return None
        found = list(dict.fromkeys(found))
        return Resolved(self._naming(question, found), self._without(question), tuple(found))

    def _placed(self, place: int) -> list[str]:
        """The paper at a place of the last listing that is long enough."""
        for answer in reversed(self._history):
            if len(answer.papers) >= abs(place):
                return [answer.papers[place - 1 if place > 0 else place].paper_id]
        return []

    def _all_numbered(self, match: re.Match[str]) -> list[str]:
        numbers = [int(digits) for digits in match.groups() if digits]
        return [one for number in numbers if (one := self._numbered(number)) is not None]

    def _again_about(self, question: str) -> Resolved | None:
        """The last question again, about something else: "what about X?", "and for RL?"."""
        match = _ABOUT.match(question)
        if match is None or _SET.search(question):
            return None
        what = next(part for part in match.groups() if part).strip(" ?.!")
        before = self._last.standalone_question
        named = tuple(self._names_in(what))
        if self._last.kind == "listing" and not named:
            topic = split(before).topic
            about = split(what).topic or what
            if _NARROWS.match(question) and topic:
                about = f"{topic} and {about}"
            standalone = f"Which papers are about {about}?"
            return Resolved(standalone, standalone)
        spoken_of = self._spoken_of()
        old = self._title_of(spoken_of) if spoken_of else ""
        swapped = self._swap(before, old, what)
        return Resolved(swapped, swapped, focus=named)

    def _swap(self, before: str, old: str, what: str) -> str:
        """Put a new name where the last question had the old one."""
        head = old.partition(":")[0]
        for name in (old, head):
            if name and name.casefold() in before.casefold():
                return re.sub(re.escape(name), lambda _: what, before, flags=re.IGNORECASE)
        return f"{before.rstrip('?!. ')} – {what}?"

    def _narrowed(self, question: str) -> Resolved | None:
        """The last listing with something taken away, or only a part of it kept."""
        if self._last.kind != "listing":
            return None
        topic = split(self._last.standalone_question).topic
        if drop := _DROP.match(question):
            kept = f"Which papers are about {topic}, but not about {drop['what']}?"
            return Resolved(kept, kept, within=tuple(self._listed()))
        if only := _ONLY.match(question):
            asks = f"Which papers {only['what']}?"
            standalone = f"Which of the papers on {topic} {only['what']}?" if topic else asks
            return Resolved(standalone, asks, within=tuple(self._listed()))
        return None

    def _of_the_set(self, question: str) -> Resolved | None:
        listed = self._listed()
        match = _SET.search(question)
        if match is None or not listed:
            return None
        if len(listed) == 1:
            return self._it(question)
        topic = split(self._last.standalone_question).topic
        of = f"of the papers on {topic}" if topic else "of these papers"
        standalone = question[: match.start()] + of + question[match.end() :]
        asks = question[: match.start()] + "papers" + question[match.end() :]
        return Resolved(standalone, asks, focus=tuple(listed), within=tuple(listed))

    def _it(self, question: str) -> Resolved | None:
        spoken_of = self._spoken_of()
        if spoken_of is None or self._names_in(question):
            return None
        if not _PRONOUN.search(question):
            return None
        return Resolved(self._naming(question, [spoken_of]), self._without(question), (spoken_of,))

    def _fragment(self, question: str) -> Resolved | None:
        """A question too short to stand alone: "On which datasets?", "Why?"."""
        spoken_of = self._spoken_of()
        whole = len(words(question)) > _FRAGMENT or kind_of(question) != "lookup"
        if spoken_of is None or whole or self._names_in(question):
            return None
        return Resolved(self._naming(question, [spoken_of]), question, (spoken_of,))

    def _without(self, question: str) -> str:
        """Take the words out of a question that point at papers."""
        for pattern in (_FIRST_FEW, _ORDINAL, _NUMBERED, _PRONOUN):
            question = pattern.sub(" ", question)
        return question

    def _naming(self, question: str, papers: Sequence[str]) -> str:
        """Write a question with the titles of the papers that it points at."""
        titles = " and ".join(f"“{self._title_of(paper)}”" for paper in papers)
        for pattern in (_FIRST_FEW, _ORDINAL, _NUMBERED, _PRONOUN):
            match = pattern.search(question)
            if match:
                possessive = match.groupdict().get("possessive")
                name = f"{titles}'s" if possessive else titles
                return question[: match.start()] + name + question[match.end() :]
        return f"{question.rstrip('?!. ')} ({titles})?"
