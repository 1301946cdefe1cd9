"""Made papers, as many as wanted, and vectors for them that cost next to nothing.

The sentences are those of the sample suite with half of their content words replaced by made ones,
which are drawn by Zipf's law from the words of a paper's two subjects: so a large collection has
words that are everywhere, and far more that are rare. Each paper names something of its own.

A word's vector is made of three parts: one that all words share, its subject's, and its own. The
shares are set so that the cosines of 87 papers spread like those of the sample suite's 87 abstracts
under the embedded model: 0.27 on average with a standard deviation of 0.11, and 0.54 to the nearest
other one; here they are 0.27, 0.12 and 0.56.
"""

from __future__ import annotations

import json
import math
import random
import re
import zlib
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rag.embedding import Embedder, PassageVectors
from rag.papers import Passage

__all__ = ["MadeEmbedder", "write_papers"]

SUBJECTS = 400
_FIELDS = 40  # what subjects are mixed from
_OWN = 20_011  # a word's own vectors; a prime, so that words of a subject rarely share one
_WORDS = 500  # made words of a subject, on average
_SENTENCES = (4, 9)  # of an abstract, the least and the most
_SHARES = (0.5, 0.8, 0.6)  # in common, the subject's, its own
_SAMPLE = Path(__file__).parent.parent / "suites" / "icml2024" / "papers.jsonl"
_WORD = re.compile(r"[^\W\d_]+")
_SYLLABLES = [
    start + vowel for start in "b d f g k l m n p r s t v z ch st tr".split() for vowel in "aeiou"
]
_SHORTEST = 6  # characters of a word that carries a subject


def write_papers(file: Path, count: int) -> None:
    """Write a list of made papers: JSON Lines; always the same for a count."""
    draw = random.Random(7)  # noqa: S311 - no secret
    sentences = _sentences()
    subjects = _subjects_words(draw)
    with file.open("w", encoding="utf-8") as out:
        for number in range(count):
            own = draw.sample(subjects, 2)
            name = f"{_pseudoword(draw, 3).capitalize()}Net-{number}"
            length = draw.randint(*_SENTENCES)
            abstract = [
                _reworded(sentence, own, draw) for sentence in draw.choices(sentences, k=length)
            ]
            abstract.insert(1, f"We present {name}, which studies {own[0][0]} for {own[1][0]}.")
            title = f"{name}: {' '.join(_drawn(own[0], draw) for _ in range(4))}"
            line = {"id": f"made-{number}", "title": title, "abstract": " ".join(abstract)}
            out.write(json.dumps(line) + "\n")


def _subjects_words(draw: random.Random) -> list[list[str]]:
    """Make the words of each subject, the most frequent first."""
    found: dict[str, None] = {}
    while len(found) < SUBJECTS * _WORDS:
        found[_pseudoword(draw, draw.randint(3, 6))] = None
    # The vector of a word has to follow from its letters, and so has its subject.
    subjects: list[list[str]] = [[] for _ in range(SUBJECTS)]
    for word in found:
        subjects[_number(word) % SUBJECTS].append(word)
    return subjects


def _pseudoword(draw: random.Random, syllables: int) -> str:
    return "".join(draw.choices(_SYLLABLES, k=syllables))


def _sentences() -> list[str]:
    abstracts = [json.loads(line)["abstract"] for line in _SAMPLE.open(encoding="utf-8")]
    found = [one for abstract in abstracts for one in re.split(r"(?<=\.)\s+(?=[A-Z])", abstract)]
    return [one for one in found if len(one) > 40]


def _reworded(sentence: str, own: Sequence[Sequence[str]], draw: random.Random) -> str:
    def replaced(word: re.Match[str]) -> str:
        if len(word.group()) < _SHORTEST or draw.random() < 0.5:
            return word.group()
        return _drawn(own[draw.randrange(2)], draw)

    return _WORD.sub(replaced, sentence)


def _drawn(words: Sequence[str], draw: random.Random) -> str:
    """Draw a word by Zipf's law with exponent 1: the logarithm of its rank is uniform."""
    return words[int(len(words) ** draw.random()) - 1]


def _number(word: str) -> int:
    return zlib.crc32(word.encode())


class MadeEmbedder:
    """Vectors made from words; a question also costs a real embedder's pass.

    Args:
        real: Whose time a question takes; None for no time.
    """

    name = "made"
    dimension = 384
    window = 256
    multilingual = False

    def __init__(self, real: Embedder | None = None) -> None:
        self._real = real
        draw = np.random.default_rng(7)
        self._common = _unit(draw.normal(size=self.dimension))
        fields = draw.normal(size=(_FIELDS, self.dimension))
        self._subjects = _SHARES[1] * _unit(draw.normal(size=(SUBJECTS, _FIELDS)) @ fields)
        self._own = _SHARES[2] * _unit(draw.normal(size=(_OWN, self.dimension)))

    def count(self, text: str) -> int:
        """Count word pieces: one in four words of the sample's abstracts is two."""
        return len(text.split()) * 5 // 4 + 2

    def embed_query(self, text: str) -> NDArray[np.float32]:
        """Embed a question: (384,) float32."""
        if self._real:
            self._real.embed_query(text)
        return self._vector(text)

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Embed texts: (len(texts), 384) float32."""
        if self._real:
            self._real.embed(texts)
        return self._made(texts)

    def embed_passages(self, passages: Iterable[Passage]) -> PassageVectors:
        """Embed passages and each of their sentences."""
        passages = list(passages)
        return PassageVectors(
            self._made([passage.text for passage in passages]),
            tuple(
                self._made([one.text[a - one.start : b - one.start] for a, b in one.sentences])
                for one in passages
            ),
        )

    def _made(self, texts: Sequence[str]) -> NDArray[np.float32]:
        if not texts:
            return np.empty((0, self.dimension), dtype=np.float32)
        return np.stack([self._vector(text) for text in texts])

    def _vector(self, text: str) -> NDArray[np.float32]:
        words = [word.lower() for word in _WORD.findall(text) if len(word) >= _SHORTEST]
        if not words:
            return self._common
        numbers = np.array([_number(word) for word in words])
        meant = self._subjects[numbers % SUBJECTS] + self._own[numbers % _OWN]
        # What all words share does not add up as what they do not share does.
        own = math.sqrt(1.0 - _SHARES[0] ** 2) * _unit(meant.sum(axis=0))
        return _unit(_SHARES[0] * self._common + own)


def _unit(vectors: NDArray[Any]) -> NDArray[np.float32]:
    unit: NDArray[np.float32] = (vectors / np.linalg.norm(vectors, axis=-1, keepdims=True)).astype(
        np.float32
    )
    return unit
