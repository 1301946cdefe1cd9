"""When papers appeared, as questions word it, and whether a paper did."""

from __future__ import annotations

import pytest

from rag.appearance import Appearance, appearance
from rag.papers import Paper


@pytest.mark.parametrize(
    ("question", "wanted", "rest"),
    [
        ("papers from 2023", (2023, 2023, ""), "papers"),
        ("papers from 2023 on frogs", (2023, 2023, ""), "papers on frogs"),
        ("Which papers appeared in 2024 on frogs?", (2024, 2024, ""), "Which papers on frogs?"),
        ("2024 papers on frogs", (2024, 2024, ""), "papers on frogs"),
        ("frog papers since 2020", (2020, None, ""), "frog papers"),
        ("any work from 2020 onwards on frogs", (2020, None, ""), "any work on frogs"),
        ("papers from 2020 on", (2020, None, ""), "papers"),
        ("papers after 2020", (2021, None, ""), "papers"),
        ("papers published before 2019 about frogs", (None, 2018, ""), "papers about frogs"),
        ("papers between 2019 and 2021", (2019, 2021, ""), "papers"),
        ("Which ICML 2024 papers study frogs?", (2024, 2024, "ICML"), "Which papers study frogs?"),
        ("papers that appeared at NeurIPS 2023", (2023, 2023, "NeurIPS"), "papers"),
    ],
)
def test_the_years_are_found_and_cut_out(
    question: str, wanted: tuple[int | None, int | None, str], rest: str
) -> None:
    assert appearance(question) == (Appearance(*wanted), rest)


@pytest.mark.parametrize(
    "question",
    ["Which papers study 2000 frogs?", "images of 2024x1024 pixels", "frogs in 3D", "GPT-2023"],
)
def test_other_numbers_are_no_years(question: str) -> None:
    assert appearance(question) == (None, question)


def _paper(year: int | None, venue: str | None) -> Paper:
    return Paper(id="p", title="Frogs", abstract="Frogs.", title_given=True, year=year, venue=venue)


@pytest.mark.parametrize(
    ("wanted", "told", "fits"),
    [
        (Appearance(2020, 2022), True, True),
        (Appearance(2021, None), True, True),
        (Appearance(None, 2020), True, False),
        (Appearance(2021, 2021, "pond"), True, True),
        (Appearance(2021, 2021, "ICML"), True, False),
    ],
)
def test_a_paper_fits_by_its_record(wanted: Appearance, told: bool, fits: bool) -> None:
    paper = _paper(2021, "POND 2021")
    assert (wanted.is_told_of(paper), wanted.fits(paper)) == (told, fits)


def test_a_paper_without_a_record_is_told_nothing_of_and_does_not_fit() -> None:
    wanted = Appearance(None, 2021)
    assert not wanted.is_told_of(_paper(None, "POND"))
    assert not wanted.fits(_paper(None, "POND"))
    assert not Appearance(2021, 2021, "POND").is_told_of(_paper(2021, None))


@pytest.mark.parametrize(
    ("wanted", "words"),
    [
        (Appearance(2021, 2021), "of 2021"),
        (Appearance(2021, 2021, "POND"), "of POND 2021"),
        (Appearance(2019, 2021), "of 2019 to 2021"),
        (Appearance(2019, None), "of 2019 or later"),
        (Appearance(None, 2019), "of 2019 or earlier"),
    ],
)
def test_it_is_worded_as_what_papers_are(wanted: Appearance, words: str) -> None:
    assert str(wanted) == words
