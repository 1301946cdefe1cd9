import json
from pathlib import Path

import pytest

from rag.papers import Entry, Source
from rag.readers import Skipped
from tests.rag.readers.conftest import Reading, abstracts, entries, refusals
from tests.rag.readers.samples import BOATS, GRAPHS, REGRET

TWO = [{"title": "Hands", "abstract": GRAPHS}, {"title": "Boats", "abstract": BOATS}]


@pytest.mark.parametrize(
    "content",
    [
        TWO,
        {"papers": TWO},
        {"count": 2, "next": None, "meta": {"name": "a list"}, "results": TWO},
        {"title": "My list", "description": "Two papers.", "papers": TWO},
        {"result": {"hits": {"total": 2, "hit": [{"info": record} for record in TWO]}}},
        [[TWO[0]], [TWO[1]]],
        {"ICML": [TWO[0]], "NeurIPS": [TWO[1]]},
        {"title": {"0": "Hands", "1": "Boats"}, "abstract": {"0": GRAPHS, "1": BOATS}},
    ],
)
@pytest.mark.parametrize("indent", [None, 1])
def test_records_are_found_wherever_a_file_keeps_them(
    reading: Reading, content: object, indent: int | None
) -> None:
    found = entries(reading("a.json", json.dumps(content, indent=indent)))
    assert found == [
        Entry(abstract=GRAPHS, title="Hands", source=Source("a.json", 1)),
        Entry(abstract=BOATS, title="Boats", source=Source("a.json", 2)),
    ]


def test_an_array_with_a_record_a_line_is_no_json_lines(reading: Reading) -> None:
    for opening, closing in (('{"papers": [', "]}"), ('{"papers": [\n', "\n]}"), ("[", "]")):
        text = opening + ",\n".join(map(json.dumps, TWO)) + closing
        outcomes = reading("a.json", text)
        assert abstracts(outcomes) == [GRAPHS, BOATS]
        assert len(outcomes) == 2


def test_records_by_id_have_their_id_as_key(reading: Reading) -> None:
    content = {"p1": TWO[0], "p2": {"id": "own", **TWO[1]}}
    assert [entry.key for entry in entries(reading("a.json", json.dumps(content)))] == ["p1", "own"]


def test_json_lines_are_read_line_by_line(reading: Reading) -> None:
    text = "\ufeff" + "\n\n".join(map(json.dumps, TWO)) + "\n"
    for name in ("a.jsonl", "a.json", "a.txt", "a.ndjson"):
        assert abstracts(reading(name, text)) == [GRAPHS, BOATS]


@pytest.mark.parametrize("name", ["a.jsonl", "a.json"])
@pytest.mark.parametrize(
    ("broken", "said"),
    [
        ('{"title": "x', "the line is not JSON (Unterminated string starting at). Repair it or"),
        ('{"title": oops}', "the line is not JSON (Expecting value). Repair it or"),
        ('{"a": ' + "9" * 5_000 + "}", "the line is not JSON (a number is too long). Repair it or"),
    ],
)
@pytest.mark.parametrize("place", [0, 1, 2])
def test_a_broken_line_is_refused_by_its_number_and_the_others_are_taken(
    reading: Reading, tmp_path: Path, name: str, broken: str, said: str, place: int
) -> None:
    lines = list(map(json.dumps, TWO))
    lines.insert(place, broken)
    outcomes = reading(name, "\n".join(lines))
    assert abstracts(outcomes) == [GRAPHS, BOATS]
    assert list(refusals(outcomes, tmp_path)) == [f"{name}:{place + 1}: {said} leave it out."]


def test_a_line_without_an_object_is_refused(reading: Reading, tmp_path: Path) -> None:
    outcomes = reading("a.jsonl", f'{json.dumps(TWO[0])}\n["x"]\n')
    assert list(refusals(outcomes, tmp_path)) == [
        "a.jsonl:2: the line holds no record. Put a JSON object on each line."
    ]


