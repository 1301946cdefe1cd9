import csv
import io
from pathlib import Path
from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rag.papers import Entry, Source
from rag.readers import Skipped
from rag.readers.csv_records import read
from rag.readers.decoding import open_text
from tests.rag.readers.conftest import Reading, abstracts, entries, refusals
from tests.rag.readers.samples import BOATS, GRAPHS

REMEDY = "Put quotes around cells that hold a delimiter, and double those inside them."


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
@pytest.mark.parametrize("quoting", [csv.QUOTE_MINIMAL, csv.QUOTE_ALL])
def test_a_table_is_read_with_any_delimiter(
    reading: Reading, delimiter: str, quoting: Literal[0, 1]
) -> None:
    text = io.StringIO()
    writer = csv.writer(text, delimiter=delimiter, quoting=quoting)
    writer.writerows([["title", "abstract", "year"], ["On; b,o|a\tts", BOATS, 2024]])
    (entry,) = entries(reading("a.csv", text.getvalue()))
    assert (entry.title, entry.abstract, entry.year) == ("On; b,o|a ts", BOATS, 2024)


def test_cells_in_quotes_may_hold_newlines_quotes_and_delimiters(reading: Reading) -> None:
    text = 'title,abstract\r\nT,"We draw,\r\n\r\nand ""draw""."\r\nU,Two.\r\n'
    assert abstracts(reading("a.csv", text)) == ['We draw, and "draw".', "Two."]


def test_the_mark_of_a_spreadsheet_tells_the_delimiter(reading: Reading) -> None:
    assert abstracts(reading("a.csv", "sep=;\ntitle;abstract\nT;We draw, slowly.\n")) == [
        "We draw, slowly."
    ]


def test_a_table_saved_by_a_spreadsheet_as_unicode_text_is_read(reading: Reading) -> None:
    text = f"Title\tAbstract\r\nRényi\t{GRAPHS}\r\n"
    (entry,) = entries(reading("a.txt", text.encode("utf-16")))
    assert (entry.title, entry.abstract) == ("Rényi", GRAPHS)


def test_rows_may_be_blank_short_or_have_blank_cells_without_a_column(reading: Reading) -> None:
    text = f"title,abstract,year\n\nT,{GRAPHS}\n,,\nU,{BOATS},2024,,\n"
    outcomes = reading("a.csv", text)
    assert [(entry.title, entry.year) for entry in entries(outcomes)] == [("T", None), ("U", 2024)]


def test_a_column_without_a_name_is_no_field(reading: Reading) -> None:
    (entry,) = entries(reading("a.csv", f",title,abstract\n0,T,{GRAPHS}\n"))
    assert entry.metadata == {}


def test_the_first_of_two_columns_of_a_name_counts(reading: Reading) -> None:
    (entry,) = entries(reading("a.csv", f"title,title,abstract\nT,U,{GRAPHS}\n"))
    assert entry.title == "T"


def test_an_export_of_zotero(reading: Reading) -> None:
    text = (
        '"Key","Item Type","Publication Year","Author","Title","Publication Title","DOI","Url",'
        '"Abstract Note","Date"\n'
        '"K1","conferencePaper","2024","Byte, Ada; Sun, Bo","Boats","ICML","10.1234/x",'
        f'"https://example.org/b","{BOATS}","2024-05"\n'
    )
    assert reading("a.csv", text) == [
        Entry(
            abstract=BOATS,
            source=Source("a.csv", 1),
            title="Boats",
            authors=("Ada Byte", "Bo Sun"),
            year=2024,
            venue="ICML",
            url="https://example.org/b",
            key="K1",
            metadata={"Item Type": "conferencePaper", "DOI": "10.1234/x", "Date": "2024-05"},
        )
    ]


@pytest.mark.parametrize(
    ("row", "problem"),
    [
        ('T,"never closed,2020', "',' expected after '\"'"),
        ('T,"so "they" say, or not",2020', "',' expected after '\"'"),
        ("T,one,two,2020", "it has more cells than the header"),
        (f'T,"{"x" * 1_000_001}",2020', "its line is too long"),
    ],
)
def test_a_broken_row_is_refused_by_its_line_and_the_others_are_taken(
    reading: Reading, tmp_path: Path, row: str, problem: str
) -> None:
    text = f'title,abstract,year\nG,"{GRAPHS}",1\n{row}\nB,"{BOATS}",2\n'
    outcomes = reading("a.csv", text)
    assert abstracts(outcomes) == [GRAPHS, BOATS]
    assert list(refusals(outcomes, tmp_path)) == [
        f"a.csv:3: the row is broken: {problem}. {REMEDY}"
    ]


def test_a_quote_that_is_not_closed_until_the_end_takes_no_other_row_with_it(
    reading: Reading, tmp_path: Path
) -> None:
    outcomes = reading("a.csv", f'title,abstract\nT,"open\nG,{GRAPHS}\nB,{BOATS}\n')
    assert abstracts(outcomes) == [GRAPHS, BOATS]
    assert list(refusals(outcomes, tmp_path)) == [
        f"a.csv:2: the row is broken: unexpected end of data. {REMEDY}"
    ]


def test_lines_that_go_on_a_broken_row_are_not_read_as_papers(
    reading: Reading, tmp_path: Path
) -> None:
    text = f'title,abstract,year\nT,"so "they" say, or\nnot, at all.",1\nB,{BOATS},2\n'
    outcomes = reading("a.csv", text)
    assert abstracts(outcomes) == [BOATS]
    assert list(refusals(outcomes, tmp_path)) == [
        f"a.csv:2: the row is broken: ',' expected after '\"'. {REMEDY}",
        f"a.csv:3: the row is broken: it may be the rest of the broken row before it. {REMEDY}",
    ]


