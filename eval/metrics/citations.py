"""Citations in the sense of ALCE (Gao et al., EMNLP 2023), with paperchat's check as the judge.

Every sentence of every turn's answer is looked at. A question is scored if its answers have
sentences (`citation R`, `uncited`) or citations (`citation P`, `verbatim`).

- Recall: the share of sentences that the passages which they cite support, together.
- Precision: the share of citations that bear on their sentence: alone they support it, or without
  them the others do not.
"""

from __future__ import annotations

from collections.abc import Iterator

from eval.cases import Case
from eval.metrics.metric import Metric
from rag.answers import Answer, Citation, Claim
from rag.citations import Evidence, check

__all__ = ["METRICS", "precision", "recall", "uncited", "verbatim"]


def recall(case: Case) -> float | None:
    """Score the share of sentences that their passages support."""
    found = [
        bool(cited) and _supported(claim, cited)
        for answer in case.asked.answers
        for claim, cited in _sentences(answer)
    ]
    return sum(found) / len(found) if found else None


def precision(case: Case) -> float | None:
    """Score the share of citations that bear on their sentence."""
    found = [
        _bears(claim, citation, cited)
        for answer in case.asked.answers
        for claim, cited in _sentences(answer)
        for citation in cited
    ]
    return sum(found) / len(found) if found else None


def uncited(case: Case) -> float | None:
    """Score the share of sentences without a citation."""
    found = [not cited for answer in case.asked.answers for _, cited in _sentences(answer)]
    return sum(found) / len(found) if found else None


def verbatim(case: Case) -> float | None:
    """Score the share of cited spans that stand so, to the letter, in their abstract."""
    found = [
        case.abstracts[case.paper_of[citation.paper_id]][span.start : span.end] == span.quote
        and span.quote in citation.passage
        for answer in case.asked.answers
        for citation in answer.citations
        for span in citation.spans
    ]
    return sum(found) / len(found) if found else None


def _sentences(answer: Answer) -> Iterator[tuple[Claim, list[Citation]]]:
    by_number = {citation.number: citation for citation in answer.citations}
    for claim in answer.claims:
        yield claim, [by_number[one] for one in claim.citations if one in by_number]


def _supported(claim: Claim, cited: list[Citation]) -> bool:
    evidence = [
        Evidence(one.paper_id, one.passage, _start(one), names=(one.title,)) for one in cited
    ]
    return check(claim.text, evidence).support == "supported"


def _start(citation: Citation) -> int:
    return citation.start - citation.passage.find(citation.quote)


def _bears(claim: Claim, citation: Citation, cited: list[Citation]) -> bool:
    if _supported(claim, [citation]):
        return True
    others = [one for one in cited if one is not citation]
    return bool(others) and _supported(claim, cited) and not _supported(claim, others)


METRICS = (
    Metric("citation R", "citations", "share of sentences that their passages support", recall),
    Metric("citation P", "citations", "share of citations that bear on their sentence", precision),
    Metric(
        "uncited",
        "citations",
        "share of sentences without a citation",
        uncited,
        lower_is_better=True,
    ),
    Metric("verbatim", "citations", "share of quotes that stand so in their abstract", verbatim),
)
