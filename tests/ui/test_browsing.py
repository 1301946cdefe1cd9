"""Which papers the tab Papers shows, and in which order."""

from __future__ import annotations

from dataclasses import replace

from tests.support.world import World
from ui.browsing import Browsing, Catalogues


def shown(world: World, browsing: Browsing, *asked: str) -> list[str]:
    """The ids of the rows, after an answer to some questions."""
    answer = world.ask(*asked) if asked else None
    return [row.paper_id for row in Catalogues().rows(world.assistant, browsing, answer)]


def test_the_whole_collection_is_shown_without_a_reason(world: World) -> None:
    rows = Catalogues().rows(world.assistant, Browsing(), None)
    assert [row.paper_id for row in rows] == list(world.snapshot.ids)
    assert {(row.reason, row.relevance) for row in rows} == {("", None)}


def test_every_word_has_to_stand_in_the_paper_whatever_its_case(world: World) -> None:
    assert shown(world, Browsing(words="RIVER benchmark")) == [world.paper_id("RiverBench")]
    assert shown(world, Browsing(words="river benchmark tax")) == []


def test_words_put_the_paper_that_they_suit_most_first(world: World) -> None:
    found = shown(world, Browsing(words="regret"))
    assert set(found) == {world.paper_id("Curious Again"), world.paper_id("DryGuard")}
    ranked = [one.paper_id for one in world.assistant.ranking("regret")]
    assert found == sorted(found, key=ranked.index)


def test_titles_are_ordered_whatever_their_case(world: World) -> None:
    rows = Catalogues().rows(world.assistant, Browsing(order="title"), None)
    titles = [row.title.casefold() for row in rows]
    assert len(titles) == 12
    assert titles == sorted(titles)


def test_a_listing_gives_its_papers_their_reasons_and_relevance(world: World) -> None:
    answer = world.ask("Which papers study reinforcement learning?")
    rows = Catalogues().rows(world.assistant, Browsing(where="answer"), answer)
    assert [(row.paper_id, row.reason, row.relevance) for row in rows] == [
        (one.paper_id, one.reason, one.relevance) for one in answer.papers
    ]
    assert len(rows) >= 2


def test_another_answer_gives_the_papers_that_it_cites_with_their_quotes(world: World) -> None:
    answer = world.ask("What is PebbleAttention?")
    (row,) = Catalogues().rows(world.assistant, Browsing(where="answer"), answer)
    assert row.paper_id == world.paper_id("PebbleAttention")
    assert row.reason == answer.citations[0].quote
    assert row.relevance is None


def test_a_paper_of_an_answer_that_has_left_the_collection_is_not_shown(world: World) -> None:
    answer = world.ask("Which papers study reinforcement learning?")
    first, *others = answer.papers
    gone = answer.model_copy(
        update={"papers": (first.model_copy(update={"paper_id": "gone"}), *others)}
    )
    rows = Catalogues().rows(world.assistant, Browsing(where="answer"), gone)
    assert [row.paper_id for row in rows] == [one.paper_id for one in others]


def test_without_an_answer_there_are_no_papers_of_it(world: World) -> None:
    assert shown(world, Browsing(where="answer")) == []


def test_similar_papers_are_shown_nearest_first_and_without_the_paper_itself(world: World) -> None:
    paper_id = world.paper_id("CrystalDrift")
    similar = shown(world, Browsing(where="similar", similar=paper_id))
    assert similar == [paper.id for paper in world.assistant.similar(paper_id)]
    assert paper_id not in similar


def test_words_narrow_what_an_answer_gave(world: World) -> None:
    looked_at = Browsing(where="answer")
    asked = "Which papers study reinforcement learning?"
    listed = shown(world, looked_at, asked)
    narrowed = shown(world, replace(looked_at, words="DryGuard"), asked)
    assert world.paper_id("DryGuard") in listed
    assert narrowed == [world.paper_id("DryGuard")]
