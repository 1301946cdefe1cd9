"""Which forms are citations, and which only look like one."""

import pytest

from rag.markers import parse

KNOWN = range(1, 13)


@pytest.mark.parametrize(
    ("form", "numbers"),
    [
        ("[1]", (1,)),
        ("[ 1 ]", (1,)),
        ("[01]", (1,)),
        ("[１]", (1,)),
        ("[1, 2]", (1, 2)),
        ("[1,2]", (1, 2)),
        ("[1; 2]", (1, 2)),
        ("[1 and 2]", (1, 2)),
        ("[1, 2, and 3]", (1, 2, 3)),
        ("[1][2]", (1, 2)),
        ("[1] [2]", (1, 2)),
        ("[1], [2]", (1, 2)),
        ("[1-3]", (1, 2, 3)),
        ("[1–3]", (1, 2, 3)),
        ("[1 to 3]", (1, 2, 3)),
        ("[3-1]", (1, 2, 3)),
        ("[1-2, 4]", (1, 2, 4)),
        ("【1】", (1,)),
        ("【1†source】", (1,)),
        ("【4:0†source】", (4,)),
        ("【3†L10-L20】", (3,)),
        ("【1】【2】", (1, 2)),
        ("［1］", (1,)),
        ("[[1]]", (1,)),
        ("\\[1\\]", (1,)),
        ("[^1]", (1,)),
        ("[#1]", (1,)),
        ("[¹]", (1,)),
        ("[Source 1]", (1,)),
        ("[source: 1]", (1,)),
        ("[Sources 1, 2]", (1, 2)),
        ("[Source 1, Source 2]", (1, 2)),
        ("[Passage 2]", (2,)),
        ("[Paper 2]", (2,)),
        ("[Ref. 2]", (2,)),
        ("[see 2]", (2,)),
        ("(Source 1)", (1,)),
        ("(see Passages 1 and 2)", (1, 2)),
        ("([1])", (1,)),
        ("([1], [2])", (1, 2)),
        ("(1)", (1,)),
        ("(1, 2)", (1, 2)),
        ("¹", (1,)),
        ("¹²", (12,)),
        ("²³", (2, 3)),
        ("[1](https://example.org)", (1,)),
        ("[[1]](https://example.org)", (1,)),
        ("[1]-[3]", (1, 2, 3)),
        ("[1]–[3], [5]", (1, 2, 3, 5)),
        ("[1−3]", (1, 2, 3)),
        ("[1~3]", (1, 2, 3)),
        ("[cite: 1, 2]", (1, 2)),
        ("[cite:1][cite:2]", (1, 2)),
        ("[doc_1]", (1,)),
        ("[^1^][^2^]", (1, 2)),
        ("[1，2]", (1, 2)),
        ("[1、2]", (1, 2)),
        ("【1】、【2】", (1, 2)),
        ("（1）", (1,)),
        ("（来源1）", (1,)),
        ("[来源：1、2]", (1, 2)),
        ("【文献1和2】", (1, 2)),
        ("[Quelle 1]", (1,)),
        ("[Quellen 1 und 2]", (1, 2)),
        ("[Quellen 1 bis 3]", (1, 2, 3)),
        ("(Fuentes 1 y 2)", (1, 2)),
        ("<sup>1</sup>", (1,)),
        ("<sup>1, 2</sup>", (1, 2)),
        ("<sup>[1]</sup>", (1,)),
    ],
)
def test_a_form_that_models_write_is_read(form: str, numbers: tuple[int, ...]) -> None:
    markers = "".join(f"[{number}]" for number in numbers)
    assert parse(f"It is fast {form}.", KNOWN).text == f"It is fast {markers}."


@pytest.mark.parametrize(
    "text",
    [
        "It appeared in 2020 (2020).",
        "They met there (ICML 2024).",
        "It was new (May, 2020).",
        "Weights lie in [0, 1].",
        "Weights lie on the interval [1, 2].",
        "Points of [1, 2]^d.",
        "Noise in [0.5, 1].",
        "The item x[1] and the cell w_i[2].",
        "The cell x[1][2] is set.",
        "First x[0] is set.",
        "(1) first, (2) second.",
        "We do two things. (1) First, we test. (2) Then we stop.",
        "They are (1) small, (2) fast, and (3) cheap.",
        "By Eq. (1).",
        "This is case (2).",
        "We call f(1).",
        "The list has 99 items (99).",
        "Wu et al. (2004) show it.",
        "The cost is O(n²).",
        "An area of 10 km².",
        "See [the code](https://example.org/a_(1)) there.",
        "Read [one more] line.",
        "Items [1, p. 4] stay.",
        "It holds for x<sup>2</sup>.",
        "At 10<sup>3</sup> steps.",
        "It is <b>fast</b> and p <1.",
        "结果（100）很好。",
        "It [cites 1999 works] there.",
    ],
)
def test_what_only_looks_like_a_marker_stays(text: str) -> None:
    assert parse(text, KNOWN).text == text
    assert parse(text, KNOWN).removed == 0


@pytest.mark.parametrize(
    "form",
    [
        "(Wu et al., 2004)",
        "(Wu, 2004)",
        "(Wu & Lee, 2004)",
        "(Wu, Lee, and Roe, 2004a)",
        "(see Wu et al., 2004)",
        "(Wu et al., 2004; Lee, 2019)",
        "[Wu et al., 2004]",
    ],
)
def test_authors_and_year_in_parentheses_are_removed_and_counted(form: str) -> None:
    marked = parse(f"It is fast {form}.", KNOWN)
    assert (marked.text, marked.removed) == ("It is fast.", 1)
