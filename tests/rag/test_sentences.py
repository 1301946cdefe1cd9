import json
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rag.sentences import sentence_spans

# Signs that decide where sentences end, so that random texts meet every rule.
PIECES = st.lists(
    st.sampled_from(
        [
            *".!?…。$()[]{}\"'*`\\ \n",
            "e.g.",
            " et al.",
            " We",
            " x",
            "2",
            "$$",
            "\\(",
            "\\)",
            "``",
            "''",
            "[1]",
            "1.",
            "ii)",
            "word",
            "\n\n",
            "\u2029",
        ]
    ),
    max_size=60,
).map("".join)


def sentences(text: str) -> list[str]:
    return [text[start:end] for start, end in sentence_spans(text)]


@pytest.mark.parametrize(
    "sentence",
    [
        "Some losses, e.g. Huber's, are robust.",
        "One norm (e.g. $1024 \\times 1024$) is enough.",
        "The sum, i.e. Stein's term, vanishes, cf. Lemma 2.",
        "Lin et al. (2020) and Wu et al. 2021 agree with Ho et al. [2023] on it.",
        "It wins 66.5 vs. 65.9 and 8.3 vs. Otter.",
        "See Fig. 2, Figs. S1 and 3, Eq. (3), Sec. IV, Thm. 1, App. B and pp. 10-12.",
        "The risk resp. Gini index is convex w.r.t. Frobenius norms s.t. $x > 0$.",
        "It takes approx. 3 hours, a.k.a. Tea time, viz. Five o'clock.",
        "Our agent **Dr. Strategy** and Prof. Plum met J. Pearl, J. R. R. Tolkien and J.-P. Serre.",
        "Nodes are i.i.d. Gaussian in the U.S. census of C. elegans.",
        "It is 3.14 in version 2.0.1 of No. 3, on v1.5 and Llama-2 at 0.5B.",
        "We set $f. G$, $$a. B$$, \\(c. D\\) and \\[e. F\\] apart.",
        "The product $R_1 ... R_N$ and $\\phi_1 \\circ ... \\circ \\phi_n $ are equal.",
        "Code is at https://example.org/a.B?c=D.E and [our page. Really](https://e.org/x.Y).",
        "A remark (See below. It is long.) stands inside, and [another. One] too.",
        'The prompt "Think. Then answer. Then stop" helps.',
        "The prompt “Think. Then answer.” helps, ``Go. Stop'' does not.",
        "Two ways exist: 1. Cut it; 2. Leave it.",
        "We use *i.e.*, and `torch.nn. Linear` here.",
        "Which one (the first? The last?) is it?",
        "The interval [0, 1) is half open, (e.g. Cantor's) is not.",
        "用「你好。再见」来问候。",
    ],
)
def test_a_stop_that_ends_no_sentence_cuts_none(sentence: str) -> None:
    assert sentences(sentence) == [sentence]
    assert sentences(f"{sentence} We go on.") == [sentence, "We go on."]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("What is it?", "Nobody knows."),
        ("It works!", "We show why."),
        ("It works.", "we show why."),
        ("It works.", "iDEM is fast."),
        ("It works.", "k-NN does not."),
        ("It works.", "$k$-means does not."),
        ("It works.", "\\textsc{Foo} does not."),
        ("It works.", "**Foo** does not."),
        ("It works.", "(2) It is cheap."),
        ("It works.", "ii) It is cheap."),
        ("It works.", "2) It is cheap."),
        ("It works.", "3D scenes do not."),
        ("It works.**", "Next comes more."),
        ("*Does it work?*", "We ask."),
        ('He calls it "plug-in bias."', "We do not."),
        ("He calls it “plug-in bias”.", "We do not."),
        ("He calls it ``plug-in bias.''", "We do not."),
        ("It works (on all data.)", "We show why."),
        ("It works.[3]", "We show why."),
        ("It works. [3, 5]", "We show why."),
        ("It works.[^2]", "We show why."),
        ("It works.²", "We show why."),
        ("It works.^{2}", "We show why."),
        ("It works.12", "We show why."),
        ("It takes $1/\\tau^{2}.$", "We show why."),
        ("It takes $$1/\\tau^2. $$", "We show why."),
        ("It takes \\[1/\\tau^2.\\]", "We show why."),
        ("It beats GPT 2.0.", "We show why."),
        ("It is NP.", "On the other hand, it is not."),
        ("It holds for $x$ and F.", "To see it, look."),
        ("We follow Wu et al.", "The rest is ours."),
        ("Images, text, etc.", "Models vary."),
        ("Samples are i.i.d.", "Our method needs that."),
        ("Samples are not i.i.d..", "Our method needs that."),
        ("The answer is no.", "Ours is yes."),
        ("It costs $5.", "We pay $6 for ($x$)."),
        ("It costs \\$5.", "We pay \\$6."),
        ("It wins, 66.5 vs. 65.9.", "It loses elsewhere."),
        ("It has names, orders...", "We propose more."),
        ("效果好。", "我们开源。"),
        ("效果好！」", "我们开源？"),
    ],
)
def test_a_sentence_ends_at_its_stop(first: str, second: str) -> None:
    assert sentences(f"{first} {second}") == [first, second]


