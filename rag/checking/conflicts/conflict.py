"""What a conflict is."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Conflict"]


@dataclass(frozen=True, slots=True)
class Conflict:
    """Something that the evidence says otherwise, or does not say although the claim hangs on it.

    Attributes:
        reason: One line for the reader.
        severity: From 0 to 1; what it takes from the claim's support.
    """

    kind: str
    reason: str
    severity: float = 1.0
