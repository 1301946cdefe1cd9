"""Markers become canonical, all at once or as the text comes."""

import re
import time

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from rag.markers import Marked, Marker, MarkerStream, parse

KNOWN = frozenset({1, 2, 3})
# Machines that are shared by many are slow at times.
untimed = settings(deadline=None)


def canonical(text: str) -> str:
    return parse(text, KNOWN).text


def in_pieces(pieces: list[str]) -> Marked:
    stream = MarkerStream(KNOWN)
    text = "".join(stream.feed(piece) for piece in pieces) + stream.close()
    return Marked(text, tuple(stream.markers), stream.removed)


# Pieces that meet in every way: markers, things like markers, and what stands around them.
fragments = st.sampled_from(
    [
        *(
            "[1]",
            "[2]",
            "[9]",
            "[1,",
            "2]",
            "[1-3]",
            "[[1]]",
            "[^1]",
            "【1】",
            "【2†source】",
            "(1)",
        ),
        *("(9)", "(1,", "[", "]", "(", ")", "【", "】", "¹", "²", "⁹", "\\[", "\\]", "[Source 1]"),
        *("(see Passages 1 and 2)", "(Wu et al., 2004)", "(Wu", "x[1]", "$", "$$", "`", "```"),
        *("\\", ".", "!", "?", "。", ",", ";", ":", "*", "**", "et al.", "e.g.", "1.", "-", "#"),
        *("word", "Work", "Eq.", "over", "0", "1", "2", "9", "^", "†", "(http://x.org)", '"', "”"),
        *("（", "）", "、", "–", "<", "<sup>", "</sup>", "[来源1]", "[cite: 1]", "[1]-[3]"),
        *("方法", "|", " ", "  ", "\n", "\n\n", "\t"),
    ]
)
texts = st.lists(fragments, max_size=14).map("".join)


@untimed
@given(texts, st.data())
def test_a_stream_gives_what_the_whole_text_gives(text: str, data: st.DataObject) -> None:
    cuts = sorted(data.draw(st.lists(st.integers(0, len(text)), max_size=8)))
    pieces = [text[a:b] for a, b in zip([0, *cuts], [*cuts, len(text)], strict=True)]
    assert in_pieces(pieces) == parse(text, KNOWN)


@untimed
@given(texts)
def test_a_stream_of_single_characters_gives_what_the_whole_text_gives(text: str) -> None:
    assert in_pieces(list(text)) == parse(text, KNOWN)


@untimed
@given(texts)
def test_every_marker_names_known_passages_and_stands_where_it_says(text: str) -> None:
    marked = parse(text, KNOWN)
    end = 0
    for marker in marked.markers:
        assert marker.start >= end
        end = marker.end
        assert set(marker.numbers) <= KNOWN
        found = marked.text[marker.start : marker.end]
        assert found == "".join(f"[{number}]" for number in marker.numbers)


prose = st.lists(
    st.sampled_from(
        [
            *(
                "[1]",
                "[9]",
                "[8, 1]",
                "【9】",
                "[[8]",
                "9]",
                "[9",
                "[8]]",
                "(Source",
                "9)",
                "[",
                "]",
            ),
            *("9", "8", "(", ")", ".", ",", " word", "Words ", " ", "\n"),
        ]
    ),
    max_size=14,
).map("".join)


@untimed
@given(prose)
@example("[[8]9]")
@example("[9[8]]")
def test_no_number_of_no_passage_is_left_in_prose(text: str) -> None:
    assert set(re.findall(r"\[\d+\]", canonical(text))) <= {"[1]"}


@untimed
@given(st.text())
@example("Nothing to see. Here...  \n\n 3.5, e.g. (so) `code` $x_1$ \\emph{x} [see]")
def test_a_text_without_digits_between_brackets_stays_as_it_is(text: str) -> None:
    text = re.sub(r"[\d\u00b2\u00b3\u00b9\u2070-\u2079]", "n", text)
    assert parse(text, KNOWN) == Marked(text, (), 0)


