"""What the page shows of collections, answers and failures."""

from __future__ import annotations

from typing import Any

from rag.answers import Answer, Claim, Timings, Usage
from rag.errors import CollectionMissing
from ui.rendering import answer_text, failure_text, headline


def answer(text: str = "Moss holds water. [1]", **facts: Any) -> Answer:
    known = {"question": "?", "standalone_question": "?", "kind": "lookup", "abstained": False}
    return Answer(**{"answer": text} | known | facts)


def test_the_headline_names_the_collection_its_size_and_the_answerer() -> None:
    assert headline("papers", 2634, "quoting", "en") == (
        "# paperchat\n\n2,634 papers in *papers* · "
        "Answers are quoted word for word, no language model is at work."
    )


def test_the_headline_names_a_model() -> None:
    assert headline("garden_2", 1, "some<b>-model", "en") == (
        "# paperchat\n\n1 paper in *garden_2* · "
        r"Answers are written by some\<b>-model and checked against the abstracts."
    )


def test_a_quoted_answer_is_shown_as_it_is() -> None:
    assert answer_text(answer(), [1], "en") == (
        'Moss holds water. <a href="#source-1" class="cite tone-1">[1]</a>'
    )


def test_a_second_opinion_is_shown_where_it_differs() -> None:
    claims = (
        Claim(text="Moss | holds.", citations=(1,), support="supported", second_opinion="partial"),
        Claim(text="It grows.", citations=(1,), support="supported", second_opinion="supported"),
        Claim(text="It sings.", citations=(1,), support="unsupported"),
    )
    assert answer_text(answer("Yes.", claims=claims), [], "en") == (
        "Yes.\n\n| Second opinion | check | model |\n| --- | --- | --- |\n"
        "| Moss \\| holds. | supported | partial |"
    )


def test_notices_stand_before_the_answer() -> None:
    shown = answer_text(answer("Yes.", notices=("No <b> reply.", "Quoted instead.")), [], "en")
    assert shown == "*No \\<b> reply.*\n\n*Quoted instead.*\n\nYes."


def test_the_answer_of_a_model_tells_what_it_took() -> None:
    shown = answer_text(
        answer(
            "Yes.",
            answerer="model",
            model="some-model",
            usage=Usage(prompt_tokens=1200, completion_tokens=34, cost_usd=0.0021),
            timings_ms=Timings(retrieve=20, answer=900, check=30),
        ),
        [],
        "en",
    )
    assert shown == "Yes.\n\n<small>some-model · 1,200 + 34 tokens · $0.0021 · 0.9 s</small>"


def test_what_is_not_known_of_a_model_is_not_told() -> None:
    shown = answer_text(answer("Yes.", answerer="model", model="m"), [], "en")
    assert shown == "Yes.\n\n<small>m · 0.0 s</small>"


def test_a_failure_is_one_line() -> None:
    error = CollectionMissing("there is none", where="<b>\npapers", remedy="Make it")
    assert failure_text(error) == r"⚠️ \<b> papers: there is none. Make it."
