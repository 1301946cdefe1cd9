"""Numbers and signs in an answer, the cards beside it, and what is done with them."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from rag.workspace import Workspace
from tests.browser.reader import Reader
from tests.support.site import PausingModel, serving, with_model

pytestmark = pytest.mark.browser

WRITTEN = (
    "",
    "We give it arms of cloth and call it FlapCoat [1]. ",
    "It won a prize at $5 [1]. ",
)


@pytest.fixture
def doubted(opened: Callable[..., Reader], garden: Workspace) -> Iterator[Locator]:
    """An answer of a model, of which one sentence is made up."""
    model = PausingModel(*WRITTEN)
    model.may_go_on.set()
    with serving(with_model(garden, model)) as address:
        yield opened(address).ask("What is FlapCoat?")


@pytest.fixture
def copying(browser: Browser, opened: Callable[..., Reader], address: str) -> Iterator[Reader]:
    """A reader whose browser lets the page copy."""
    context = browser.new_context(locale="en-GB", permissions=["clipboard-read", "clipboard-write"])
    yield opened(address, context.new_page())
    context.close()


def copied(page: Page, part: str) -> str:
    """What is on the clipboard as soon as a part of it is there."""
    text = ""
    for _ in range(100):
        text = str(page.evaluate("navigator.clipboard.readText()"))
        if part in text:
            break
        page.wait_for_timeout(100)
    return text


def note(page: Page) -> Locator:
    return page.get_by_role("tooltip")


def colour(place: Locator) -> str:
    return str(place.evaluate("one => getComputedStyle(one).backgroundColor"))


def test_a_number_shows_its_paper_and_the_quoted_words_under_the_mouse(reader: Reader) -> None:
    answer = reader.ask("What is FlapCoat?")
    answer.locator("a.cite").first.hover()
    expect(note(reader.page).locator("strong")).to_have_text("[1] Scarecrows that move")
    quoted = " ".join(reader.source(1).locator("mark").all_inner_texts()).split()
    assert " ".join(note(reader.page).locator("p").all_inner_texts()).split() == quoted
    reader.picture("note")
    reader.field.hover()
    expect(note(reader.page)).to_be_hidden()


def test_a_number_shows_the_same_to_the_keyboard_until_escape(reader: Reader) -> None:
    link = reader.ask("What is FlapCoat?").locator("a.cite").first
    link.focus()
    expect(note(reader.page)).to_contain_text("Scarecrows that move")
    expect(link).to_have_accessible_description(note(reader.page).inner_text().replace("\n", " "))
    reader.page.keyboard.press("Escape")
    expect(note(reader.page)).to_be_hidden()


@pytest.mark.parametrize("width", [360, 1440])
def test_a_note_is_wholly_in_the_window(page: Page, reader: Reader, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 700})
    links = reader.ask("Which papers are about bees?").locator("a.cite")
    expect(reader.sources).to_have_count(2)
    for link in links.all():
        link.hover()
        expect(note(page)).to_be_visible()
        box = note(page).bounding_box()
        assert box
        assert 0 <= box["x"] <= box["x"] + box["width"] <= width
        assert 0 <= box["y"] <= box["y"] + box["height"] <= 700


def test_a_number_its_card_and_the_marked_words_have_one_colour(reader: Reader) -> None:
    links = reader.ask("Which papers are about bees?").locator("a.cite")
    colours = [colour(link) for link in links.all()]
    assert len(set(colours)) == len(colours) >= 2
    for link, own in zip(links.all(), colours, strict=True):
        card = reader.page.locator(str(link.get_attribute("href")))
        assert colour(card.locator(".number")) == own
        assert {colour(mark) for mark in card.locator("mark").all()} == {own}


def test_a_sentence_that_is_not_borne_out_is_marked_and_its_sign_tells_why(
    doubted: Locator,
) -> None:
    expect(doubted.locator(".doubted")).to_have_text("It won a prize at $5 [1].")
    sign = doubted.get_by_role("note")
    sign.focus()
    expect(note(doubted.page)).to_have_text(sign.locator(".reason").inner_text())
    expect(note(doubted.page)).to_contain_text("Not borne out by the papers: ")


def test_a_follow_up_is_asked_when_it_is_clicked(reader: Reader) -> None:
    reader.ask("What is FlapCoat?")
    reader.button("What results does [1] report?").click()
    expect(reader.answered(2)).to_contain_text("6% of its seed")
    assert reader.conversation()[1] == "What results does [1] report?"


def test_a_declined_answer_says_what_would_help_and_offers_questions(reader: Reader) -> None:
    answer = reader.ask("Which papers study volcanoes?")
    expect(answer.locator(".help")).to_contain_text("What may help")
    expect(reader.button("What topics are here?")).to_be_visible()


def test_a_card_puts_a_question_about_its_paper_into_the_field(reader: Reader) -> None:
    reader.ask("What is FlapCoat?")
    reader.source(1).get_by_role("button", name="Ask about this paper").click()
    expect(reader.field).to_have_value("What does [1] propose?")
    expect(reader.field).to_be_focused()
    reader.field.press("Enter")
    expect(reader.answered(2)).to_contain_text("FlapCoat")


def test_a_card_copies_its_paper_as_bibtex(copying: Reader) -> None:
    copying.ask("What is FlapCoat?")
    copying.source(1).get_by_role("button", name="Copy BibTeX").click()
    expect(copying.page.get_by_text("The BibTeX entry is copied.")).to_be_visible()
    entry = copied(copying.page, "@")
    assert entry.startswith("@inproceedings{")
    assert "  title = {Scarecrows that move},\n  author = {Cleo Marsh},\n" in entry


def test_an_answer_is_copied_as_markdown_with_its_references(copying: Reader) -> None:
    copying.ask("What is FlapCoat?")
    copying.button("Copy message").last.click()
    text = copied(copying.page, "## References")
    assert "<a " not in text
    assert text.endswith(
        "\n\n## References\n\n- [1] Cleo Marsh. Scarecrows that move. "
        "Journal of Fields, 2023. <https://example.org/flapcoat>\n"
    )
