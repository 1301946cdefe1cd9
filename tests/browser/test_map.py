"""The tab Map: where papers lie, which are lit up, and how one is opened."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from rag.workspace import Workspace
from tests.browser.reader import Reader

pytestmark = pytest.mark.browser


def test_the_papers_of_the_answer_are_lit_up_and_a_click_opens_one(fitted: Reader) -> None:
    fitted.ask("What is FlapCoat?")
    fitted.turn_to("Map")
    expect(fitted.page.locator(".map .dot")).to_have_count(15)
    lit = fitted.page.locator(".map .dot.lit")
    expect(lit).to_have_count(1)
    lit.click()
    expect(fitted.page.locator("#paper-on-map")).to_contain_text("call it FlapCoat")
    expect(fitted.page.locator(".map .dot.chosen")).to_have_count(1)
    fitted.picture("map")


def test_the_keyboard_finds_a_paper_on_the_map_by_its_title(
    reader: Reader, garden: Workspace
) -> None:
    place = garden.assistant("papers").landscape().places[0]
    reader.turn_to("Map")
    expect(reader.page.locator(".map .dot")).to_have_count(15)
    reader.page.get_by_label("Find a paper on the map").focus()
    reader.page.keyboard.type(place.title[:20])
    reader.page.keyboard.press("Enter")
    chosen = reader.page.locator(".map .dot.chosen")
    expect(chosen).to_have_attribute("value", place.paper_id)
    expect(reader.page.locator("#paper-on-map").get_by_role("heading")).to_be_visible()