def test_a_short_row_after_a_broken_one_is_not_trusted(reading: Reading, tmp_path: Path) -> None:
    text = f'title,abstract,year\nT,"so "they" say, or\nnot, at all.\nB,{BOATS},2024\n'
    outcomes = reading("a.csv", text)
    assert abstracts(outcomes) == [BOATS]
    assert len(list(refusals(outcomes, tmp_path))) == 2


@pytest.mark.parametrize(
    ("row", "title"),
    [
        ('"A "small" step",We draw.,2024', 'A "small" step'),
        ('A 5" disk,We draw.,2024', 'A 5" disk'),
    ],
)
def test_a_row_with_loose_quotes_is_read_where_its_cells_are_clear(
    reading: Reading, row: str, title: str
) -> None:
    (entry,) = entries(reading("a.csv", f"title,abstract,year\n{row}\n"))
    assert (entry.title, entry.abstract, entry.year) == (title, "We draw.", 2024)


def test_tabs_need_no_quotes(reading: Reading) -> None:
    (entry,) = entries(reading("a.tsv", f'title\tabstract\n"Foo" is here\t{GRAPHS}\n'))
    assert (entry.title, entry.abstract) == ('"Foo" is here', GRAPHS)


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (
            "places,title,year\nx,T,2024\n",
            "there is no abstract in its only record; the fields are places, title, year",
        ),
        (
            f"{GRAPHS}\n{BOATS}\n",
            f"there is no abstract in its only record; the fields are {GRAPHS[:40]}",
        ),
        ("title,abstract\n", "it holds no records"),
    ],
)
def test_a_table_without_abstracts_is_refused_with_its_columns(
    reading: Reading, tmp_path: Path, content: str, said: str
) -> None:
    (refusal,) = refusals(reading("a.csv", content), tmp_path)
    assert refusal.startswith(f"a.csv: {said}. Export")


def test_a_table_with_a_broken_header_is_refused(reading: Reading, tmp_path: Path) -> None:
    (refusal,) = refusals(reading("a.csv", f'"title,abstract\nT,{GRAPHS}\n'), tmp_path)
    assert refusal == f"a.csv:1: the header is broken: unexpected end of data. {REMEDY}"


def test_rows_without_abstract_are_counted(reading: Reading, tmp_path: Path) -> None:
    outcomes = reading("a.csv", f"title,abstract\nT,{GRAPHS}\nU,\nV,N/A\n")
    assert outcomes[-1] == Skipped(str(tmp_path / "a.csv"), "no abstract", 2)


def test_an_abstract_longer_than_python_s_limit_for_a_cell_is_refused_alone(
    reading: Reading, tmp_path: Path
) -> None:
    outcomes = reading("a.csv", f'title,abstract\nT,"{"x " * 100_000}"\nB,{BOATS}\n')
    assert abstracts(outcomes) == [BOATS]
    (refusal,) = refusals(outcomes, tmp_path)
    assert refusal.startswith("a.csv:2 (record 1): an abstract of 199,999 characters, over")


cells = st.text(
    st.characters(whitelist_categories=("Lu", "Ll", "Lo"), whitelist_characters='",;\n\t |'),
    min_size=1,
).map(lambda text: f"A{text}.")


@given(
    st.lists(st.tuples(cells, cells), min_size=1),
    st.sampled_from([",", ";", "\t", "|"]),
    st.sampled_from([csv.QUOTE_MINIMAL, csv.QUOTE_ALL]),
)
def test_rows_written_as_a_table_are_read_back(
    tmp_path_factory: pytest.TempPathFactory,
    rows: list[tuple[str, str]],
    delimiter: str,
    quoting: Literal[0, 1],
) -> None:
    path = tmp_path_factory.getbasetemp() / "written.csv"
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file, delimiter=delimiter, quoting=quoting).writerows(
            [("title", "abstract"), *rows]
        )
    read_back = [outcome for outcome in read(open_text(path)) if isinstance(outcome, Entry)]
    assert [entry.title for entry in read_back] == [" ".join(title.split()) for title, _ in rows]
    assert [entry.abstract.split() for entry in read_back] == [text.split() for _, text in rows]


def test_an_export_of_scopus_gives_full_names_and_no_notice_of_the_publisher(
    reading: Reading,
) -> None:
    text = (
        '"Authors","Author full names","Title","Year","Abstract"\n'
        '"Tern D.; Seal A.","Tern, Dora (57201); Seal, Al (57202)","Islands","2021",'
        '"We count seals from the air. They are many. © 2021 Elsevier B.V. All rights reserved."\n'
    )
    (entry,) = entries(reading("scopus.csv", text))
    assert entry.authors == ("Dora Tern", "Al Seal")
    assert entry.abstract == "We count seals from the air. They are many."


def test_fields_may_be_named_in_other_languages(reading: Reading) -> None:
    text = (
        "Titel;Zusammenfassung;Autoren;Jahr\n"
        "Robben;Wir zählen Robben aus der Luft.;Dora Tern;2021\n"
    )
    (entry,) = entries(reading("robben.csv", text))
    assert (entry.title, entry.authors, entry.year) == ("Robben", ("Dora Tern",), 2021)
    assert entry.abstract == "Wir zählen Robben aus der Luft."
