"""Claims that a careful writer would make of an abstract, and what spoils them."""

import pytest

from rag.citations import Evidence, check

OSPREY = Evidence(
    "osprey",
    "Osprey counts nests from aerial photos. Glare limits the recall of all "
    "counters so far. Osprey is a generalization of Perch to tilted cameras. Existing counters "
    "need a map of every roof, while Osprey samples roofs at random. A Spotter to mark roofs, "
    "and a Grader to rank each nest by its age, run one after the other. Osprey decides before "
    "any photo is stored. It trains without extra sensors such as thermal cameras, range finders "
    "or microphones. Nests are more crowded on flat roofs than on steep roofs. We test it on "
    "gulls, terns and swifts. Two of the errors come from many kinds of antennas. The grade is "
    "the ratio between fresh twigs and old twigs. Novices find nests slowly while experts find "
    "them faster.",
    names=("Osprey: counting nests",),
)


@pytest.mark.parametrize(
    "claim",
    [
        "Perch is a special case of Osprey.",
        "The recall of counters is limited by glare.",
        "Unlike existing counters, Osprey samples roofs at random.",
        "The Spotter marks roofs and the Grader ranks each nest by its age.",
        "Before any photo is stored, Osprey decides.",
        "Training takes no range finders or microphones.",
        "On flat roofs, nests are more crowded than on steep roofs.",
        "Gulls, swifts and terns serve as a test.",
        "Two errors come from many kinds of antennas.",
        "The grade is the ratio of fresh twigs to old twigs.",
        "Experts find them faster than novices.",
    ],
)
def test_fair_paraphrases_are_supported(claim: str) -> None:
    assert check(claim, [OSPREY]).support == "supported"


@pytest.mark.parametrize(
    ("claim", "reason"),
    [
        ("Osprey is a special case of Perch.", "“generalization”"),
        ("The limited recall of all counters causes glare.", "the other way round"),
        ("Osprey needs a map of every roof.", "something else"),
        ("The Grader marks roofs and the Spotter ranks each nest by its age.", "something else"),
        ("Osprey decides after any photo is stored.", "“before”, not “after”"),
        ("Osprey trains with range finders and microphones.", "denies"),
        ("Nests are more crowded on steep roofs than on flat roofs.", "“flat”"),
        ("Osprey is tested on gulls, terns and herons.", "herons"),
        ("The errors come from all kinds of antennas.", "“all”"),
        ("The grade is the ratio of old twigs to fresh twigs.", "the other way round"),
        ("Novices find nests faster than experts.", "“slowly”"),
        ("Osprey got a prize.", "“prize”"),
        ("The authors presented Osprey at a conference.", "“conference”"),
    ],
)
def test_what_spoils_them_is_noticed(claim: str, reason: str) -> None:
    verdict = check(claim, [OSPREY])
    assert verdict.support == "unsupported"
    assert reason in verdict.reason
