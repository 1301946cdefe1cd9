"""A paper as a collection keeps it, and the record that Chroma holds of it.

A record carries all that is needed to make a collection's indexes again: the paper, its sentences
and their vectors, its passages and theirs. What tells a paper apart (its texts and its keys) is
repeated in fields named `alias0`, `alias1` and so on, by which Chroma finds it, and so is its
title.
"""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rag.papers import Paper, Passage, Source
from rag.vectors import pack, unit, unpack

__all__ = [
    "EmbeddedText",
    "StoredPaper",
    "aliases",
    "centre",
    "embedded_text",
    "paper_from_json",
    "paper_record",
    "paper_to_json",
    "spelling",
    "stored_paper",
    "text_record",
]


@dataclass(frozen=True, slots=True)
class StoredPaper:
    """A paper as a collection holds it.

    Attributes:
        sentences: The (start, end) of each sentence in the abstract.
        sentence_vectors: (number of sentences, dimension) float32, unit length.
        keys: Its own identifiers in the lists that give one.
        texts: The fingerprints of its abstract's versions, the present one last.
    """

    paper: Paper
    sentences: tuple[tuple[int, int], ...]
    sentence_vectors: NDArray[np.float32]
    keys: tuple[str, ...] = ()
    texts: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class EmbeddedText:
    """An abstract, cut and embedded.

    Attributes:
        passages: Its passages, in order.
        vectors: (number of passages, dimension) float32, unit length.
        sentences: The (start, end) of each sentence in the abstract.
        sentence_vectors: (number of sentences, dimension) float32, unit length.
    """

    passages: tuple[Passage, ...]
    vectors: NDArray[np.float32]
    sentences: tuple[tuple[int, int], ...]
    sentence_vectors: NDArray[np.float32]


def paper_to_json(paper: Paper) -> dict[str, Any]:
    """Turn a paper into what JSON can hold."""
    return asdict(paper)


def paper_from_json(record: Mapping[str, Any]) -> Paper:
    """Restore the paper that `paper_to_json` turned."""
    return Paper(
        **{
            **record,
            "authors": tuple(record["authors"]),
            "sources": tuple(Source(**source) for source in record["sources"]),
        }
    )


def aliases(stored: StoredPaper) -> tuple[str, ...]:
    """Name what else than its id a paper is recognised by: its keys and its later texts."""
    return (*stored.keys, *(text for text in stored.texts if text != stored.paper.id))


def spelling(abstract: str) -> str:
    """Tell an abstract from every other, also from the same one spelt otherwise."""
    return hashlib.sha256(abstract.encode("utf-8", "surrogatepass")).hexdigest()[:16]


def paper_record(stored: StoredPaper) -> dict[str, str]:
    """Write down what is known of a paper, but for its text."""
    # The abstract is the record's document: it need not stand in the metadata as well.
    paper = {**paper_to_json(stored.paper), "abstract": ""}
    return {
        "paper": json.dumps(paper, ensure_ascii=False),
        "title": stored.paper.title,
        "texts": json.dumps(stored.texts),
        "keys": json.dumps(stored.keys, ensure_ascii=False),
        **{f"alias{number}": alias for number, alias in enumerate(aliases(stored))},
    }


def text_record(text: EmbeddedText) -> dict[str, str]:
    """Write down where a paper's sentences and passages stand, and their vectors."""
    return {
        "sentences": json.dumps(text.sentences),
        "vectors": _to_base64(pack(text.sentence_vectors)),
        "passages": json.dumps([(passage.start, passage.end) for passage in text.passages]),
        "passage_vectors": _to_base64(text.vectors.astype(np.float16)),
    }


def centre(vectors: NDArray[np.float32]) -> list[float]:
    """Average the vectors of a paper's passages: unit length."""
    mean: list[float] = unit(vectors.mean(axis=0)).tolist()
    return mean


def stored_paper(metadata: Mapping[str, Any], abstract: str) -> StoredPaper:
    """Restore a paper from the record that Chroma holds."""
    sentences = _spans(metadata["sentences"])
    packed = np.frombuffer(base64.b64decode(metadata["vectors"]), dtype=np.int8)
    return StoredPaper(
        paper=paper_from_json({**json.loads(metadata["paper"]), "abstract": abstract}),
        sentences=sentences,
        sentence_vectors=unpack(packed.reshape(len(sentences), -1)),
        keys=tuple(json.loads(metadata["keys"])),
        texts=tuple(json.loads(metadata["texts"])),
    )


def embedded_text(metadata: Mapping[str, Any], stored: StoredPaper) -> EmbeddedText:
    """Restore a paper's passages and their vectors, whose cosines are within 0.001."""
    spans = _spans(metadata["passages"])
    vectors = np.frombuffer(base64.b64decode(metadata["passage_vectors"]), dtype=np.float16)
    return EmbeddedText(
        passages=tuple(Passage.cut(stored.paper, start, end) for start, end in spans),
        vectors=vectors.reshape(len(spans), -1).astype(np.float32),
        sentences=stored.sentences,
        sentence_vectors=stored.sentence_vectors,
    )


def _spans(text: str) -> tuple[tuple[int, int], ...]:
    return tuple((start, end) for start, end in json.loads(text))


def _to_base64(vectors: NDArray[Any]) -> str:
    return base64.b64encode(vectors.tobytes()).decode()
