"""Papers that are found by a part of their own name."""

from pathlib import Path

import pytest

from tests.support.world import World

LIST = """
FeatherNet is a graph network that learns the shape of gliders from wind tunnels. It halves drag.

We present ZebraNet, a sensor network that counts animals. It finds 312 of them in a week.

CloudMeter measures how wet the air is, from satellites. It needs no gauges, unlike TorchBench.

How do owls hear mice? We put microphones into 40 barns and count. Satellites are of no use.
"""


@pytest.fixture(scope="module")
def named(tmp_path_factory: pytest.TempPathFactory) -> World:
    folder = tmp_path_factory.mktemp("named")
    (folder / "list.txt").write_text(LIST, "utf-8")
    return World.of(folder / "home", folder / "list.txt")


@pytest.mark.parametrize(
    ("topic", "words"),
    [
        ("feather", ["FeatherNet"]),
        ("feathers", ["FeatherNet"]),
        ("zebras", ["ZebraNet"]),
        ("cloud", ["CloudMeter"]),
        ("feather net", ["FeatherNet"]),
        ("net", ["FeatherNet", "ZebraNet"]),
        ("zebra counting", []),  # another paper counts, too: no name holds that
        ("feather meter", []),  # two names
        ("torch", []),  # only mentioned
        ("feat", []),  # no part
    ],
)
def test_a_part_of_a_name_is_found_and_nothing_else(
    named: World, topic: str, words: list[str]
) -> None:
    found = {named.paper_id(word) for word in words}
    assert named.listed(f"Which papers are about {topic}?") == found


def test_a_word_that_an_abstract_says_is_no_part_of_a_name(tmp_path: Path) -> None:
    (tmp_path / "list.txt").write_text(f"{LIST}\nWe ask what zebras eat. Grass, mostly.", "utf-8")
    world = World.of(tmp_path / "home", tmp_path / "list.txt")
    assert world.listed("Which papers are about zebras?") == {world.paper_id("Grass")}
