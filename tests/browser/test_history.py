"""The tab History: what outlives a window, and who finds it again."""

from __future__ import annotations

import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, expect

from rag.workspace import Workspace
from tests.browser.reader import Reader
from tests.support.site import PausingModel, serving, with_model, workspace_of

pytestmark = pytest.mark.browser

PAPERS = Path(__file__).parent / "papers"


@pytest.fixture
def garden(tmp_path: Path) -> Workspace:
    """A data folder of its own, since these tests write to it."""
    return workspace_of(tmp_path, PAPERS / "gardens.txt")


@pytest.fixture
def address(garden: Workspace) -> Iterator[str]:
    with serving(garden) as address:
        yield address


def entries(reader: Reader) -> Locator:
    return reader.page.locator("#conversations label")


def turn_to_history(reader: Reader, *titles: str) -> None:
    reader.turn_to("History")
    expect(entries(reader)).to_have_count(len(titles))
    for place, title in enumerate(titles):
        expect(entries(reader).nth(place)).to_contain_text(title)


def test_a_conversation_outlives_a_reload_and_a_restart_and_goes_on(
    browser: Browser, opened: Callable[..., Reader], garden: Workspace
) -> None:
    context = browser.new_context(locale="en-GB")
    with serving(garden) as address:
        reader = opened(address, context.new_page())
        reader.ask("What is HiveScale?")
        reader.ask("For how many hives is it right?")
        reader.reload()
        expect(reader.answers).to_have_count(0)
        reader.ask("What is FlapCoat?")
        turn_to_history(reader, "What is FlapCoat?", "What is HiveScale?")
        reader.wait()
        reader.page.close()
        stored = context.storage_state()
    # A browser keeps what it keeps by address, so the page comes back on another port as another.
    with serving(Workspace(garden.settings)) as address:
        host = address.removeprefix("http://")
        for origin in stored["origins"]:
            origin["origin"] = f"http://{host}"
        context.close()
        context = browser.new_context(locale="en-GB", storage_state=stored)
        reader = opened(address, context.new_page())
        turn_to_history(reader, "What is FlapCoat?", "What is HiveScale?")
        entries(reader).last.click()
        expect(reader.page.locator("#transcript")).to_contain_text("52 of 60 hives")
        reader.button("Go on with it").click()
        expect(reader.answers).to_have_count(2)
        expect(reader.sources).to_have_count(1)
        expect(reader.ask("What is it?")).to_contain_text("HiveScale")
        turn_to_history(reader, "What is HiveScale?", "What is FlapCoat?")
        reader.wait()
        context.close()


def test_another_visitor_sees_none_of_it(
    browser: Browser, opened: Callable[..., Reader], address: str
) -> None:
    contexts = [browser.new_context(locale="en-GB") for _ in range(2)]
    one, other = (opened(address, context.new_page()) for context in contexts)
    one.ask("What is FlapCoat?")
    turn_to_history(one, "What is FlapCoat?")
    other.turn_to("History")
    expect(other.page.get_by_text("Only this browser sees it.")).to_be_visible()
    expect(entries(other)).to_have_count(0)
    for context in contexts:
        context.close()


def test_conversations_are_found_named_taken_away_and_deleted(reader: Reader) -> None:
    reader.ask("What is FlapCoat?")
    reader.clear()
    reader.ask("What is PondPhone?")
    turn_to_history(reader, "What is PondPhone?", "What is FlapCoat?")
    reader.page.get_by_label("Find in your conversations").fill("pondphone what")
    expect(entries(reader)).to_have_count(1)
    reader.page.get_by_label("Find in your conversations").fill("no such words")
    expect(reader.page.get_by_text("No conversation holds these words.")).to_be_visible()
    reader.page.get_by_label("Find in your conversations").fill("")
    turn_to_history(reader, "What is PondPhone?", "What is FlapCoat?")
    entries(reader).first.click()
    reader.page.get_by_label("Name", exact=True).fill("Listening to <b>ponds</b>")
    reader.page.keyboard.press("Enter")
    expect(entries(reader).first).to_contain_text("Listening to <b>ponds</b>")
    with reader.page.expect_download() as download:
        reader.button("Download as Markdown").click()
    text = Path(download.value.path()).read_text("utf-8")
    assert "## What is PondPhone?" in text
    assert "## References\n\n- [1] " in text
    reader.button("Delete this conversation …").click()
    reader.button("Yes, delete it").click()
    turn_to_history(reader, "What is FlapCoat?")


