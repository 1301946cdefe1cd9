import pytest
from hypothesis import given
from hypothesis import strategies as st

from rag.enclosures import enclosures, formulas

MARKUP = st.lists(
    st.sampled_from([*'$()[]{}"`“”\\ ab5.', "$$", "\\(", "\\)", "\\[", "\\]", "``", "''", ". We "]),
    max_size=40,
).map("".join)


def enclosed(text: str) -> list[str]:
    return [text[start:end] for start, end in enclosures(text)]


def formulas_of(text: str) -> list[str]:
    return [text[start:end] for start, end in formulas(text)]


@pytest.mark.parametrize(
    "enclosure",
    [
        "(a. b)",
        "[0, 1)",
        "{a [b] c}",
        "$a. b$",
        "$[0, 1$",
        "$$a. b$$",
        "$ \\alpha $",
        "$ C_W $",
        "\\(a. b\\)",
        "\\[a. b\\]",
        '"a. b"',
        "“a. b”",
        "``a. b''",
        "`a. b`",
        "「好。好」",
    ],
)
def test_what_stands_between_a_sign_and_its_partner_is_enclosed(enclosure: str) -> None:
    assert enclosed(f"It is {enclosure} here.") == [enclosure]


@pytest.mark.parametrize("sign", ["(", ")", "$", "$$", '"', "``", "''", "\\(", "\\]", "“", "`"])
def test_a_sign_without_a_partner_encloses_nothing(sign: str) -> None:
    assert enclosed(f"It is {sign}here.") == []


def test_only_the_outermost_enclosure_counts() -> None:
    assert enclosed("a ((b) [c] $d$) e") == ["((b) [c] $d$)"]


def test_signs_too_far_apart_enclose_nothing() -> None:
    assert enclosed(f"({'a' * 398})") == [f"({'a' * 398})"]
    assert enclosed(f"({'a' * 399})") == []


@pytest.mark.parametrize(
    "text",
    [
        "It costs $5 and $6.",
        "It costs $5-$6.",
        "It costs $5. We pay it for ($x and more.",
        "It costs \\$5 and 6\\$.",
        "It costs 5$ or 6$ here.",
    ],
)
def test_prices_are_no_formulas(text: str) -> None:
    assert formulas_of(text) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("up to $\\sim$48% and 7$\\times$7", ["$\\sim$", "$\\times$"]),
        ("up to $<$200 at $2\\times$3", ["$<$", "$2\\times$"]),
        ("$a$$b$ and $$c$$", ["$a$", "$b$", "$$c$$"]),
        ("$R_1 ... R_N$ and f(\\(x\\))", ["$R_1 ... R_N$", "\\(x\\)"]),
    ],
)
def test_formulas_are_told_from_prices(text: str, expected: list[str]) -> None:
    assert formulas_of(text) == expected


@given(MARKUP)
def test_enclosures_are_ordered_and_apart(text: str) -> None:
    for spans in (enclosures(text), formulas(text)):
        places = [place for span in spans for place in span]
        assert places == sorted(places)
        assert all(0 <= start < end <= len(text) for start, end in spans)
