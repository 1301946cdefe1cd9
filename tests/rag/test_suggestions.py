"""Questions to go on with, and papers that are near to one."""

from __future__ import annotations

import numpy as np

from rag.answers import Answer
from rag.themes import leading_term
from tests.support.world import World


def answered(world: World, question: str) -> Answer:
    answer = world.ask(question)
    for one in world.assistant.follow_ups(answer):
        assert not world.ask(question, one).abstained, one
    return answer


def test_the_first_question_is_on_a_theme_and_finds_papers(world: World) -> None:
    first, *_ = world.assistant.suggestions()
    assert first == f"Which papers are about {leading_term(world.snapshot.themes)}?"
    assert world.ask(first).papers


def test_after_a_lookup_its_paper_is_asked_of_and_compared_with_a_near_one(world: World) -> None:
    asked = world.assistant.follow_ups(answered(world, "What is PebbleAttention?"))
    assert asked[0] == "What results does PebbleAttention report?"
    assert asked[1].startswith("How do PebbleAttention and ")
    assert len(asked) == 2


def test_after_a_listing_its_papers_are_asked_of(world: World) -> None:
    answer = answered(world, "Which papers study reinforcement learning?")
    first, results, *_ = world.assistant.follow_ups(answer)
    name = first.removeprefix("What is ").removesuffix("?")
    listed = world.assistant.papers([one.paper_id for one in answer.papers])
    assert any(name in paper.abstract for paper in listed)
    assert results == f"What results does {name} report?"


def test_after_a_declined_answer_there_are_the_questions_to_begin_with(world: World) -> None:
    answer = world.ask("Which papers study quantum computing?")
    assert answer.abstained
    assert world.assistant.follow_ups(answer) == world.assistant.suggestions()


def test_a_question_about_a_paper_finds_it_by_its_name(world: World) -> None:
    paper_id = world.paper_id("CrystalDrift")
    question = world.assistant.question_about(paper_id)
    assert question == "What is CrystalDrift?"
    assert world.ask(question).citations[0].paper_id == paper_id
    assert world.assistant.question_about("gone") == ""


def test_similar_papers_are_the_nearest_in_meaning_without_the_paper_itself(world: World) -> None:
    number = world.number("CrystalDrift")
    similar = [paper.id for paper in world.assistant.similar(world.snapshot.ids[number])]
    means = np.asarray(world.snapshot.means)
    order = np.argsort(-(means @ means[number]), kind="stable")
    assert similar == [world.snapshot.ids[one] for one in order if one != number][:10]
    assert world.assistant.similar("gone") == ()
