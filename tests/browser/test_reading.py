"""A reader at the page: asks, follows a citation, goes on asking."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.support.site import serving, workspace_of
from tests.support.world import DATA

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    home = tmp_path_factory.mktemp("page")
    workspace = workspace_of(home, DATA / "small.txt", DATA / "untrusted.txt")
    with serving(workspace) as url:
        yield url


def _ask(page: Page, question: str) -> None:
    field = page.get_by_role("textbox").last
    field.fill(question)
    field.press("Enter")


def _opened(page: Page, address: str) -> Page:
    page.goto(address)
    expect(page.get_by_role("textbox").last).to_be_editable()
    return page


def test_the_page_says_what_it_holds_and_who_answers(page: Page, address: str) -> None:
    _opened(page, address)
    expect(page.locator("#headline")).to_contain_text("13 papers in papers")
    expect(page.locator("#headline")).to_contain_text("quoted")


def test_an_answer_has_numbered_citations_and_its_words_are_marked(
    page: Page, address: str
) -> None:
    _opened(page, address)
    _ask(page, "How many gauges does RiverBench have?")
    expect(page.locator("a[href='#source-1']").first).to_be_visible()
    expect(page.locator("#sources mark").first).to_contain_text("1,120 gauges")


def test_an_example_question_can_be_clicked(page: Page, address: str) -> None:
    _opened(page, address)
    page.get_by_text("What topics are here?").first.click()
    expect(page.get_by_text("13 papers from 2 lists").first).to_be_visible()


def test_a_follow_up_is_about_the_paper_before(page: Page, address: str) -> None:
    _opened(page, address)
    _ask(page, "What is RiverBench?")
    expect(page.locator("a[href='#source-1']").first).to_be_visible()
    _ask(page, "how many gauges does it have?")
    expect(page.locator("#sources")).to_contain_text("1,120 gauges")
    expect(page.locator("#sources mark").filter(has_text="1,120")).not_to_have_count(0)


def test_formulas_render_and_prices_stay_prices(page: Page, address: str) -> None:
    _opened(page, address)
    _ask(page, "What was compared in the study of night buses?")
    expect(page.get_by_text("Ticket prices of $5 and $10").first).to_be_visible()
    expect(page.locator(".katex")).to_have_count(0)
    _ask(page, "How much does PebbleAttention save?")
    expect(page.locator(".katex").first).to_be_visible()


def test_markup_in_an_abstract_stays_text(page: Page, address: str) -> None:
    dialogs: list[str] = []
    page.on("dialog", lambda dialog: (dialogs.append(dialog.message), dialog.dismiss()))
    _opened(page, address)
    _ask(page, "Which paper studies tags in abstracts?")
    expect(page.get_by_text("<script>alert(1)</script>").first).to_be_visible()
    assert dialogs == []
    assert page.locator("img[src*='tracker']").count() == 0


def test_a_topic_that_no_paper_has_is_declined_on_the_page(page: Page, address: str) -> None:
    _opened(page, address)
    _ask(page, "Which papers study quantum computing?")
    expect(page.get_by_text("None of the 13 papers").first).to_be_visible()


def test_every_request_goes_to_the_page_itself(page: Page, address: str) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    _opened(page, address)
    _ask(page, "What is LeafClock?")
    expect(page.locator("#sources mark").first).to_be_visible()
    elsewhere = [url for url in asked if not url.startswith((address, "data:", "blob:"))]
    assert elsewhere == []


def test_two_windows_never_see_each_others_conversation(browser: Browser, address: str) -> None:
    one, other = browser.new_context().new_page(), browser.new_context().new_page()
    _opened(one, address)
    _opened(other, address)
    _ask(one, "What is LeafClock?")
    expect(one.locator("#sources mark").first).to_be_visible()
    assert other.locator("#sources mark").count() == 0
    _ask(other, "how many sites does it cover?")
    expect(other.locator("#conversation")).not_to_contain_text("14 sites")
    one.context.close()
    other.context.close()


@pytest.mark.parametrize("width", [360, 1440])
def test_the_page_is_no_wider_than_its_window(page: Page, address: str, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    _opened(page, address)
    _ask(page, "How do PebbleAttention and CrystalDrift differ?")
    expect(page.locator("table").first).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= width