def test_a_line_nested_too_deeply_is_refused(reading: Reading, tmp_path: Path) -> None:
    outcomes = reading("a.jsonl", '{"a":' * 100_000 + f"\n{json.dumps(TWO[0])}")
    assert abstracts(outcomes) == [GRAPHS]
    assert list(refusals(outcomes, tmp_path)) == [
        "a.jsonl:1: it is nested too deeply. Keep a paper's fields on one level."
    ]


@pytest.mark.parametrize("depth", [500, 900, 990, 5_000, 100_000])
@pytest.mark.parametrize(
    "around",
    [
        ("[", "]"),
        ('{"a":', "}"),
        ('[{"abstract":', "}]"),
        ('[{"abstract":"We.","a":', "}]"),
        ('[{"title":"We.","authors":', "}]"),
    ],
)
def test_no_depth_of_nesting_raises(reading: Reading, depth: int, around: tuple[str, str]) -> None:
    opening, closing = around
    reading("a.json", opening * depth + '"x"' + closing * depth)


def test_a_truncated_file_gives_the_records_before_the_cut(
    reading: Reading, tmp_path: Path
) -> None:
    outcomes = reading("a.json", json.dumps(TWO, indent=1)[:-30])
    assert abstracts(outcomes) == [GRAPHS]
    assert list(refusals(outcomes, tmp_path)) == [
        "a.json:8: it is not JSON (Unterminated string starting at); nothing after it was read. "
        "Repair that line, or export the file again."
    ]


def test_records_without_abstract_are_counted(reading: Reading, tmp_path: Path) -> None:
    content = [TWO[0], {"title": "None", "authors": "A B"}, {"title": "x"}, {"foo": 1}]
    outcomes = reading("a.json", json.dumps(content))
    assert outcomes[-1] == Skipped(str(tmp_path / "a.json"), "no abstract", 3)


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (
            '[{"foo": 1, "bar": "x"}]',
            "there is no abstract in its only record; the fields are foo, bar",
        ),
        (
            '{"meta": {"n": 0}, "papers": []}',
            "there is no abstract in its only record; the fields are meta, papers",
        ),
        (
            '{"result": {"hits": {"hit": [{"@id": "1", "info": {"title": "T", "authors": {}}}]}}}',
            "there is no abstract in its only record; the fields are @id, title, authors",
        ),
        ("[]", "it holds no records"),
        ('["a", "b"]', "it holds no records"),
    ],
)
def test_a_file_without_abstracts_is_refused(
    reading: Reading, tmp_path: Path, content: str, said: str
) -> None:
    (refusal,) = refusals(reading("a.json", content), tmp_path)
    assert refusal.startswith(f"a.json: {said}. Export")


def test_escaped_control_characters_and_halves_of_characters_are_cleaned(reading: Reading) -> None:
    (entry,) = entries(reading("a.json", r'[{"abstract": "We\u0000 draw \ud83d.\n\nSo."}]'))
    assert entry.abstract == "We draw \ufffd. So."


def test_an_export_of_a_conference_s_events(reading: Reading, tmp_path: Path) -> None:
    events = [
        {
            "type": "Poster",
            "name": "$\\Phi$-boats",
            "virtualsite_url": "https://ICML.cc//virtual/2024/poster/35005",
            "speakers/authors": "Ada Byte, ‪Bo Sun‬‏",
            "abstract": BOATS,
        },
        {"type": "Workshop", "name": "W", "speakers/authors": "A B", "abstract": REGRET},
        {"type": "Invited Talk", "name": "Cy Lo", "speakers/authors": "Cy Lo", "abstract": ""},
    ]
    where = str(tmp_path / "Events.json")
    assert reading("Events.json", json.dumps(events, ensure_ascii=False)) == [
        Entry(
            abstract=BOATS,
            source=Source("Events.json", 1),
            title="$\\Phi$-boats",
            authors=("Ada Byte", "Bo Sun"),
            url="https://ICML.cc//virtual/2024/poster/35005",
            metadata={"type": "Poster"},
        ),
        Skipped(where, "Workshop", 1),
        Skipped(where, "Invited Talk", 1),
    ]


