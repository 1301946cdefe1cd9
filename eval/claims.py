"""The claim check on a file of claims, each with its passage and its label."""

from __future__ import annotations

from pathlib import Path

from pydantic import BaseModel, ConfigDict

from eval.progress import Progress

__all__ = ["ClaimResults", "evaluate"]


class ClaimResults(BaseModel):
    """What `paperchat eval --claims --json` prints; a positive is an unsupported claim found.

    Attributes:
        n: How many claims were checked.
        precision: The share of the claims found unsupported that are; None where none is found.
        recall: The share of the unsupported claims that are found; None where there is none.
        f1: The harmonic mean of both; None where one of them is.
        auc: How likely an unsupported claim scores below a supported one (ties count half);
            None where one of the two is missing.
        false_alarms: The share of the supported claims that are found unsupported; None where
            there is none.
        threshold: The score below which a claim is found unsupported.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    n: int
    precision: float | None
    recall: float | None
    f1: float | None
    auc: float | None
    false_alarms: float | None
    threshold: float


def evaluate(
    file: Path, *, limit: int | None = None, progress: Progress | None = None
) -> ClaimResults:
    """Check the claims of a file, and compare what is found with their labels.

    Args:
        file: JSON lines of {"id", "claim", "passage", "label"}, also compressed (.gz).
        limit: Check so many claims at most, the first ones.
        progress: Told the stage, how many claims are checked and how many there are.

    Raises:
        InputError: The file cannot be read, or a line is not such a record.
    """
    raise NotImplementedError
