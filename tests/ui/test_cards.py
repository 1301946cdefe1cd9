"""What the page shows of the papers that an answer rests on."""

from __future__ import annotations

from typing import Any

import pytest

from rag.answers import Answer, Citation, Place, Span
from rag.papers import Paper, Source
from ui.cards import paper_card, sources_markdown

NUMBER = '### <span class="number">[{}]</span> '
BUTTONS = (
    '<span class="deeds">'
    '<button type="button" class="deed" name="ask" value="p1">Ask about this paper</button>'
    '<button type="button" class="deed" name="similar" value="p1">Find similar</button>'
    '<button type="button" class="deed" name="bibtex" value="p1">Copy BibTeX</button>'
    "</span>"
)
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
    opening = f'<article id="source-{number}" class="source tone-{number}" tabindex="-1">'
    _, _, rest = markdown.partition(opening)
    return rest.partition("</article>")[0].strip().split("\n\n")


def test_a_source_shows_its_number_title_facts_places_and_abstract() -> None:
    source = citation()
    known = paper(
        sources=(Source("a_b.txt", 3), Source("c.txt", 7)),
        authors=("Ada Brook", "Ben Reed"),
        venue="Moss",
        year=2024,
        url="https://a.example/p?x=1&y=(2)",
        code_url="https://a.example/code",
    )
    assert card(sources_markdown([answer(citations=(source,))], [known], "en"), 1) == [
        NUMBER.format(1) + "MossBed",
        "Ada Brook, Ben Reed · Moss · 2024 · "
        "[paper](<https://a.example/p?x=1&amp;y=%282%29>) · [code](<https://a.example/code>)",
        "<small>a_b.txt #3 · c.txt #7</small>",
        "<mark>Moss holds water.</mark> It holds more than gravel. We measure it.",
        BUTTONS,
    ]


def test_every_cited_span_is_marked() -> None:
    spans = (Span(quote="", start=0, end=17), Span(quote="", start=45, end=59))
    source = citation(spans=spans)
    assert card(sources_markdown([answer(citations=(source,))], [paper()], "en"), 1)[-2] == (
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
    source = citation(title=evil, end=len(evil))
    known = paper(abstract=evil, authors=(evil,), venue=evil, sources=(Source(evil, 1),))
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
        NUMBER.format(3) + "Third",
        NUMBER.format(1) + "MossBed",
        "## Sources from earlier in this conversation",
        NUMBER.format(2) + "Second",
    ]


def test_a_paper_that_is_gone_shows_what_was_cited() -> None:
    source = citation(sources=(Place(list="a_b.txt", position=3),))
    shown = sources_markdown([answer(citations=(source,))], [], "en")
    gone = "*The collection no longer holds this paper.*"
    assert card(shown, 1)[1:] == [gone, "<small>a_b.txt #3</small>", ABSTRACT]


def test_no_answers_have_no_sources() -> None:
    assert sources_markdown([], [], "en") == ""
    assert sources_markdown([answer()], [], "en") == ""


def test_a_paper_of_which_nothing_is_cited_has_no_number_and_no_marks() -> None:
    assert paper_card(paper(year=2024), "zh").split("\n\n")[:4] == [
        '<article class="source" tabindex="-1">',
        "## MossBed",
        "2024",
        ABSTRACT,
    ]