EXPORTS: dict[str, object] = {
    "OpenReview": {
        "notes": [
            {
                "id": "x1",
                "content": {
                    "title": {"value": "Boats"},
                    "authors": {"value": ["Ada Byte", "Bo Sun"]},
                    "abstract": {"value": BOATS},
                    "venue": {"value": "ICML 2024"},
                    "pdf": {"value": "/pdf/x1.pdf"},
                },
            }
        ],
        "count": 1,
    },
    "OpenReview, version 1": [
        {
            "id": "x1",
            "content": {
                "title": "Boats",
                "authors": ["Ada Byte", "Bo Sun"],
                "abstract": BOATS,
                "venue": "ICML 2024",
            },
        }
    ],
    "Semantic Scholar": {
        "total": 1,
        "data": [
            {
                "paperId": "x1",
                "title": "Boats",
                "abstract": BOATS,
                "authors": [{"authorId": "1", "name": "Ada Byte"}, {"name": "Bo Sun"}],
                "year": 2024,
                "venue": "ICML 2024",
                "references": [{"title": "Hands", "abstract": GRAPHS}],
            }
        ],
    },
    "Hugging Face": [
        {
            "title": "Boats",
            "paper": {
                "id": "x1",
                "title": "Boats",
                "summary": BOATS,
                "authors": [{"name": "Ada Byte"}, {"name": "Bo Sun"}],
                "publishedAt": "2024-05-01T00:00:00.000Z",
                "venue": "ICML 2024",
            },
        }
    ],
    "arXiv": [
        {
            "id": "x1",
            "authors": "Ada Byte and Bo Sun",
            "authors_parsed": [["Byte", "Ada", ""], ["Sun", "Bo", ""]],
            "title": "Boats",
            "abstract": "  " + BOATS.replace(" of ", " of\n  ") + "\n",
            "journal-ref": "ICML 2024",
            "update_date": "2025-01-01",
        }
    ],
    "CSL": [
        {
            "id": "x1",
            "type": "paper-conference",
            "title": "Boats",
            "abstract": BOATS,
            "author": [{"family": "Byte", "given": "Ada"}, {"family": "Sun", "given": "Bo"}],
            "issued": {"date-parts": [[2024, 5]]},
            "container-title": "ICML 2024",
        }
    ],
    "Zotero": [
        {
            "key": "x1",
            "data": {
                "key": "x1",
                "itemType": "conferencePaper",
                "title": "Boats",
                "creators": [
                    {"creatorType": "author", "firstName": "Ada", "lastName": "Byte"},
                    {"creatorType": "author", "firstName": "Bo", "lastName": "Sun"},
                ],
                "abstractNote": BOATS,
                "date": "May 2024",
                "proceedingsTitle": "ICML 2024",
            },
        }
    ],
    "Crossref": {
        "message": {
            "items": [
                {
                    "DOI": "x1",
                    "title": ["Boats"],
                    "author": [
                        {"given": "Ada", "family": "Byte"},
                        {"given": "Bo", "family": "Sun"},
                    ],
                    "abstract": f"<jats:title>Abstract</jats:title><jats:p>{BOATS}</jats:p>",
                    "container-title": ["ICML 2024"],
                    "issued": {"date-parts": [[2024]]},
                }
            ]
        }
    },
}


@pytest.mark.parametrize("tool", EXPORTS)
def test_what_tools_export_is_read(reading: Reading, tool: str) -> None:
    (entry,) = entries(reading("a.json", json.dumps(EXPORTS[tool])))
    assert (entry.title, entry.abstract, entry.authors, entry.venue, entry.key) == (
        "Boats",
        BOATS,
        ("Ada Byte", "Bo Sun"),
        "ICML 2024",
        "x1",
    )
    assert entry.year in ({None} if tool.startswith(("OpenReview", "arXiv")) else {2024})


def test_texts_without_fields_are_abstracts(reading: Reading) -> None:
    texts = [
        f"We count the {animal} of an island from the air. " * 3 for animal in ("seals", "terns")
    ]
    outcomes = reading("a.json", json.dumps([*texts, "a short remark"]))
    assert abstracts(outcomes) == [text.strip() for text in texts]
