from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rag.identity import fingerprint, key_of, merge
from rag.papers import Entry, Paper, Source

ABSTRACT = 'We find that "owls" hunt efficiently – a first-class result of 3.5%.'


def _entry(abstract: str = ABSTRACT, position: int = 1, **fields: object) -> Entry:
    return Entry(abstract, Source("a.txt", position), **fields)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "spelling",
    [
        "  We find that  “owls” hunt\nefficiently — a first‐class result of 3.5%. ",
        "We find that 'owls' hunt effi-\nciently - a first-class result of 3.5%.",
        "We ﬁnd that &quot;owls&quot; hunt eﬃciently - a *first-class* result of 3.5%.",
        'WE FIND THAT "OWLS" HUNT EFFICIENTLY - A FIRST-CLASS RESULT OF 3.5%.',
        r"We find that \textit{owls} hunt efficiently - a first-class result of 3.5\%.",
    ],
)
def test_another_setting_of_the_same_words_is_the_same_paper(spelling: str) -> None:
    assert fingerprint(spelling) == fingerprint(ABSTRACT)


@pytest.mark.parametrize("other", ["3.6%", "3.5% more"])
def test_another_number_or_word_is_another_paper(other: str) -> None:
    assert fingerprint(ABSTRACT.replace("3.5%", other)) != fingerprint(ABSTRACT)


@given(st.text())
def test_any_text_has_a_fingerprint_of_16_hex_digits(text: str) -> None:
    assert len(fingerprint(text)) == 16
    int(fingerprint(text), 16)


def test_a_key_counts_within_its_list() -> None:
    assert key_of(_entry(key="x7")) == "a.txt#x7"
    assert key_of(_entry()) is None


def test_a_paper_remembers_every_place() -> None:
    paper = merge(merge(None, _entry(position=4)), _entry(position=2))
    assert paper.sources == (Source("a.txt", 2), Source("a.txt", 4))


def test_a_title_that_a_list_gives_replaces_the_label() -> None:
    labelled = Paper("p", "A label", False, ABSTRACT)
    paper = merge(labelled, _entry(title="Owls at Night"))
    assert (paper.title, paper.title_given) == ("Owls at Night", True)


def test_what_a_paper_gathers_does_not_depend_on_the_order() -> None:
    entries = [
        _entry(position=1),
        _entry(position=2, title="Owls", year=2024, metadata={"track": "main"}),
        _entry(position=3, title="Owls at Night", authors=("A. Bee",), metadata={"doi": "1"}),
        _entry(position=4, authors=("A. Bee", "C. Dee"), url="https://example.org", year=2023),
    ]
    merged = set()
    for order in permutations(entries):
        paper = None
        for entry in order:
            paper = merge(paper, entry)
        merged.add(repr(paper))
    assert len(merged) == 1
