import pytest

from rag.papers import Entry, Source
from rag.readers.fields import NAMES, abstract_of, flat, known_names, no_paper, to_entry
from tests.rag.readers.samples import GRAPHS

HERE = Source("a.json", 1)


def entry_of(**fields: object) -> Entry:
    return to_entry({"abstract": GRAPHS, **fields}, HERE)


@pytest.mark.parametrize(
    "name",
    ["abstract", "Abstract", "ABSTRACT", "Abstract Note", "abstractNote", "abstract_note", "AB"],
)
def test_the_names_of_a_field_are_compared_without_case_blanks_and_punctuation(name: str) -> None:
    assert abstract_of({name: GRAPHS}) == GRAPHS


@pytest.mark.parametrize(
    "nothing",
    ["", "  ", "n/a", "NaN", "None", "null", "-", "[No abstract available]", None, [], {}],
)
def test_what_stands_for_nothing_is_no_abstract(nothing: object) -> None:
    assert abstract_of({"abstract": nothing}) == ""
    assert abstract_of({"abstract": float("nan")}) == ""


def test_an_empty_abstract_gives_way_to_the_summary() -> None:
    assert abstract_of({"summary": GRAPHS, "abstract": ""}) == GRAPHS


def test_an_abstract_in_paragraphs_is_one_abstract() -> None:
    assert entry_of(abstract=["One.", "Two."]).abstract == "One. Two."


def test_every_field_that_has_a_name_here_is_read_and_the_others_are_kept() -> None:
    fields = {
        "ID": 7,
        "Title": "On <i>boats</i>",
        "abstract": f" {GRAPHS} ",
        "Authors": ["Ada Byte"],
        "Year": "2024",
        "Booktitle": "Proc.  Boats",
        "URL": "https://example.org/7",
        "GitHub": "https://example.org/code",
        "keywords": ["boats", "graphs"],
        "citations": 3,
        "open": True,
        "reviews": [{"score": 8}],
        "blank": "",
        "nothing": None,
    }
    assert to_entry(fields, HERE) == Entry(
        abstract=GRAPHS,
        source=HERE,
        title="On boats",
        authors=("Ada Byte",),
        year=2024,
        venue="Proc. Boats",
        url="https://example.org/7",
        code_url="https://example.org/code",
        key="7",
        metadata={
            "keywords": "boats; graphs",
            "citations": "3",
            "open": "true",
            "reviews": '[{"score": 8}]',
        },
    )


def test_a_long_unknown_field_is_cut() -> None:
    assert len(entry_of(fulltext="word " * 10_000).metadata["fulltext"]) == 2_000


@pytest.mark.parametrize(
    ("value", "year"),
    [
        (2024, 2024),
        ("2024", 2024),
        (2024.0, 2024),
        ("2024-05-01T00:00:00Z", 2024),
        ("May 2024", 2024),
        ({"date-parts": [[2024, 5, 1]]}, 2024),
        (1706745600000, None),
        ("in press", None),
        (None, None),
    ],
)
def test_the_year_is_found_in_dates(value: object, year: int | None) -> None:
    assert entry_of(date=value).year == year


def test_no_year_is_guessed_from_an_address() -> None:
    entry = entry_of(virtualsite_url="https://ICML.cc//virtual/2024/poster/35005")
    assert (entry.url, entry.year, entry.venue) == (
        "https://ICML.cc//virtual/2024/poster/35005",
        None,
        None,
    )


@pytest.mark.parametrize(
    ("fields", "url"),
    [
        ({"url": "https://example.org/a?b=c_d"}, "https://example.org/a?b=c_d"),
        ({"doi": "10.1234/ab.c"}, "https://doi.org/10.1234/ab.c"),
        ({"doi": "https://doi.org/10.1234/ab.c"}, "https://doi.org/10.1234/ab.c"),
        ({"url": "", "pdf": "https://example.org/a.pdf"}, "https://example.org/a.pdf"),
        ({"openAccessPdf": {"url": "https://example.org/a.pdf"}}, "https://example.org/a.pdf"),
        ({"links": [{"href": "https://example.org/a"}]}, "https://example.org/a"),
        ({"url": "javascript:alert(1)"}, None),
        ({"url": "file:///etc/passwd"}, None),
        ({"pdf": "/pdf/a.pdf"}, None),
    ],
)
def test_only_web_addresses_are_links(fields: dict[str, object], url: str | None) -> None:
    assert entry_of(**fields).url == url


def test_the_field_that_was_not_chosen_is_kept() -> None:
    entry = entry_of(url="https://example.org/a", pdf="https://example.org/a.pdf", doi="10.1234/a")
    assert entry.metadata == {"pdf": "https://example.org/a.pdf"}
    assert (entry.url, entry.key) == ("https://example.org/a", "10.1234/a")


@pytest.mark.parametrize(
    "kind",
    [
        "Workshop",
        "Tutorial",
        "Invited Talk",
        "Expo Talk Panel",
        "Social",
        "Affinity Workshop",
        "Keynote",
        "Town Hall",
        "expo-workshop",
        "InvitedTalk",
    ],
)
def test_events_that_are_no_papers_are_told_by_their_type(kind: str) -> None:
    assert no_paper({"type": kind}) == kind


@pytest.mark.parametrize(
    "kind",
    [
        *(
            "Poster",
            "Oral",
            "Spotlight Poster",
            "Workshop Paper",
            "journal-article",
            "conferencePaper",
        ),
        *("inproceedings", "misc", "Oral Talk", "preprint", "thesis", "", None),
    ],
)
def test_papers_are_told_by_their_type(kind: str | None) -> None:
    assert no_paper({"event_type": kind}) is None


def test_fields_in_an_envelope_are_lifted_out_of_it() -> None:
    note = {"id": "x1", "content": {"title": {"value": "Boats"}, "abstract": {"value": GRAPHS}}}
    assert flat(note) == {"id": "x1", "title": "Boats", "abstract": GRAPHS}


def test_a_field_that_is_named_like_an_envelope_but_is_none_stays() -> None:
    assert flat({"abstract": GRAPHS, "content": "text", "data": {"a": 1}}) == {
        "abstract": GRAPHS,
        "content": "text",
        "data": {"a": 1},
    }


def test_roles_are_known_by_the_names_of_fields() -> None:
    assert known_names({"Paper Title": 1, "speakers/authors": 2, "foo": 3}) == {"title", "authors"}


def test_the_table_holds_names_in_the_form_in_which_they_are_compared() -> None:
    names = [name for row in NAMES.values() for name in row]
    assert all(name.isalnum() and name == name.lower() for name in names)