def test_a_stop_without_a_space_ends_a_sentence_between_words() -> None:
    assert sentences("It serves requests.InferFast is new.") == [
        "It serves requests.",
        "InferFast is new.",
    ]
    assert sentences("It beats ReAct.Our code is open.") == ["It beats ReAct.", "Our code is open."]
    assert sentences("效果好。我们开源。") == ["效果好。", "我们开源。"]


def test_a_stop_without_a_space_ends_no_sentence_in_code_and_addresses() -> None:
    for text in ("Call torch.nn.Linear here.", "See www.example.Org for it.", "FGTS.CDB is fast."):
        assert sentences(text) == [text]


def test_an_item_begins_with_its_number() -> None:
    text = "We ask: 1. What is it? 2. *How* is it used? (3) Why? (I) Is it new? (II) Is it old?"
    assert sentences(text) == [
        "We ask: 1. What is it?",
        "2. *How* is it used?",
        "(3) Why?",
        "(I) Is it new?",
        "(II) Is it old?",
    ]


def test_items_of_one_sentence_stay_together() -> None:
    text = "It has two parts: (i) a Reader, (ii) a Writer; and 3) a Judge of both."
    assert sentences(text) == [text]


def test_an_empty_line_and_a_list_item_end_a_sentence() -> None:
    text = "A heading\n\nWe do\nthis:\n- first\n- second\n\n \n"
    assert sentences(text) == ["A heading", "We do\nthis:", "- first", "- second"]


def test_markup_left_open_encloses_nothing() -> None:
    for sign in ("(", "[", "{", "$", "\\(", "``", "“", '"', "`", "$$"):
        text = f"It is {sign}broken here. We go on."
        assert sentences(text) == [f"It is {sign}broken here.", "We go on."]


def test_a_text_without_words_has_no_or_one_sentence() -> None:
    assert sentences("") == []
    assert sentences(" \n\t ") == []
    assert sentences(" ... ") == ["..."]


@given(st.one_of(st.text(), PIECES))
def test_spans_are_ordered_disjoint_and_hold_every_sign(text: str) -> None:
    spans = sentence_spans(text)
    assert all(start < end for start, end in spans)
    assert all(left[1] <= right[0] for left, right in zip(spans, spans[1:], strict=False))
    assert all(text[start:end] == text[start:end].strip() for start, end in spans)
    inside = {place for start, end in spans for place in range(start, end)}
    assert all(place in inside or sign.isspace() for place, sign in enumerate(text))


@pytest.mark.parametrize(
    "pattern",
    ["(", "$", ". ", ". a", ".)", '"a ', "\\(", ".\n ", ". [1,", "a.A ", "1. A", "``", "\n ", "。"],
)
def test_a_hundred_thousand_hostile_signs_take_no_longer_than_words(pattern: str) -> None:
    text = pattern * (100_000 // len(pattern))
    started = time.process_time()
    sentence_spans(text)
    # 0.35 s for the slowest of these on two busy cores; a quadratic rule takes minutes.
    assert time.process_time() - started < 30.0


def test_few_real_abstracts_have_a_sentence_of_under_twenty_characters(shared: Path) -> None:
    events = json.loads((shared / "conference" / "ICML 2024 Events.json").read_text("utf-8"))
    abstracts = [event["abstract"] for event in events if event["type"] == "Poster"]
    found = [sentence for abstract in abstracts for sentence in sentences(abstract)]
    assert 18_500 < len(found) < 19_500
    # Headings and "Code is public." are real; a false cut leaves more stumps than these.
    assert sum(len(sentence) < 20 for sentence in found) <= 12
