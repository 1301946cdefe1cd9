"""The values that everything else passes on: entries, papers and passages.

An `Entry` is what stands at one place of one list. Entries with the same abstract become one
`Paper`, which remembers every place (`Source`) where it stood. A paper's abstract is cut into
`Passage`s: whole sentences, each with its place in the abstract.

>>> paper = Paper(id="4f1c", title="BREC", title_given=False, abstract="We test GNNs. Well.")
>>> Passage.cut(paper, 0, 13).text
'We test GNNs.'
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

__all__ = ["Entry", "Paper", "Passage", "Source"]


@dataclass(frozen=True, slots=True, order=True)
class Source:
    """A place where a paper stood.

    Attributes:
        list: The name of the list's file, without its folder.
        position: The entry's number in that list, from 1.
    """

    list: str
    position: int


@dataclass(frozen=True, slots=True)
class Entry:
    """What one list says of one paper.

    Attributes:
        abstract: The abstract as the list has it, with line wraps joined; never empty.
        source: Where it stands.
        title: The title, where the list gives one.
        key: The entry's own identifier in its list, where the list gives one. An entry whose
            text changes under the same key of the same list is a new version of its paper. A key
            that a list gives to several texts says nothing.
        metadata: Fields of the list that paperchat has no name for.
    """

    abstract: str
    source: Source
    title: str | None = None
    authors: tuple[str, ...] = ()
    year: int | None = None
    venue: str | None = None
    url: str | None = None
    code_url: str | None = None
    key: str | None = None
    metadata: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Paper:
    """One paper, however many lists hold it.

    Attributes:
        id: Stable: made from the paper's text (see `rag.identity`).
        title: The title that a list gave, or a label made from the abstract.
        title_given: Whether `title` came from a list.
        abstract: The abstract; every citation is a span of this string.
        sources: Every place where the paper stood, sorted; of each list the first ten.
        metadata: Fields of the lists that paperchat has no name for.
    """

    id: str
    title: str
    title_given: bool
    abstract: str
    authors: tuple[str, ...] = ()
    year: int | None = None
    venue: str | None = None
    url: str | None = None
    code_url: str | None = None
    sources: tuple[Source, ...] = ()
    metadata: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Passage:
    """Some whole sentences of an abstract, short enough for the embedder.

    Attributes:
        id: The paper's id and the passage's place in the abstract.
        text: `abstract[start:end]`, to the letter.
        start: Where the passage begins in the abstract, in characters.
        end: Where it ends, exclusive.
        sentences: The (start, end) of each of its sentences in the abstract.
    """

    id: str
    paper_id: str
    text: str
    start: int
    end: int
    sentences: tuple[tuple[int, int], ...] = ()

    @classmethod
    def cut(
        cls, paper: Paper, start: int, end: int, sentences: tuple[tuple[int, int], ...] = ()
    ) -> Passage:
        """Cut the passage that stands at `[start, end)` of a paper's abstract."""
        return cls(
            id=f"{paper.id}:{start}-{end}",
            paper_id=paper.id,
            text=paper.abstract[start:end],
            start=start,
            end=end,
            sentences=sentences or ((start, end),),
        )
