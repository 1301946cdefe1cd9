"""The themes of a collection: clusters of papers, named from their own terms.

Papers are clustered by the direction of their mean vectors (spherical k-means, Dhillon and Modha
2001) and each cluster is named by the terms, words and pairs of neighbouring words alike, that are
frequent in it, rare elsewhere, and said again by the papers that have them: what a text is about
it repeats, an adjective it says once (burstiness, Church and Gale 1995). The starts are seeded: one
collection always has one result.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from rag.plain import WEB_ADDRESS, plain
from rag.words import STOPWORDS

__all__ = ["Theme", "find_themes", "leading_term", "telling_terms"]

_STARTS = 8
_ROUNDS = 25  # of k-means; assignments of 2,634 papers no longer change before that
_TERMS = 3
_FEW = 5  # papers with a word: the pair that it stands in most is then hardly its usual one

_READ = 5_000
"""How many papers themes are found in; the others of a larger collection only join one.

What clustering and counting terms cost grows with them, by a megabyte for a hundred papers.
"""

# Words of nearly every abstract: they name no theme.
_GENERIC = frozenset(
    """abstract achieve achieves algorithm algorithms analysis application applications approach
    approaches based challenge challenges code data demonstrate demonstrates effective empirical
    existing experiments experimental extensive framework however github com input
    introduce large learning method methods model models new novel number one outperforms output
    paper performance present previous prior problem problems propose proposed provide recent
    results set setting show significant significantly state art study task tasks technique
    techniques time two first well work works various different across many important available
    high existing called training trained machine systems system""".split()
)


@dataclass(frozen=True, slots=True)
class Theme:
    """A cluster of papers.

    Attributes:
        terms: What names it, the most telling first.
        papers: The numbers of its papers, the most central first.
    """

    terms: tuple[str, ...]
    papers: tuple[int, ...]


def find_themes(means: NDArray[np.float32], text_of: Callable[[int], str]) -> tuple[Theme, ...]:
    """Cluster papers and name the clusters, the largest first.

    Args:
        means: (n, dimension) float32, unit length: one vector a paper.
        text_of: Gives the text of a paper by its number.
    """
    if not len(means):
        return ()
    count = min(len(means), max(2, min(12, round((len(means) / 2) ** 0.5))))
    step = -(-len(means) // _READ)
    assigned, centres = _cluster(means[::step], count)
    if step > 1:
        assigned = (means @ centres.T).argmax(axis=1)
    documents = {number: telling_terms(text_of(number)) for number in range(0, len(means), step)}
    frequency = Counter(term for terms in documents.values() for term in terms)
    occurrences: Counter[str] = Counter()
    for terms in documents.values():
        occurrences.update(terms)
    recurring = {term: occurrences[term] / papers - 1 for term, papers in frequency.items()}
    found = []
    for cluster in range(count):
        members = np.flatnonzero(assigned == cluster)
        if not len(members):
            continue
        central = members[np.argsort(-(means[members] @ centres[cluster]), kind="stable")]
        read = [number for number in members.tolist() if number in documents]
        inside = Counter(term for number in read for term in documents[number])
        found.append(
            Theme(
                _names(inside, frequency, recurring, len(read), len(documents)),
                tuple(int(number) for number in central),
            )
        )
    return tuple(sorted(found, key=lambda theme: -len(theme.papers)))


def _cluster(
    means: NDArray[np.float32], count: int
) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
    """Assign (n, dimension) unit vectors to clusters: (n,) numbers, (count, dimension) centres.

    The best of several seeded starts, by how close the vectors are to their centres.
    """
    starts = (_k_means(means, count, np.random.default_rng(seed)) for seed in range(_STARTS))
    return max(starts, key=lambda start: float((means @ start[1].T).max(axis=1).sum()))


def _k_means(
    means: NDArray[np.float32], count: int, random: np.random.Generator
) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
    centres = means[random.choice(len(means), size=count, replace=False)].copy()
    assigned = np.full(len(means), -1)
    for _ in range(_ROUNDS):
        moved = (means @ centres.T).argmax(axis=1)
        if (moved == assigned).all():
            break
        assigned = moved
        for cluster in range(count):
            members = means[assigned == cluster]
            if len(members):
                total = members.sum(axis=0)
                centres[cluster] = total / max(float(np.linalg.norm(total)), 1e-9)
    return assigned, centres


def leading_term(themes: Sequence[Theme]) -> str:
    """Name what a collection is much about: by two words if any theme has them.

    One word alone ("policy") is often too wide to ask for.

    Args:
        themes: At least one, the largest first.
    """
    terms = [term for theme in themes for term in theme.terms]
    return next((term for term in terms if " " in term), terms[0])


def telling_terms(text: str) -> Counter[str]:
    """Count the words and pairs of neighbouring words of a text that may name what it is about."""
    # A sign or an address between two words parts them: no pair goes over it.
    said = WEB_ADDRESS.sub(" / ", plain(text).casefold())
    found = [word.strip("-'") for word in re.findall(r"[^\W\d_][\w'-]+|[^\w\s-]+", said)]
    telling = [
        word if len(word) > 2 and word[0].isalpha() and word not in STOPWORDS else ""
        for word in found
    ]
    pairs = Counter(
        f"{left} {right}"
        for left, right in zip(telling, telling[1:], strict=False)
        if left and right and not {left, right} <= _GENERIC
    )
    return Counter(word for word in telling if word and word not in _GENERIC) + pairs


def _names(
    inside: Counter[str],
    overall: Counter[str],
    recurring: Mapping[str, float],
    size: int,
    total: int,
) -> tuple[str, ...]:
    """Choose terms by the share of the cluster that holds them and how rare they are elsewhere.

    Args:
        inside: In how many papers of the cluster each term stands.
        overall: In how many of all papers.
        recurring: How often a paper that has the term says it again, on average.
        size: The papers of the cluster.
        total: All papers.
    """

    def telling(term: str) -> float:
        share = inside[term] / size
        elsewhere = (overall[term] - inside[term] + 0.5) / (total - size + 1)
        rare = math.log(share / elsewhere)
        said_again = math.sqrt(min(1.0, recurring[term]))
        return share * rare * said_again * (1.25 if " " in term else 1.0)

    chosen: list[str] = []
    candidates = [term for term, count in inside.items() if count >= min(2, size)]
    for term in sorted(candidates, key=lambda term: (-telling(term), term)):
        stems = {word.removesuffix("s") for word in term.split()}
        if not any(stems & {word.removesuffix("s") for word in one.split()} for one in chosen):
            chosen.append(_whole(term, inside))
        if len(chosen) == _TERMS:
            break
    return tuple(chosen)


def _whole(term: str, inside: Counter[str]) -> str:
    """Give the pair that a word mostly stands in: "neural networks" for "neural"; else the word."""
    pairs = [pair for pair in inside if " " in pair and term in pair.split()]
    usual = max(pairs, key=lambda pair: (inside[pair], pair), default=term)
    return usual if 2 * inside[usual] >= max(inside[term], _FEW) else term
