import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from rag.labels import LONGEST, label, labels


@pytest.mark.parametrize(
    ("abstract", "expected"),
    [
        (
            "Wells run dry. We present WellWatch, a sensor network for measuring ground water.",
            "WellWatch: Sensor network for measuring ground water",
        ),
        (
            "Pumps fail. We propose Quiet Pump Diagnosis (QPD), a method that hears worn bearings.",
            "Quiet Pump Diagnosis (QPD): Method that hears worn bearings",
        ),
        (
            "Canals leak. We provide a remedy by proposing a porous lining, termed ClayCoat, which "
            "holds rain back until it is wanted.",
            "ClayCoat: Porous lining that holds rain back",
        ),
        ("We propose a novel method for mapping wells.", "Mapping wells"),
        (
            "Wells differ. We present a way to compare pumps under drought.",
            "Comparing pumps under drought",
        ),
        ("We explore whether we can filter silt with reeds.", "Filtering silt with reeds"),
        ("We show that one can apply reeds in ponds.", "Applying reeds in ponds"),
        ("In this paper, we study the usefulness of tracer dyes.", "Tracer dyes"),
        (
            "Rain is rare. We show that shallow wells recover within days.",
            "Shallow wells recover within days",
        ),
        (
            "Water tables rise. We study seepage in clay, which feeds what we call echo wells.",
            "Echo wells: Seepage in clay",
        ),
    ],
)
def test_a_label_is_the_name_and_what_the_paper_is_about(abstract: str, expected: str) -> None:
    assert label(abstract) == expected


def test_two_names_that_are_coined_together_both_stand_in_the_label() -> None:
    abstract = "Rivers flood. We propose RillNet and BrookNet, networks for forecasting floods."
    assert label(abstract) == "RillNet and BrookNet: Networks for forecasting floods"


def test_a_label_has_no_trace_of_markup() -> None:
    abstract = r"We introduce **Aqua$^2$Net**, an $\ell_1$ solver for *sparse* wells \& pumps."
    assert label(abstract) == "Aqua2Net: ℓ1 solver for sparse wells & pumps"


def test_a_long_phrase_is_cut_where_a_part_of_it_ends() -> None:
    abstract = (
        "We propose a hydraulic model of leaking reservoirs for planning repairs across the whole "
        "mountain district over several consecutive dry seasons."
    )
    assert label(abstract) == "Hydraulic model of leaking reservoirs for planning repairs"


@pytest.mark.parametrize("word", ["this", "their", "such", "existing", "our"])
def test_a_label_does_not_point_to_what_it_does_not_say(word: str) -> None:
    abstract = f"We present a filter of silt from ponds for {word} wells in dry valleys."
    assert label(abstract) == "Filter of silt from ponds"


def test_a_formula_is_no_part_of_a_label() -> None:
    assert (
        label("We give schedules of pumping of size $O(n^2)$ for ponds.") == "Schedules of pumping"
    )


def test_a_phrase_that_says_little_has_its_field_behind_it() -> None:
    abstract = (
        "Tidal gates are old. Opening tidal gates by hand is slow. We present GateKeeper, a new "
        "framework. Many tidal gates were repaired."
    )
    assert label(abstract) == "GateKeeper: Framework (tidal gates)"


def test_acronyms_are_written_as_the_abstract_spells_them_out() -> None:
    abstract = "Tidal wave harvesting (TWH) is young. We present SeaMill, a turbine for TWH."
    assert label(abstract) == "SeaMill: Turbine for Tidal wave harvesting"


def test_what_a_named_thing_does_stands_for_what_it_is() -> None:
    abstract = (
        "Ponds fill up. To this end, we introduce RillNet. It gently separates silt from water in "
        "shallow ponds. RillNet outperforms the state of the art."
    )
    assert label(abstract) == "RillNet: Separating silt from water in shallow ponds"


def test_a_name_that_stands_around_its_acronym_is_whole() -> None:
    abstract = (
        "Silt is heavy. We escalate settling into a process that we name as Slow-Seepage (SS) "
        "Filter. SS Filter drains ponds through reeds."
    )
    assert label(abstract) == "Slow-Seepage Filter: Draining ponds through reeds"


def test_what_is_only_spelt_out_is_no_topic() -> None:
    abstract = (
        "Drains clog. We propose Reed Bed Drain Model (RBDM) for cleaning drains of mud. A drain "
        "with reeds stays clean."
    )
    assert label(abstract) == "Reed Bed Drain Model (RBDM): Cleaning drains of mud"


def test_a_phrase_that_leaves_out_the_field_is_cut_for_it() -> None:
    abstract = (
        "We study muddy harbour dredging, where barges wait for days. We propose the algorithm "
        "TIDE with swift and certain finite guarantees under mild and common assumptions on the "
        "weather. Muddy harbour dredging is dear."
    )
    assert label(abstract).startswith("TIDE: ")
    assert "muddy harbour dredging" in label(abstract)


def test_a_statement_is_not_cut_where_it_still_goes_on() -> None:
    abstract = (
        "Settling ponds are old. We provide an analysis showing that the depth of a pond leads to "
        "quieter water in all of the basins that lie behind its longest inflowing channels."
    )
    assert all(not made.endswith("leads") for made in labels(abstract))


def test_further_labels_of_a_paper_say_something_else_of_it() -> None:
    abstract = (
        "We present WellWatch, a sensor network for ground water. We also develop a calibration "
        "scheme for cheap probes."
    )
    made = labels(abstract)
    assert made[0] == "WellWatch: Sensor network for ground water"
    assert "WellWatch: Calibration scheme for cheap probes" in made
    assert len(set(made)) == len(made)


@pytest.mark.parametrize(
    ("abstract", "made"),
    [
        ("", "Untitled"),
        (" ", "Untitled"),
        ("?", "?"),
        ("水は低きに流れる。" * 40, "水は低きに流れる。"),
        ("x" * 500, "x" * LONGEST),
    ],
)
def test_a_text_that_is_no_abstract_is_cut_to_a_label(abstract: str, made: str) -> None:
    assert label(abstract) == made


@given(
    st.text()
    | st.lists(
        st.sampled_from(
            "we propose a novel method for wells , that is ( PUMP ) . We show our e.g. $x_1$ and "
            "which study to of termed WellNet **".split()
        ),
        max_size=60,
    ).map(" ".join)
)
@example("We propose")
@example("(" * 2000 + " (" * 2000)
def test_a_label_of_any_text_is_one_short_line(abstract: str) -> None:
    for made in labels(abstract):
        assert len(made) <= LONGEST
        assert len(made.splitlines()) == 1
        assert made == made.strip()
