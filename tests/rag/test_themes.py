import numpy as np
import pytest

from rag.themes import find_themes

TEXTS = ["owl wings glide"] * 4 + ["tax law court"] * 3
MEANS = np.array([[1.0, 0.0]] * 4 + [[0.0, 1.0]] * 3, dtype=np.float32)


def test_papers_that_point_the_same_way_are_one_theme_named_from_their_words() -> None:
    themes = find_themes(MEANS, TEXTS.__getitem__)
    assert [sorted(theme.papers) for theme in themes] == [[0, 1, 2, 3], [4, 5, 6]]
    assert set(" ".join(themes[0].terms).split()) <= {"owl", "wings", "glide"}
    assert set(" ".join(themes[1].terms).split()) <= {"tax", "law", "court"}


def test_every_paper_has_one_theme() -> None:
    means = np.random.default_rng(1).normal(size=(40, 8)).astype(np.float32)
    themes = find_themes(means, lambda _: "some words here")
    assert sorted(number for theme in themes for number in theme.papers) == list(range(40))


def test_the_papers_of_a_collection_too_large_to_be_read_join_the_themes_of_some(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("rag.themes._READ", 4)
    read: list[int] = []

    def text_of(number: int) -> str:
        read.append(number)
        return TEXTS[number]

    themes = find_themes(MEANS, text_of)
    assert [sorted(theme.papers) for theme in themes] == [[0, 1, 2, 3], [4, 5, 6]]
    assert read == [0, 2, 4, 6]


def test_the_same_collection_has_the_same_themes() -> None:
    assert find_themes(MEANS, TEXTS.__getitem__) == find_themes(MEANS, TEXTS.__getitem__)


def test_an_empty_collection_has_no_themes() -> None:
    assert find_themes(np.empty((0, 0), dtype=np.float32), str) == ()
