"""Questions for a yes or a no: an abstract says neither of what it hardly speaks of.

What comes nearest to "is it used for X?" is a sentence on what it is used for, and a reader may
take it for a yes. The abstract has to hold most of what is asked, anywhere.

>>> is_polar("Was OwlNet tried on hawks?"), is_polar("Is there code for OwlNet?")
(True, False)
"""

from __future__ import annotations

import re

from rag.answering.asked import Asked, telling_words
from rag.answering.proper import names_in
from rag.answering.weighing import covered
from rag.plain import plain
from rag.snapshot import Snapshot
from rag.words import uninflected

__all__ = ["comparing", "is_polar", "speaks_of"]

_POLAR = re.compile(
    r"\W*(?:and\s+|so\s+|but\s+)?"
    r"(?:is|are|was|were|does|do|did|has|have|had|can|could|will|would)(?:n't)?\b(?!\s+(?:there|you)\b)",
    re.IGNORECASE,
)
# Share of the asked words, by idf. Of 40 questions on papers of the lists, half of them on what the
# abstracts leave out, these hold 0.64 at most, and but one of the others 0.69 at least.
_MOST = 0.66


def is_polar(question: str) -> bool:
    """Tell whether a question is answered by yes or no."""
    return bool(_POLAR.match(question))


def speaks_of(asked: Asked, snapshot: Snapshot, number: int) -> bool:
    """Tell whether a paper holds most of the words that are asked of it, in some wording.

    One of them it has to hold itself: that it "focuses" says nothing of whether it uses attention.
    """
    paper = snapshot[number].paper
    text = f"{paper.title}\n{paper.abstract}"
    wordings = [_by_idf(variant, snapshot) for variant in snapshot.acronyms.variants(asked.text)]
    return any(
        covered(words, [text], alike=1.0)[0] >= _MOST and covered(words, [text], alike=0.0)[0] > 0
        for words in wordings
    )


def comparing(question: str, snapshot: Snapshot, number: int) -> list[int]:
    """Number the sentences that compare a paper with what a question names: "faster than X"?"""
    asked = _BETTER.search(question)
    names = list(names_in(question[asked.start() :])) if asked else []
    indexed = snapshot[number]
    texts = [plain(indexed.paper.abstract[start:end]) for start, end in indexed.sentences]
    return [
        place
        for place, text in enumerate(texts)
        if _BETTER.search(text) and any(name in text for name in names)
    ]


_BETTER = re.compile(
    r"\b(?:than|beats?|better|worse|higher|lower|faster|slower|outperform\w*|surpass\w*|exceed\w*|"
    r"compared|fail\w*|improv\w*|speed\w*)\b",
    re.IGNORECASE,
)


def _by_idf(text: str, snapshot: Snapshot) -> dict[str, float]:
    words = telling_words(text)
    most = max(words.values(), default=0.0)  # "come" tells nothing beside "code"
    return {
        word: snapshot.sentences.idf(uninflected(word))
        for word, weight in words.items()
        if weight == most
    }
