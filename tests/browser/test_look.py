"""How the page looks: wide and narrow, light and dark, with pictures of each."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.reader import Reader

pytestmark = pytest.mark.browser


def test_the_page_fits_its_window_and_says_where_to_go_on(fitted: Reader) -> None:
    expect(fitted.page.locator("#conversation .example").last).to_be_in_viewport()
    fitted.picture("1-empty")
    fitted.ask("Which papers are about bees?")
    fitted.picture("2-listing")
    answer = fitted.ask("How do HiveScale and WaggleNet differ?")
    expect(fitted.questions.last).to_be_in_viewport()
    expect(fitted.field).to_be_in_viewport()
    fitted.picture("3-comparison")
    answer.locator("a").last.click()
    expect(fitted.page.locator("#sources .source:focus")).to_be_in_viewport()
    fitted.picture("4-source")


def test_a_long_answer_is_read_from_its_question_on(page: Page, reader: Reader) -> None:
    page.set_viewport_size({"width": 1280, "height": 420})
    reader.ask("What is FlapCoat?")
    reader.ask("How do HiveScale and WaggleNet differ?")
    log = page.get_by_role("log")
    below = reader.questions.last.bounding_box()["y"] - log.bounding_box()["y"]  # type: ignore[index]
    assert abs(below - 8) <= 2  # pixels


def test_new_sources_are_read_from_the_first_on(page: Page, reader: Reader) -> None:
    page.set_viewport_size({"width": 1280, "height": 420})
    reader.ask("Which papers are about bees?").locator("a").last.click()
    page.wait_for_function("document.querySelector('#sources').scrollTop > 0")
    reader.ask("What is FlapCoat?")
    expect(page.get_by_role("heading", name="Sources", exact=True)).to_be_in_viewport()
    page.wait_for_function("document.querySelector('#sources').scrollTop === 0")
