from hypothesis import example, given
from hypothesis import strategies as st
from rapidfuzz import fuzz

from rag.similar import SimilarTexts

LETTERS = st.text("abé3", max_size=9)


@given(st.lists(LETTERS, max_size=12), LETTERS, st.sampled_from([80.0, 90.0]))
@example(["", "a"], "", 80.0)
@example(["aaaa"], "aaa", 80.0)
def test_no_text_that_is_similar_enough_is_missed(
    texts: list[str], written: str, least: float
) -> None:
    similar = [text for text in texts if fuzz.ratio(written, text) >= least]
    candidates = SimilarTexts(texts).candidates(written, least)
    assert [text for text in candidates if fuzz.ratio(written, text) >= least] == similar


def test_a_text_with_only_its_end_in_common_is_not_compared() -> None:
    texts = ["barrownet", "islandnet", "garrownet", "hazelnet"]
    assert SimilarTexts(texts).candidates("barowwnet", 80.0) == ["barrownet", "garrownet"]


def test_half_a_letter_is_a_letter() -> None:
    assert SimilarTexts(["ab\ud800cd"]).candidates("ab\ud800cde", 80.0) == ["ab\ud800cd"]
