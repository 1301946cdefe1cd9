"""A reader who is quicker than the page: what the page is told of its visitor comes last."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import expect

import ui.page
from rag.workspace import Workspace
from tests.browser.reader import Reader
from tests.support.site import PausingModel, serving, with_model
from ui.quiet_gradio import gr
from ui.room import Visit

pytestmark = pytest.mark.browser


@pytest.fixture
def arrival(monkeypatch: pytest.MonkeyPatch) -> Iterator[threading.Event]:
    """Holds back what a page is told when it has been loaded, until this is set."""
    arrival = threading.Event()
    arrived = ui.page._arrived

    def late(visit: Visit, tongue: str, kept: str, request: gr.Request) -> tuple[Visit, str]:
        arrival.wait(timeout=30)
        return arrived(visit, tongue, kept, request)

    monkeypatch.setattr("ui.page._arrived", late)
    yield arrival
    arrival.set()


@pytest.fixture
def reader(
    arrival: threading.Event, opened: Callable[..., Reader], garden: Workspace
) -> Iterator[Reader]:
    with serving(garden) as address:
        yield opened(address, quick=True)


def arrive(reader: Reader, arrival: threading.Event) -> None:
    """Let the page be told, and wait until every tab has shown what it makes of that."""
    arrival.set()
    reader.page.wait_for_function("localStorage.getItem('paperchat-visitor')")
    reader.page.wait_for_timeout(2_000)


def test_an_answer_that_comes_stays_and_goes_on(
    arrival: threading.Event, opened: Callable[..., Reader], garden: Workspace
) -> None:
    model = PausingModel("", "We give it arms of cloth ", "and call it FlapCoat [1].")
    with serving(with_model(garden, model)) as address:
        reader = opened(address, quick=True)
        reader.field.fill("What is FlapCoat?")
        reader.field.press("Enter")
        expect(reader.answers).to_have_text("Reading the abstracts …")
        model.go_on()
        expect(reader.answers).to_contain_text("arms of cloth")
        arrival.set()
        expect(reader.button("Stop")).to_be_visible()
        reader.page.wait_for_timeout(1_000)
        expect(reader.answers).to_contain_text("arms of cloth")
        model.may_go_on.set()
        expect(reader.answered(1)).to_contain_text("FlapCoat [1]")


def test_a_form_that_was_chosen_stays_chosen(reader: Reader, arrival: threading.Event) -> None:
    reader.turn_to("Collections")
    reader.page.get_by_label("BibTeX").last.check()
    expect(reader.button("Download")).to_be_enabled()
    arrive(reader, arrival)
    expect(reader.page.get_by_label("BibTeX").last).to_be_checked()
    expect(reader.button("Download")).to_be_enabled()


def test_words_that_are_looked_for_stay(reader: Reader, arrival: threading.Event) -> None:
    reader.turn_to("Papers")
    reader.page.locator("#find textarea, #find input").fill("moss")
    expect(reader.page.locator("#papers-table tbody tr")).to_have_count(2)
    arrive(reader, arrival)
    expect(reader.page.locator("#papers-table tbody tr")).to_have_count(2)
