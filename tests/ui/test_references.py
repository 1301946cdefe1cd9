"""An answer as a document of its own."""

from __future__ import annotations

from typing import Any

from rag.answers import Answer, Citation, Place
from rag.papers import Paper
from tests.support.answers import made_answer
from ui.references import answer_document


def citation(number: int, **facts: Any) -> Citation:
    known = {"paper_id": f"p{number}", "title": f"Title {number}", "passage": "", "quote": ""}
    return Citation(**{"number": number, "start": 0, "end": 0} | known | facts)


def answer(text: str, *citations: Citation) -> Answer:
    return made_answer(text, citations=citations)


def test_an_answer_ends_with_what_it_cites_and_no_more() -> None:
    known = Paper(
        id="p2",
        title="Title 2",
        title_given=True,
        abstract="",
        authors=("Ada Brook", "Ben Reed"),
        year=2024,
        venue="Moss",
        url="https://example.org/2",
    )
    places = (Place(list="a.txt", position=3), Place(list="b.txt", position=1))
    cited = [citation(1, title="Ends?", sources=places), citation(2), citation(3)]
    assert answer_document(answer("So [2]. And so [1].\n", *cited), [known], "en") == (
        "So [2]. And so [1].\n\n## References\n\n"
        "- [1] Ends? a.txt #3.\n"
        "- [2] Ada Brook, Ben Reed. Title 2. Moss, 2024. <https://example.org/2>\n"
    )


def test_an_answer_that_cites_nothing_has_no_references() -> None:
    assert answer_document(answer("Nothing.", citation(1)), [], "en") == "Nothing.\n"


def test_a_paper_that_is_gone_keeps_the_address_that_it_had() -> None:
    places = (Place(list="a.txt", position=3),)
    cited = citation(1, sources=places, url="https://example.org/1")
    assert answer_document(answer("So [1].", cited), [], "en") == (
        "So [1].\n\n## References\n\n- [1] Title 1. <https://example.org/1>\n"
    )
