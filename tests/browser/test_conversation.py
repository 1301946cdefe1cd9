"""Asking: what a reader can do to a conversation, with the mouse, the keyboard and two windows."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from rag.workspace import Workspace
from tests.browser.reader import Reader
from tests.support.site import serving, workspace_of

pytestmark = pytest.mark.browser


def test_the_page_says_what_it_holds_who_answers_and_what_to_ask(
    reader: Reader, garden: Workspace
) -> None:
    expect(reader.page.get_by_role("heading", name="paperchat")).to_be_visible()
    expect(reader.page.locator("#headline p")).to_have_text(
        "15 papers in papers · Answers are quoted word for word, no language model is at work."
    )
    examples = reader.page.locator("#conversation .example")
    expect(examples).to_have_text(list(garden.assistant("papers").suggestions()))


def test_an_example_is_asked_when_it_is_clicked(reader: Reader) -> None:
    example = reader.page.locator("#conversation .example").last
    question = example.inner_text()
    example.click()
    expect(reader.answered(1)).to_contain_text("15 papers from 2 lists")
    assert reader.conversation() == [question]


def test_a_paper_keeps_its_number_and_its_source_through_a_conversation(reader: Reader) -> None:
    first = reader.ask("Which papers are about bees?")
    number = first.locator("li", has_text="Bees dance").locator("a").inner_text()
    second = reader.ask("What is WaggleNet?")
    expect(second.locator("a").first).to_have_text(number)
    expect(reader.sources.first.get_by_role("heading")).to_contain_text(number)
    earlier = reader.page.get_by_role("heading", name="Sources from earlier in this conversation")
    expect(earlier).to_be_visible()
    for link in reader.answers.locator("a").all():
        expect(reader.page.locator(str(link.get_attribute("href")))).to_have_count(1)


def test_a_follow_up_is_about_the_paper_before(reader: Reader) -> None:
    reader.ask("What is HiveScale?")
    expect(reader.ask("For how many hives is it right?")).to_contain_text("52 of 60 hives")


def test_a_question_can_be_asked_again(reader: Reader) -> None:
    reader.ask("What is FlapCoat?")
    reader.ask("What is PondPhone?")
    reader.button("Retry").click()
    expect(reader.answered(2)).to_contain_text("hear the first crack")
    assert reader.conversation() == ["What is FlapCoat?", "What is PondPhone?"]
    expect(reader.sources).to_have_count(2)


def test_a_changed_question_takes_the_place_of_the_old_one_and_of_what_followed(
    reader: Reader,
) -> None:
    reader.ask("What is FlapCoat, at $5 <b>each</b>?")
    reader.ask("What is PondPhone?")
    reader.button("Edit").first.click()
    changed = reader.page.locator("#conversation textarea")
    changed.fill("What is HiveScale?")
    reader.button("Submit").click()
    expect(reader.answers).to_have_count(1)
    expect(reader.answered(1)).to_contain_text("HiveScale")
    assert reader.conversation() == ["What is HiveScale?"]
    expect(reader.sources).to_have_count(1)
    expect(reader.sources).to_contain_text("HiveScale")


def test_an_undone_question_goes_back_into_the_field_and_its_sources_go(reader: Reader) -> None:
    reader.ask("What is FlapCoat?")
    reader.ask("What is PondPhone at $5, $x$?")
    reader.button("Undo").click()
    expect(reader.answers).to_have_count(1)
    expect(reader.field).to_have_value("What is PondPhone at $5, $x$?")
    expect(reader.sources).to_have_count(1)
    expect(reader.sources).to_contain_text("FlapCoat")


def test_a_cleared_conversation_begins_anew_with_number_one(reader: Reader) -> None:
    reader.ask("What is FlapCoat?")
    reader.clear()
    expect(reader.answers).to_have_count(0)
    expect(reader.sources).to_have_count(0)
    expect(reader.page.locator("#sources")).to_contain_text("appear here")
    expect(reader.ask("What is PondPhone?").locator("a").first).to_have_text("[1]")


@pytest.mark.parametrize("nothing", ["", "   "])
def test_an_empty_question_does_nothing(reader: Reader, nothing: str) -> None:
    reader.ask("What is FlapCoat?")
    reader.field.fill(nothing)
    reader.field.press("Enter")
    reader.button("Ask").click()
    reader.page.wait_for_timeout(300)
    assert reader.conversation() == ["What is FlapCoat?"]
    expect(reader.button("Ask")).to_be_visible()


def test_the_keyboard_alone_asks_an_example_a_question_and_opens_a_source(reader: Reader) -> None:
    keyboard = reader.page.keyboard
    for _ in range(4):
        keyboard.press("Shift+Tab")
    expect(reader.page.locator("#conversation .example").first).to_be_focused()
    keyboard.press("Enter")
    reader.answered(1)
    expect(reader.field).to_be_focused()
    keyboard.type("What is FlapCoat?")
    keyboard.press("Enter")
    link = reader.answered(2).locator("a").last
    expect(reader.field).to_be_focused()
    questions = reader.page.locator("#conversation .option").count()
    for _ in range(6 + questions):  # past what goes on from it, the thumbs, Undo, Retry and Copy
        keyboard.press("Shift+Tab")
    expect(link).to_be_focused()
    keyboard.press("Enter")
    expect(reader.page.locator(link.get_attribute("href") or "")).to_be_focused()


def test_two_windows_never_see_each_others_conversation(
    page: Page, context: BrowserContext, opened: Callable[..., Reader], address: str
) -> None:
    one, other = opened(address, page), opened(address, context.new_page())
    one.ask("What is FlapCoat?")
    expect(other.answers).to_have_count(0)
    other.ask("What is PondPhone?")
    expect(other.ask("What is it about?")).not_to_contain_text("FlapCoat")
    assert one.conversation() == ["What is FlapCoat?"]
    expect(one.sources).to_have_count(1)
    expect(other.page.locator("#sources")).not_to_contain_text("FlapCoat")
    other.page.close()


@pytest.mark.parametrize(
    ("locale", "tab", "said"),
    [("zh-CN", "对话", "15 篇论文"), ("de-DE", "Chat", "15 papers in papers")],
)
def test_the_page_speaks_the_language_of_the_browser_or_english(
    browser: Browser, address: str, locale: str, tab: str, said: str
) -> None:
    context = browser.new_context(locale=locale)
    page = context.new_page()
    page.goto(address)
    expect(page.get_by_role("tab", name=tab)).to_be_visible()
    expect(page.locator("#headline p")).to_contain_text(said)
    assert page.evaluate("document.documentElement.lang") == ("zh-CN" if tab != "Chat" else "en")
    page.evaluate("localStorage.setItem('paperchat-language', 'zh-CN')")
    page.reload()
    expect(page.get_by_role("tab", name="对话")).to_be_visible()
    expect(page.get_by_role("button", name="提问", exact=True)).to_be_visible()
    context.close()


def test_a_reload_begins_a_new_conversation(reader: Reader) -> None:
    reader.ask("What is FlapCoat?")
    reader.reload()
    expect(reader.answers).to_have_count(0)
    expect(reader.ask("What is PondPhone?").locator("a").first).to_have_text("[1]")


@pytest.fixture
def beds(tmp_path: Path) -> Workspace:
    """A collection of its own, for tests that change it."""
    papers = tmp_path / "beds.txt"
    papers.write_text("We raise beds of earth and call them HighBed. They drain well.\n")
    return workspace_of(tmp_path / "home", papers, collection="beds")


def test_an_empty_collection_says_so(opened: Callable[..., Reader], tmp_path: Path) -> None:
    empty = tmp_path / "empty.txt"
    empty.write_text("")
    workspace = workspace_of(tmp_path / "home", empty, collection="bare")
    with serving(workspace, "bare") as address:
        reader = opened(address)
        expect(reader.page.locator("#headline p")).to_contain_text("0 papers in bare")
        expect(reader.page.locator("#conversation")).to_contain_text(
            "This collection is empty. Add a list of papers: paperchat ingest FILE"
        )
        expect(reader.page.locator("#conversation .example")).to_have_count(0)
        reader.picture("empty-collection")


def test_papers_that_were_added_since_are_there_after_a_reload(
    opened: Callable[..., Reader], beds: Workspace, tmp_path: Path
) -> None:
    with serving(beds, "beds") as address:
        reader = opened(address)
        expect(reader.page.locator("#headline p")).to_contain_text("1 paper in beds")
        more = tmp_path / "more.txt"
        more.write_text("A cold frame keeps frost from lettuce. We call ours ColdBox.\n")
        beds.ingest([more], "beds")
        reader.reload()
        expect(reader.page.locator("#headline p")).to_contain_text("2 papers in beds")
        expect(reader.ask("What is ColdBox?")).to_contain_text("We call ours ColdBox")


def test_a_question_that_fails_is_told_in_one_line(
    opened: Callable[..., Reader], beds: Workspace
) -> None:
    with serving(beds, "beds") as address:
        reader = opened(address)
        reader.ask("What is HighBed?")
        beds.delete("beds")
        failed = reader.ask("What is it good for?")
        text = failed.inner_text().strip()
        assert re.fullmatch(r"⚠️ .*beds.*: .+\. .+\.", text), text
        assert "Traceback" not in text
        expect(reader.sources).to_contain_text("The collection no longer holds this paper.")
        reader.picture("failed")
        reader.reload()
        expect(reader.page.locator("#headline")).to_contain_text("⚠️ beds: ")
