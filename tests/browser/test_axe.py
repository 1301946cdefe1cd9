"""What axe-core finds on the page: nothing that is serious or critical, on any tab."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from tests.browser.reader import Reader

pytestmark = pytest.mark.browser


def faults(page: Page) -> list[str]:
    """The serious and critical faults of what the page shows now, each with its place."""
    return [
        f"{node['html']}: {node['failureSummary']}"
        for fault in Axe().run(page).response["violations"]
        if fault["impact"] in {"serious", "critical"}
        for node in fault["nodes"]
    ]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [360, 1440])
def test_no_tab_has_a_serious_fault(
    browser: Browser,
    opened: Callable[..., Reader],
    address: str,
    width: int,
    scheme: Literal["light", "dark"],
) -> None:
    context = browser.new_context(
        viewport={"width": width, "height": 800},
        color_scheme=scheme,
        reduced_motion="reduce",  # a colour that is still changing has no contrast
        locale="en-GB",
    )
    reader = opened(address, context.new_page())
    page = reader.page
    expect(page.locator("#conversation .examples[role=group]")).to_be_visible()
    found = {"before the first question": faults(page)}
    reader.ask("Which papers are about volcanoes?")
    reader.ask("Which papers are about bees?")
    reader.ask("What is FlapCoat?").locator("a.cite").first.focus()
    expect(page.get_by_role("tooltip")).to_be_visible()
    found["Chat"] = faults(page)

    reader.turn_to("Papers")
    page.locator("#papers-table button[name=open]").first.click()
    expect(page.locator("#paper .source")).to_be_visible()
    found["Papers"] = faults(page)

    reader.turn_to("Map")
    page.locator(".map .dot.lit").click()
    expect(page.locator("#paper-on-map .source")).to_be_visible()
    found["Map"] = faults(page)

    for tab in ("Collections", "History", "Settings"):
        reader.turn_to(tab)
        reader.wait()
        found[tab] = faults(page)
    assert found == dict.fromkeys(found, [])
    context.close()


def test_a_message_is_named_by_its_speaker_not_by_its_markup(reader: Reader) -> None:
    reader.ask("What is FlapCoat?")
    reader.ask("How do HiveScale and WaggleNet differ?")
    named = reader.page.locator("#conversation .message [role=group]")
    names = [one.get_attribute("aria-label") for one in named.all()]
    assert names == ["user's message", "bot's message"] * 2
