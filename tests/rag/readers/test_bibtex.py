import logging
from pathlib import Path

import pytest

from rag.papers import Entry, Source
from rag.readers import Skipped
from tests.rag.readers.conftest import Reading, abstracts, entries, refusals
from tests.rag.readers.samples import BOATS, GRAPHS

ACL = rf"""% Encoding: UTF-8
@string{{icml = "ICML 2024"}}

@inproceedings{{byte-2024-boats,
    title = "{{B}}oats that float at $O(n)$ \& {{\'E}}",
    author = "Byte, Ada  and
      R{{\'e}}nyi, Alfr\'ed and {{Barnes and Noble}} and others",
    booktitle = icml,
    year = "2024",
    month = aug,
    url = "https://example.org/2024.x\_1/",
    abstract = "{BOATS} We gain 50{{\%}}, or 5% more.",
}}
"""


def test_an_entry_of_the_acl_anthology(reading: Reading) -> None:
    assert reading("a.bib", ACL) == [
        Entry(
            abstract=f"{BOATS} We gain 50%, or 5% more.",
            source=Source("a.bib", 1),
            title="Boats that float at $O(n)$ & É",
            authors=("Ada Byte", "Alfréd Rényi", "Barnes and Noble"),
            year=2024,
            venue="ICML 2024",
            url="https://example.org/2024.x_1/",
            key="byte-2024-boats",
            metadata={"entrytype": "inproceedings", "month": "aug"},
        )
    ]


@pytest.mark.parametrize(
    "broken",
    [
        "@article{bad, title={open, abstract={x}",
        '@article{bad, title = "open, abstract = {x}}',
        "@article{bad,\n abstract={It goes on\n",
    ],
)
@pytest.mark.parametrize("place", [0, 1, 2])
def test_a_broken_entry_is_refused_by_its_line_and_takes_no_other_with_it(
    reading: Reading, tmp_path: Path, broken: str, place: int
) -> None:
    blocks = [f"@misc{{a, abstract = {{{GRAPHS}}}}}", f"@misc{{b, abstract = {{{BOATS}}}}}"]
    blocks.insert(place, broken)
    outcomes = reading("a.bib", "\n".join(blocks))
    assert abstracts(outcomes) == [GRAPHS, BOATS]
    assert list(refusals(outcomes, tmp_path)) == [
        f"a.bib:{place + 1}: the BibTeX entry that begins here is broken. "
        "Look for a brace, quote or comma that is missing in it."
    ]


def test_a_broken_entry_is_reported_once(
    reading: Reading, capfd: pytest.CaptureFixture[str]
) -> None:
    reading("a.bib", "@article{bad, title={open\n@article{bad, title={open")
    assert capfd.readouterr().err == ""
    assert logging.getLogger("bibtexparser").handlers


@pytest.mark.parametrize(
    "text",
    [
        f"@article{{a, abstract = {{{GRAPHS}}}, abstract = {{again}}}}",
        f"@ARTICLE {{ a , ABSTRACT = {{{GRAPHS}}} }}",
        f"@article(a, abstract = {{{GRAPHS}}})",
        f'@comment{{jabref-meta: x}}\n@preamble{{"x"}}\nnoise\n  @misc{{a, abstract={{{GRAPHS}}}}}',
        f"@misc{{a,\r\n  abstract = {{{GRAPHS.replace(' ', chr(13) + chr(10) + '   ')}}}\r\n}}\r\n",
    ],
)
def test_entries_are_read_in_the_forms_that_occur(reading: Reading, text: str) -> None:
    assert abstracts(reading("a.bib", text)) == [GRAPHS]


def test_entries_may_stand_on_one_line(reading: Reading) -> None:
    text = "@misc{a, abstract={One.}}@misc{b, abstract={Two.}}"
    assert [(entry.key, entry.abstract) for entry in entries(reading("a.bib", text))] == [
        ("a", "One."),
        ("b", "Two."),
    ]


def test_entries_without_abstract_are_counted(reading: Reading, tmp_path: Path) -> None:
    outcomes = reading("a.bib", f"{ACL}\n@misc{{b, title={{T}}}}\n")
    assert outcomes[-1] == Skipped(str(tmp_path / "a.bib"), "no abstract", 1)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "@misc{a, title={T}, year={2024}}",
            "there is no abstract in its only record; the fields are entrytype, id, title, year",
        ),
        ("nothing at all", "it holds no records"),
    ],
)
def test_a_file_without_abstracts_is_refused(
    reading: Reading, tmp_path: Path, text: str, said: str
) -> None:
    (refusal,) = refusals(reading("a.bib", text), tmp_path)
    assert refusal.startswith(f"a.bib: {said}. Export")
