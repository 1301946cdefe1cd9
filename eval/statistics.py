"""Figures with their uncertainty: bootstrap intervals over questions, and a paired test.

Both draw questions with a fixed seed, so they are the same on every run.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from eval.provenance import SEED

__all__ = ["Figure", "figure", "holm", "kappa", "paired_p"]

SAMPLES = 5_000
"""Bootstrap samples and permutations."""

DIGITS = 6
"""Decimals of a figure: fewer than the order of a sum could change."""

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Figure:
    """The mean of some scores with its 95% interval.

    Attributes:
        low: The lower end of the interval.
        high: The upper end.
        n: How many questions it rests on.
    """

    value: float
    low: float
    high: float
    n: int


def figure(scores: Sequence[float]) -> Figure | None:
    """Average scores, with the percentile bootstrap interval; None where there are none."""
    if not scores:
        return None
    values = np.array(scores, dtype=np.float64)
    means = _drawn(len(values)) @ values / len(values)
    low, high = np.percentile(means, [2.5, 97.5])
    value, low, high = (round(float(one), DIGITS) for one in (values.mean(), low, high))
    return Figure(value, low, high, len(values))


def paired_p(one: Sequence[float | None], other: Sequence[float | None]) -> float:
    """Test whether two runs differ in the mean of their scores of the same questions.

    A permutation test: were the runs alike, then for each question it would be chance which of
    its two scores is whose. Exchanging them at random gives the differences that chance makes.

    Args:
        one: A score for each question; None where it was not scored.
        other: The other run's, in the same order.

    Returns:
        The probability that chance makes a difference as large as the one seen, two-sided.
    """
    pairs = [pair for pair in zip(one, other, strict=True) if pair != (None, None)]
    if all(first == second for first, second in pairs):
        return 1.0
    first = np.array([a for a, _ in pairs], dtype=np.float64)  # None becomes NaN
    second = np.array([b for _, b in pairs], dtype=np.float64)
    if np.isnan(first).all() or np.isnan(second).all():
        return 1.0
    seen = abs(np.nanmean(first) - np.nanmean(second))
    swapped = np.random.default_rng(SEED).random((SAMPLES, len(pairs))) < 0.5
    differences = _means(np.where(swapped, second, first)) - _means(
        np.where(swapped, first, second)
    )
    extreme = np.count_nonzero(np.abs(differences) >= seen - 1e-12)
    return round(float((1 + extreme) / (1 + SAMPLES)), DIGITS)


def holm(p_values: Sequence[float]) -> list[float]:
    """Adjust p-values for their number (Holm 1979), so that one in twenty is not found by luck."""
    order = sorted(range(len(p_values)), key=lambda place: p_values[place])
    adjusted = [0.0] * len(p_values)
    highest = 0.0
    for rank, place in enumerate(order):
        highest = max(highest, min(1.0, p_values[place] * (len(p_values) - rank)))
        adjusted[place] = round(highest, DIGITS)
    return adjusted


def kappa(pairs: Sequence[tuple[bool, bool]]) -> float | None:
    """Measure how far two judges agree beyond chance (Cohen 1960).

    Returns:
        1 where they always agree, 0 where as often as by chance; None where one of them always
        says the same, since chance then explains everything.
    """
    if not pairs:
        return None
    n = len(pairs)
    agree = sum(one == other for one, other in pairs) / n
    first, second = sum(one for one, _ in pairs) / n, sum(other for _, other in pairs) / n
    if first in (0, 1) or second in (0, 1):
        return None
    chance = first * second + (1 - first) * (1 - second)
    return round((agree - chance) / (1 - chance), DIGITS)


@lru_cache(maxsize=32)
def _drawn(n: int) -> Floats:
    """Draw n questions from n, `SAMPLES` times: (SAMPLES, n) how often each is drawn."""
    rng = np.random.default_rng(SEED)
    return rng.multinomial(n, np.full(n, 1 / n), size=SAMPLES).astype(np.float64)


def _means(scores: Floats) -> Floats:
    """Average each row without its NaNs; 0 for a row of NaNs, as an empty sum."""
    scored = ~np.isnan(scores)
    sums: Floats = np.where(scored, scores, 0.0).sum(axis=1)
    means: Floats = sums / np.maximum(scored.sum(axis=1), 1)
    return means
