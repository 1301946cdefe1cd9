"""The passages of a collection, through LlamaIndex's vector store for Chroma.

A passage is named after the spelling of the abstract that it is cut from. So to add it again does
nothing, and the passages of a paper's earlier text are other ones.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rag.papers import Passage

__all__ = ["INDEX", "add_passages", "import_store", "nearest_papers"]

INDEX: Any = {"space": "cosine", "ef_search": 1000, "ef_construction": 400, "max_neighbors": 32}
"""How Chroma indexes passages: so thoroughly that a search finds what is nearest.

An HNSW index differs each time that it is built. By Chroma's defaults (100, 100, 16), 300 questions
to 9,485 passages found 0.976 of the 40 nearest ones, and other ones after each building; by these,
all of the 40, 101 and 202 nearest, always the same. It costs a millisecond or two a passage, of 60
that embedding takes, and two a question.
"""


def import_store() -> None:
    """Import LlamaIndex's store: a second, since each part of LlamaIndex imports all of them."""
    import llama_index.vector_stores.chroma  # noqa: F401 - for those who add passages


def add_passages(
    part: Any, passages: Sequence[tuple[str, Passage, NDArray[np.float32]]], batch: int
) -> None:
    """Add passages to a Chroma collection.

    Args:
        part: The Chroma collection.
        passages: Each with the spelling of its abstract before it, and its vector after it.
        batch: How many records Chroma takes at once.
    """
    from llama_index.core.schema import TextNode
    from llama_index.vector_stores.chroma import ChromaVectorStore

    store = ChromaVectorStore(chroma_collection=part)
    for start in range(0, len(passages), batch):
        store.add(
            [
                TextNode(
                    id_=f"{spelt}:{passage.start}-{passage.end}",
                    text=passage.text,
                    embedding=vector.tolist(),
                    metadata={
                        "paper_id": passage.paper_id,
                        "spelling": spelt,
                        "start": passage.start,
                        "end": passage.end,
                    },
                )
                for spelt, passage, vector in passages[start : start + batch]
            ]
        )


def nearest_papers(part: Any, vector: NDArray[np.float32], count: int) -> list[str]:
    """Rank passages by their nearness to a vector: the ids of their papers, the best first."""
    from llama_index.core.vector_stores.types import VectorStoreQuery
    from llama_index.vector_stores.chroma import ChromaVectorStore

    result = ChromaVectorStore(chroma_collection=part).query(
        VectorStoreQuery(query_embedding=vector.tolist(), similarity_top_k=count)
    )
    return [str(node.metadata["paper_id"]) for node in result.nodes or []]
