"""Claims in which two things have changed places."""

import pytest

from rag.citations import Evidence, check

HERON = Evidence(
    "heron",
    "We present Heron, a sampler for river models. It reaches a much tighter bound than the usual "
    "lattice sampler. A simple reduction from flow routing to path sampling makes this possible. "
    "Depth generalizes distance in our setting. The first stage starts with coarse cells and ends "
    "with fine cells. No retraining or relabelling of the gauges is required, and the filter is "
    "tuning-free. A narrow gate module serves for silt and a wide lock module serves for ice.",
)


@pytest.mark.parametrize(
    "claim",
    [
        "The lattice sampler reaches a much tighter bound than Heron.",
        "The paper reduces path sampling to flow routing.",
        "Distance generalizes depth in this setting.",
        "Relabelling of the gauges is required.",
        "A wide lock module serves for silt and a narrow gate module serves for ice.",
    ],
)
def test_things_in_each_others_place_are_noticed(claim: str) -> None:
    assert check(claim, [HERON]).support == "unsupported"


@pytest.mark.parametrize(
    "claim",
    [
        "Heron reaches a tighter bound than the lattice sampler.",
        "The bound of the lattice sampler is looser than that of Heron.",
        "Flow routing is reduced to path sampling.",
        "Distance is generalized by depth.",
        "The first stage starts with coarse cells and ends with fine cells.",
        "The gauges need no relabelling.",
        "A wide lock module serves for ice, a narrow gate module for silt.",
    ],
)
def test_things_told_from_the_other_side_are_not(claim: str) -> None:
    assert check(claim, [HERON]).support == "supported"
