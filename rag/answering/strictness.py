"""Whether a model's sentences that nothing bears out are left out, or only marked.

Where the user does not say, the model's record does: how many of its last sentences the check found
borne out. A model is weak until it has shown that it is not.

>>> decide(Counts(supported=3), "a-model").strict
True
>>> decide(Counts(supported=18, partial=1, unsupported=1), "a-model")
Strictness(strict=False, why='19 of the last 20 sentences of a-model were borne out')
"""

from __future__ import annotations

import math
from dataclasses import dataclass

__all__ = ["LEAST_SHARE", "Counts", "Strictness", "decide"]

LEAST_SHARE = 0.7
"""The share of borne-out sentences of which we must be sure before a model is trusted.

Of SmolLM2 135M's sentences 0 of 28 were borne out over 98 abstracts and 7 of 17 over the twelve of
tests/rag/test_real_model.py, where it repeats whole sentences. Of true sentences the check rejects
some 6 in 100 (see `rag.checking.judging`), so an honest model passes after ten to twenty sentences.
"""

_SURE = 1.645  # standard deviations: 95 of 100, on one side


@dataclass(frozen=True, slots=True)
class Counts:
    """How many sentences the check found to be what."""

    supported: int = 0
    partial: int = 0
    unsupported: int = 0

    def __add__(self, other: Counts) -> Counts:
        return Counts(
            self.supported + other.supported,
            self.partial + other.partial,
            self.unsupported + other.unsupported,
        )

    @property
    def all(self) -> int:
        """How many sentences were checked."""
        return self.supported + self.partial + self.unsupported

    @property
    def borne_out(self) -> int:
        """How many were borne out, if only in part."""
        return self.supported + self.partial


@dataclass(frozen=True, slots=True)
class Strictness:
    """What was decided for a model, and why; the reason is empty where the user decided."""

    strict: bool
    why: str

    @property
    def told(self) -> str:
        """The decision in a line."""
        dealt_with = "left out" if self.strict else "marked, not left out"
        why = self.why or "PAPERCHAT_STRICT says so"
        return f"Sentences that no paper bears out are {dealt_with}: {why}"


def decide(record: Counts, model: str, user: bool | None = None) -> Strictness:
    """Decide by a model's record, unless the user did."""
    if user is not None:
        return Strictness(user, "")
    if not record.all:
        return Strictness(True, f"no sentence of {model} has been checked yet")
    trusted = _at_least(record.borne_out, record.all) >= LEAST_SHARE
    share = f"{record.borne_out} of the last {record.all} sentences of {model} were borne out"
    few = ", too few to trust it" if not trusted and record.borne_out == record.all else ""
    return Strictness(not trusted, share + few)


def _at_least(good: int, of: int) -> float:
    """Give the share that we can be sure of: Wilson's lower bound.

    Wilson (1927), Probable inference, the law of succession, and statistical inference.
    """
    share, spread = good / of, _SURE * _SURE / of
    centre = share + spread / 2
    margin = _SURE * math.sqrt(share * (1 - share) / of + spread / (4 * of))
    return (centre - margin) / (1 + spread)
