"""What has to be in a passage to the letter, in whatever language it is said."""

import pytest

from rag.answering.literals import check_literals, links

PASSAGE = (
    "We release RiverBench, a benchmark of 1,120 gauges on 4 continents, read 2.5 times a day. "
    "Its error is $\\frac{1}{n}$; two million readings are at https://example.org/river_data."
)


@pytest.mark.parametrize(
    ("sentence", "found"),
    [
        ("RiverBench有1120个测站。", {"RiverBench", "1120"}),
        ("Das sind 1.120 Pegel auf 4 Kontinenten, 2,5-mal am Tag.", {"1.120", "4", "2,5"}),
        ("Ce sont 1\u202f120 jauges.", {"1\u202f120"}),
        ("有200万个读数。", {"200"}),
        ("误差为 $\\frac{1}{n}$。", {"$\\frac{1}{n}$"}),
        ("Données : https://example.org/river_data.", {"https://example.org/river_data"}),
        ("它很好。", set()),
    ],
)
def test_numbers_names_formulas_and_links_are_found(sentence: str, found: set[str]) -> None:
    literals = check_literals(sentence, PASSAGE)
    assert (set(literals.found), literals.missing) == (found, ())


@pytest.mark.parametrize(
    ("sentence", "missing"),
    [
        ("RiverBench有1130个测站。", "1130"),
        ("Das sind 1.130 Pegel.", "1.130"),
        ("LakeBench有1120个测站。", "LakeBench"),
        ("LakeBench hat 1.120 Pegel.", "LakeBench"),
        ("误差为 $\\frac{2}{n}$。", "$\\frac{2}{n}$"),
        ("Données : https://example.org/lake", "https://example.org/lake"),
        ("有300万个读数。", "300"),
    ],
)
def test_what_the_passage_lacks_is_missing(sentence: str, missing: str) -> None:
    assert check_literals(sentence, PASSAGE).missing == (missing,)


def test_a_link_ends_before_the_stop_of_its_sentence() -> None:
    assert links("See https://a.example/x), http://b.example.") == (
        "https://a.example/x",
        "http://b.example",
    )
