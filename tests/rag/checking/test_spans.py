"""Quotes are found however they were copied, and what is found is whole words of the abstract."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rag.checking.spans import find_span

ABSTRACT = (
    "We present *Glim*, a method that labels images at a glance. It needs $2\\times$ fewer steps "
    "than typing — and the “ﬁrst” viewer’s low-level gaze suffices. The error falls by 12.5%."
)


def found(quote: str, abstract: str = ABSTRACT) -> str | None:
    span = find_span(quote, abstract)
    return abstract[span[0] : span[1]] if span else None


@pytest.mark.parametrize(
    ("quote", "expected"),
    [
        ("a method that labels images at a glance", "a method that labels images at a glance"),
        ("A METHOD  that labels\nimages", "a method that labels images"),
        ("We present Glim, a method", "We present *Glim*, a method"),
        ("2× fewer steps than typing", "2\\times$ fewer steps than typing"),
        (
            'typing - and the "first" viewer\'s low level gaze',
            "typing — and the “ﬁrst” viewer’s low-level gaze",
        ),
        ("a method that labels pictures at a glance", "a method that labels images at a glance"),
        (
            "It needs ... low-level gaze",
            "It needs $2\\times$ fewer steps than typing — and the “ﬁrst” viewer’s low-level gaze",
        ),
        ("Glim", "Glim"),
    ],
)
def test_a_quote_is_found_in_its_own_spelling(quote: str, expected: str) -> None:
    assert found(quote) == expected


@pytest.mark.parametrize(
    "quote", ["", "  ", "...", "gl", "Bees dance to tell where flowers grow in May."]
)
def test_what_the_abstract_does_not_say_is_not_found(quote: str) -> None:
    assert find_span(quote, ABSTRACT) is None


def test_nothing_is_found_in_an_empty_abstract() -> None:
    assert find_span("a method that labels images", "") is None


def test_words_of_the_quote_alone_do_not_widen_the_span() -> None:
    assert found("so a method that labels images at one glance!") == (
        "a method that labels images at a glance"
    )


@given(st.text(max_size=60), st.text(max_size=200))
def test_a_span_lies_in_the_abstract_and_is_not_empty(quote: str, abstract: str) -> None:
    span = find_span(quote, abstract)
    assert span is None or 0 <= span[0] < span[1] <= len(abstract)


@given(st.integers(0, 150), st.integers(36, 80))
def test_every_piece_of_an_abstract_is_found_at_the_borders_of_words(
    start: int, length: int
) -> None:
    piece = ABSTRACT[start : start + length]
    span = find_span(piece, ABSTRACT)
    assert span is not None
    before, after = ABSTRACT[: span[0]][-1:], ABSTRACT[span[1] :][:1]
    assert not (before.isalnum() and ABSTRACT[span[0]].isalnum())
    assert not (after.isalnum() and ABSTRACT[span[1] - 1].isalnum())
