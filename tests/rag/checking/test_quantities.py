"""Numbers are read however they are written."""

import pytest

from rag.checking.quantities import quantities


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("0.5B parameters", [(5e8, "")]),
        ("half a billion words", [(5e8, "")]),
        ("500 million", [(5e8, "")]),
        ("80,000 dialogues", [(80_000.0, "")]),
        ("five times faster", [(5.0, "x")]),
        ("a fivefold gain", [(5.0, "x")]),
        ("it halves the cost", [(0.5, "x")]),
        ("three orders of magnitude", [(1000.0, "x")]),
        ("twenty-one tasks", [(21.0, "")]),
        ("12.5 per cent", [(12.5, "%")]),
        ("79-98% smaller", [(79.0, "%"), (98.0, "%")]),
        ("10 to 100 milliseconds", [(10.0, "millisecond"), (100.0, "millisecond")]),
        ("in 3D, the 12th of one kind", []),
    ],
)
def test_a_number_is_read_with_its_unit(text: str, expected: list[tuple[float, str]]) -> None:
    assert [(found.value, found.unit) for found in quantities(text)] == expected


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("half the cost", "2x cheaper", True),
        ("87.5%", "87.52%", True),
        ("470 times", "470", True),
        ("3%", "3x", False),
        ("2 seconds", "2 hours", False),
        ("1.67%", "1.76%", False),
    ],
)
def test_numbers_are_compared_in_their_units(one: str, other: str, same: bool) -> None:
    (left,), (right,) = quantities(one), quantities(other)
    assert left.equals(right) is same
