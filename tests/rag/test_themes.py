import numpy as np
import pytest

from rag.themes import Theme, find_themes, leading_term, telling_terms

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


def test_a_theme_is_named_by_what_its_papers_say_again() -> None:
    texts = [
        f"Emerging; {thing}; owls; hear; hunt; owls; hear; hunt."
        for thing in ("grey", "loud", "shy", "tall")
    ]
    themes = find_themes(MEANS, [*texts, *["tax law"] * 3].__getitem__)
    assert sorted(themes[0].terms) == ["hear", "hunt", "owls"]


def test_a_word_that_stands_in_one_pair_alone_is_named_with_it() -> None:
    texts = ["Barn owls (strix) hunt; barn owls hear, and barn owls fly."] * 6 + ["tax law"] * 3
    means = np.array([[1.0, 0.0]] * 6 + [[0.0, 1.0]] * 3, dtype=np.float32)
    names = find_themes(means, texts.__getitem__)[0].terms
    assert names[0] == "barn owls"


def test_no_pair_goes_over_a_sign() -> None:
    assert "owls strix" not in telling_terms("barn owls (strix) hunt")
    assert telling_terms("barn owls, barn owls")["barn owls"] == 2


def test_neither_signs_nor_web_addresses_name_a_theme() -> None:
    terms = telling_terms("Owls hunt... See https://owls.example/barn and hunt!!! ::= 'owls'")
    assert terms == {"owls": 2, "hunt": 2, "see": 1, "owls hunt": 1}


def test_what_a_collection_is_about_is_said_in_two_words_where_a_theme_has_them() -> None:
    policy, graphs = Theme(("policy", "agent"), (0, 1)), Theme(("nodes", "graph networks"), (2,))
    assert leading_term([policy, graphs]) == "graph networks"
    assert leading_term([policy]) == "policy"
