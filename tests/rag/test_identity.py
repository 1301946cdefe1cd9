import json
import re
import unicodedata
from collections import Counter
from functools import reduce
from itertools import permutations
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rag.identity import fingerprint, key_of, merge
from rag.papers import Entry, Paper, Source

ABSTRACT = 'We find that "owls" hunt efficiently – a first-class result of 3.5% at -10 °C.'


def _entry(abstract: str = ABSTRACT, position: int = 1, **fields: object) -> Entry:
    return Entry(abstract, Source("a.txt", position), **fields)  # type: ignore[arg-type]


def _merged(entries: list[Entry] | tuple[Entry, ...]) -> Paper:
    paper = reduce(merge, entries, None)
    assert paper is not None
    return paper


@pytest.mark.parametrize(
    "spelling",
    [
        "  We find that  “owls” hunt\nefficiently — a first‐class result of 3.5 % at −10 °C. ",
        "We find that 'owls' hunt effi-\nciently - a first-class result of 3.5% at –10°C.",
        "We find that ``owls'' hunt effi-\nciently --- a first-\nclass result of 3.5% at -10 °C.",
        "We ﬁnd that &quot;owls&quot; hunt eﬃciently - a *first-class* result of 3.5% at -10 °C.",
        'WE FIND THAT "OWLS" HUNT EFFICIENTLY - A FIRST-CLASS RESULT OF 3.5% AT -10 °C.',
        r"We find that \textit{owls} hunt efficiently - a first-class result of 3.5\% at $-10$ °C.",
        "We find that __owls__ hunt **efficiently** – a `first-class` result of 3.5% at -10 °C.",
        "We find that &ldquo;owls&rdquo; hunt effi\xadciently &ndash; a first-class result of 3.5%"
        " at &minus;10&nbsp;&deg;C.",
    ],
)
def test_another_setting_of_the_same_words_is_the_same_paper(spelling: str) -> None:
    assert fingerprint(spelling) == fingerprint(ABSTRACT)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Where $p < 0.05$, Rényi wins.", "Where p &lt; 0.05, Re\u0301nyi wins."),
        ("Errors of $10^{-3}$ over 1,000 runs.", "Errors of 10⁻³ over 1000 runs."),
        ("Pages 3-5, k = 1, 2, 3.", "Pages 3 – 5, k=1,2,3."),
        ("We use $\\mathrm{H}_2$.", "We use H₂."),
        ("Straße und Tür", "STRASSE UND TÜR"),
    ],
)
def test_one_number_or_formula_is_spelt_in_many_ways(one: str, other: str) -> None:
    assert fingerprint(one) == fingerprint(other)


@pytest.mark.parametrize(
    ("given", "edited"),
    [
        ("3.5%", "3.6%"),
        ("3.5%", "35%"),
        ("-10", "10"),
        ("3.5%", "3.5% more"),
        ("owls", "elks"),
        ("find", "do not find"),
    ],
)
def test_another_number_or_word_is_another_paper(given: str, edited: str) -> None:
    assert fingerprint(ABSTRACT.replace(given, edited)) != fingerprint(ABSTRACT)


def test_ranges_powers_and_fractions_are_not_run_together() -> None:
    texts = ["at 35", "at 3-5", "at 3.5", "at 3/5", "at 3,5"]
    assert len({fingerprint(text) for text in texts}) == len(texts)
    assert fingerprint("error $10^{-3}$") != fingerprint("error $10^{3}$")


def test_vowels_that_are_marks_tell_words_apart() -> None:
    assert fingerprint("यह कल है") != fingerprint("यह काल है")


@given(st.text())
def test_any_text_has_a_fingerprint_of_16_hex_digits(text: str) -> None:
    assert re.fullmatch("[0-9a-f]{16}", fingerprint(text))


@given(st.text(), st.sampled_from(["NFC", "NFD"]))
def test_the_form_of_unicode_does_not_matter(text: str, form: str) -> None:
    assert fingerprint(unicodedata.normalize(form, text)) == fingerprint(text)


@given(st.lists(st.from_regex(r"[a-z]{1,8}|[1-9][0-9]{0,3}", fullmatch=True), min_size=1))
def test_the_width_of_spaces_does_not_matter(tokens: list[str]) -> None:
    assert fingerprint(" ".join(tokens)) == fingerprint(" \n\u00a0\t".join(tokens))


