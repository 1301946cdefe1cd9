from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rag.papers import Entry, Source
from rag.readers import Skipped
from rag.readers.decoding import open_text
from rag.readers.plain import read
from tests.rag.readers.conftest import Reading, abstracts, entries, refusals
from tests.rag.readers.samples import BOATS, GRAPHS, REGRET


@pytest.mark.parametrize(
    "heading",
    [
        "ICML 2024 Papers",
        "ICML 2024 论文列表",
        "# ICML 2024",
        "**Papers**",
        "Список статей конференции, 2024 год",
        "機械学習に関する論文の一覧(2024年版)",
        "قائمة الأوراق ٢٠٢٤",
        "Papers\n======",
        "Reading list:\nhttps://example.org/list",
        "=== Papers ===",
        "---\ntitle: Papers\n---",
        "No. 3",
    ],
)
def test_a_heading_in_any_language_is_no_abstract(reading: Reading, heading: str) -> None:
    outcomes = reading("a.txt", f"{heading}\n\n{GRAPHS}\n\n{BOATS}\n")
    assert outcomes == [
        Entry(abstract=GRAPHS, source=Source("a.txt", 1)),
        Entry(abstract=BOATS, source=Source("a.txt", 2)),
    ]


@pytest.mark.parametrize(
    "first",
    [
        GRAPHS,
        "We test GNNs.",
        "我们提出了一种新的方法。",
        "Does it float?",
        "We emphasise *this.*",
        "We quote “this.”",
        "We test boats. Code is at https://example.org/boats",
        "We never end this sentence " + "but go on and on " * 12,
    ],
)
def test_a_first_abstract_is_no_heading(reading: Reading, first: str) -> None:
    assert abstracts(reading("a.txt", f"{first}\n\n{BOATS}\n")) == [first.strip(), BOATS]


def test_blank_lines_may_hold_blanks(reading: Reading) -> None:
    text = f"Papers\n \t \n{GRAPHS}\n\u00a0\n\n\u3000\u200b\n{BOATS}\n\ufeff\n{REGRET}"
    assert abstracts(reading("a.txt", text)) == [GRAPHS, BOATS, REGRET]


def test_an_abstract_may_be_wrapped(reading: Reading) -> None:
    text = f"Papers\n\n{GRAPHS}\n\n{BOATS}".replace(" ", "\n  ")
    assert abstracts(reading("a.txt", f"Papers\n\n{text}")) == [GRAPHS, BOATS]


def test_markdown_headings_and_rules_between_abstracts_are_no_abstracts(reading: Reading) -> None:
    text = (
        f"# Papers\n## Graphs\n{GRAPHS}\n\n### Things that float. And swim.\n\n{BOATS}\n"
        f"---\n{REGRET}\n\n* * *\n"
    )
    assert reading("a.md", text) == [
        Entry(abstract=abstract, source=Source("a.md", position))
        for position, abstract in enumerate((GRAPHS, BOATS, REGRET), start=1)
    ]


def test_short_lines_between_abstracts_are_counted_not_read(
    reading: Reading, tmp_path: Path
) -> None:
    text = f"Papers\n\n{GRAPHS}\n\nOral papers\n\n{BOATS}\n\nPage 2\n"
    outcomes = reading("a.txt", text)
    assert abstracts(outcomes) == [GRAPHS, BOATS]
    assert outcomes[-1] == Skipped(str(tmp_path / "a.txt"), "heading", 2)


def test_a_long_line_that_begins_with_a_hash_is_an_abstract(reading: Reading) -> None:
    abstract = "# " + "We count on and on. " * 10
    assert abstracts(reading("a.txt", f"Papers\n\n{abstract}")) == [abstract.strip()]


def test_a_displayed_formula_belongs_to_the_text_around_it(reading: Reading) -> None:
    text = f"Papers\n\nWe solve\n\n$$\na<b\n$$\n\nwhere a is b.\n\n{BOATS}\n\n\\[x\\]\n\n{GRAPHS}"
    assert abstracts(reading("a.txt", text)) == [
        "We solve $$ a<b $$ where a is b.",
        f"{BOATS} \\[x\\]",
        GRAPHS,
    ]


def test_latex_markdown_quotes_and_special_tokens_are_kept_verbatim(reading: Reading) -> None:
    text = "We *stress* “$x<y$” – at $5 – <|endoftext|>, broken $\\frac{1, see https://example.org."
    assert abstracts(reading("a.txt", text)) == [text]


def test_one_line_of_a_megabyte_is_refused_and_the_others_are_taken(
    reading: Reading, tmp_path: Path
) -> None:
    outcomes = reading("a.txt", f"Papers\n\n{GRAPHS}\n\n{'xy z ' * 200_000}\n\n{BOATS}\n")
    assert [entry.source.position for entry in entries(outcomes)] == [1, 3]
    assert list(refusals(outcomes, tmp_path)) == [
        "a.txt:5: an abstract of 1,000,000 characters, over the limit of 20,000. "
        "Put blank lines between abstracts, and nothing but abstracts in the list."
    ]


@pytest.mark.parametrize(
    ("content", "what"),
    [
        ("ICML 2024 论文列表\n", "it holds a heading but no abstract"),
        ("# Papers\n\n## More papers\n", "it holds a heading but no abstract"),
        ("\n \n\t\n", "it holds nothing but blanks"),
        ("\ufeff", "it holds nothing but blanks"),
    ],
)
def test_a_file_without_abstracts_is_refused(
    reading: Reading, tmp_path: Path, content: str, what: str
) -> None:
    assert list(refusals(reading("a.txt", content), tmp_path)) == [
        f"a.txt:1: {what}. Put abstracts in it, whole sentences, separated by blank lines."
    ]


