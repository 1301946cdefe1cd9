import pytest

from rag.authors import AuthorIndex, Authorship, papers_by_name
from rag.papers import Paper

INDEX = AuthorIndex(
    {
        "Wanda Moorhen": (0, 2),
        "W. A. Moorhen": (3,),
        "Bjørn Ottersen": (0, 1),
        "Yi Heron": (1,),
        "Yu-Xi Heron": (2,),
        "Jörg van der Grebe": (4,),
        "Bartholomew Whimbrel": (5,),
    }
)


def _names(asked: str) -> set[str]:
    return {person.name for person in INDEX.find(asked).people}


@pytest.mark.parametrize(
    ("asked", "name"),
    [
        ("wanda moorhen", "Wanda Moorhen"),
        ("Moorhen, Wanda", "Wanda Moorhen"),
        ("Moorhen Wanda", "Wanda Moorhen"),
        ("Bjorn Ottersen", "Bjørn Ottersen"),
        ("Bjoern Ottersen", "Bjørn Ottersen"),
        ("B. Ottersen", "Bjørn Ottersen"),
        ("Ottersen B", "Bjørn Ottersen"),
        ("Ottersen", "Bjørn Ottersen"),
        ("Yu Xi Heron", "Yu-Xi Heron"),
        ("Yuxi Heron", "Yu-Xi Heron"),
        ("Y.-X. Heron, PhD", "Yu-Xi Heron"),
        ("Heron Yuxi", "Yu-Xi Heron"),
        ("van der Grebe", "Jörg van der Grebe"),
        ("Joerg van der Grebe", "Jörg van der Grebe"),
        ("Jörg Grebe", "Jörg van der Grebe"),
    ],
)
def test_a_form_of_a_name_finds_who_has_it(asked: str, name: str) -> None:
    if asked == "Y.-X. Heron, PhD":  # initials may be anybody's
        assert name in _names(asked)
    else:
        assert _names(asked) == {name}
    assert INDEX.find(asked).exact


@pytest.mark.parametrize("asked", ["Wanda Morhen", "Ottersne, Bjørn", "Moorhem, Wanda"])
def test_a_misspelt_name_is_guessed_and_said_to_be(asked: str) -> None:
    known = INDEX.find(asked)
    assert len(known.people) == 1
    assert known.people[0].name in {"Wanda Moorhen", "Bjørn Ottersen"}
    assert not known.exact


def test_who_is_listed_by_initials_may_be_meant_and_is_not_said_to_be() -> None:
    known = INDEX.find("Wilma Moorhen")
    assert ({person.name for person in known.people}, known.exact) == ({"W. A. Moorhen"}, False)
    assert _names("Wnada Moorhen") == {"W. A. Moorhen", "Wanda Moorhen"}


def test_a_long_word_may_have_two_slips() -> None:
    assert _names("Batholomew Whimbral") == {"Bartholomew Whimbrel"}


@pytest.mark.parametrize(
    "asked",
    [
        "Yo Heron",  # short names differ in a letter
        "Wanda Heron",  # both words are known, and nobody has both
        "Yi Ottersen",
        "Anna Moorhen",
        "Wanda",  # a given name alone is somebody's
        "Wanda Sandpiper",
        "Ottersem",  # a word alone may be anything
        "",
        "?!",
    ],
)
def test_nobody_is_taken_for_somebody_else(asked: str) -> None:
    assert _names(asked) <= ({"Wanda Moorhen"} if asked == "Wanda" else set())


def test_initials_may_be_several_peoples() -> None:
    assert _names("W. Moorhen") == {"Wanda Moorhen", "W. A. Moorhen"}
    assert _names("Heron") == {"Yi Heron", "Yu-Xi Heron"}


def test_names_that_come_near_are_told_where_nobody_is_meant() -> None:
    assert "Wanda Moorhen" in INDEX.find("Wanda Moor").near
    assert INDEX.find("Ottersem").near == ("Bjørn Ottersen",)


def test_somebody_listed_by_one_word_hides_nobody_who_is_called_so() -> None:
    index = AuthorIndex({"Heron": (0,), "Yi Heron": (1,)})
    assert len(index.find("Heron").people) == 2


def test_spellings_that_differ_in_accents_only_are_one_name() -> None:
    papers = [
        Paper("a", "A", True, "One.", authors=("Bjørn Ottersen",)),
        Paper("b", "B", True, "Two.", authors=("Bjørn Ottersen", "Yi Heron")),
        Paper("c", "C", True, "Three.", authors=("BJORN OTTERSEN",)),
    ]
    assert papers_by_name(papers) == {"Bjørn Ottersen": (0, 1, 2), "Yi Heron": (1,)}


def test_several_names_ask_for_what_they_wrote_together_unless_either_will_do() -> None:
    asked = (INDEX.find("Wanda Moorhen"), INDEX.find("Ottersen"))
    everything = range(6)
    assert Authorship(asked).among(everything) == {0}
    assert Authorship(asked, either=True).among(everything) == {0, 1, 2}
    assert Authorship(asked[:1], without=asked[1:]).among(everything) == {2}


def test_a_name_that_nobody_has_only_matters_where_nobody_else_will_do() -> None:
    known, unknown = INDEX.find("Yi Heron"), INDEX.find("Ada Stork")
    assert Authorship((known, unknown)).unknown == (unknown,)
    assert Authorship((known, unknown), either=True).unknown == ()
    assert Authorship((unknown,), either=True).unknown == (unknown,)