@untimed
@given(st.lists(st.sampled_from(["We test", "it is fast [1]", "It scales [1][2]"]), min_size=1))
def test_a_canonical_text_stays_as_it_is(sentences: list[str]) -> None:
    text = " ".join(f"{sentence}." for sentence in sentences)
    assert parse(text, KNOWN).text == text
    assert parse(text, KNOWN).removed == 0


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("It is fast. [1] It scales.", "It is fast [1]. It scales."),
        ("It is fast.[1] It scales.", "It is fast [1]. It scales."),
        ("It is fast.[1]It scales.", "It is fast [1]. It scales."),
        ("It is fast[1]. It scales.", "It is fast [1]. It scales."),
        ("It is fast   [1] . It scales.", "It is fast [1]. It scales."),
        ("It is fast. [1].", "It is fast [1]."),
        ("It is fast. [1]\n\nIt scales. [2]", "It is fast [1].\n\nIt scales [2]."),
        ("Is it fast? [1]", "Is it fast [1]?"),
        ("“It is fast.” [1]", "“It is fast [1].”"),
        ("**It is fast.** [1]", "**It is fast [1].**"),
        ("It is fast [1]. [2] It scales.", "It is fast [1][2]. It scales."),
        ("它很快。[1]它可扩展[2]。", "它很快[1]。 它可扩展[2]。"),
    ],
)
def test_a_marker_stands_before_the_stop_of_its_sentence(written: str, read: str) -> None:
    assert canonical(written) == read


@pytest.mark.parametrize(
    "text",
    [
        "Wu et al. [1] show it.",
        "Others, e.g. [1], do not.",
        "Compare cf. [2] with it.",
        "1. [3] **HARE** is fast.",
        "- [1] HARE",
        "And so on... [1] and on.",
    ],
)
def test_a_stop_that_ends_no_sentence_keeps_its_place(text: str) -> None:
    assert canonical(text) == text


@pytest.mark.parametrize(
    ("written", "read", "removed"),
    [
        ("It is fast [9].", "It is fast.", 1),
        ("It is fast. [9] It scales.", "It is fast. It scales.", 1),
        ("It is [9] fast.", "It is fast.", 1),
        ("It is fast [1, 9].", "It is fast [1].", 1),
        ("It is fast [2-5].", "It is fast [2][3].", 2),
        ("It is fast ([9]).", "It is fast.", 1),
        ("It is fast (Sources 8, 9).", "It is fast.", 2),
        ("[9] HARE", "HARE", 1),
        ("- [9] HARE", "- HARE", 1),
        ("It is fast (Wu et al., 2004).", "It is fast.", 1),
    ],
)
def test_a_marker_without_a_passage_is_removed(written: str, read: str, removed: int) -> None:
    marked = parse(written, KNOWN)
    assert (marked.text, marked.removed) == (read, removed)


def test_a_marker_says_where_it_stands() -> None:
    assert parse("Fast. (Sources 1, 3)", KNOWN).markers == (Marker(5, 11, (1, 3)),)


def test_a_number_is_cited_once_where_it_stands_twice() -> None:
    assert canonical("It is fast [1][2][1].") == "It is fast [1][2]."


def test_a_marker_loses_its_link() -> None:
    assert canonical("Fast [1](https://example.org/x).") == "Fast [1]."
    assert canonical("![1](https://example.org/pixel.png)") == "[1]!"


def test_a_marker_defines_no_link() -> None:
    assert (
        canonical("Fast [1].\n\n[1]: https://example.org") == "Fast [1].\n\n[1] https://example.org"
    )
    assert canonical("- [1]: HARE") == "- [1] HARE"


def test_a_marker_never_becomes_a_link_by_what_follows() -> None:
    assert canonical("Fast [1](see below).") == "Fast [1] (see below)."


def test_code_and_formulas_stay_as_they_are() -> None:
    text = "`a[1]`, $[1]$, \\([1]\\), $$\n[1]\n$$\n\n```\n[1]. [2]\n```\n"
    assert parse(text, KNOWN) == Marked(text, (), 0)


def test_money_opens_no_formula() -> None:
    assert canonical("It costs $5 (Source 1). That is $6 less【2】.") == (
        "It costs $5 [1]. That is $6 less [2]."
    )


def test_text_is_given_out_as_it_comes() -> None:
    stream = MarkerStream(KNOWN)
    assert stream.feed("It is fa") == "It is fa"
    assert stream.feed("st.") == "st"
    assert stream.feed(" It") == ". It"
    assert stream.feed(" scales 【1") == " scales"
    assert stream.feed("†source】") == ""
    assert stream.feed(", too") == " [1], too"
    assert stream.close() == ""


def test_prose_in_parentheses_is_not_held_back() -> None:
    stream = MarkerStream(KNOWN)
    assert stream.feed("It (which is") == "It (which is"


def test_what_is_held_back_at_the_end_comes_out() -> None:
    stream = MarkerStream(KNOWN)
    assert stream.feed("It is fast. [1") == "It is fast"
    assert stream.close() == ". [1"


@pytest.mark.parametrize(
    "repeated", ["[", "(", "[1]", "[1-", "(Wu and ", ".", " ", "`", "\\[", "$x"]
)
def test_a_model_that_repeats_itself_costs_little_time(repeated: str) -> None:
    started = time.process_time()
    in_pieces([repeated] * (20_000 // len(repeated)))
    assert time.process_time() - started < 20
