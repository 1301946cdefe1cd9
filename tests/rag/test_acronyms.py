import pytest

from rag.acronyms import definitions, mine, spells


def test_an_acronym_is_read_where_it_is_defined() -> None:
    text = "Old birds use optimal foraging theory (OFT) and state-space models (SSMs)."
    assert list(definitions(text)) == [
        ("OFT", "optimal foraging theory"),
        ("SSM", "state-space models"),
    ]


def test_brackets_that_spell_nothing_before_them_define_nothing() -> None:
    assert list(definitions("We test in Ohio (USA) and (NASA).")) == []


def test_a_question_is_worded_with_the_long_form_and_with_the_acronym() -> None:
    acronyms = mine(["We use optimal foraging theory (OFT)."])
    assert acronyms.variants("papers on OFT")[1] == "papers on optimal foraging theory"
    assert acronyms.variants("Optimal-foraging theory of owls")[-1] == "OFT of owls"


def test_the_most_frequent_long_form_of_an_acronym_counts() -> None:
    texts = ["direct pressure (DP)", "dive profiles (DP)", "dive profiles (DP)"]
    assert mine(texts).long_forms["DP"] == "dive profiles"


def test_the_fields_common_acronyms_need_no_definition() -> None:
    assert mine([]).spell_out("RL for owls") == "reinforcement learning for owls"


@pytest.mark.parametrize(
    ("phrase", "name", "does"),
    [
        ("Reed-Bed Drain Models", "RB-DM", True),
        ("reed bed drain model", "RBDM", True),
        ("drain of reeds", "RBDM", False),
        ("cleaning drains", "CD", False),  # two letters are spelt by chance
        ("", "RBDM", False),
    ],
)
def test_a_long_form_spells_its_name(phrase: str, name: str, does: bool) -> None:
    assert spells(phrase, name) is does
