"""The lexical half of retrieval: BM25 over whole papers, through LlamaIndex's retriever.

A paper is one document here: title, abstract and authors. The index answers two questions: which
papers rank first for some words (`search`), and, over the whole collection and not only its top,
how much of a question's wording each paper covers (`coverage`).
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rag.stages import stage
from rag.words import parts, stem, words

__all__ = ["POOL", "LexicalIndex"]

POOL = 50
"""How many documents a search ranks for an answer."""

_WORDLESS = "wordless"  # names the file that stands for an index without a single word


class LexicalIndex:
    """A BM25 index over documents, numbered from 0. Safe to search from several threads.

    Args:
        bm25: What holds the scores; None where no document has a word.
        size: How many documents there are.
    """

    def __init__(self, bm25: Any, size: int) -> None:
        # Imported here, not above: seconds that `--help` must not pay.
        from llama_index.retrievers.bm25 import BM25Retriever

        self._bm25 = bm25
        self._size = size
        self._vocabulary: dict[str, int] = bm25.vocab_dict if bm25 is not None else {}
        # Texts come analysed by `words`: the retriever must neither stem nor split them again.
        # Its stemming and pattern are set on every way in, since its own persistence loses them.
        self._retriever = partial(
            BM25Retriever,
            existing_bm25=bm25,
            skip_stemming=True,
            token_pattern=r"\S+",  # noqa: S106 - a pattern, no password
        )

    @classmethod
    def build(cls, texts: Iterable[str]) -> LexicalIndex:
        """Index texts; their order numbers them."""
        bm25s = _bm25s()
        from llama_index.core.schema import TextNode
        from llama_index.core.vector_stores.utils import node_to_metadata_dict

        vocabulary: dict[str, int] = {}
        documents = [
            [vocabulary.setdefault(word, len(vocabulary)) for word in _indexed(text)]
            for text in texts
        ]
        if not vocabulary:  # BM25 over nothing would divide by zero
            return cls(None, len(documents))
        bm25 = bm25s.BM25()
        bm25.index(
            bm25s.tokenization.Tokenized(ids=documents, vocab=vocabulary), show_progress=False
        )
        bm25.corpus = [
            node_to_metadata_dict(TextNode(id_=str(number))) | {"node_id": str(number)}
            for number in range(len(documents))
        ]
        return cls(bm25, len(documents))

    @classmethod
    def load(cls, folder: Path) -> LexicalIndex:
        """Open an index that `save` wrote, without reading it into memory."""
        bm25s = _bm25s()
        wordless = folder / _WORDLESS
        if wordless.exists():
            return cls(None, int(wordless.read_text()))
        bm25 = bm25s.BM25.load(folder, load_corpus=True, mmap=True, show_progress=False)
        return cls(bm25, int(bm25.scores["num_docs"]))

    def save(self, folder: Path) -> None:
        """Write the index to a folder."""
        folder.mkdir(parents=True, exist_ok=True)
        if self._bm25 is None:
            (folder / _WORDLESS).write_text(str(self._size))
        else:
            self._bm25.save(folder, corpus=self._bm25.corpus, show_progress=False)

    @stage("words")
    def search(self, text: str, depth: int = POOL) -> list[tuple[int, float]]:
        """Rank documents by BM25: at most `depth` (number, score) pairs, every score above 0."""
        known = [word for word in words(text) if word in self._vocabulary]
        if not known:
            return []
        retriever = self._retriever(similarity_top_k=min(depth, self._size))
        hits = retriever.retrieve(" ".join(known))
        return [(int(hit.node.node_id), float(hit.score)) for hit in hits if hit.score]

    def postings(self, word: str) -> NDArray[np.int64]:
        """Number the documents that hold an analysed word; empty where none does."""
        number = self._vocabulary.get(word)
        if number is None:
            return np.empty(0, dtype=np.int64)
        scores = self._bm25.scores
        start, end = scores["indptr"][number], scores["indptr"][number + 1]
        found: NDArray[np.int64] = np.asarray(scores["indices"][start:end], dtype=np.int64)
        return found

    def idf(self, word: str) -> float:
        """Weigh an analysed word by its rarity, as BM25 does; a word of no document weighs most.

        `log(1 + (n - df + 0.5) / (df + 0.5))`, Lucene's form.
        """
        n = len(self)
        df = len(self.postings(word))
        return float(np.log1p((n - df + 0.5) / (df + 0.5)))

    def coverage(self, query: Sequence[str]) -> NDArray[np.float32]:
        """Measure how much of some analysed words, by idf, each document holds: (n,) in [0, 1]."""
        covered = np.zeros(len(self), dtype=np.float32)
        total = 0.0
        for word in dict.fromkeys(query):
            weight = self.idf(word)
            covered[self.postings(word)] += weight
            total += weight
        return covered / total if total else covered

    def __len__(self) -> int:
        """Count the documents."""
        return self._size


def _indexed(text: str) -> list[str]:
    """List what a document is found by: its words, and those that its names are joined of."""
    return [*words(text), *map(stem, parts(text))]


def _bm25s() -> Any:
    """Import bm25s, which has its logger tell of every index that it builds, and let it warn only.

    Its import sets the level, so it can be set to another only afterwards.
    """
    import bm25s

    bm25s.logger.setLevel(logging.WARNING)
    return bm25s
