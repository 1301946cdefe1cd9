import pytest

from rag.answering.checked import UNSUPPORTED, checked
from rag.answering.composed import Composed
from rag.answering.references import References
from rag.snapshot import Indexed
from tests.support.world import World


def _given(world: World) -> dict[int, Indexed]:
    return {
        1: world.snapshot[world.number("RiverBench")],
        2: world.snapshot[world.number("WhaleSpotter")],
    }


def _checked(world: World, text: str, *, strict: bool = False) -> tuple[Composed, References]:
    references = References()
    given = _given(world)
    for indexed in given.values():
        references.number(indexed)
    return checked(text, given, references, strict=strict), references


def test_a_sentence_that_its_passage_bears_out_is_supported(world: World) -> None:
    composed, references = _checked(
        world, "RiverBench is a benchmark of 1,120 gauges on 4 continents [1]."
    )
    (claim,) = composed.claims
    assert (claim.support, claim.citations, claim.reason) == ("supported", (1,), "")
    assert "1,120 gauges" in references.citations()[0].quote


def test_a_changed_number_is_marked_with_its_reason(world: World) -> None:
    composed, _ = _checked(world, "RiverBench is a benchmark of 1,130 gauges on 4 continents [1].")
    (claim,) = composed.claims
    assert claim.support == "unsupported"
    assert "1,130" in claim.reason
    assert composed.text.endswith(UNSUPPORTED)


def test_an_unsupported_sentence_is_left_out_where_that_is_wanted(world: World) -> None:
    text = "RiverBench holds 1,120 gauges [1]. It won a prize in Oslo [1]."
    composed, _ = _checked(world, text, strict=True)
    assert composed.text == "RiverBench holds 1,120 gauges [1]."
    assert [claim.support for claim in composed.claims] == ["supported", "unsupported"]


def test_a_sentence_without_a_marker_gets_the_citation_that_bears_it_out(world: World) -> None:
    composed, references = _checked(world, "WhaleSpotter finds 91% of the animals on 2,400 images.")
    assert composed.claims[0].citations == (2,)
    assert composed.text.endswith("[2]")
    assert [citation.number for citation in references.citations()] == [2]


def test_a_plain_no_is_no_claim(world: World) -> None:
    composed, references = _checked(world, "The passages do not say which optimizer was used.")
    assert (composed.claims, composed.abstained, references.citations()) == ((), True, ())


@pytest.mark.parametrize(
    "text",
    [
        "| | A |\n|---|---|\n| Size | RiverBench is a benchmark of 1,120 gauges [1] |\n",
        "## What it is\n\nRiverBench is a benchmark of 1,120 gauges [1].\n\nAnd:\n",
    ],
)
def test_the_form_of_a_text_is_kept(world: World, text: str) -> None:
    composed, _ = _checked(world, text)
    assert composed.text == text.strip()


def test_nonsense_is_never_supported(world: World) -> None:
    text = "The paper discusses the role of the river in the city and its people [1]. " * 3
    composed, _ = _checked(world, text)
    assert {claim.support for claim in composed.claims} == {"unsupported"}
    assert composed.abstained
