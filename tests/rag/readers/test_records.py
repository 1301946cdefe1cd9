from pathlib import Path

import pytest

from rag.papers import Entry, Source
from rag.readers.decoding import TextFile
from rag.readers.outcome import Outcome, Refusal, Skipped
from rag.readers.records import Record, read_records
from tests.rag.readers.samples import BOATS, GRAPHS

FILE = TextFile(Path("lists/a.json"), "utf-8")


def outcomes_of(*records: Record | Refusal) -> list[Outcome]:
    return list(read_records(FILE, records))


def test_an_entry_s_position_is_its_record_s_number() -> None:
    refusal = Refusal("lists/a.json:3", "it is broken", "Repair it")
    assert outcomes_of(
        Record(1, {"abstract": GRAPHS}),
        Record(2, {"title": "Without one"}),
        refusal,
        Record(4, {"type": "Tutorial", "abstract": "We teach."}),
        Record(5, {"abstract": BOATS}),
        Record(6, {"type": "Tutorial", "abstract": ""}),
    ) == [
        Entry(abstract=GRAPHS, source=Source("a.json", 1)),
        refusal,
        Entry(abstract=BOATS, source=Source("a.json", 5)),
        Skipped("lists/a.json", "no abstract", 1),
        Skipped("lists/a.json", "Tutorial", 2),
    ]


def test_a_file_without_abstracts_is_refused_with_its_fields() -> None:
    assert outcomes_of(
        Record(1, {"places": "a", "title": "b"}), Record(2, {"title": "c", "abstract": " "})
    ) == [
        Refusal(
            "lists/a.json",
            "there is no abstract in any of its 2 records; the fields are places, title, abstract",
            "Export it with abstracts, in a field named abstract",
        )
    ]


def test_of_many_or_long_names_of_fields_only_some_are_shown() -> None:
    (refusal,) = outcomes_of(Record(1, {f"{number:02}" + "x" * 100: 1 for number in range(25)}))
    assert isinstance(refusal, Refusal)
    assert refusal.what.endswith(f", 19{'x' * 38} and 5 more")
    assert len(refusal.what) < 1_000


def test_a_file_without_papers_is_refused_after_what_it_holds() -> None:
    assert outcomes_of(Record(1, {"type": "Social", "abstract": "We meet."})) == [
        Skipped("lists/a.json", "Social", 1),
        Refusal("lists/a.json", "it holds no papers", "Export the papers with their abstracts"),
    ]


def test_a_file_without_records_is_refused() -> None:
    assert outcomes_of() == [
        Refusal("lists/a.json", "it holds no records", "Export the papers with their abstracts")
    ]


@pytest.mark.parametrize("abstract", ["x" * 20_001, ["x" * 15_000, "y" * 15_000]])
def test_an_abstract_over_the_limit_is_refused_with_its_place(abstract: object) -> None:
    refusal, entry = outcomes_of(Record(3, {"abstract": abstract}), Record(9, {"abstract": BOATS}))
    assert isinstance(refusal, Refusal)
    assert refusal.where == "lists/a.json:3 (record 1)"
    assert refusal.what.endswith("characters, over the limit of 20,000")
    assert entry == Entry(abstract=BOATS, source=Source("a.json", 2))


def test_an_abstract_of_markup_alone_is_none() -> None:
    assert outcomes_of(Record(1, {"abstract": "<p></p>"}), Record(2, {"abstract": BOATS})) == [
        Entry(abstract=BOATS, source=Source("a.json", 2)),
        Skipped("lists/a.json", "no abstract", 1),
    ]


def test_a_record_nested_too_deeply_is_refused_not_raised() -> None:
    nested: object = "x"
    for _ in range(5_000):
        nested = [nested]
    (refusal,) = outcomes_of(Record(1, {"abstract": nested}))
    assert str(refusal) == (
        "lists/a.json:1 (record 1): it is nested too deeply. Keep a paper's fields on one level."
    )
