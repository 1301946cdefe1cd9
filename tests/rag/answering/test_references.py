from rag.answering.references import References
from rag.answers import Answer
from tests.support.world import World


def _answer(references: References) -> Answer:
    return Answer(
        question="q", standalone_question="q", kind="lookup", answer="a", abstained=False,
        citations=references.citations(),
    )  # fmt: skip


def test_numbers_are_given_in_order_of_appearance(world: World) -> None:
    references = References()
    assert [
        references.cite(world.snapshot[n], *world.snapshot[n].sentences[0]) for n in (5, 2, 5)
    ] == [
        1,
        2,
        1,
    ]
    assert [citation.number for citation in references.citations()] == [1, 2]


def test_a_paper_keeps_its_number_and_new_ones_come_after_the_highest(world: World) -> None:
    first = References()
    for number in (0, 1, 2):
        first.cite(world.snapshot[number], 0, 5)
    later = References([_answer(first)])
    assert later.cite(world.snapshot[7], 0, 5) == 4
    assert later.cite(world.snapshot[1], 0, 5) == 2


def test_a_passage_is_whole_sentences_that_hold_every_cited_span(world: World) -> None:
    indexed = world.snapshot[world.number("RiverBench")]
    references = References()
    (_, end), (start, _) = indexed.sentences[0], indexed.sentences[2]
    references.cite(indexed, start + 3, start + 9)
    references.cite(indexed, end - 8, end - 2)
    (citation,) = references.citations()
    abstract = indexed.paper.abstract
    assert citation.passage == abstract[indexed.sentences[0][0] : indexed.sentences[2][1]]
    assert citation.quote == abstract[start + 3 : start + 9]
    assert [span.quote in citation.passage for span in citation.spans] == [True, True]
