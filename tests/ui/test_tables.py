"""The table of papers as Markdown."""

from __future__ import annotations

from ui.browsing import Row
from ui.tables import papers_table

HEADS = "| Select | Title | Why it matches | Relevance | Year |"


def test_columns_in_which_nothing_stands_are_left_out() -> None:
    heads, rule, row = papers_table([Row("p1", "MossBed", None)], (), "en").splitlines()
    assert (heads, rule) == ("| Select | Title |", "| --- | --- |")
    assert row.count("|") == 3


def test_a_row_holds_all_that_is_known_in_the_order_of_the_heads() -> None:
    row = Row("p1", "MossBed", 2024, "Moss holds water.", 0.876)
    heads, _, line = papers_table([row], (), "en").splitlines()
    assert heads == HEADS
    _, _, title, why, relevance, year, _ = (cell.strip() for cell in line.split("|"))
    assert title.endswith('name="open" value="p1">MossBed</button>')
    assert why == "Moss holds water."
    assert relevance == '<span class="bar" style="--share: 88%">88</span>'
    assert year == '<span class="year">2024</span>'


def test_only_the_boxes_of_the_selected_papers_are_ticked() -> None:
    rows = [Row("p1", "MossBed", None), Row("p2", "FernLine", None)]
    *_, first, second = papers_table(rows, {"p2"}, "en").splitlines()
    assert " checked>" not in first
    assert " checked>" in second


def test_a_box_is_named_after_its_paper() -> None:
    (*_, line) = papers_table([Row("p1", "MossBed", None)], (), "en").splitlines()
    assert '<span class="unseen">Select MossBed</span>' in line


def test_a_sign_that_ends_a_cell_ends_none_inside_of_a_title() -> None:
    row = Row("p1", "Sums of |x| and $p(a|b)$", None)
    *_, line = papers_table([row], (), "en").splitlines()
    assert line.replace(r"\|", "").count("|") == 3


def test_markup_of_a_title_is_shown_as_it_stands() -> None:
    (*_, line) = papers_table([Row("p1", "<b>Bold</b> claims", None)], (), "en").splitlines()
    assert line.count("<b>") == line.count(r"\<b>") == 2  # on the button and in the box's name


def test_the_heads_are_in_the_language_of_the_page() -> None:
    heads, *_ = papers_table([Row("p1", "MossBed", None)], (), "zh").splitlines()
    assert heads == "| 选择 | 标题 |"
