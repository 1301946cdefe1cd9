"""What is made of abstracts before they are written: passages, vectors, labels.

All of it is made at once, with the imports that writing needs: embedding leaves Python's lock
nearly all of the time, so whatever else there is to do is done meanwhile.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor

import numpy as np

from rag.collection import Collection
from rag.embedding import Embedder
from rag.labels import labels
from rag.papers import Paper, Passage
from rag.passages import passages
from rag.stages import stage
from rag.stored import EmbeddedText

__all__ = ["Texts"]


class Texts:
    """What has been made of some abstracts, by their text.

    Attributes:
        embedded: Their passages and vectors.
        labels: What a paper that has no title may be called, the best first.
    """

    def __init__(self, collection: Collection, embedder: Embedder) -> None:
        self.embedded: dict[str, EmbeddedText] = {}
        self.labels: dict[str, tuple[str, ...]] = {}
        self._collection = collection
        self._embedder = embedder

    @stage("embed")
    def make(self, papers: Iterable[Paper]) -> None:
        """Make what is not made yet of the abstracts of papers that are to be written."""
        papers = list(papers)
        unread = [one for one in papers if one.abstract not in self.embedded]
        unnamed = [one for one in papers if not (one.title_given or one.abstract in self.labels)]
        if not (unread or unnamed):
            return
        with ThreadPoolExecutor() as beside:
            # An import that fails does so again, and tells why, where it is needed.
            beside.submit(self._collection.prepare)
            made = beside.submit(lambda: {one.abstract: labels(one.abstract) for one in unnamed})
            self.embedded.update(self._embed(unread))
            self.labels.update(made.result())

    def _embed(self, papers: Sequence[Paper]) -> Iterator[tuple[str, EmbeddedText]]:
        """Cut and embed abstracts; the first ones are embedded while the next ones are cut."""
        cut: list[tuple[Passage, ...]] = []

        def cutting() -> Iterator[Passage]:
            for paper in papers:
                cut.append(passages(paper, self._embedder.count, self._embedder.window))
                yield from cut[-1]

        vectors = self._embedder.embed_passages(cutting())
        start = 0
        for paper, own in zip(papers, cut, strict=True):
            end = start + len(own)
            yield (
                paper.abstract,
                EmbeddedText(
                    passages=own,
                    vectors=vectors.passages[start:end],
                    sentences=tuple(span for passage in own for span in passage.sentences),
                    sentence_vectors=np.concatenate(vectors.sentences[start:end]),
                ),
            )
            start = end
