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


HERON = Evidence(
    "heron",
    "Each pond is drawn as a branch, and individual frogs as leaves. Larger ponds go along with "
    "less sharing among frogs. Outside the mating season, noise falls even more with large "
    "reeds. We give a sufficient condition for small ponds to lower the noise. Heron sorts calls "
    "in $O(\\sqrt{n} \\log n)$ steps. Deep water is neither necessary nor sufficient for frogs "
    "to stay. Counting newts is challenging because of the muddy banks. Heron predicts the "
    "maximum depth that a frog reaches. Steering the floats by hand substantially reduces the "
    "need for slow and costly warm-up runs. All calls are uniformly recorded at night. A "
    "Heron learns from calls only. The better hearing of Heron over Egret explains this.",
    names=("Heron: sorting calls",),
)

FAIR = {
    OSPREY: (
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
    ),
    HERON: (
        "Individual frogs are drawn as leaves, and each pond as a branch.",
        "Larger ponds come with less sharing among frogs.",
        "A sufficient condition for small ponds to lower the noise is given.",
        "Heron sorts calls in $O(\\sqrt{n} \\log n)$ steps.",
        "Deep water is not necessary for frogs to stay.",
        "Because of muddy banks, it is hard to count newts.",
        "Heron predicts the largest depth that a frog reaches.",
        "When floats are steered by hand, far less warm-up is needed.",
        "Heron learns from nothing more than calls.",
    ),
}

SPOILT = {
    OSPREY: (
        ("Osprey is a special case of Perch.", "“generalization”"),
        ("The limited recall of all counters causes glare.", "the other way round"),
        ("Osprey needs a map of every roof.", "something else"),
        (
            "The Grader marks roofs and the Spotter ranks each nest by its age.",
            "the other way round",
        ),
        ("Osprey decides after any photo is stored.", "“before”, not “after”"),
        ("Osprey trains with range finders and microphones.", "denies"),
        ("Nests are more crowded on steep roofs than on flat roofs.", "“flat”"),
        ("Osprey is tested on gulls, terns and herons.", "herons"),
        ("The errors come from all kinds of antennas.", "“all”"),
        ("The grade is the ratio of old twigs to fresh twigs.", "the other way round"),
        ("Novices find nests faster than experts.", "“slowly”"),
        ("Osprey got a prize.", "“prize”"),
        ("The authors presented Osprey at a conference.", "“conference”"),
    ),
    HERON: (
        ("Each frog is drawn as a branch, and individual ponds as leaves.", "other way round"),
        ("Larger ponds go along with more sharing among frogs.", "“less sharing”, not “more”"),
        ("Outside the mating season, noise falls less with large reeds.", "not “less”"),
        ("We give a necessary condition for small ponds to lower the noise.", "“sufficient”"),
        ("Heron sorts calls in O(n^2) steps.", "does not have “O(n^2)”"),
        ("Deep water is necessary for frogs to stay.", "denies “necessary”"),
        ("The muddy banks make it impossible to count newts.", "“impossible” is stronger"),
        ("Heron is the first method to predict the depth that a frog reaches.", "the first"),
        ("The better hearing of Egret over Heron explains this.", "other way round"),
    ),
}


@pytest.mark.parametrize(
    ("abstract", "claim"), [(one, claim) for one, claims in FAIR.items() for claim in claims]
)
def test_fair_paraphrases_are_supported(abstract: Evidence, claim: str) -> None:
    assert check(claim, [abstract]).support == "supported"


@pytest.mark.parametrize(
    ("abstract", "claim", "reason"),
    [(one, *spoilt) for one, claims in SPOILT.items() for spoilt in claims],
)
def test_what_spoils_them_is_noticed(abstract: Evidence, claim: str, reason: str) -> None:
    verdict = check(claim, [abstract])
    assert verdict.support == "unsupported"
    assert reason in verdict.reason
