"""What the page makes of text: answers, sources, math, prices, and text that means harm."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.reader import Reader

pytestmark = pytest.mark.browser

HARMFUL = "img, script, iframe, video, style, b, a[href*='tracker'], a[href^='javascript']"


def formulas(place: Locator) -> list[str]:
    """The LaTeX of what stands at a place as formulas."""
    return place.locator(".katex annotation").all_text_contents()


def test_a_number_leads_to_the_source_whose_marked_words_are_the_quoted_ones(
    reader: Reader,
) -> None:
    answer = reader.ask("What is FlapCoat?")
    quoted = answer.locator("blockquote").inner_text().replace("[1]", "").split()
    marked = reader.source(1).locator("mark").all_inner_texts()
    assert " ".join(marked).split() == quoted
    reader.sources.last.evaluate("card => card.style.marginTop = '200vh'")
    expect(reader.source(1)).not_to_be_in_viewport()
    answer.get_by_role("link", name="[1]").first.click()
    expect(reader.source(1)).to_be_in_viewport()
    expect(reader.source(1)).to_be_focused()


def test_a_source_is_opened_on_the_page_whatever_its_address_says(
    opened: Callable[..., Reader], address: str
) -> None:
    reader = opened(f"{address}/?from=mail")
    reader.ask("What is FlapCoat?").get_by_role("link").first.click()
    expect(reader.source(1)).to_be_focused()
    assert reader.page.url == f"{address}/?from=mail#source-1"
    assert reader.conversation() == ["What is FlapCoat?"]


def test_a_source_shows_title_authors_venue_year_links_and_place(reader: Reader) -> None:
    reader.ask("What is FlapCoat?")
    source = reader.source(1)
    expect(source.get_by_role("heading")).to_have_text("[1] Scarecrows that move")
    expect(source).to_contain_text("Cleo Marsh · Journal of Fields · 2023 · paper · code")
    expect(source.locator("small")).to_have_text("export.jsonl #2")
    links = [link.get_attribute("href") for link in source.get_by_role("link").all()]
    assert links == ["https://example.org/flapcoat", "https://example.org/flapcoat/code"]
    paper = source.get_by_role("link", name="paper")
    assert paper.get_attribute("target") == "_blank"
    assert paper.get_attribute("rel") == "noopener noreferrer"


def test_a_listing_is_numbered_and_each_of_its_papers_has_its_source(reader: Reader) -> None:
    answer = reader.ask("Which papers are about bees?")
    links = answer.locator("ol > li a")
    numbers = [str(link.get_attribute("href")) for link in links.all()]
    assert len(numbers) == len(set(numbers)) >= 2
    for number in numbers:
        expect(reader.page.locator(number)).to_have_count(1)
    expect(reader.sources).to_have_count(len(set(answer.locator("a").all_inner_texts())))


def test_a_comparison_is_a_table_with_a_source_for_each_cell_that_says_something(
    reader: Reader,
) -> None:
    answer = reader.ask("How do HiveScale and WaggleNet differ?")
    expect(answer.get_by_role("table").locator("th")).to_have_count(3)
    for cell in answer.locator("tbody td:not(:first-child)").all():
        said = cell.inner_text()
        assert said == "not said in the abstract" or re.search(r"\[\d\]$", said), said
    reader.picture("comparison")


def test_formulas_of_an_abstract_are_set_in_the_answer_and_in_the_source(reader: Reader) -> None:
    answer = reader.ask("What is TideFold?")
    math = ["E^3", r"O(k+1/\varepsilon^2)"]
    expect(reader.sources).to_have_count(1)
    assert (
        formulas(answer.locator("blockquote")) == formulas(reader.source(1).locator("mark")) == math
    )
    reader.picture("math")


def test_a_formula_with_a_sign_for_less_keeps_what_follows_it(reader: Reader) -> None:
    reader.ask("What is PollenPath?")
    source = reader.source(1)
    assert formulas(source) == [r"d \gt  \sqrt{2}\,r", r"i\lt j"]
    expect(source).to_contain_text("holds for two hives")


def test_a_formula_that_stands_apart_is_set_apart(reader: Reader) -> None:
    reader.ask("What is FrostFrame?")
    expect(reader.source(1).locator(".katex-display")).to_have_count(1)


def test_an_unknown_command_and_a_broken_formula_are_text(reader: Reader) -> None:
    answer = reader.ask("What is EmberHeap?")
    expect(answer).to_contain_text(r"\heapflow")
    expect(answer).to_contain_text(r"a formula such as \(\frac{a}{b is broken in the source")
    colours = reader.page.locator(".katex [style*='204']").evaluate_all(
        "all => all.map(one => getComputedStyle(one).color)"
    )
    plain = answer.locator("blockquote").evaluate("one => getComputedStyle(one).color")
    assert colours
    assert set(colours) == {plain}


def test_prices_are_no_formulas_in_question_answer_and_source(reader: Reader) -> None:
    answer = reader.ask("How much do slugs cost, $5 or $6?")
    expect(reader.questions.last).to_contain_text("How much do slugs cost, $5 or $6?")
    expect(answer).to_contain_text("between $200 and $300 a year")
    expect(reader.source(1)).to_contain_text("between $200 and $300 a year")
    assert formulas(reader.questions.last) == []
    assert formulas(reader.source(1)) == [r"p\lt 0.01"]


def test_emphasis_of_an_abstract_is_shown_as_such(reader: Reader) -> None:
    reader.ask("What is MossBed?")
    expect(reader.source(1).locator("strong")).to_have_text("MossBed")
    expect(reader.source(1).locator("em")).to_have_text("MossBed")


def test_harmful_text_of_abstracts_titles_names_and_questions_is_text(reader: Reader) -> None:
    question = "What is ToolTrap <img src=http://tracker.test/q> ![x](http://tracker.test/r)?"
    reader.ask("Which papers are about lists of garden tools?")
    reader.ask("What is WellWall?")
    reader.ask(question)
    assert reader.conversation()[-1] == question
    sources = reader.page.locator("#sources")
    for text in [
        "<script>window.hacked = 1</script>",
        '<img src="http://tracker.test/a.png" onerror="window.hacked = 1">',
        "![pixel](http://tracker.test/b.png)",
        "[free tools](javascript:window.hacked=1)",
        "www.tracker.test and the address gardener@tracker.test",
        '<img src=x onerror="window.hacked = 1">',
        "[walls](http://tracker.test/c)",
    ]:
        expect(sources).to_contain_text(text)
    made = reader.page.locator("#conversation .message, #sources").locator(HARMFUL)
    assert made.evaluate_all("all => all.map(one => one.outerHTML)") == []
    assert reader.page.evaluate("window.hacked") is None
    links = sources.get_by_role("link").evaluate_all("all => all.map(link => link.href)")
    assert links == ["https://example.org/well?a=1&b=2"]
    reader.picture("harmful")


def test_what_is_put_into_the_page_past_all_care_can_still_fetch_nothing(
    opened: Callable[..., Reader], address: str
) -> None:
    reader = opened(address)
    refused = reader.page.evaluate(
        """() => new Promise((done) => {
            document.addEventListener("securitypolicyviolation", (event) => done(event.blockedURI));
            document.body.append(Object.assign(new Image(), { src: "http://tracker.test/d.png" }));
        })"""
    )
    assert refused == "http://tracker.test/d.png"
    assert reader.complaints.pop().startswith("Loading the image 'http://tracker.test/d.png'")
    reader.requests = [one for one in reader.requests if "tracker.test" not in one]


def test_a_topic_that_no_paper_has_is_declined(reader: Reader) -> None:
    answer = reader.ask("Which papers study volcanoes?")
    expect(answer).to_contain_text("None of the 15 papers")
    reader.picture("declined")


def test_the_first_words_come_within_300_ms(reader: Reader) -> None:
    reader.page.evaluate(
        """() => {
            const field = document.querySelector("#question textarea");
            const conversation = document.querySelector("#conversation");
            window.took = [];
            let began = 0;
            field.addEventListener("keydown", (event) => {
                if (event.key === "Enter") began = performance.now();
            }, true);
            new MutationObserver(() => {
                const answers = conversation.querySelectorAll(".bot-row");
                const said = answers.length ? answers[answers.length - 1].innerText.trim() : "";
                if (answers.length > window.took.length && said && !said.startsWith("Reading"))
                    window.took.push(performance.now() - began);
            }).observe(conversation, { childList: true, subtree: true, characterData: true });
        }"""
    )
    for question in ["What is FlapCoat?", "Which papers are about bees?", "What is PondPhone?"]:
        reader.ask(question)
    took = reader.page.evaluate("window.took")
    assert len(took) == 3
    assert min(took) < 300, took  # milliseconds; the machine may be busy with other tests
