"""The tab Papers: the table of an answer or of the whole collection, and what is taken from it."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.reader import Reader
from tests.support.site import serving, workspace_of

pytestmark = pytest.mark.browser


def rows(reader: Reader) -> Locator:
    return reader.page.locator("#papers-table tbody tr")


def told(reader: Reader) -> Locator:
    return reader.page.locator("#papers-told")


def open_tab(reader: Reader, expected: str) -> None:
    reader.page.get_by_role("tab", name="Papers").click()
    expect(told(reader)).to_contain_text(expected)


def choose(reader: Reader, field: str, option: str) -> None:
    reader.page.get_by_label(field, exact=True).click()
    reader.page.get_by_role("option", name=option).click()


def titles(reader: Reader) -> list[str]:
    return reader.page.locator("#papers-table button[name=open]").all_inner_texts()


def test_the_papers_of_a_listing_stand_in_a_table_with_why_and_how_much(reader: Reader) -> None:
    reader.ask("Which papers are about bees?")
    open_tab(reader, "of 2 papers")
    heads = reader.page.locator("#papers-table th").all_inner_texts()
    assert heads == ["Select", "Title", "Why it matches", "Relevance"]
    why = rows(reader).first.locator("td").nth(2)
    expect(why).to_have_text("Bees find flowers by smell, and traffic hides it.")
    reader.picture("papers-listing")


def test_the_whole_collection_is_browsed_searched_and_ordered_without_asking(
    reader: Reader,
) -> None:
    open_tab(reader, "1–15 of 15 papers")
    reader.page.get_by_label("Find papers").fill("bees dance")
    expect(rows(reader)).to_have_count(1)
    reader.page.get_by_label("Find papers").fill("volcano")
    expect(told(reader)).to_contain_text("No paper has all of these words.")
    reader.page.get_by_label("Find papers").fill("")
    expect(rows(reader)).to_have_count(15)
    choose(reader, "Order by", "title")
    expect(reader.page.locator("#papers-table button[name=open]").first).to_have_text(
        "Compost heap"
    )
    assert titles(reader) == sorted(titles(reader), key=str.casefold)
    choose(reader, "Order by", "year, newest first")
    expect(rows(reader).first).to_contain_text("2023")


@pytest.mark.parametrize(("form", "suffix"), [("BibTeX", "bib"), ("CSV", "csv"), ("JSON", "json")])
def test_what_is_selected_is_taken_as_a_file(reader: Reader, form: str, suffix: str) -> None:
    open_tab(reader, "of 15 papers")
    take = reader.button("Download the selection")
    expect(take).to_be_disabled()
    for title in ("Scarecrows that move", "Compost heap"):
        reader.page.get_by_role("checkbox", name=f"Select {title}").check()
    expect(told(reader)).to_contain_text("2 selected")
    reader.page.get_by_label(form, exact=True).check()
    with reader.page.expect_download() as begun:
        take.click()
    file = begun.value
    assert file.suggested_filename == f"papers.{suffix}"
    text = Path(file.path()).read_text("utf-8")
    assert "Scarecrows that move" in text
    if form == "JSON":
        found = {one["title"] for one in json.loads(text)}
        assert found == {"Scarecrows that move", "Compost heap"}


def test_all_that_was_found_is_selected_and_taken_back(reader: Reader) -> None:
    open_tab(reader, "of 15 papers")
    reader.button("Select all that were found").click()
    expect(told(reader)).to_contain_text("15 selected")
    expect(rows(reader).locator("input:checked")).to_have_count(15)
    reader.button("Select none").click()
    expect(told(reader)).to_contain_text("0 selected")
    expect(rows(reader).locator("input:checked")).to_have_count(0)


def test_a_title_opens_the_card_from_which_a_question_is_asked(reader: Reader) -> None:
    open_tab(reader, "of 15 papers")
    reader.button("Scarecrows that move").click()
    card = reader.page.locator("#paper .source")
    expect(card.get_by_role("heading")).to_have_text("Scarecrows that move")
    card.get_by_role("button", name="Ask about this paper").click()
    expect(reader.field).to_have_value("What does “Scarecrows that move” propose?")
    expect(reader.field).to_be_focused()


def test_similar_papers_of_a_source_stand_in_the_table(reader: Reader) -> None:
    reader.ask("What is FlapCoat?")
    reader.source(1).get_by_role("button", name="Find similar").click()
    expect(reader.page.get_by_role("tab", name="Papers")).to_have_attribute("aria-selected", "true")
    expect(told(reader)).to_contain_text("1–10 of 10 papers")
    assert "Scarecrows that move" not in titles(reader)


def test_the_keyboard_alone_selects_and_takes(reader: Reader) -> None:
    open_tab(reader, "of 15 papers")
    reader.page.get_by_role("checkbox", name="Select Scarecrows that move").focus()
    reader.page.keyboard.press("Space")
    expect(told(reader)).to_contain_text("1 selected")
    take = reader.button("Download the selection")
    expect(take).to_be_enabled()
    take.focus()
    with reader.page.expect_download():
        reader.page.keyboard.press("Enter")


def test_the_table_fits_its_window(fitted: Reader) -> None:
    fitted.ask("Which papers are about bees?")
    open_tab(fitted, "of 2 papers")
    rows(fitted).first.locator("button").click()
    expect(fitted.page.locator("#paper .source")).to_be_visible()
    fitted.picture("5-papers")


@pytest.mark.slow
def test_many_papers_are_turned_page_by_page(opened: Callable[..., Reader], tmp_path: Path) -> None:
    many = tmp_path / "many.jsonl"
    lines = (
        {"title": f"Bed {number:03}", "abstract": f"We raise bed number {number}. It drains well."}
        for number in range(120)
    )
    many.write_text("".join(json.dumps(one) + "\n" for one in lines))
    with serving(workspace_of(tmp_path / "home", many)) as address:
        reader = opened(address)
        open_tab(reader, "1–50 of 120 papers")
        choose(reader, "Order by", "title")
        expect(rows(reader).first).to_contain_text("Bed 000")
        reader.button("Next page").click()
        reader.button("Next page").click()
        expect(told(reader)).to_contain_text("101–120 of 120 papers")
        expect(rows(reader).first).to_contain_text("Bed 100")
        expect(reader.button("Next page")).to_be_disabled()
        reader.button("Previous page").click()
        expect(rows(reader).first).to_contain_text("Bed 050")
