from pathlib import Path

import numpy as np
import pytest

from rag.sentence_index import SentenceIndex

PAPERS = [
    ["We match graphs of owls.", "Graph matching is hard."],
    ["A graph helps.", "Matching comes later."],
    ["Nothing of the kind."],
]


@pytest.fixture
def index(tmp_path: Path) -> SentenceIndex:
    SentenceIndex.build(tmp_path, PAPERS)
    return SentenceIndex(tmp_path)


def test_words_in_one_sentence_cover_more_than_words_in_two(index: SentenceIndex) -> None:
    wording = index.wording(["graph matching"])
    assert wording.coverage[0] == pytest.approx(1.0)
    assert 0 < wording.coverage[1] < 1
    assert wording.coverage[2] == 0


def test_adjacency_needs_the_words_side_by_side_in_one_sentence(index: SentenceIndex) -> None:
    assert index.wording(["graph matching"]).adjacency.tolist() == [1.0, 0.0, 0.0]


def test_words_do_not_stand_side_by_side_across_a_stop(index: SentenceIndex) -> None:
    assert index.wording(["helps matching"]).adjacency.tolist() == [0.0, 0.0, 0.0]


def test_mentions_count_the_sentences_that_name_the_topic(index: SentenceIndex) -> None:
    assert index.wording(["graph"]).mentions.tolist() == [2.0, 1.0, 0.0]


def test_the_better_of_two_wordings_counts(index: SentenceIndex) -> None:
    wording = index.wording(["zebra", "owls"])
    np.testing.assert_allclose(wording.coverage, [1.0, 0.0, 0.0])


def test_an_unknown_word_weighs_most(index: SentenceIndex) -> None:
    assert index.idf("zebra") > index.idf("graph")
    assert index.wording(["zebra graph"]).coverage[0] < 0.5


@pytest.mark.parametrize("topic", ["graph matching", "nothing", "helps come later", "zebra"])
def test_some_papers_are_told_of_as_among_all_and_in_their_order(
    index: SentenceIndex, topic: str
) -> None:
    numbers = [2, 0, 1]
    every, some = index.wording([topic]), index.wording([topic], numbers)
    for name in ("coverage", "adjacency", "mentions"):
        np.testing.assert_array_equal(getattr(some, name), getattr(every, name)[numbers])


def test_no_papers_are_told_of_by_nothing(index: SentenceIndex) -> None:
    assert index.wording(["graph"], []).coverage.tolist() == []
