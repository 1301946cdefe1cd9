"""The embedders: what turns text into vectors.

The embedded one is all-MiniLM-L6-v2 as int8 ONNX, read from two pinned packages; nothing is
downloaded. Any folder with a `model.onnx` and a `tokenizer.json` of the same shape, and any
OpenAI-compatible endpoint, can take its place.

A pass over a passage yields a vector for each of its word pieces. Their mean is the passage's
vector; the mean over one sentence's pieces is that sentence's vector, which costs no pass of its
own and knows the sentence's neighbours.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from rag.errors import EndpointError
from rag.model_files import ModelFiles
from rag.papers import Passage
from rag.vectors import unit

if TYPE_CHECKING:
    from pydantic import SecretStr

__all__ = ["Embedder", "EndpointEmbedder", "MiniLM", "PassageVectors", "on_every_core"]

Vectors = NDArray[np.float32]
Item = TypeVar("Item")
Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class PassageVectors:
    """The vectors of some passages, in their order.

    Attributes:
        passages: (n, dimension) float32, unit length.
        sentences: For each passage (number of its sentences, dimension) float32, unit length.
    """

    passages: Vectors
    sentences: tuple[Vectors, ...]

    @classmethod
    def of_texts(
        cls, passages: Iterable[Passage], embed: Callable[[Sequence[str]], Vectors]
    ) -> PassageVectors:
        """Embed passages and each of their sentences as texts, where a model shows no pieces.

        Args:
            passages: The passages.
            embed: Embeds texts: (len(texts), dimension) float32, unit length.
        """
        passages = list(passages)
        sentences = [
            passage.text[start - passage.start : end - passage.start]
            for passage in passages
            for start, end in passage.sentences
        ]
        vectors = embed([*(passage.text for passage in passages), *sentences])
        ends = np.cumsum([len(passage.sentences) for passage in passages])
        return cls(
            passages=vectors[: len(passages)],
            sentences=tuple(np.split(vectors[len(passages) :], ends[:-1])) if passages else (),
        )


class Embedder(Protocol):
    """What the rest of paperchat asks of an embedder. All vectors have unit length.

    Attributes:
        name: Names the model; a collection can only be asked with the embedder that made it.
        dimension: The length of its vectors.
        window: How many word pieces it reads, special ones included.
        multilingual: Whether texts that say the same in two languages have like vectors, by the
            measure of the multilingual embedder (`rag.multilingual`).
    """

    name: str
    dimension: int
    window: int
    multilingual: bool

    def count(self, text: str) -> int:
        """Count the word pieces of a text, special ones included."""
        ...

    def embed_query(self, text: str) -> Vectors:
        """Embed a question: (dimension,) float32."""
        ...

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Embed texts: (len(texts), dimension) float32."""
        ...

    def embed_passages(self, passages: Iterable[Passage]) -> PassageVectors:
        """Embed passages and each of their sentences."""
        ...


