from pathlib import Path

import numpy as np

from rag.chroma import Chroma
from rag.papers import Passage
from rag.settings import Settings
from rag.vector_store import add_passages, nearest_papers

PASSAGES = 4000


def test_a_search_finds_all_that_is_nearest_in_its_order(tmp_path: Path) -> None:
    chance = np.random.default_rng(1)
    topics = chance.normal(size=(40, 96))
    vectors = topics[chance.integers(0, 40, PASSAGES)] + chance.normal(0, 0.8, (PASSAGES, 96))
    vectors = (vectors / np.linalg.norm(vectors, axis=1, keepdims=True)).astype(np.float32)
    chroma = Chroma(Settings(home=tmp_path))  # type: ignore[call-arg]
    chroma.create("papers", {"paperchat": "papers"})
    part = chroma.part("papers", "passages")
    passages = [
        (f"spelling-{n}", Passage(f"{n}:0-5", str(n), "Owls.", 0, 5), vector)
        for n, vector in enumerate(vectors)
    ]
    add_passages(part, passages, chroma.batch)
    for question in topics / np.linalg.norm(topics, axis=1, keepdims=True):
        exact = np.argsort(-(vectors @ question.astype(np.float32)), kind="stable")[:100]
        assert nearest_papers(part, question.astype(np.float32), 100) == [str(n) for n in exact]
