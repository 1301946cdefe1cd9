"""Follow-ups: what a question means in its conversation.

"which of them use a benchmark?" is about the papers of the last answer, "the second one" is one
of them, "it" is the paper that was spoken of, "and for RL?" and "what about GPSE?" ask the last
question again about something else. Resolving one gives a standalone wording and, where the
question points at papers, their ids.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from rag import author_turns, pointing, turns
from rag.answers import Answer, Kind
from rag.conversation import Conversation, shown
from rag.kinds import asks_for_abstract, asks_for_papers, is_bare_topic, kind_of
from rag.language import is_english
from rag.pointing import Pointer
from rag.resolved import Resolved
from rag.shelf import Shelf
from rag.wording import split
from rag.words import words

__all__ = ["Resolved", "resolve"]


_TITLE = re.compile("“[^”]*”(?:'s)?")


def resolve(question: str, history: Sequence[Answer], shelf: Shelf) -> Resolved:
    """Resolve what a question borrows from the conversation.

    Args:
        question: The question as it was asked.
        history: The earlier answers, the last one last.
        shelf: The papers that it may mean.
    """
    if not history:
        return Resolved(question, question)
    asked = turns.without_courtesy(question)
    resolved = _Resolver(Conversation(history), shelf).resolve(asked)
    return resolved or Resolved(question, question)


class _Resolver:
    """Tries each way of pointing back, the most telling first."""

    def __init__(self, conversation: Conversation, shelf: Shelf) -> None:
        self._talk = conversation
        self._shelf = shelf

    def resolve(self, question: str) -> Resolved | None:
        ways = (
            self._alike,
            self._whole,
            self._more,
            self._by_the_same,
            self._placed,
            self._the_better,
            self._both,
            self._narrowed,
            self._described,
            self._again_about,
            self._of_the_set,
            self._it,
            self._going_on,
        )
        return next((found for way in ways if (found := way(question)) is not None), None)

    def _alike(self, question: str) -> Resolved | None:
        """Papers like the one that was spoken of: "similar papers?", "who else works on this?"."""
        paper = self._talk.only_one
        if paper is None or not turns.asks_for_alike(question):
            return None
        asked = f"Which papers are similar to {self._titles([paper])}?"
        return Resolved(asked, "Which papers are similar?", (paper,))

    def _whole(self, question: str) -> Resolved | None:
        """The abstract of the paper that was spoken of: "show me the abstract"."""
        paper = self._talk.spoken_of
        if paper is None or not asks_for_abstract(question) or self._points(question):
            return None
        return Resolved(f"Quote {self._titles([paper])}", "quote", (paper,), kind="lookup")

    def _points(self, question: str) -> bool:
        """Tell whether a question names a paper, or tells of which place or number it is."""
        told = (*pointing.by_place(question), *pointing.by_number(question))
        return bool(told or self._shelf.names_in(question))

    def _more(self, question: str) -> Resolved | None:
        if not turns.asks_for_more(question):
            return None
        last = self._talk.last_given
        seen = {paper.paper_id for answer in self._talk.answers for paper in answer.papers}
        rest = [one.paper_id for one in last.borderline if one.paper_id not in seen]
        before = last.standalone_question
        return Resolved(before, before, within=tuple(rest), more=True, kind=last.kind)

    def _by_the_same(self, question: str) -> Resolved | None:
        asked = author_turns.by_the_same(question, self._talk, self._shelf)
        return Resolved(asked, asked) if asked else None

    def _placed(self, question: str) -> Resolved | None:
        """Papers named by place or number: "the second one", "[3]", "compare 2 and 5"."""
        pointers: list[Pointer] = []
        found: list[str | None] = []
        if few := pointing.first_few(question):
            listed = self._talk.listed
            found = [*(listed[: few.value] if few.value > 0 else listed[few.value :])]
            pointers = [few]
        else:
            places, numbers = pointing.by_place(question), pointing.by_number(question)
            found = [self._talk.placed(one.value) for one in places]
            found += [self._talk.numbered(one.value) for one in numbers]
            pointers = [*places, *numbers]
        if not any(found) and (other := pointing.other(question)):
            pointers, found = [other], [*self._talk.others]
        papers = [paper for paper in found if paper is not None]
        return self._pointing(question, pointers[0], papers) if papers else None

    def _the_better(self, question: str) -> Resolved | None:
        """The better of the papers just set before the reader: "which is faster?"."""
        listed = self._talk.listed
        compared = self._talk.last.kind == "comparison"
        if not self._talk.lists or not (compared or len(listed) == _PAIR):
            return None
        which = compared and turns.which_one(question) and not split(question).traits
        if not (which or turns.better_one(question)) or self._shelf.names_in(question):
            return None
        asks = pointing.without(question)
        standalone = f"{question.rstrip('?!. ')}: {self._titles(listed)}?"
        return Resolved(standalone, asks, tuple(listed), kind="comparison")

    def _both(self, question: str) -> Resolved | None:
        pointer = pointing.both(question)
        listed = self._talk.listed
        if pointer is None or len(listed) < 2 or self._shelf.names_in(question):
            return None
        if turns.asks_which(question):
            return self._among(question, pointer, listed)
        return self._pointing(question, pointer, listed[:2])

    def _described(self, question: str) -> Resolved | None:
        """A paper told by what it is about: "the one on frogs"."""
        pointer = pointing.described(question)
        if pointer is None or self._shelf.names_in(question):
            return None
        listed = self._talk.listed if self._talk.last_given.kind != "overview" else []
        if pointer.plural:
            asks = f"Which papers are about {pointer.about}?"
            return Resolved(asks, asks, within=tuple(listed) or None, kind="listing")
        paper = self._shelf.closest(pointer.about, listed) if listed else None
        if paper is None:  # it tells what paper it means, and none of those spoken of
            return Resolved(question, question)
        return self._pointing(question, pointer, [paper])

    def _pointing(self, question: str, pointer: Pointer, papers: Sequence[str]) -> Resolved:
        """Ask of some papers what a question asks of those that it points at."""
        titles = self._titles(tuple(dict.fromkeys(papers)))
        named = self._shelf.names_in(question) if turns.compares(question) else ()
        papers = tuple(dict.fromkeys([*papers, *named]))
        rest = f"{question[: pointer.start]} {question[pointer.end :]}"
        kind: Kind | None = "comparison" if len(papers) > 1 else None
        if kind and turns.is_bare(pointing.without(rest)):
            return Resolved(f"Compare {titles}", "compare", papers, kind=kind)
        if turns.is_bare(pointing.without(rest)):
            before = self._talk.last.standalone_question
            if self._talk.last.kind == "lookup" and (again := self._renamed(before, titles)):
                return Resolved(again, _TITLE.sub(" ", again), papers, kind=kind)
            return Resolved(f"What does {titles} propose?", "What does it propose?", papers)
        owner = titles + "'s" if pointer.possessive else titles
        standalone = question[: pointer.start] + owner + question[pointer.end :]
        return Resolved(standalone, pointing.without(rest), papers, kind=kind)

    def _again_about(self, question: str) -> Resolved | None:
        """The last question again, about something else: "what about X?", "and for RL?"."""
        again = turns.again_about(question)
        if again is None or pointing.all_of_them(question):
            return None
        what, last = again.what, self._talk.last
        if asked := author_turns.asked_of_another(what, self._talk, self._shelf):
            return Resolved(asked, asked)
        if named := tuple(self._shelf.names_in(what)):
            return self._again_of(what, named)
        spoken_of = self._talk.spoken_of
        of_it = last.kind == "lookup" and spoken_of is not None and not again.instead
        if of_it and (turns.of_the_paper(what) or self._shelf.answers(what, str(spoken_of))):
            titles = self._titles([str(spoken_of)])
            return Resolved(f"What about {what} in {titles}?", what, (str(spoken_of),))
        about = split(what).topic or what
        anywhere = f"Which papers are about {about}?"
        listed = self._talk.listed
        topic = split(last.standalone_question).topic
        if again.and_so and last.kind == "listing" and topic and listed:
            among = f"Which of the papers on {topic} are about {about}?"
            return Resolved(among, anywhere, within=tuple(listed), otherwise=anywhere)
        return Resolved(anywhere, anywhere, kind="listing")

    def _again_of(self, what: str, named: tuple[str, ...]) -> Resolved:
        """The last question again, of a paper that is named."""
        last = self._talk.last
        if last.kind == "comparison" and not last.abstained:
            papers = tuple(dict.fromkeys([*shown(last), *named]))
            return Resolved(f"Compare {self._titles(papers)}", "compare", papers, kind="comparison")
        again = self._renamed(last.standalone_question, what) if last.kind == "lookup" else None
        asked = again or f"What is {what}?"
        return Resolved(asked, asked, named, kind="lookup")

    def _renamed(self, before: str, name: str) -> str | None:
        """Put a new name where the last question had the old one."""
        if _TITLE.search(before):
            return _TITLE.sub(lambda _: name, before, count=1)
        return self._shelf.rename(before, name)

    def _narrowed(self, question: str) -> Resolved | None:
        """The last listing with something taken away, or only a part of it kept."""
        last = self._talk.last_given
        if last.kind != "listing":
            return None
        topic = split(last.standalone_question).topic
        within = tuple(self._talk.listed)
        if (drop := turns.dropped(question)) is not None:
            kept = f"Which papers are about {topic}, but not about {drop}?"
            return Resolved(kept, kept, within=within)
        if (only := turns.kept(question)) is not None:
            asks = f"Which papers {only}?"
            standalone = f"Which of the papers on {topic} {only}?" if topic else asks
            return Resolved(standalone, asks, within=within)
        return None

    def _of_the_set(self, question: str) -> Resolved | None:
        """All papers of the last listing: "which of them ...", "compare them", "which one ..."."""
        listed = self._talk.listed
        pointer = self._to_the_set(question)
        if pointer is None or len(listed) < 2 or self._shelf.names_in(question):
            return None
        if self._has_its_own(question, pointer, listed):
            return None
        side_by_side = len(listed) == 2 and not turns.asks_which(question)
        if side_by_side or kind_of(question) == "comparison":
            return self._pointing(question, pointer, listed)
        return self._among(question, pointer, listed)

    def _to_the_set(self, question: str) -> Pointer | None:
        """Find what points at several papers; "they" and "which one" only do right after a list."""
        if pointer := pointing.all_of_them(question):
            return pointer
        if not self._talk.lists:
            return None
        pointer = pointing.pronoun(question)
        if pointer is not None and pointer.plural:
            return pointer
        which = turns.which_one(question)
        if which is None or pointer is not None or asks_for_papers(question):
            return None
        return Pointer(*which.span())

    def _among(self, question: str, pointer: Pointer, listed: Sequence[str]) -> Resolved:
        """Ask which of some papers it is."""
        topic = split(self._talk.last_given.standalone_question).topic
        of = f"of the papers on {topic}" if topic else "of these papers"
        before, after = question[: pointer.start], question[pointer.end :]
        if turns.which_one(question[pointer.start : pointer.end]):
            before = f"{before}Which "
        within = tuple(listed)
        return Resolved(
            f"{before}{of}{after}", f"{before}papers{after}", within, within, kind="listing"
        )

    def _it(self, question: str) -> Resolved | None:
        spoken_of = self._talk.spoken_of
        pointer = pointing.pronoun(question) or pointing.both(question)
        if spoken_of is None or pointer is None:
            return None
        if self._shelf.names_in(question) and not turns.compares(question):
            return None
        if self._has_its_own(question, pointer, [spoken_of]):
            return Resolved(question, question)
        return self._pointing(question, pointer, [spoken_of])

    def _has_its_own(self, question: str, pointer: Pointer, papers: Sequence[str]) -> bool:
        """Tell whether a pronoun stands for something that the question itself speaks of.

        "Coresets for regression: does their size matter?" says much before its pronoun, and what it
        says is about none of the papers that the conversation is about.
        """
        told = len(words(question[: pointer.start])) >= _TELLING
        return told and not any(self._shelf.answers(question, paper) for paper in papers)

    def _going_on(self, question: str) -> Resolved | None:
        """A question without any pointer that goes on about one paper: "On which datasets?"."""
        paper = self._talk.only_one or self._talk.spoken_of
        if paper is None or self._shelf.names_in(question) or asks_for_papers(question):
            return None
        if kind_of(question) in ("overview", "comparison", "other") or not is_english(question):
            return None
        if author_turns.names_authors(question, self._shelf):
            return None
        fragment = len(words(question)) <= _FRAGMENT or turns.means_what_was_told(question)
        asked = self._talk.only_one and not is_bare_topic(question)
        goes_on = asked and self._shelf.answers(question, paper)
        if not fragment and not goes_on:
            return None
        standalone = f"{question.rstrip('?!. ')} ({self._titles([paper])})?"
        return Resolved(standalone, question, (paper,), kind="lookup")

    def _titles(self, papers: Sequence[str]) -> str:
        return " and ".join(f"“{self._shelf.title_of(paper)}”" for paper in papers)


_PAIR = 2  # papers between which a question may choose
_TELLING = 3  # content words before a pronoun that may tell what it stands for
_FRAGMENT = 1  # content words of a question that cannot stand alone
