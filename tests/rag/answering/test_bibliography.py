"""Questions on authors, years and venues, to a list that gives them and to one that does not."""

import pytest

from tests.support.world import DATA, World


@pytest.fixture(scope="module")
def signed(tmp_path_factory: pytest.TempPathFactory) -> World:
    return World.of(tmp_path_factory.mktemp("signed"), DATA / "signed.jsonl")


def _ids(world: World, *words: str) -> set[str]:
    return {world.paper_id(word) for word in words}


@pytest.mark.parametrize(
    ("question", "papers"),
    [
        ("papers by Wanda Moorhen", {"FrogWatch", "tadpoles"}),
        ("what did moorhen wanda write?", {"FrogWatch", "tadpoles"}),
        ("which papers are by Wanda Moorhen and Yi Heron?", {"tadpoles"}),
        ("papers by Wanda Moorhen or Yu Heron", {"FrogWatch", "tadpoles", "MossNet"}),
        ("papers by Wanda Moorhen but not by Yi Heron", {"FrogWatch"}),
        ("papers by Bjoern Ottersen with code", {"tadpoles"}),
        ("papers by Ottersen about frog calls", {"FrogWatch"}),
        ("how many papers are by Yi Heron?", {"tadpoles"}),
    ],
)
def test_somebodys_papers_are_listed_and_no_others(
    signed: World, question: str, papers: set[str]
) -> None:
    answer = signed.ask(question)
    assert answer.kind == "listing"
    assert {one.paper_id for one in answer.papers} == _ids(signed, *papers)
    assert answer.answer.startswith(f"**{len(papers)}** of 5 papers")


def test_a_listing_names_the_authors_and_the_papers_without_any(signed: World) -> None:
    answer = signed.ask("papers by Jean-Pierre Grebe")
    assert "(Yu Heron and Jean-Pierre Grebe)" in answer.answer
    assert "(1 of the 5 papers comes without authors)" in answer.answer


def test_a_guessed_name_is_said_to_be_guessed(signed: World) -> None:
    answer = signed.ask("papers by Wanda Morhen")
    assert "by Wanda Moorhen (no author is called “Wanda Morhen”)" in answer.answer


def test_people_who_share_a_name_are_told_apart(signed: World) -> None:
    answer = signed.ask("papers by Heron")
    assert "by an author called “Heron” (Yi Heron and Yu Heron)" in answer.answer


@pytest.mark.parametrize("name", ["Yo Heron", "Wanda Heron", "Ada Stork"])
def test_a_name_that_nobody_has_is_declined(signed: World, name: str) -> None:
    answer = signed.ask(f"papers by {name}")
    assert (answer.abstained, answer.papers, answer.citations) == (True, (), ())
    assert f"No author in this collection is called “{name}”." in answer.answer


@pytest.mark.parametrize(
    "question", ["who wrote FrogWatch?", "Who are the authors of the paper on the calls of frogs?"]
)
def test_who_wrote_a_paper_is_told_from_its_list(signed: World, question: str) -> None:
    answer = signed.ask(question)
    assert "is by Wanda Moorhen and Bjørn Ottersen [1]." in answer.answer
    assert {one.paper_id for one in answer.citations} == _ids(signed, "FrogWatch")


def test_who_wrote_several_papers_is_told_of_each(signed: World) -> None:
    answer = signed.ask("who wrote FrogWatch and MossNet?")
    assert answer.kind == "lookup"
    assert "is by Wanda Moorhen and Bjørn Ottersen [1]." in answer.answer
    assert "is by Yu Heron and Jean-Pierre Grebe [2]." in answer.answer


def test_whether_somebody_wrote_a_paper_is_answered(signed: World) -> None:
    assert signed.ask("Did Wanda Moorhen write FrogWatch?").answer.startswith("Yes: ")
    assert signed.ask("Is Yu Heron an author of FrogWatch?").answer.startswith("No: ")


def test_when_and_where_a_paper_appeared_is_told_from_its_list(signed: World) -> None:
    assert "is of 2021 (Pond Letters) [1]" in signed.ask("When was FrogWatch published?").answer
    assert "at Pond Letters in 2021 [1]" in signed.ask("Where was FrogWatch published?").answer
    missing = signed.ask("Where was MossNet published?")
    assert missing.abstained
    assert "does not say where it appeared" in missing.answer


def test_what_the_authors_say_is_no_question_for_their_names(signed: World) -> None:
    assert "nine species" in signed.ask("What do the authors of FrogWatch present?").answer


