"""How the page looks: wide and narrow, light and dark, with pictures of each."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.reader import Reader

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [360, 1440])
def test_the_page_fits_its_window_and_says_where_to_go_on(
    browser: Browser,
    opened: Callable[..., Reader],
    address: str,
    width: int,
    scheme: Literal["light", "dark"],
) -> None:
    context = browser.new_context(
        viewport={"width": width, "height": 800}, color_scheme=scheme, locale="en-GB"
    )
    reader = opened(address, context.new_page())
    expect(reader.page.locator("#conversation .example").last).to_be_in_viewport()
    reader.picture(f"{width}-{scheme}-1-empty")
    reader.ask("Which papers are about bees?")
    reader.picture(f"{width}-{scheme}-2-listing")
    answer = reader.ask("How do HiveScale and WaggleNet differ?")
    expect(reader.questions.last).to_be_in_viewport()
    expect(reader.field).to_be_in_viewport()
    reader.picture(f"{width}-{scheme}-3-comparison")
    answer.locator("a").last.click()
    expect(reader.page.locator("#sources .source:focus")).to_be_in_viewport()
    reader.picture(f"{width}-{scheme}-4-source")
    assert reader.page.evaluate("document.documentElement.scrollWidth") == width
    context.close()


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
    assert page.evaluate("document.querySelector('#sources').scrollTop") > 0
    reader.ask("What is FlapCoat?")
    expect(page.get_by_role("heading", name="Sources", exact=True)).to_be_in_viewport()
    assert page.evaluate("document.querySelector('#sources').scrollTop") == 0