sentences = st.text(
    st.characters(whitelist_categories=("Lu", "Ll", "Lo", "Nd"), max_codepoint=0xFFFF), min_size=1
).map(lambda words: f"A{words}.")


@given(
    st.lists(st.lists(sentences, min_size=1).map(" ".join), min_size=1),
    st.sampled_from(["", "Papers\n\n", "论文\n\n"]),
    st.sampled_from(["\n\n", "\r\n\r\n", "\r\r", "\n \n\n"]),
    st.sampled_from(["utf-8", "utf-8-sig", "utf-16"]),
)
def test_abstracts_written_as_a_list_are_read_back(
    tmp_path_factory: pytest.TempPathFactory,
    written: list[str],
    heading: str,
    between: str,
    encoding: str,
) -> None:
    path = tmp_path_factory.getbasetemp() / "written.txt"
    path.write_bytes((heading + between.join(written)).encode(encoding))
    outcomes = list(read(open_text(path)))
    assert outcomes == [
        Entry(abstract=abstract, source=Source("written.txt", position))
        for position, abstract in enumerate(written, start=1)
    ]


LONG = tuple(
    f"We count the {animal} of an island from the air, and name every one of them that we find "
    "twice. In a second year we come back with a better lens, and with people who know the place."
    for animal in ("seals", "terns", "goats")
)


@pytest.mark.parametrize("introduction", ["{}. ", "[{}] ", "({}) ", "- ", "• ", "> ", "Abstract: "])
def test_what_introduces_an_abstract_in_its_list_is_not_its_text(
    reading: Reading, introduction: str
) -> None:
    written = [introduction.format(place) + text for place, text in enumerate(LONG, start=1)]
    assert abstracts(reading("a.txt", "\n\n".join(written))) == list(LONG)


@pytest.mark.parametrize("lead", ["**Abstract**: ", "Abstract—", "摘要：", "Zusammenfassung. "])
def test_the_word_that_leads_to_an_abstract_is_not_its_text(reading: Reading, lead: str) -> None:
    assert abstracts(reading("a.txt", lead + LONG[0])) == [LONG[0]]


@pytest.mark.parametrize("bullet", ["- ", "{}. ", "* "])
def test_long_items_of_a_list_without_blank_lines_are_abstracts(
    reading: Reading, bullet: str
) -> None:
    lines = [bullet.format(place) + text for place, text in enumerate(LONG, start=1)]
    assert abstracts(reading("a.md", "\n".join(lines))) == list(LONG)


def test_an_abstract_that_enumerates_something_is_one(reading: Reading) -> None:
    text = f"{LONG[0]}\n1. We fly.\n2. We count.\n3. We come back."
    assert len(abstracts(reading("a.txt", text))) == 1
    assert abstracts(reading("b.txt", "1.5 seals in 3 are seen twice. We ask why.")) == [
        "1.5 seals in 3 are seen twice. We ask why."
    ]


def test_unicode_ends_of_lines_part_abstracts_too(reading: Reading) -> None:
    assert abstracts(reading("a.txt", "\u2028\u2028".join(LONG))) == list(LONG)


def test_a_line_end_of_unicode_ends_what_is_measured(reading: Reading, tmp_path: Path) -> None:
    many = [LONG[0].replace("island", f"island {number}") for number in range(200)]
    outcomes = reading("a.txt", "# Papers\u2028" + "\u2029\u2029".join([*many, "xy " * 7_000]))
    assert abstracts(outcomes) == many
    assert next(refusals(outcomes, tmp_path)).startswith(
        "a.txt:1: an abstract of 21,000 characters"
    )


@pytest.mark.parametrize("between", ["\f", "\n\f", "\f\n", "\n\f\n", "\n\n\f"])
def test_pages_part_abstracts(reading: Reading, between: str) -> None:
    linked = f"{LONG[0]} The code is at https://example.org/seals"
    text = between.join(["Papers of the year", linked, *LONG, BOATS])
    assert abstracts(reading("a.txt", text)) == [linked, *LONG, BOATS]


@pytest.mark.parametrize("between", ["\f", "\n\f"])
@pytest.mark.parametrize("broken", ["the air, and", "back with a better", "find twice. In"])
def test_an_abstract_may_run_on_from_one_page_to_the_next(
    reading: Reading, between: str, broken: str
) -> None:
    text = LONG[0].replace(f"{broken} ", broken + between)
    assert abstracts(reading("a.txt", "\f".join([BOATS, text, BOATS]))) == [BOATS, LONG[0], BOATS]


def test_an_abstract_may_run_on_with_a_name(reading: Reading) -> None:
    text = LONG[0].replace("people who know the place", "people from the Bay of\fBiscay")
    assert abstracts(reading("a.txt", text)) == [text.replace("\f", " ")]


def test_only_line_feeds_are_counted_as_lines(reading: Reading, tmp_path: Path) -> None:
    outcomes = reading("a.txt", f"{GRAPHS}\f{BOATS}\n\n{'xy z ' * 5_000}\n")
    assert [str(one).partition(" ")[0] for one in outcomes[2:]] == [f"{tmp_path}/a.txt:3:"]
