"""What the page shows of collections, answers and sources."""

from __future__ import annotations

from typing import Any

import pytest

from rag.answers import Answer, Citation, Claim, Place, Span, Timings, Usage
from rag.errors import CollectionMissing
from rag.papers import Paper
from ui.rendering import answer_text, failure_text, headline, sources_markdown

ABSTRACT = "Moss holds water. It holds more than gravel. We measure it."


def paper(**facts: Any) -> Paper:
    return Paper(
        **{"id": "p1", "title": "MossBed", "title_given": True, "abstract": ABSTRACT} | facts
    )


def citation(number: int = 1, paper_id: str = "p1", **facts: Any) -> Citation:
    known = {"title": "MossBed", "passage": ABSTRACT, "quote": "Moss holds water.", "start": 0}
    return Citation(**{"number": number, "paper_id": paper_id, "end": 17} | known | facts)


def answer(text: str = "Moss holds water. [1]", **facts: Any) -> Answer:
    known = {"question": "?", "standalone_question": "?", "kind": "lookup", "abstained": False}
    return Answer(**{"answer": text} | known | facts)


def card(markdown: str, number: int) -> list[str]:
    """The lines of a source's card, without its tags."""
    _, _, rest = markdown.partition(f'<article id="source-{number}" class="source" tabindex="-1">')
    return rest.partition("</article>")[0].strip().split("\n\n")


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
    assert answer_text(answer(), [1], "en") == "Moss holds water. [[1]](#source-1)"


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


def test_a_source_shows_its_number_title_facts_places_and_abstract() -> None:
    source = citation(sources=(Place(list="a_b.txt", position=3), Place(list="c.txt", position=7)))
    known = paper(
        authors=("Ada Brook", "Ben Reed"),
        venue="Moss",
        year=2024,
        url="https://a.example/p?x=1&y=(2)",
        code_url="https://a.example/code",
    )
    assert card(sources_markdown([answer(citations=(source,))], [known], "en"), 1) == [
        "### [1] MossBed",
        "Ada Brook, Ben Reed · Moss · 2024 · "
        "[paper](<https://a.example/p?x=1&amp;y=%282%29>) · [code](<https://a.example/code>)",
        "<small>a_b.txt #3 · c.txt #7</small>",
        "<mark>Moss holds water.</mark> It holds more than gravel. We measure it.",
    ]


def test_every_cited_span_is_marked() -> None:
    spans = (Span(quote="", start=0, end=17), Span(quote="", start=45, end=59))
    source = citation(spans=spans)
    assert card(sources_markdown([answer(citations=(source,))], [paper()], "en"), 1)[-1] == (
        "<mark>Moss holds water.</mark> It holds more than gravel. <mark>We measure it.</mark>"
    )


@pytest.mark.parametrize(
    "url",
    [
        "javascript:alert(1)",
        "data:text/html,x",
        "//a.test",
        "ftp://a.test",
        "https://a.test/ x",
        "",
    ],
)
def test_an_address_that_is_none_of_the_web_is_no_link(url: str) -> None:
    shown = sources_markdown(
        [answer(citations=(citation(),))], [paper(url=url, code_url=url)], "en"
    )
    assert "](" not in shown


def test_nothing_of_a_list_is_html() -> None:
    evil = "<img src=x>![x](y)"
    source = citation(title=evil, end=len(evil), sources=(Place(list=evil, position=1),))
    known = paper(abstract=evil, authors=(evil,), venue=evil)
    shown = sources_markdown([answer(citations=(source,))], [known], "en")
    assert shown.count(r"\<img") == shown.count("<img") == 5
    assert shown.count(r"\![x\](y)") == shown.count("](y)") == 5


def test_sources_of_the_last_answer_come_first_in_the_order_cited_and_each_paper_once() -> None:
    first = answer(citations=(citation(1, "p1"), citation(2, "p2", title="Second")))
    last = answer(
        "So [3], [1]. So [3].", citations=(citation(1, "p1"), citation(3, "p3", title="Third"))
    )
    shown = sources_markdown([first, last], [paper()], "en")
    headings = [line for line in shown.splitlines() if line.startswith("#")]
    assert headings == [
        "## Sources",
        "### [3] Third",
        "### [1] MossBed",
        "## Sources from earlier in this conversation",
        "### [2] Second",
    ]


def test_a_paper_that_is_gone_shows_what_was_cited() -> None:
    shown = sources_markdown([answer(citations=(citation(),))], [], "en")
    assert card(shown, 1)[1:] == ["*The collection no longer holds this paper.*", ABSTRACT]


def test_no_answers_have_no_sources() -> None:
    assert sources_markdown([], [], "en") == ""
    assert sources_markdown([answer()], [], "en") == ""
