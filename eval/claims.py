"""The claim check on a file of claims, each with its passage and its label.

::

    {"id": "c1", "claim": "Kite needs no map.", "passage": "Kite needs a map.", "label": "refuted"}

A positive is an unsupported claim that is found: one whose verdict is `unsupported`, by which
answers mark or leave out a sentence. A `title` beside the passage counts among the names of the
paper, as it does when an answer is checked.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel, ConfigDict

from eval.lines import Record, new_identifier, records, text_of
from eval.progress import Progress
from rag.citations import UNSUPPORTED, Evidence, check
from rag.errors import InputError

__all__ = ["ClaimResults", "LabelledClaim", "auc", "evaluate", "labelled_claims"]

_FORM = '{"id": "c1", "claim": "...", "passage": "...", "label": "supported"}'

# What data sets and people call the two, without case, blanks and hyphens; among the latter
# the kinds of corruption of `eval/suites/claims`.
_SUPPORTED = frozenset(
    "1 true yes supported supports support entailment entailed entails attributable faithful "
    "consistent verbatim light heavy merge".split()
)
_UNSUPPORTED = frozenset(
    "0 false no unsupported notsupported refuted refutes refute contradiction contradicted "
    "contradicts contradict contradictory notenoughinfo notenoughinformation nei noinfo neutral "
    "notentailment notentailed notattributable extrapolatory unfaithful inconsistent hallucinated "
    "hallucination corrupted corrupt number unit name negation reversed swapped quantifier paper "
    "drift invented instruction question gibberish".split()
)

_JOINTS = re.compile(r"(?<=[^\W\d])[\s_-]+(?=[^\W\d])")  # NOT_ENOUGH INFO, but not -1


class ClaimResults(BaseModel):
    """What `paperchat eval --claims --json` prints; a positive is an unsupported claim found.

    Attributes:
        n: How many claims were checked.
        precision: The share of the claims found unsupported that are; None where none is found.
        recall: The share of the unsupported claims that are found; None where there is none.
        f1: The harmonic mean of both; None where there is no unsupported claim and none is found.
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


@dataclass(frozen=True, slots=True)
class LabelledClaim:
    """A claim, what it is checked against, and whether that bears it out."""

    id: str
    claim: str
    evidence: Evidence
    supported: bool


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
    # The whole file is read first: a broken line is told before the time is spent.
    claims = list(islice(labelled_claims(file), limit))
    scores = []
    for done, one in enumerate(claims, start=1):
        scores.append(check(one.claim, [one.evidence]).score)
        if progress:
            progress("Checking", done, len(claims))
    return _results(np.array(scores), np.array([one.supported for one in claims], dtype=bool))


def labelled_claims(file: Path) -> Iterator[LabelledClaim]:
    """Read the claims of a file.

    Raises:
        InputError: The file cannot be read, or a line is not such a record.
    """
    seen: set[str] = set()
    for place, record in records(file, _FORM):
        claim_id = new_identifier(record, "id", seen=seen, place=place, kind="claim")
        yield _labelled(claim_id, record, place)
    if not seen:
        raise InputError(
            "it holds no claims", where=str(file), remedy=f"Write each claim on a line: {_FORM}"
        )


def _labelled(claim_id: str, record: Record, place: str) -> LabelledClaim:
    for name in ("claim", "passage", "label"):
        if record.get(name) is None:
            raise InputError(
                f"the record has no {name}", where=place, remedy=f"Write it as {_FORM}"
            )
    passage, title = (text_of(record, name, place=place) for name in ("passage", "title"))
    return LabelledClaim(
        id=claim_id,
        claim=text_of(record, "claim", place=place),
        evidence=Evidence(claim_id, passage, names=(title,) if title else ()),
        supported=_is_supported(record["label"], place),
    )


def _is_supported(label: object, place: str) -> bool:
    if isinstance(label, float) and label.is_integer():
        label = int(label)
    folded = _JOINTS.sub("", str(label).casefold().strip())
    if folded in _SUPPORTED or folded in _UNSUPPORTED:
        return folded in _SUPPORTED
    raise InputError(
        f"the label {label!r} is not known", where=place, remedy="Write supported or unsupported"
    )


def _results(scores: NDArray[np.float64], supported: NDArray[np.bool_]) -> ClaimResults:
    found = scores < UNSUPPORTED
    right = int((found & ~supported).sum())
    wrong = int((found & supported).sum())
    missed = int((~found & ~supported).sum())
    return ClaimResults(
        n=len(scores),
        precision=_share(right, right + wrong),
        recall=_share(right, right + missed),
        f1=_share(2 * right, 2 * right + wrong + missed),
        auc=auc(-scores[~supported], -scores[supported]),
        false_alarms=_share(wrong, int(supported.sum())),
        threshold=UNSUPPORTED,
    )


def _share(part: int, whole: int) -> float | None:
    return part / whole if whole else None


def auc(positives: NDArray[np.float64], negatives: NDArray[np.float64]) -> float | None:
    """Tell how likely a positive scores above a negative, a tie counting half.

    This is the area under the ROC curve (Hanley and McNeil, Radiology 1982).

    Args:
        positives: (n,) the scores of the positives.
        negatives: (m,) the scores of the negatives.

    Returns:
        The probability; None where there are no positives or no negatives.
    """
    if not len(positives) or not len(negatives):
        return None
    ordered = np.sort(negatives)
    below = np.searchsorted(ordered, positives, side="left")
    up_to = np.searchsorted(ordered, positives, side="right")
    return float((below + up_to).sum() / (2 * len(positives) * len(negatives)))
