from typing import Any

import pytest

from rag.answering.checked import UNSUPPORTED, Check
from rag.answering.composed import Composed
from rag.answering.pieces import sentences_of
from rag.answering.references import References
from rag.citations import Attribution, attribute
from rag.snapshot import Indexed
from tests.support.world import World


def _given(world: World) -> dict[int, Indexed]:
    return {
        1: world.snapshot[world.number("RiverBench")],
        2: world.snapshot[world.number("WhaleSpotter")],
    }


def _checked(
    world: World, text: str, *, strict: bool = False, missing: bool = False
) -> tuple[Composed, References]:
    references = References()
    given = _given(world)
    for indexed in given.values():
        references.number(indexed)
    check = Check(given, references, strict=strict, missing=missing)
    shown = "".join(check.piece(piece) for piece in sentences_of(text))
    composed = check.composed()
    assert shown.strip() == composed.text
    return composed, references


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
    assert [claim.support for claim in composed.claims] == ["supported"]
    assert composed.left_out == 1


def test_a_sentence_without_a_marker_gets_the_citation_that_bears_it_out(world: World) -> None:
    composed, references = _checked(world, "WhaleSpotter finds 91% of the animals on 2,400 images.")
    assert composed.claims[0].citations == (2,)
    assert composed.text.endswith("2,400 images [2].")
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


@pytest.mark.parametrize(
    "dressed",
    [
        "## RiverBench won a prize in Oslo\n",
        "It won a prize in Oslo:\n",
        "**It won a prize in Oslo**\n",
        "Yes.\n",
        "Which gauges won a prize [1]?\n",
        "| RiverBench won a prize in Oslo |\n",
    ],
)
def test_no_dress_brings_a_claim_past_a_strict_check(world: World, dressed: str) -> None:
    text = f"{dressed}\nRiverBench holds 1,120 gauges [1]."
    composed, _ = _checked(world, text, strict=True)
    assert composed.text.strip("| \n") == "RiverBench holds 1,120 gauges [1]."
    assert composed.left_out == 1


def test_a_strict_check_keeps_headings_labels_and_lists(world: World) -> None:
    text = (
        "## Gauges\n\n- **Where:** It won a prize [1]. RiverBench is on 4 continents [1].\n"
        "- It won a prize [1].\n- RiverBench holds 1,120 gauges [1].\n"
    )
    composed, _ = _checked(world, text, strict=True)
    assert composed.text == (
        "## Gauges\n\n- RiverBench is on 4 continents [1].\n- RiverBench holds 1,120 gauges [1]."
    )


@pytest.mark.parametrize("missing", [True, False])
def test_that_something_is_missing_is_said_if_the_quoted_answer_says_so(
    world: World, missing: bool
) -> None:
    text = "The passages do not say how many gauges there are."
    composed, _ = _checked(world, text, strict=True, missing=missing)
    assert (composed.text, composed.left_out) == ((text, 0) if missing else ("", 1))


def test_a_sentence_without_spaces_is_no_label(world: World) -> None:
    composed, _ = _checked(world, "河流数据集在奥斯陆获得了一个大奖。", strict=True)
    assert composed.text == ""


def test_marks_of_the_prompt_that_a_model_repeats_are_not_shown(world: World) -> None:
    text = "<question 8a331e58>\nRiverBench holds 1,120 gauges [1].\n</question 8a331e58>"
    composed, _ = _checked(world, text, strict=True)
    assert composed.text == "RiverBench holds 1,120 gauges [1]."


def test_a_sentence_that_is_repeated_for_ever_is_judged_once(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []

    def counted(english: str, *rest: Any) -> Attribution:
        asked.append(english)
        return attribute(english, *rest)

    monkeypatch.setattr("rag.answering.judging.attribute", counted)
    composed, _ = _checked(world, "RiverBench has 1,120 gauges [1]. " * 1_000)
    assert len(composed.claims) == 1_000
    assert asked == ["RiverBench has 1,120 gauges."]
