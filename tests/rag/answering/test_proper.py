import pytest

from rag.answering.proper import mentioned, misses, unknown_name
from tests.support.world import World


def test_a_name_that_no_paper_mentions_is_found(world: World) -> None:
    assert unknown_name("Is it better than OwlNet?", world.snapshot) == "OwlNet"
    assert unknown_name("Is it better than LeafClock?", world.snapshot) is None


@pytest.mark.parametrize(
    ("question", "missing"),
    [
        ("Is it compared with RiverBench?", "RiverBench"),
        ("Is it compared with LeafClok?", None),  # misspelt
        ("Which is used, LeafClock or RiverBench?", None),  # one is enough
        ("Which is used (RiverBench?)", "RiverBench"),
        ("Which is used with leaves, RiverBench or DryGuard?", "RiverBench"),
        ("Is it compared to Quiet Owls?", "Quiet"),
        ("Does it appear at ICML?", None),
    ],
)
def test_a_name_that_a_paper_lacks_is_found(
    world: World, question: str, missing: str | None
) -> None:
    assert misses(question, world.snapshot, world.number("LeafClock")) == missing


def test_words_in_capitals_as_in_a_title_are_no_names(world: World) -> None:
    question = "How Does The Model Predict Snow And Rain?"
    assert misses(question, world.snapshot, world.number("LeafClock")) is None


def test_an_acronym_is_mentioned_by_what_it_stands_for(world: World) -> None:
    assert misses("Does it use RL?", world.snapshot, world.number("DryGuard")) is None


def test_names_are_counted_in_their_own_spelling(world: World) -> None:
    question = "Is it LeafClock or RiverBench?"
    assert mentioned(question, world.snapshot, world.number("LeafClock")) == 1
    assert mentioned("Is it LeafClok?", world.snapshot, world.number("LeafClock")) == 0
