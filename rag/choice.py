"""What a visitor may choose of how questions are answered; everything else is the operator's.

The address of the endpoint and its key are not among it: nobody who sees the page can have the key
sent elsewhere.
"""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["READS", "Choice"]

READS = 8
"""Papers that a model reads beside those of a listing, unless a visitor chooses otherwise."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A choice.

    Attributes:
        model: The language model at the configured endpoint; empty where answers are quoted.
        strict: Whether its sentences that no paper bears out are left out instead of marked; None
            means that its record decides.
        reads: How many papers it reads; those of a listing are all read.
    """

    model: str = ""
    strict: bool | None = None
    reads: int = READS
