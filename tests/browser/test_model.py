"""The page where a model writes: what is shown while it writes, and when it stops."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, expect

from rag.answering.evidence import Draft, Evidence
from rag.errors import EndpointError
from rag.workspace import Workspace
from tests.browser.reader import Reader
from tests.support.site import PausingModel, serving, with_model

pytestmark = pytest.mark.browser

FLAPCOAT = ("We give it arms of cloth ", "and call it FlapCoat [1]. ", "It won a prize [1].")


@pytest.fixture
def model() -> Iterator[PausingModel]:
    model = PausingModel("", *FLAPCOAT)
    yield model
    model.may_go_on.set()  # no thread is left waiting


@pytest.fixture
def reader(
    opened: Callable[..., Reader], garden: Workspace, model: PausingModel
) -> Iterator[Reader]:
    with serving(with_model(garden, model)) as address:
        yield opened(address)


def begin(reader: Reader, question: str) -> None:
    reader.field.fill(question)
    reader.field.press("Enter")


def test_an_answer_grows_as_it_is_written_and_at_last_has_its_sources(
    reader: Reader, model: PausingModel
) -> None:
    expect(reader.page.locator("#headline p")).to_contain_text(
        "Answers are written by pausing-model and checked against the abstracts."
    )
    begin(reader, "What is FlapCoat?")
    expect(reader.answers).to_have_text("Reading the abstracts …")
    expect(reader.button("Ask")).to_have_count(0)
    reader.picture("thinking")
    model.go_on()
    expect(reader.answers).to_contain_text("We give it arms of cloth")
    expect(reader.sources).to_have_count(0)
    model.may_go_on.set()
    answer = reader.answered(1)
    expect(answer).to_contain_text("and call it FlapCoat [1]")
    expect(answer.locator("small")).to_contain_text("pausing-model · 1,200 + 34 tokens · $0.0021")
    expect(reader.source(1).locator("mark").last).to_contain_text("FlapCoat")
    reader.picture("written-by-a-model")


def test_a_sentence_that_no_paper_bears_out_is_marked_and_told(
    reader: Reader, model: PausingModel
) -> None:
    model.may_go_on.set()
    answer = reader.ask("What is FlapCoat?")
    expect(answer.locator("p").first).to_contain_text("1 sentence not borne out by the papers")
    expect(answer).to_contain_text("It won a prize")
    expect(answer).to_contain_text("⚠️")


def test_a_stopped_answer_stays_without_numbers_and_is_no_part_of_the_conversation(
    reader: Reader, model: PausingModel
) -> None:
    begin(reader, "What is FlapCoat?")
    model.go_on()
    expect(reader.answers).to_contain_text("arms of cloth")
    model.go_on()
    expect(reader.answers).to_contain_text("FlapCoat [1]")
    reader.button("Stop").click()
    expect(reader.answered(1)).to_have_text(
        "We give it arms of cloth and call it FlapCoat.\n\nStopped."
    )
    expect(reader.sources).to_have_count(0)
    reader.picture("stopped")
    model.may_go_on.set()
    reader.ask("What is PondPhone?")
    assert model.asked[-1].history == ()
    model.may_go_on.clear()
    reader.button("Retry").click()
    expect(reader.button("Ask")).to_have_count(0)
    model.may_go_on.set()
    reader.answered(2)
    assert [one.question for one in model.asked] == [
        "What is FlapCoat?",
        "What is PondPhone?",
        "What is PondPhone?",
    ]
    assert model.asked[-1].history == ()


def test_the_reader_can_type_the_next_question_while_an_answer_comes(
    reader: Reader, model: PausingModel
) -> None:
    begin(reader, "What is FlapCoat?")
    expect(reader.answers).to_have_count(1)
    reader.field.type("What is PondPhone?")
    model.may_go_on.set()
    reader.answered(1)
    expect(reader.field).to_have_value("What is PondPhone?")
    reader.field.press("Enter")
    reader.answered(2)
    assert reader.conversation() == ["What is FlapCoat?", "What is PondPhone?"]


def test_one_reader_does_not_wait_for_the_answer_of_another(
    reader: Reader, model: PausingModel, opened: Callable[..., Reader], page: Page
) -> None:
    begin(reader, "What is FlapCoat?")
    expect(reader.answers).to_have_count(1)
    other = opened(f"http://{reader.host}", page.context.new_page())
    begin(other, "What is PondPhone?")
    expect(other.answers).to_have_text("Reading the abstracts …")
    model.wait_until_asked(2)
    model.may_go_on.set()
    other.answered(1)
    reader.answered(1)
    other.page.close()


class FailingModel:
    """Writes a little, and then its endpoint is gone."""

    def answer(self, evidence: Evidence) -> Iterator[str | Draft]:
        yield "We give it wings of"
        raise EndpointError("the stream was cut", where="http://127.0.0.1:9", remedy="Try again")


def test_a_model_that_fails_is_told_in_one_line_and_the_answer_is_quoted(
    opened: Callable[..., Reader], garden: Workspace
) -> None:
    with serving(with_model(garden, FailingModel())) as address:
        reader = opened(address)
        answer = reader.ask("What is FlapCoat?")
        expect(answer.locator("p em").first).to_have_text(
            "http://127.0.0.1:9: the stream was cut. Try again. The answer is quoted instead."
        )
        expect(answer.locator("blockquote")).to_contain_text("We give it arms of cloth")
        expect(answer).not_to_contain_text("wings")
        reader.picture("quoted-instead")