class MiniLM:
    """all-MiniLM-L6-v2 on onnxruntime. Safe to call from several threads.

    Texts are run one at a time: batches sorted by length were no faster, and no padding means that
    a vector never depends on its neighbours in a batch. A text keeps one core busy, and there are
    as many texts at once as cores. Onnxruntime's own threads wait for each other in a loop, which
    costs nothing on idle cores and much on busy ones. `python -m eval.bench FILE --only ingest`
    prints how long embedding takes.
    """

    dimension = 384
    window = 256
    multilingual = False

    def __init__(self, files: ModelFiles, *, name: str = "all-MiniLM-L6-v2-int8") -> None:
        # Imported here, not above: half a second that `--help` must not pay.
        import onnxruntime
        from tokenizers import Tokenizer

        self.name = name
        self._tokenizer = Tokenizer.from_file(str(files.tokenizer))
        self._tokenizer.no_padding()
        self._tokenizer.no_truncation()
        # `rag` has turned it off for good, but for the builds for Windows before 1.29.
        onnxruntime.disable_telemetry_events()
        onnxruntime.set_default_logger_severity(3)
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 1
        self._session = onnxruntime.InferenceSession(
            str(files.model), options, providers=["CPUExecutionProvider"]
        )

    def count(self, text: str) -> int:
        """Count the word pieces of a text, special ones included."""
        return len(self._tokenizer.encode(text).ids)

    def embed_query(self, text: str) -> Vectors:
        """Embed a question: (384,) float32."""
        return self._mean_vector(text)

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Embed texts: (len(texts), 384) float32."""
        return self._stacked(on_every_core(self._mean_vector, texts))

    def embed_passages(self, passages: Iterable[Passage]) -> PassageVectors:
        """Embed passages, and each of their sentences from the same pass."""
        embedded = on_every_core(self._passage_vectors, passages)
        return PassageVectors(
            passages=self._stacked([vector for vector, _ in embedded]),
            sentences=tuple(sentences for _, sentences in embedded),
        )

    def _stacked(self, vectors: Sequence[Vectors]) -> Vectors:
        return np.stack(vectors) if vectors else np.empty((0, self.dimension), dtype=np.float32)

    def _passage_vectors(self, passage: Passage) -> tuple[Vectors, Vectors]:
        """Embed a passage: (384,), and its sentences: (number of sentences, 384)."""
        pieces, offsets = self._piece_vectors(passage.text)
        return unit(pieces.mean(axis=0)), _sentence_vectors(pieces, offsets, passage)

    def _mean_vector(self, text: str) -> Vectors:
        return unit(self._piece_vectors(text)[0].mean(axis=0))

    def _piece_vectors(self, text: str) -> tuple[Vectors, NDArray[np.int64]]:
        """Run the model: (pieces, 384) vectors, and (pieces, 2) places in the text."""
        encoding = self._tokenizer.encode(text)
        ids = np.array([encoding.ids[: self.window]], dtype=np.int64)
        (hidden,) = self._session.run(
            None,
            {
                "input_ids": ids,
                "attention_mask": np.ones_like(ids),
                "token_type_ids": np.zeros_like(ids),
            },
        )
        return hidden[0], np.array(encoding.offsets[: self.window], dtype=np.int64)


def on_every_core(action: Callable[[Item], Result], items: Iterable[Item]) -> list[Result]:
    """Do something with items, in their order, and begin while more of them are made."""
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        return list(pool.map(action, items))


def _sentence_vectors(pieces: Vectors, offsets: NDArray[np.int64], passage: Passage) -> Vectors:
    vectors = []
    for start, end in passage.sentences:
        inside = (
            (offsets[:, 0] >= start - passage.start)
            & (offsets[:, 1] <= end - passage.start)
            & (offsets[:, 1] > offsets[:, 0])  # the special pieces stand nowhere
        )
        # A sentence of signs that the tokenizer drops has no pieces: its passage speaks for it.
        vectors.append(unit(pieces[inside if inside.any() else slice(None)].mean(axis=0)))
    return np.stack(vectors)


class EndpointEmbedder:
    """An embedding model behind any OpenAI-compatible endpoint, through LlamaIndex.

    Args:
        model: The model's name at the endpoint.
        address: The endpoint's address.
        window: How many tokens it reads; cl100k_base stands in for its tokenizer.

    Raises:
        EndpointError: The endpoint gave no vectors.
    """

    multilingual = False  # if it reads other languages, what is near in them is not known

    def __init__(self, *, model: str, address: str, api_key: SecretStr | None, window: int) -> None:
        from llama_index.embeddings.openai_like import OpenAILikeEmbedding

        self.name = f"endpoint:{model}"
        self.window = window
        self._where = address
        self._client = OpenAILikeEmbedding(
            model_name=model,
            api_base=address,
            # Local servers take any key, but the client insists on one.
            api_key=api_key.get_secret_value() if api_key else "none",
            embed_batch_size=64,
        )
        self.dimension = len(self.embed_query("dimension"))

    def count(self, text: str) -> int:
        """Count the tokens of a text."""
        from rag.tokens import count_tokens

        return count_tokens(text)

    def embed_query(self, text: str) -> Vectors:
        """Embed a question: (dimension,) float32."""
        vector: Vectors = self.embed([text])[0]
        return vector

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Embed texts: (len(texts), dimension) float32."""
        rows: list[Any] = self._ask(list(texts)) if texts else []
        if not rows:
            return np.empty((0, self.dimension), dtype=np.float32)
        return np.stack([unit(np.asarray(row, dtype=np.float32)) for row in rows])

    def embed_passages(self, passages: Iterable[Passage]) -> PassageVectors:
        """Embed passages and each of their sentences; an endpoint shows no vectors of pieces."""
        return PassageVectors.of_texts(passages, self.embed)

    def _ask(self, texts: list[str]) -> list[Any]:
        from openai import OpenAIError

        try:
            rows: list[Any] = self._client.get_text_embedding_batch(texts)
        except OpenAIError as error:
            raise EndpointError(
                f"the embedding endpoint failed ({type(error).__name__})",
                where=self._where,
                remedy="Check OPENAI_BASE_URL, OPENAI_API_KEY and the model's name",
            ) from error
        return rows