def test_a_conversation_follows_its_collection_and_says_when_that_is_gone(reader: Reader) -> None:
    reader.ask("What is PondPhone?")
    reader.clear()
    reader.turn_to("Collections")
    reader.page.get_by_label("New name of this collection").fill("ponds")
    reader.page.keyboard.press("Enter")
    expect(reader.page.locator("#collections-told")).to_contain_text("is now called ponds")
    turn_to_history(reader, "What is PondPhone? · ponds")
    entries(reader).click()
    reader.button("Go on with it").click()
    expect(reader.ask("What is it?")).to_contain_text("PondPhone")
    reader.turn_to("Collections")
    reader.button("Delete this collection …").click()
    reader.button("Yes, delete it").click()
    expect(reader.page.locator("#collections-told")).to_have_text("ponds is deleted.")
    turn_to_history(reader, "What is PondPhone?")
    reader.button("Go on with it").click()
    told = reader.page.locator("#kept-told")
    expect(told).to_contain_text("There is no collection ponds any more")
    expect(reader.button("Go on with it")).to_be_disabled()


def test_a_stopped_answer_is_kept_once(
    opened: Callable[..., Reader], garden: Workspace, browser: Browser
) -> None:
    model = PausingModel("", "We give it arms of cloth ", "and call it FlapCoat [1].")
    context = browser.new_context(locale="en-GB")
    with serving(with_model(garden, model)) as address:
        reader = opened(address, context.new_page())
        model.may_go_on.set()
        reader.ask("What is PondPhone?")
        model.may_go_on.clear()
        reader.field.fill("What is FlapCoat?")
        reader.field.press("Enter")
        model.go_on()
        expect(reader.answers.last).to_contain_text("arms of cloth")
        reader.button("Stop").click()
        expect(reader.answered(2)).to_contain_text("Stopped.")
        reader.wait()
        turn_to_history(reader, "What is PondPhone?")
        entries(reader).click()
        expect(reader.page.locator("#transcript")).to_contain_text("Stopped.")
        model.may_go_on.set()
        context.close()


def test_a_verdict_and_a_word_are_kept_and_taken_away_as_a_suite(reader: Reader) -> None:
    reader.ask("Which papers are about bees?")
    reader.button("Like").click()
    comment = reader.page.get_by_role("textbox", name="What was good or wrong")
    comment.fill("complete")
    comment.press("Enter")
    expect(comment).to_be_hidden()
    reader.turn_to("History")
    verdicts = reader.page.locator("#verdicts")
    expect(verdicts).to_contain_text("1 liked, 0 not liked")
    with reader.page.expect_download() as download:
        reader.button("Download as a suite").click()
    archive = zipfile.ZipFile(download.value.path())
    (line,) = archive.read("feedback/questions.jsonl").decode().splitlines()
    assert '"turns": ["Which papers are about bees?"]' in line
    assert '"note": "liked · complete"' in line
    reader.turn_to("Chat")
    reader.button("Liked").click()
    reader.turn_to("History")
    expect(verdicts).to_contain_text("The thumbs below an answer")


def test_the_history_fits_its_window(fitted: Reader) -> None:
    fitted.ask("How do HiveScale and WaggleNet differ?")
    turn_to_history(fitted, "How do HiveScale and WaggleNet differ?")
    fitted.page.get_by_role("radio").focus()
    fitted.page.keyboard.press("Space")
    expect(fitted.button("Go on with it")).to_be_visible()
    fitted.picture("history")
