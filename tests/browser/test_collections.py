"""The tab Collections: what is done to them with the mouse, the keyboard and two windows."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Locator, expect

from rag.workspace import Workspace
from tests.browser.reader import Reader
from tests.support.site import serving, workspace_of

pytestmark = pytest.mark.browser


@pytest.fixture
def beds(tmp_path: Path) -> Workspace:
    papers = tmp_path / "beds.txt"
    papers.write_text("We raise beds of earth and call them HighBed. They drain well.\n")
    return workspace_of(tmp_path / "home", papers, collection="beds")


@pytest.fixture
def reader(opened: Callable[..., Reader], beds: Workspace) -> Iterator[Reader]:
    """A reader before the tab Collections."""
    with serving(beds, "beds") as address:
        reader = opened(address)
        reader.turn_to("Collections")
        expect(chosen(reader)).to_have_value("beds (1 paper)")
        yield reader


def chosen(reader: Reader) -> Locator:
    return reader.page.get_by_label("Collection that is asked")


def told(reader: Reader) -> Locator:
    return reader.page.locator("#collections-told")


def add(reader: Reader, *lists: Path) -> None:
    reader.page.locator("#lists input[type=file]").set_input_files(list(lists))


def make(reader: Reader, name: str) -> None:
    reader.page.get_by_label("Name of a new collection").fill(name)
    reader.button("Make an empty collection").click()


def test_lists_are_added_and_it_is_told_what_became_of_each(reader: Reader, tmp_path: Path) -> None:
    known, new, no_list = (tmp_path / name for name in ("a.txt", "b & <i>.txt", "c.pdf"))
    known.write_text("We raise beds of earth and call them HighBed. They drain well.\n")
    new.write_text("A cold frame keeps frost from lettuce. We call ours ColdBox.\n")
    no_list.write_bytes(b"%PDF-1.7\n\x00\x01")
    add(reader, known, new, no_list)
    expect(told(reader).locator("strong")).to_contain_text("Read 2 abstracts for beds in")
    expect(told(reader).locator("li").filter(has_not=reader.page.locator("li"))).to_have_text(
        [
            "1 paper added",
            "1 paper gained facts",
            "c.pdf: it is a PDF, not a list of abstracts. "
            "Export the list as text, JSON, CSV or BibTeX.",
        ]
    )
    expect(chosen(reader)).to_have_value("beds (2 papers)")
    expect(reader.page.locator("#headline p")).to_contain_text("2 papers in beds")
    add(reader, known)
    expect(told(reader)).to_contain_text("1 already there")
    reader.turn_to("Chat")
    expect(reader.ask("What is ColdBox?")).to_contain_text("We call ours ColdBox")


def test_too_many_lists_at_once_are_refused(reader: Reader, tmp_path: Path) -> None:
    lists = [tmp_path / f"{number}.txt" for number in range(51)]
    for number, file in enumerate(lists):
        file.write_text(f"We water row {number} of the garden at dawn and count its worms.\n")
    add(reader, *lists)
    expect(told(reader)).to_contain_text("51 lists are too many at once. Add at most 50 at a time.")
    expect(chosen(reader)).to_have_value("beds (1 paper)")


def test_a_collection_is_made_renamed_chosen_and_deleted_after_a_second_question(
    reader: Reader, beds: Workspace
) -> None:
    make(reader, "  my <reading> ")
    expect(told(reader)).to_have_text("my <reading> is made. Add lists of papers to it.")
    expect(reader.page.locator("#headline p")).to_contain_text("0 papers in my <reading>")
    make(reader, "beds")
    expect(told(reader)).to_contain_text("there is such a collection already")
    reader.page.get_by_label("New name of this collection").fill("论文")
    reader.page.keyboard.press("Enter")
    expect(told(reader)).to_have_text("my <reading> is now called 论文.")
    expect(chosen(reader)).to_have_value("论文 (0 papers)")
    chosen(reader).click()
    reader.page.get_by_role("option", name="beds (1 paper)").click()
    expect(reader.page.locator("#headline p")).to_contain_text("1 paper in beds")
    reader.button("Delete this collection …").click()
    question = reader.page.locator("#delete-collection")
    expect(question).to_contain_text("Delete beds with 1 paper? This cannot be undone")
    reader.picture("collections-second-question")
    reader.button("Keep it").click()
    expect(question).to_be_hidden()
    reader.button("Delete this collection …").click()
    reader.button("Yes, delete it").click()
    expect(told(reader)).to_have_text("beds is deleted.")
    expect(question).to_be_hidden()
    assert [one.name for one in beds.summaries() if one.name != "sample"] == ["论文"]


@pytest.mark.parametrize(
    ("form", "suffix", "said"),
    [
        ("BibTeX", "bib", "@misc{"),
        ("CSV", "csv", "id,title,authors"),
        ("Markdown", "md", "- "),
        ("JSON", "json", "[\n"),
    ],
)
def test_all_papers_can_be_taken_away(reader: Reader, form: str, suffix: str, said: str) -> None:
    expect(reader.button("Download")).to_be_disabled()
    reader.page.get_by_label(form).check()
    expect(reader.button("Download")).to_be_enabled()
    with reader.page.expect_download() as download:
        reader.button("Download").click()
    assert download.value.suggested_filename == f"beds.{suffix}"
    text = Path(download.value.path()).read_text("utf-8")
    assert text.startswith(said)
    assert "HighBed" in text
    if form == "JSON":
        assert len(json.loads(text)) == 1


def test_another_collection_begins_another_conversation_in_this_window_alone(
    reader: Reader, opened: Callable[..., Reader]
) -> None:
    other = opened(f"http://{reader.host}", reader.page.context.new_page())
    other.ask("What is HighBed?")
    reader.turn_to("Chat")
    reader.ask("What is HighBed?")
    reader.turn_to("Collections")
    make(reader, "empty")
    expect(told(reader)).to_contain_text("empty is made")
    reader.turn_to("Chat")
    expect(reader.answers).to_have_count(0)
    expect(other.page.locator("#headline p")).to_contain_text("1 paper in beds")
    assert other.conversation() == ["What is HighBed?"]
    expect(other.ask("Does it drain?")).to_contain_text("They drain well")
    other.page.close()


_STOPS = 12  # the other tabs and the fields before it


def test_the_keyboard_alone_makes_and_deletes_a_collection(reader: Reader) -> None:
    keyboard = reader.page.keyboard
    reader.page.get_by_role("tab", name="Collections").focus()
    name = reader.page.get_by_label("Name of a new collection")
    for _ in range(_STOPS):
        keyboard.press("Tab")
        if name.evaluate("field => field === document.activeElement"):
            break
    expect(name).to_be_focused()
    keyboard.type("by hand")
    keyboard.press("Enter")
    expect(chosen(reader)).to_have_value("by hand (0 papers)")
    reader.button("Delete this collection …").focus()
    keyboard.press("Enter")
    expect(reader.button("Yes, delete it")).to_be_visible()
    keyboard.press("Tab")
    expect(reader.button("Keep it")).to_be_focused()
    keyboard.press("Tab")
    keyboard.press("Enter")
    expect(told(reader)).to_have_text("by hand is deleted.")


def test_the_collections_fit_their_window(fitted: Reader) -> None:
    fitted.turn_to("Collections")
    expect(chosen(fitted)).to_have_value("papers (15 papers)")
    fitted.picture("collections")
