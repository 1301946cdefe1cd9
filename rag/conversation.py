"""What a conversation has shown: which papers were listed, in what order, and which was spoken of.

Everything is read from the earlier answers, so nothing has to be remembered between turns.
"""

from __future__ import annotations

from collections.abc import Sequence

from rag.answers import Answer

__all__ = ["Conversation", "shown"]


def shown(answer: Answer) -> list[str]:
    """List the ids of the papers that an answer shows, in the order in which it shows them."""
    if answer.papers:
        return [paper.paper_id for paper in answer.papers]
    of_number = {citation.number: citation.paper_id for citation in answer.citations}
    told = [of_number.get(number) for claim in answer.claims for number in claim.citations]
    told += of_number.values()
    return list(dict.fromkeys(paper for paper in told if paper is not None))


class Conversation:
    """The earlier answers of a conversation, the last one last; at least one."""

    def __init__(self, answers: Sequence[Answer]) -> None:
        self.answers = answers

    @property
    def last(self) -> Answer:
        """The last answer."""
        return self.answers[-1]

    @property
    def last_given(self) -> Answer:
        """The last answer that was not declined; where all were, the last."""
        return next((one for one in reversed(self.answers) if not one.abstained), self.last)

    @property
    def lists(self) -> bool:
        """Whether the last answer set several papers before the reader."""
        return len(shown(self.last)) > 1 and self.last.kind != "overview"

    @property
    def listed(self) -> list[str]:
        """The papers of the last answer that set several before the reader."""
        for answer in reversed(self.answers):
            if answer.papers or (answer.kind == "comparison" and not answer.abstained):
                return shown(answer)
        return shown(self.last_given)

    @property
    def spoken_of(self) -> str | None:
        """The paper that the conversation is about: the first that the last answer shows.

        Where an answer declined, it is about the one paper that it cites, or about none.
        """
        for answer in reversed(self.answers):
            papers = shown(answer)
            if papers and (not answer.abstained or len(papers) == 1):
                return papers[0]
        return None

    @property
    def only_one(self) -> str | None:
        """The paper that the last answer is about, where it is about one alone."""
        papers = shown(self.last)
        return papers[0] if len(papers) == 1 and self.last.kind != "overview" else None

    @property
    def others(self) -> list[str]:
        """The listed papers without those that were spoken of since."""
        listed = self.listed
        last_list = max(
            (place for place, one in enumerate(self.answers) if shown(one) == listed), default=0
        )
        since = self.answers[last_list + 1 :]
        spoken = {paper for answer in since for paper in shown(answer)} or set(listed[:1])
        return [paper for paper in listed if paper not in spoken]

    def placed(self, place: int) -> str | None:
        """The paper at a place, from 1 or from -1, of the last listing that is long enough."""
        for answer in [*reversed(self.answers)]:
            papers = shown(answer)
            if (answer.papers or answer.kind == "comparison") and len(papers) >= abs(place):
                return papers[place - 1 if place > 0 else place]
        papers = shown(self.last)
        return papers[place - 1 if place > 0 else place] if len(papers) >= abs(place) else None

    def numbered(self, number: int) -> str | None:
        """The paper that has a citation number; where none has, the one at that place."""
        for answer in reversed(self.answers):
            for citation in answer.citations:
                if citation.number == number:
                    return citation.paper_id
        return self.placed(number) if number > 0 else None
