"""Comparisons over a small real collection, as a reader would ask for them."""

from pathlib import Path

import pytest

from tests.support.world import World

PEBBLE, CRYSTAL = "PebbleAttention", "CrystalDrift"


def _rows(text: str) -> dict[str, list[str]]:
    """The cells of a table by the label of their row."""
    rows = [line.strip("| ").split(" | ") for line in text.splitlines() if line.startswith("| **")]
    return {cells[0].strip("*"): cells[1:] for cells in rows}


@pytest.mark.parametrize(
    "question",
    [
        "How do PebbleAttention and CrystalDrift differ?",
        "PebbleAttention vs CrystalDrift",
        "PebleAttention or CrystalDritf: which one is faster?",
        "do both PebbleAttention and CrystalDrift come with code",
        "What do PebbleAttention and CrystalDrift have in common?",
        "is PebbleAttention better than CrystalDrift?",
        "compare the paper on sparse attention with the one on snow crystals",
        "compare 'a transformer that keeps one key in eight' and 'crystals by diffusion'",
    ],
)
def test_two_papers_are_compared_however_they_are_told(world: World, question: str) -> None:
    answer = world.ask(question)
    assert answer.kind == "comparison"
    assert {one.paper_id for one in answer.citations} == {
        world.paper_id(PEBBLE),
        world.paper_id(CRYSTAL),
    }


def test_the_better_of_two_stands_in_a_row_of_its_own(world: World) -> None:
    answer = world.ask("PebbleAttention vs CrystalDrift", "which is faster?")
    assert answer.kind == "comparison"
    assert _rows(answer.answer)["On “faster”"][1] == "*not said in the abstract*"
    assert "3.1 times" in _rows(answer.answer)["On “faster”"][0]


def test_three_papers_stand_side_by_side(world: World) -> None:
    answer = world.ask("compare LeafClock, WhaleSpotter and RiverBench")
    assert answer.answer.count("|---") == 4


def test_the_papers_of_a_set_are_compared(world: World) -> None:
    answer = world.ask("compare the two papers on reinforcement learning")
    assert {one.paper_id for one in answer.citations} == {
        world.paper_id("Curious Again"),
        world.paper_id("DryGuard"),
    }


def test_every_point_stands_in_its_row_with_its_figures(world: World) -> None:
    rows = _rows(world.ask("How do PebbleAttention and CrystalDrift differ?").answer)
    assert "at the price of recall" in rows["Problem"][0]
    assert "whose heads keep one key in eight" in rows["What is proposed"][0]
    assert "63% of 500 pairs" in " ".join(cell[1] for cell in rows.values())
    assert "3.1 times" in " ".join(cell[0] for cell in rows.values())


def test_what_is_asked_stands_first_and_what_is_missing_is_said(world: World) -> None:
    rows = _rows(world.ask("Do both LeafClock and PebbleAttention come with code?").answer)
    assert next(iter(rows)) == "Code and data"
    assert "github.com/example/leafclock" in rows["Code and data"][0]
    assert rows["Code and data"][1].startswith("*not said in the abstract*")


def test_a_point_that_is_asked_has_a_row_of_its_own(world: World) -> None:
    rows = _rows(world.ask("PebbleAttention vs CrystalDrift: training hours").answer)
    assert next(iter(rows)) == "On “training hours”"
    assert "11 hours" in rows["On “training hours”"][1]


def test_a_side_that_no_paper_mentions_is_declined(world: World) -> None:
    answer = world.ask("How does PebbleAttention differ from FlashOwl-9?")
    assert answer.abstained
    assert "FlashOwl-9" in answer.answer
    assert "|---" not in answer.answer


def test_a_bar_in_a_formula_does_not_end_its_cell(tmp_path: Path) -> None:
    path = tmp_path / "list.txt"
    path.write_text(
        "Birds\n\nWe present OwlCount, which counts $|O|$ owls in a wood by their calls.\n\n"
        "We present NewtCount, which counts newts in a pond by their shadows at noon.\n"
    )
    table = World.of(tmp_path / "home", path).ask("OwlCount vs NewtCount").answer
    assert "$\\|O\\|$" in table


def test_a_detail_that_neither_abstract_gives_is_declined(world: World) -> None:
    answer = world.ask("Compare the batch size of LeafClock and RiverBench")
    assert answer.abstained
    assert answer.answer.startswith("None of their abstracts says what is asked.")


def test_a_detail_that_one_abstract_gives_is_missing_in_the_other_only(world: World) -> None:
    answer = world.ask("How many sites do LeafClock and SignGNN have, compared with each other?")
    assert not answer.abstained
