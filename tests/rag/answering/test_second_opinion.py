"""Verdicts, in whatever form a model writes them."""

import pytest

from rag.answering.second_opinion import opinions_in

EXPECTED = ("supported", "partial", "unsupported")


@pytest.mark.parametrize(
    "reply",
    [
        "1: supported\n2: partial\n3: unsupported",
        "Here you are:\n\n1. Supported.\n2. Partially supported\n3. Not supported",
        "**1.** supported\n**2.** partly supported\n**3.** Contradicted by [1].",
        "Claim 1: supported\nClaim 2 - not fully supported\nClaim 3: unsupported",
        '{"1": "supported", "2": "partial", "3": "unsupported"}',
        '[{"claim": 1, "verdict": "supported"}, {"claim": 2, "verdict": "partial"},'
        ' {"claim": 3, "verdict": "unsupported"}]',
        '```json\n{\n  "1": "supported",\n  "2": "partial",\n  "3": "unsupported"\n}\n```',
        "1: It has 1,120 gauges: supported\n2: partial\n3: unsupported\n4: supported",
    ],
)
def test_verdicts_are_read(reply: str) -> None:
    assert opinions_in(reply, 3) == EXPECTED


@pytest.mark.parametrize(
    "reply",
    [
        "",
        "All are supported.",
        "1: supported, partial or unsupported",
        "7: supported",
        "1: yes",
        "[" * 9_999,
        "1" * 9_999,
    ],
)
def test_what_is_no_verdict_is_none(reply: str) -> None:
    assert opinions_in(reply, 1) == (None,)
