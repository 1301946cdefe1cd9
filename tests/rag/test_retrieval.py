from hypothesis import given
from hypothesis import strategies as st

from rag.retrieval import RRF_CONSTANT, Retriever, fuse
from tests.support.world import World

rankings = st.lists(st.lists(st.integers(0, 30), unique=True, max_size=12), max_size=4)


def test_a_paper_that_two_rankings_hold_comes_before_those_of_one() -> None:
    assert fuse([[1, 2, 3], [4, 2, 5]])[0] == 2


def test_a_tie_goes_to_the_lower_number() -> None:
    assert fuse([[7], [3]]) == [3, 7]


@given(rankings)
def test_fusion_ranks_every_paper_once(lists: list[list[int]]) -> None:
    assert sorted(fuse(lists)) == sorted({number for one in lists for number in one})


@given(rankings)
def test_fusion_orders_by_the_sum_of_reciprocal_ranks(lists: list[list[int]]) -> None:
    def score(number: int) -> float:
        return sum(1 / (RRF_CONSTANT + one.index(number) + 1) for one in lists if number in one)

    scores = [score(number) for number in fuse(lists)]
    assert all(one >= other - 1e-12 for one, other in zip(scores, scores[1:], strict=False))


def _retriever(world: World) -> Retriever:
    library, embedder = world.workspace.library, world.workspace.embedder
    return Retriever(library.open("papers", embedder), world.snapshot, embedder)


def test_the_paper_that_a_question_describes_comes_first(world: World) -> None:
    found = _retriever(world).retrieve("finding animals in pictures from space")
    assert found.hits[0].number == world.number("WhaleSpotter")


def test_a_question_in_another_script_keeps_the_dense_ranking(world: World) -> None:
    found = _retriever(world).retrieve("雪晶体的扩散模型")
    assert len(found.hits) == len(world.snapshot)
    assert {hit.bm25 for hit in found.hits} == {0.0}


def test_signs_stay_within_their_bounds(world: World) -> None:
    for hit in _retriever(world).retrieve("offline reinforcement learning").hits:
        assert 0 <= hit.bm25 <= 1 and 0 <= hit.coverage <= 1 + 1e-6
        assert -1 <= hit.abstract <= 1.001 and -1 <= hit.sentence <= 1.001
        assert 0 <= hit.best_sentence < len(world.snapshot[hit.number].sentences)


def test_a_named_paper_is_weighed_even_where_nothing_finds_it(world: World) -> None:
    number = world.number("CrystalDrift")
    hits = _retriever(world).retrieve("zebra", also=[number]).hits
    assert number in [hit.number for hit in hits]


def test_a_paper_told_in_other_words_comes_before_one_that_shares_a_chance_word(
    world: World,
) -> None:
    found = _retriever(world).retrieve("machines that spot sea giants from above, growing fast")
    assert found.hits[0].number == world.number("WhaleSpotter")


def test_only_what_the_collection_holds_stands_out(world: World) -> None:
    retriever = _retriever(world)
    assert retriever.retrieve("animals in pictures from space").stands_out
    assert not retriever.retrieve("medieval tax law").stands_out
