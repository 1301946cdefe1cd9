"""Numbers with their bounds and what they count."""

import pytest

from rag.citations import Evidence, check

WEIR = Evidence(
    "weir",
    "Weir opens a sluice with at most 12 signals a day. It was tried for hundreds of hours on "
    "three canals, and more than 40 gauges were read.",
)


@pytest.mark.parametrize(
    ("claim", "expected"),
    [
        ("Weir opens a sluice with no more than 12 signals a day.", "supported"),
        ("Weir opens a sluice with at least 12 signals a day.", "unsupported"),
        ("Fewer than 40 gauges were read.", "unsupported"),
        ("Over 40 gauges were read.", "supported"),
        ("It was tried for hundreds of seasons.", "unsupported"),
        ("Weir was tried on three glaciers.", "unsupported"),
        ("Weir was tested on three canals.", "supported"),
    ],
)
def test_a_number_keeps_its_bound_and_what_it_counts(claim: str, expected: str) -> None:
    assert check(claim, [WEIR]).support == expected
