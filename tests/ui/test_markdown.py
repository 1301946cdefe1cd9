r"""Text of others as Markdown, judged by an independent Markdown parser where one can judge it."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from ui.markdown import answer_markdown, as_text, as_typed, tone

PARSER = MarkdownIt("commonmark", {"html": True})
# What sets words off, and what stands for a line or a paragraph.
HARMLESS = {"p", "em", "strong", "mark", "br"}
IN_ANSWERS = (
    HARMLESS
    | {"a", "blockquote", "code", "hr", "li", "ol", "pre", "ul"}
    | {f"h{level}" for level in range(1, 7)}
)
# Text that is more often about to do something than letters alone would be.
LIVELY = st.lists(
    st.sampled_from(
        [
            "<",
            ">",
            "</",
            "<!--",
            "<b",
            "script",
            "[",
            "]",
            "(",
            ")",
            "!",
            "\\",
            "`",
            "```",
            "$",
            "$$",
        ]
        + [
            "\\(",
            "\\)",
            "\\[",
            "\\]",
            "&",
            "lt;",
            "#",
            "-",
            "*",
            "**",
            "_",
            "|",
            "~",
            "%%%",
            ":",
            "//",
        ]
        + [
            "LATEX_BLOCK_0",
            "http",
            "www",
            ".",
            "@",
            "x",
            "1",
            " ",
            "\n",
            "mermaid",
            "\\textit{",
            "}",
        ]
    ),
    max_size=30,
).map("".join)


def rendered(markdown: str) -> str:
    """What a browser is given; as on the page, formulas are taken out before."""
    return PARSER.render(re.sub(r"\\\(.+?\\\)|\\\[.+?\\\]", "FORMULA", markdown, flags=re.DOTALL))


def tags(markdown: str) -> set[str]:
    return {tag.lower() for tag in re.findall(r"<[/!?]?\s*([A-Za-z]\w*|--)", rendered(markdown))}


@pytest.mark.parametrize(
    ("text", "markdown"),
    [
        ("<b>bold</b> <!-- no --> <?php ?>", r"\<b>bold\</b> \<!-- no --> \<?php ?>"),
        ("![x](http://a.test/p.png)", r"\![x\](http\://a.test/p.png)"),
        ("[x](javascript:alert(1)) [y][z]", r"[x\](javascript:alert(1)) [y\][z]"),
        ("[x]: http://a.test", r"[x\]: http\://a.test"),
        ("www.a.test, HTTPS://a.test, me@a.test", r"www\.a.test, HTTPS\://a.test, me\@a.test"),
        ("&lt;b&gt; and R&D", r"\&lt;b\&gt; and R&D"),
        ("`code` ~strike~ a|b", r"\`code\` \~strike\~ a\|b"),
        ("i < j and 3 <4", "i < j and 3 <4"),
        (r"\<b> \![x](y)", r"&#92;\<b> &#92;\![x\](y)"),
        ("ends with \\", "ends with &#92;"),
        ("%%%LATEX_BLOCK_0%%%", "%%&#37;LATEX_BLOCK_0%%%"),
    ],
)
def test_what_the_page_would_act_on_becomes_the_signs_it_is_made_of(
    text: str, markdown: str
) -> None:
    assert as_text(text) == markdown


@pytest.mark.parametrize(
    ("text", "markdown"),
    [
        ("# One", r"\# One"),
        ("> quoted", r"\> quoted"),
        ("- item", r"\- item"),
        ("2. item", r"2\. item"),
        ("1.5 times", "1.5 times"),
        ("---", r"\---"),
        ("-5 degrees", "-5 degrees"),
        ("*word*", "*word*"),
    ],
)
def test_a_text_does_not_begin_a_heading_a_list_or_a_rule(text: str, markdown: str) -> None:
    assert as_text(text) == markdown


@pytest.mark.parametrize(
    "text",
    [
        "It costs $5.",
        "Between $12 and $15 a metre",
        "$9 each, and $4 a year",
        "$1.50, $2 or US$3",
        "under $50 and over $k",
    ],
)
def test_a_price_stays_a_price(text: str) -> None:
    assert as_text(text) == text
    assert answer_markdown(text) == text


@pytest.mark.parametrize(
    ("text", "markdown"),
    [
        ("$E^3$-nets", r"\(E^3\)-nets"),
        (r"$O(k+1/\varepsilon^2)$", r"\(O(k+1/\varepsilon^2)\)"),
        ("for $i<j$ and $a>b$", r"for \(i\lt j\) and \(a\gt b\)"),
        ("$50\\%$ and $50%$", r"\(50\%\) and \(50\%\)"),
        (r"\(x\) and \[ y \]", r"\(x\) and \[ y \]"),
        ("$$ x\n+ y $$", r"\[ x + y \]"),
        (r"$\unknown{x}$", r"\(\unknown{x}\)"),
        ("$5 for $n$ nets", r"$5 for \(n\) nets"),
    ],
)
def test_math_is_handed_to_the_page_as_math(text: str, markdown: str) -> None:
    assert as_text(text) == markdown
    assert answer_markdown(text) == markdown


@pytest.mark.parametrize(
    ("text", "markdown"),
    [
        (r"such as \(\frac{a}{b", r"such as &#92;(\frac{a}{b"),
        (r"an open \[ x", r"an open &#92;[ x"),
        ("an open $x^2 here", "an open $x^2 here"),
    ],
)
def test_a_formula_without_an_end_is_text(text: str, markdown: str) -> None:
    assert as_text(text) == markdown
    assert answer_markdown(text) == markdown


@pytest.mark.parametrize(
    "command",
    ["href{javascript:alert(1)}{x}", "includegraphics{http://a.test}", "rule{99em}{99em}"]
    + [r"gdef\alpha{0}", r"newcommand\x{y}", r"let\x\y", "htmlClass{a}{b}", "url{a.test}"],
)
def test_a_formula_that_would_act_is_text(command: str) -> None:
    assert as_text(f"$\\{command}$").startswith(f"$\\{command}"[:6])
    assert "\\(" not in as_text(f"$\\{command}$")


def test_emphasis_of_latex_becomes_that_of_markdown() -> None:
    text = r"\textit{one} and \textbf{two}, \emph{three}\texttt{four} at 5\%"
    assert as_text(text) == r"*one* and **two**, *three*four at 5\%"


def test_text_is_set_on_one_line() -> None:
    assert as_text(" one\n\ntwo\tthree ") == " one two three "


def test_marks_enclose_the_words_that_they_are_given() -> None:
    assert as_text("One. Two. Three.", [(5, 9)]) == "One. <mark>Two.</mark> Three."


def test_marks_that_overlap_become_one() -> None:
    assert as_text("One two three", [(4, 13), (0, 7)]) == "<mark>One two three</mark>"


def test_a_mark_takes_in_the_whole_of_a_formula_that_it_cuts() -> None:
    assert as_text("Let $x+y$ be", [(0, 6)]) == r"<mark>Let \(x+y\)</mark> be"


def test_a_mark_of_no_words_is_none() -> None:
    assert as_text("One", [(1, 1)]) == "One"


def link(number: int) -> str:
    return f'<a href="#source-{number}" class="cite {tone(number)}">[{number}]</a>'


def test_a_marker_leads_to_its_source() -> None:
    assert answer_markdown("So [2], and so[13].", {2, 13}) == (f"So {link(2)}, and so{link(13)}.")


def test_markers_that_stand_together_lead_each_to_its_own_source() -> None:
    assert answer_markdown("So [1][2].", {1, 2}) == f"So {link(1)}{link(2)}."


def test_a_number_without_a_source_leads_nowhere() -> None:
    assert answer_markdown("So [3].", {2}) == "So [3]."


def test_an_answer_keeps_its_markdown() -> None:
    text = "**2** papers:\n\n1. *One* — `a`\n2. Two\n\n| a | b |\n|---|---|\n| c | d |\n\n> quoted"
    assert answer_markdown(text) == text


def test_what_an_answer_has_escaped_stays_escaped() -> None:
    assert answer_markdown(r"\<b> \![x\](y) \*") == r"\<b> \![x\](y) \*"


def test_an_answer_cannot_draw_a_diagram() -> None:
    assert answer_markdown("```mermaid\ngraph TD\n```") == "\\```mermaid\ngraph TD\n```"


@given(LIVELY)
def test_text_is_only_ever_emphasised(text: str) -> None:
    assert tags(as_text(text)) <= HARMLESS


@given(LIVELY, st.lists(st.tuples(st.integers(0, 60), st.integers(0, 60))))
def test_marked_text_has_no_tags_but_marks_and_as_many_ends_as_beginnings(
    text: str, marks: list[tuple[int, int]]
) -> None:
    marks = [(start, min(end, len(text))) for start, end in marks]
    markdown = as_text(text, marks)
    assert tags(markdown) <= HARMLESS
    assert markdown.count("<mark>") == markdown.count("</mark>")


@given(LIVELY)
def test_an_answer_makes_no_image_and_no_link_but_to_a_source(text: str) -> None:
    markdown = answer_markdown(text, {1})
    assert tags(markdown) <= IN_ANSWERS
    assert set(re.findall(r'href="([^"]*)"', rendered(markdown))) <= {"#source-1"}


@given(LIVELY)
def test_delimiters_of_math_open_and_close_in_turn(text: str) -> None:
    for markdown in (as_text(text), answer_markdown(text)):
        opened = re.findall(r"\\[(\[]", markdown)
        whole = re.findall(r"\\\((?:(?!\\\)).)+\\\)|\\\[(?:(?!\\\]).)+\\\]", markdown, re.DOTALL)
        assert len(opened) == len(whole)


@given(LIVELY.filter(lambda text: not re.search(r"[$\\\s]", text)))
def test_a_question_can_be_taken_back_to_what_was_typed(text: str) -> None:
    assert as_typed(as_text(text)) == text


@pytest.mark.parametrize("text", ["What is $E^3$?", "Is it $5 or <b> [x](y)?", "1. is \\alpha 5%?"])
def test_a_typed_question_comes_back(text: str) -> None:
    assert as_typed(as_text(text)) == text