@pytest.mark.parametrize(
    ("turns", "papers"),
    [
        (("papers by Bjørn Ottersen", "and by Yu Heron?"), {"MossNet"}),
        (("papers by Bjørn Ottersen", "what about Yu Heron?"), {"MossNet"}),
        (("What is FrogWatch?", "what else did its authors write?"), {"FrogWatch", "tadpoles"}),
        (("who wrote MossNet?", "other papers by the same authors"), {"MossNet"}),
        (("papers by Yi Heron", "what else did she write?"), {"tadpoles"}),
        (("papers on ponds and moss", "which of them are by Yi Heron?"), {"tadpoles"}),
    ],
)
def test_authors_are_asked_for_in_a_conversation(
    signed: World, turns: tuple[str, str], papers: set[str]
) -> None:
    assert signed.listed(*turns) == _ids(signed, *papers)


def test_the_authors_of_the_second_one_are_those_of_the_second_one(signed: World) -> None:
    first = signed.ask("papers by Bjørn Ottersen")
    answer = signed.ask("papers by Bjørn Ottersen", "who are the authors of the second one?")
    assert f"**{first.papers[1].title}** is by" in answer.answer


@pytest.mark.parametrize(
    "question",
    [
        "papers by Wanda Moorhen",
        "what did Ada Stork write?",
        "how many papers are by Ada Stork?",
        "who wrote LeafClock?",
    ],
)
def test_lists_without_authors_are_said_to_give_none(world: World, question: str) -> None:
    answer = world.ask(question)
    assert (answer.abstained, answer.papers) == (True, ())
    assert "The lists of this collection give no authors." in answer.answer


@pytest.mark.parametrize(
    ("question", "papers"),
    [
        ("papers from 2023", {"tadpoles", "MossNet"}),
        ("papers published before 2023", {"FrogWatch"}),
        ("Which papers by Wanda Moorhen are from 2023?", {"tadpoles"}),
        ("papers from 2021 on frog calls", {"FrogWatch"}),
        ("How many papers are from 2022 to 2024?", {"tadpoles", "MossNet"}),
    ],
)
def test_papers_of_some_years_are_listed_and_no_others(
    signed: World, question: str, papers: set[str]
) -> None:
    answer = signed.ask(question)
    assert {one.paper_id for one in answer.papers} == _ids(signed, *papers)


def test_it_is_said_of_how_many_papers_no_list_tells_the_year(signed: World) -> None:
    answer = signed.ask("papers from 2021")
    assert answer.answer.startswith(
        "**1** of 5 papers is of 2021 (the lists do not say it of 2 more):"
    )


def test_a_year_that_no_paper_is_of_lists_none(signed: World) -> None:
    answer = signed.ask("papers from 1999")
    assert (answer.abstained, answer.papers) == (True, ())
    assert answer.answer.startswith("None of the 5 papers is of 1999")


def test_lists_without_years_are_asked_for_the_topic_alone_and_say_so(world: World) -> None:
    answer = world.ask("Which papers from 2023 study whales?")
    assert [one.paper_id for one in answer.papers] == [world.paper_id("WhaleSpotter")]
    assert "(the lists do not say which papers are of 2023)" in answer.answer
    alone = world.ask("papers from 2023")
    assert alone.abstained
    assert alone.answer.startswith("The lists do not say which papers are of 2023.")


def test_those_who_wrote_with_somebody_are_named_by_how_often(signed: World) -> None:
    answer = signed.ask("Who are the coauthors of Wanda Moorhen?")
    first, *lines = [line for line in answer.answer.splitlines() if line.strip()]
    assert first == "**2** others signed the 2 papers that are by Wanda Moorhen:"
    assert lines[0] == "- **Bjørn Ottersen**, 2 papers [1][2]"
    (ponds,) = [one.number for one in answer.citations if "Ponds" in one.title]
    assert lines[1] == f"- **Yi Heron**, 1 paper [{ponds}]"
    assert "1 of the 5 papers comes without authors." in answer.answer
    assert [one.number for one in answer.citations] == [1, 2]


def test_those_who_wrote_most_are_named_first_and_only_for_the_topic(signed: World) -> None:
    answer = signed.ask("Which authors have written the most papers?")
    assert answer.answer.startswith("**6** authors signed the 5 papers:")
    assert "- **Bjørn Ottersen**, 2 papers" in answer.answer
    about = signed.ask("Which researchers work on moss?")
    assert "Yu Heron" in about.answer
    assert "Ottersen" not in about.answer


def test_nobody_is_named_of_papers_that_there_are_not(signed: World) -> None:
    answer = signed.ask("Who wrote papers with Yu Heron about newts?")
    assert (answer.abstained, answer.citations) == (True, ())
    assert answer.answer.startswith("Nobody else signed a paper about “newts” that is by Yu Heron")


def test_without_authors_nobody_is_named(world: World) -> None:
    answer = world.ask("Who wrote the most papers?")
    assert answer.abstained
    assert "The lists of this collection give no authors." in answer.answer
