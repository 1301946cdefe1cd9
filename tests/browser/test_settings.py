"""The tab Settings: what is chosen there counts in this window, and nothing is said of the key."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, expect

from rag.settings import Settings
from rag.workspace import Workspace
from tests.browser.reader import Reader
from tests.support.site import serving

pytestmark = pytest.mark.browser

KEY = "sk-never-to-be-seen"


def test_a_model_is_chosen_tested_and_told_of(
    opened: Callable[..., Reader], garden: Workspace
) -> None:
    # Nothing listens on the port of "discard".
    settings = Settings(home=garden.settings.home, base_url="http://127.0.0.1:9/v1", api_key=KEY)
    with serving(Workspace(settings)) as address:
        reader = opened(address)
        reader.turn_to("Settings")
        leaves = reader.page.locator("#leaves")
        expect(leaves).to_contain_text("Nothing leaves the machine that runs paperchat.")
        reader.page.get_by_label("A language model, checked").check()
        reader.button("Test it with a question").click()
        told = reader.page.locator("#settings-told")
        expect(told).to_contain_text("Write the name of a model first")
        reader.page.get_by_label("Name of the model").fill("owl-7b")
        reader.button("Test it with a question").click()
        expect(told).to_contain_text("http://127.0.0.1:9/v1: nothing answers at this address.")
        expect(leaves).to_contain_text("Sent to 127.0.0.1:9: your question")
        expect(reader.page.locator("#headline p")).to_contain_text("written by owl-7b")
        reader.picture("settings")
        assert KEY not in reader.page.content()
        reader.page.get_by_label("The abstracts themselves").check()
        expect(reader.page.locator("#headline p")).to_contain_text("quoted word for word")
        expect(leaves).to_contain_text("Nothing leaves the machine")


def test_without_an_endpoint_it_is_told_how_to_name_one(reader: Reader) -> None:
    reader.turn_to("Settings")
    expect(reader.page.get_by_label("A language model, checked")).to_be_disabled()
    expect(reader.page.get_by_text("No language model is set up.")).to_be_visible()
    expect(reader.page.get_by_label("Name of the model")).to_be_hidden()


def test_the_language_of_the_page_is_switched(reader: Reader) -> None:
    reader.turn_to("Settings")
    reader.wait()
    reader.page.get_by_label("中文").click()
    expect(reader.page.get_by_role("tab", name="设置")).to_be_visible()
    reader.page.get_by_role("tab", name="设置").click()
    expect(reader.page.get_by_label("中文")).to_be_checked()
    reader.wait()
    reader.page.get_by_label("English").click()
    expect(reader.page.get_by_role("tab", name="Settings")).to_be_visible()
    reader.wait()
    reader.page.evaluate("localStorage.clear()")  # the profile is that of other tests, too
    reader.forgive_what_was_left()  # when the page loaded itself anew


def test_what_was_chosen_is_there_again_after_a_reload(
    opened: Callable[..., Reader], browser: Browser, garden: Workspace
) -> None:
    settings = Settings(home=garden.settings.home, base_url="http://127.0.0.1:9/v1", api_key=KEY)
    context = browser.new_context(locale="en-GB")
    with serving(Workspace(settings)) as address:
        reader = opened(address, context.new_page())
        reader.turn_to("Settings")
        reader.page.get_by_label("A language model, checked").check()
        reader.page.get_by_label("Name of the model").fill("owl-7b")
        reader.page.get_by_label("Name of the model").press("Enter")
        expect(reader.page.locator("#headline p")).to_contain_text("written by owl-7b")
        reader.reload()
        expect(reader.page.locator("#headline p")).to_contain_text("written by owl-7b")
        reader.turn_to("Settings")
        expect(reader.page.get_by_label("Name of the model")).to_have_value("owl-7b")
        expect(reader.page.get_by_label("A language model, checked")).to_be_checked()
        reader.wait()
        assert KEY not in reader.page.evaluate("JSON.stringify(localStorage)")
        context.close()
