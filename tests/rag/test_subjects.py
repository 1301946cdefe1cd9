from rag.subjects import subjects
from tests.support.world import World


def test_a_thing_that_a_paper_mentions_is_no_subject_beside_what_a_paper_made(world: World) -> None:
    found = world.snapshot.names.find("What GPU does LeafClock need?")
    assert [one.name for one in subjects(found, world.snapshot)] == ["LeafClock"]


def test_alone_it_is_one(world: World) -> None:
    found = world.snapshot.names.find("What runs on a GPU?")
    assert subjects(found, world.snapshot) == tuple(found)


def test_two_papers_that_are_named_by_what_they_made_both_are(world: World) -> None:
    found = world.snapshot.names.find("LeafClock and RiverBench")
    assert [one.name for one in subjects(found, world.snapshot)] == ["LeafClock", "RiverBench"]
