import logging
from pathlib import Path

import pytest

from rag.lexical import LexicalIndex

TEXTS = [
    "Owls hunt mice at night.",
    "Mice hide from owls in winter; mice are quiet.",
    "Rényi entropy of owl songs β.",
]


@pytest.fixture
def index() -> LexicalIndex:
    return LexicalIndex.build(TEXTS)


def test_documents_are_ranked_by_their_words(index: LexicalIndex) -> None:
    assert [number for number, _ in index.search("quiet mice")] == [1, 0]


def test_a_document_without_any_word_of_the_query_is_no_hit(index: LexicalIndex) -> None:
    assert [number for number, _ in index.search("entropy")] == [2]


def test_a_document_is_found_by_the_parts_of_its_names_and_a_name_as_a_whole() -> None:
    index = LexicalIndex.build(["WingNet flies over barns.", "A wing is no net.", "Owls hunt."])
    assert {number for number, _ in index.search("wings")} == {0, 1}
    assert [number for number, _ in index.search("WingNet")] == [0]


@pytest.mark.parametrize("query", ["", "???", "哪些论文", "zebra"])
def test_a_query_without_known_words_finds_nothing(index: LexicalIndex, query: str) -> None:
    assert index.search(query) == []


@pytest.mark.parametrize("query", ["renyi", "Rényi", "β"])
def test_words_beyond_ascii_are_found(index: LexicalIndex, query: str) -> None:
    assert [number for number, _ in index.search(query)] == [2]


@pytest.mark.parametrize("texts", [[], ["!!!", "..."]])
def test_an_index_without_words_finds_nothing(texts: list[str], tmp_path: Path) -> None:
    index = LexicalIndex.build(texts)
    assert index.search("owls") == []
    index.save(tmp_path)
    assert LexicalIndex.load(tmp_path).search("owls") == []
    assert len(LexicalIndex.load(tmp_path)) == len(texts)


def test_the_ranking_is_the_same_after_a_restart(index: LexicalIndex, tmp_path: Path) -> None:
    index.save(tmp_path)
    loaded = LexicalIndex.load(tmp_path)
    for query in ("hunting owl", "Mice in winters", "entropies"):
        assert loaded.search(query) == index.search(query) != []


def test_coverage_is_the_share_of_a_querys_words_by_rarity(index: LexicalIndex) -> None:
    coverage = index.coverage(["owl", "winter"])
    assert coverage[1] == pytest.approx(1.0)
    assert 0 < coverage[0] < 0.5 < 1 - coverage[0]
    assert index.coverage([]).tolist() == [0.0, 0.0, 0.0]


def test_a_search_is_as_deep_as_asked(index: LexicalIndex) -> None:
    whole = index.search("owl")
    assert len(whole) == 3
    assert index.search("owl", depth=2) == whole[:2]


def test_building_an_index_is_not_told_to_whoever_listens(
    caplog: pytest.LogCaptureFixture,
) -> None:
    with caplog.at_level(logging.DEBUG):
        LexicalIndex.build(TEXTS)
    assert caplog.records == []
