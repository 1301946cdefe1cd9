import json
import re
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rag.plain import fold, plain

MARKUP = st.lists(
    st.sampled_from([*"*_`$\\[]()&;~ab1 \n", "**", "***", "&amp;", "](", "\\alpha", "\u00ad", "é"]),
    max_size=40,
).map("".join)


@pytest.mark.parametrize(
    ("marked", "reading"),
    [
        ("**Bold**, *slanted* and _slanted_ words", "Bold, slanted and slanted words"),
        ("**Re*in*former** and **P**lain **N**et", "Reinformer and Plain Net"),
        ("***Both* bold** *(**CA-T**)*", "Both bold (CA-T)"),
        ("**R**$^3$ and *$x$-free*", "R3 and x-free"),
        ("**Does it?** *It does.*", "Does it? It does."),
        ("**(2)** _We_'re", "(2) We're"),
        ("[Our *code*](https://e.org/a_(b)_c) and ![it](x.png)", "Our code and it"),
        ("`x_1` and `Gated_Net`", "x_1 and Gated_Net"),
        ("``so-called'' `flat' priors", "“so-called” ‘flat’ priors"),
        ("i &lt; j &amp; &#955; &nbsp;x", "i < j & λ x"),
        ("a soft\u00adhyphen, zero\u200bwidth,\ufeff mark", "a softhyphen, zerowidth, mark"),
        ("\ufb01ne e\u0301tude", "fine étude"),
        (" two\n\tlines \u00a0 here ", "two lines here"),
        ("\\*not\\* a\\_b", "*not* a_b"),
    ],
)
def test_markup_is_written_as_it_reads(marked: str, reading: str) -> None:
    assert plain(marked) == reading


@pytest.mark.parametrize(
    "text",
    [
        "BERT* and RoBERTa*, C*-algebra and C*-algebras, y*-aware",
        "2*3 and 4*5, a * b * c",
        "snake_case_name at https://e.org/a_b/c_d__e",
        "R&D and AT&T; 5 < 6",
        "“q” – ’ — it's",
        "[1] and (see [2]) cost $5",
        "It is ** open and [open](",
        "用「你好」",
    ],
)
def test_what_is_no_markup_stays(text: str) -> None:
    assert plain(text) == text


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Rényi", "renyi"),
        ("naïve", "naive"),
        ("Pre–training", "pre-training"),
        ("pre‐training", "pre-training"),
        ("it’s “so”", 'it\'s "so"'),
        ("ﬁlter", "filter"),
        ("ℓ2, E³, 𝒪, ϵ, ℕ", "l2, e3, o, ε, n"),
        ("Łukasz Straße Ørsted", "lukasz strasse orsted"),
        ("İstanbul ılık", "istanbul ilik"),
        ("Ὀδυσσεύς", "οδυσσευσ"),
        ("soft\u00adhyphen", "softhyphen"),
    ],
)
def test_two_spellings_of_a_name_fold_to_one(one: str, other: str) -> None:
    assert fold(one) == other
    assert fold(other) == other


def test_marks_that_are_letters_of_other_scripts_stay() -> None:
    assert fold("が") == "が"
    assert fold("한국어") == "한국어"
    assert fold("हिन्दी") == "हिन्दी"


@given(st.one_of(st.text(), MARKUP))
def test_any_text_is_written_without_raising_and_with_single_spaces(text: str) -> None:
    reading = plain(text)
    assert reading == " ".join(reading.split())


@given(st.text())
def test_folding_twice_is_folding_once(text: str) -> None:
    assert fold(fold(text)) == fold(text)


@pytest.mark.parametrize(
    "pattern", ["*", "**a", "*a ", "*_", "_", "`", "[", "[a](", "&", "$*", "é"]
)
def test_a_hundred_thousand_hostile_signs_take_no_longer_than_words(pattern: str) -> None:
    text = pattern * (100_000 // len(pattern))
    started = time.process_time()
    fold(plain(text))
    assert time.process_time() - started < 30.0


def test_no_real_abstract_keeps_signs_of_markup(shared: Path) -> None:
    events = json.loads((shared / "conference" / "ICML 2024 Events.json").read_text("utf-8"))
    readings = [plain(event["abstract"]) for event in events if event["type"] == "Poster"]
    assert len(readings) == 2_634
    left = [reading for reading in readings if re.search(r"\*\*|``|`[^`]*`|\\[a-z]|\]\(", reading)]
    assert left == []
