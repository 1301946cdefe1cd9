"""What a metric is: a name, and a score of one question, or none where it cannot be scored."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from eval.cases import Case

__all__ = ["Metric"]


@dataclass(frozen=True, slots=True)
class Metric:
    """A metric. Its figure is the mean over the questions that it scores.

    Attributes:
        name: As the field writes it.
        group: The section of the report.
        told: What it says, in one line, with the rule for questions that are not scored.
        score: Scores a question; None where it cannot be scored.
        lower_is_better: Whether a fall is an improvement.
        bounded: Whether a question's score lies between 0 and 1.
    """

    name: str
    group: str
    told: str
    score: Callable[[Case], float | None]
    lower_is_better: bool = False
    bounded: bool = True