def test_a_key_counts_within_its_list() -> None:
    assert key_of(_entry(key="x7")) == "a.txt#x7"
    assert key_of(_entry()) is None


def test_a_paper_remembers_every_place() -> None:
    paper = _merged([_entry(position=4), _entry(position=2), _entry(position=4)])
    assert paper.sources == (Source("a.txt", 2), Source("a.txt", 4))


def test_a_title_that_a_list_gives_replaces_the_label() -> None:
    labelled = Paper("p", "A label", False, ABSTRACT)
    assert (merge(labelled, _entry()).title, merge(labelled, _entry()).title_given) == (
        "A label",
        False,
    )
    paper = merge(labelled, _entry(title="Owls at Night"))
    assert (paper.title, paper.title_given) == ("Owls at Night", True)


def test_the_spelling_that_stays_keeps_formulas_and_drops_markup() -> None:
    spellings = ["In **x2** we ﬁt.", "In $x^2$ we fit.", "In x2 we fit.", "In $x^2$  we ﬁt."]
    for order in permutations(spellings):
        assert _merged([_entry(text) for text in order]).abstract == "In $x^2$ we fit."


def test_an_older_version_of_the_text_leaves_the_abstract_as_it_is() -> None:
    edited = Paper(fingerprint(ABSTRACT), "", False, ABSTRACT + " And by day.")
    assert merge(edited, _entry()).abstract == ABSTRACT + " And by day."


_FIELDS = st.fixed_dictionaries(
    {
        "position": st.integers(1, 3),
        "abstract": st.sampled_from(
            [ABSTRACT, ABSTRACT.upper(), f"**{ABSTRACT}**", f"${ABSTRACT}$"]
        ),
        "title": st.sampled_from([None, "Owls", "Owls at Night", "Owls at night"]),
        "authors": st.sampled_from([(), ("A. Bee",), ("C. Dee",), ("A. Bee", "C. Dee")]),
        "year": st.sampled_from([None, 2023, 2024]),
        "venue": st.sampled_from([None, "ICML", "ICML 2024"]),
        "url": st.sampled_from([None, "https://example.org/a", "https://example.org/b"]),
        "code_url": st.sampled_from([None, "https://example.org/c", "https://example.org/dd"]),
        "metadata": st.dictionaries(st.sampled_from(["track", "doi"]), st.sampled_from("xyz")),
    }
)


@given(st.lists(_FIELDS, min_size=2, max_size=4))
def test_what_a_paper_gathers_does_not_depend_on_the_order(fields: list[dict[str, object]]) -> None:
    entries = [_entry(**one) for one in fields]  # type: ignore[arg-type]
    assert len({repr(_merged(order)) for order in permutations(entries)}) == 1


def test_merging_what_is_known_changes_nothing() -> None:
    entry = _entry(title="Owls", year=2024, metadata={"doi": "1"})
    assert merge(_merged([entry]), entry) == _merged([entry])


def _entries_of_lists(shared: Path) -> list[Entry]:
    entries = []
    for file in sorted((shared / "lists").glob("*.txt")):
        _heading, *abstracts = re.split(r"\n\s*\n", file.read_text("utf-8").strip())
        entries += [Entry(text, Source(file.name, n)) for n, text in enumerate(abstracts, 1)]
    return entries


def test_the_five_lists_hold_95_entries_and_87_papers(shared: Path) -> None:
    entries = _entries_of_lists(shared)
    places = Counter(fingerprint(entry.abstract) for entry in entries)
    assert len(entries) == 95
    assert Counter(places.values()) == {1: 79, 2: 8}


def test_the_lists_and_the_conference_together_hold_2634_papers(shared: Path) -> None:
    records = json.loads((shared / "conference" / "ICML 2024 Events.json").read_text("utf-8"))
    posters = [record for record in records if record["type"] == "Poster"]
    conference = {fingerprint(poster["abstract"]) for poster in posters}
    lists = {fingerprint(entry.abstract) for entry in _entries_of_lists(shared)}
    # No two posters share an abstract, so none of the 2,634 is lost in another.
    assert (len(posters), len(conference), len(conference | lists)) == (2634, 2634, 2634)
