"""How far two labellings of a suite's listings agree: Cohen's kappa over (question, paper) pairs.

::

    python -m eval.agreement DIR

Beside the suite's questions lies `second.jsonl`, a line for each listing: the papers that a second
reader found to answer it, and those that are borderline. Where the first labelling said something
else, `settled` keeps what it said, what was decided, and why::

    {"id": "l01", "papers": ["owl-hearing"], "borderline": ["bat-echo"], "settled": {
     "bat-echo": {"first": "not", "decision": "borderline", "reason": "bats, at its edge"}}}
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, get_args

from pydantic import BaseModel, ConfigDict, ValidationError

from eval.lines import records
from eval.questions import Suite, read_suite
from eval.statistics import kappa
from rag.errors import InputError

__all__ = ["Agreement", "Label", "Second", "agreement", "label", "read_second"]

Label = Literal["belongs", "borderline", "not"]
LABELS: tuple[Label, ...] = get_args(Label)

_FILE = "second.jsonl"
_FORM = '{"id": "l01", "papers": ["an id"], "borderline": [], "settled": {}}'


class Settled(BaseModel):
    """A paper on which the two labellings differed."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    first: Label
    decision: Label
    reason: str


class Second(BaseModel):
    """The second labelling of one listing."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    id: str
    papers: list[str]
    borderline: list[str]
    settled: dict[str, Settled]


@dataclass(frozen=True, slots=True)
class Agreement:
    """What two labellings say of the same pairs, before anything was settled.

    Attributes:
        counts: How often the first said the one and the second the other.
    """

    counts: Mapping[tuple[Label, Label], int]

    def kappa(self, *, borderline: bool) -> float | None:
        """Measure the agreement on what belongs and what does not.

        Args:
            borderline: Whether borderline counts as not belonging; if not, a pair that either
                found borderline is left out.
        """
        return kappa(
            [
                (first == "belongs", second == "belongs")
                for (first, second), count in self.counts.items()
                if borderline or "borderline" not in (first, second)
                for _ in range(count)
            ]
        )


def read_second(suite: Suite) -> tuple[Second, ...]:
    """Read the second labelling of a suite.

    Raises:
        InputError: It is missing, a line is broken, or it is not of this suite's listings.
    """
    file = suite.folder / _FILE
    found = []
    for place, record in records(file, _FORM):
        try:
            found.append(Second.model_validate(record))
        except ValidationError as error:
            raise InputError(
                f"the line is no labelling ({error.error_count()} faults)",
                where=place,
                remedy=f"Write it as {_FORM}",
            ) from None
    listings = [one.id for one in suite.questions if one.kind == "listing"]
    if sorted(one.id for one in found) != sorted(listings):
        raise InputError(
            "it does not label each listing once",
            where=str(file),
            remedy="Write a line for each listing of questions.jsonl",
        )
    return tuple(found)


def agreement(suite: Suite) -> Agreement:
    """Compare the two labellings over all pairs of a listing and a paper.

    Raises:
        InputError: The suite has no second labelling, or a broken one.
    """
    counts = {(first, second): 0 for first in LABELS for second in LABELS}
    for one in read_second(suite):
        for paper in suite.paper_ids:
            second = label(paper, one.papers, one.borderline)
            settled = one.settled.get(paper)
            counts[settled.first if settled else second, second] += 1
    return Agreement(counts)


def label(paper: str, papers: list[str], borderline: list[str]) -> Label:
    """Name what a labelling says of a paper."""
    if paper in papers:
        return "belongs"
    return "borderline" if paper in borderline else "not"


def main() -> None:
    """Print how far the labellings of a suite agree."""
    found = agreement(read_suite(Path(sys.argv[1])))
    for (first, second), count in found.counts.items():
        sys.stdout.write(f"first {first}, second {second}: {count}\n")
    sys.stdout.write(f"kappa without borderline pairs: {found.kappa(borderline=False)}\n")
    sys.stdout.write(f"kappa with borderline as not belonging: {found.kappa(borderline=True)}\n")


if __name__ == "__main__":
    main()
