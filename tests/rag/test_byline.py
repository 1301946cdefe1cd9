import pytest

from rag.byline import Byline, byline
from rag.wording import split

AUTHORS = {
    "Wanda Moorhen",
    "wanda moorhen",
    "Ottersen",
    "Bjørn Ottersen",
    "Moorhen, W",
    "Adam",
    "Adam Teal",
}
UNKNOWN = {"ada", "stork", "Ottersen"}


def _byline(question: str) -> Byline | None:
    return byline(question, AUTHORS.__contains__, lambda word: word not in UNKNOWN)


@pytest.mark.parametrize(
    ("question", "names", "topic"),
    [
        ("papers by Wanda Moorhen", ["Wanda Moorhen"], ""),
        ("papers by wanda moorhen on frogs", ["wanda moorhen"], "frogs"),
        ("papers by ada stork", ["ada stork"], ""),
        ("papers on frogs by Ottersen", ["Ottersen"], "frogs"),
        ("what did Wanda Moorhen write about frogs?", ["Wanda Moorhen"], "frogs"),
        ("What has Ada Stork published?", ["Ada Stork"], ""),
        ("how many papers are by Ada Stork?", ["Ada Stork"], ""),
        ("How many papers did Wanda Moorhen write?", ["Wanda Moorhen"], ""),
        ("How many papers does Wanda Moorhen have here?", ["Wanda Moorhen"], ""),
        ("Which papers on frogs did Ada Stork write?", ["Ada Stork"], "frogs"),
        ("papers by Moorhen, W.", ["Moorhen, W"], ""),
        ("which papers are by A. B. Stork and Ole Smew?", ["A. B. Stork", "Ole Smew"], ""),
        ("papers by Ada Stork, Ole Smew and Di Teal", ["Ada Stork", "Ole Smew", "Di Teal"], ""),
        ("anything by Ada Stork, please", ["Ada Stork"], ""),
        ("show me everything Ada Stork wrote", ["Ada Stork"], ""),
        ("papers whose author is Ada Stork", ["Ada Stork"], ""),
        ("Which papers have Ada Stork among the authors?", ["Ada Stork"], ""),
        ("papers co-authored by Ada Stork & Ole Smew", ["Ada Stork", "Ole Smew"], ""),
        ("papers by Dr. Ada Stork", ["Ada Stork"], ""),
        ("list Ottersen's papers on frogs", ["Ottersen"], "frogs"),
        ("Wanda Moorhen", ["Wanda Moorhen"], ""),
        ("who is Wanda Moorhen?", ["Wanda Moorhen"], ""),
        ("papers from Wanda Moorhen", ["Wanda Moorhen"], ""),
        ("author: Ada Stork", ["Ada Stork"], ""),
    ],
)
def test_the_names_are_found_and_the_topic_is_left(
    question: str, names: list[str], topic: str
) -> None:
    found = _byline(question)
    assert found is not None
    assert (list(found.names), found.either, split(found.rest).topic) == (names, False, topic)


@pytest.mark.parametrize(
    "question",
    [
        "Which papers speed up training by early stopping?",
        "Which papers are inspired by physics?",
        "papers by topic",
        "papers from Pondville",
        "papers by the same authors",
        "What did they write?",
        "What did FrogWatch achieve?",
        "who wrote FrogWatch?",
        "papers on optimisation by Adam",
        "Does OWLNet work on maps?",
        "By what margin does FrogWatch win?",
        "By which factor is it faster?",
        "Adam",
        "Which methods are robust by design?",
        "frog papers",
        "",
    ],
)
def test_what_asks_for_nobodys_papers_has_no_byline(question: str) -> None:
    assert _byline(question) is None


def test_either_of_several_authors_may_do() -> None:
    found = _byline("papers by Ada Stork or Ole Smew")
    assert found
    assert (found.names, found.either) == (("Ada Stork", "Ole Smew"), True)


def test_authors_can_be_left_out() -> None:
    found = _byline("papers by Wanda Moorhen but not by Bjørn Ottersen")
    assert found
    assert (found.names, found.without) == (("Wanda Moorhen",), ("Bjørn Ottersen",))
    found = _byline("papers on frogs not by Ada Stork")
    assert found
    assert (found.names, found.without, found.rest) == ((), ("Ada Stork",), "papers on frogs")


@pytest.mark.parametrize(
    "question", ["Is Ada Stork an author of FrogWatch?", "Did Ada Stork write FrogWatch?"]
)
def test_it_can_be_asked_whether_somebody_wrote_a_paper(question: str) -> None:
    found = _byline(question)
    assert found
    assert (found.names, found.whether, found.rest) == (("Ada Stork",), True, "FrogWatch?")


def test_a_long_question_takes_no_long_time() -> None:
    assert _byline("papers by " + "a of , and " * 400) is None


@pytest.mark.parametrize(
    ("question", "names", "topic"),
    [
        ("Did Ada Stork ever collaborate with Wanda Moorhen?", ["Ada Stork", "Wanda Moorhen"], ""),
        ("Do Ada Stork and Ole Smew have joint papers?", ["Ada Stork", "Ole Smew"], ""),
        ("joint papers of Ada Stork and Ole Smew on frogs", ["Ada Stork", "Ole Smew"], "frogs"),
        ("Which papers did Ada Stork write with Ole Smew?", ["Ada Stork", "Ole Smew"], ""),
    ],
)
def test_papers_written_together_are_those_of_all(
    question: str, names: list[str], topic: str
) -> None:
    found = byline(question, lambda name: name in {*AUTHORS, "Ada Stork", "Ole Smew"})
    assert found is not None
    assert (list(found.names), found.either, found.people) == (names, False, False)
    assert split(found.rest).topic == topic


@pytest.mark.parametrize(
    ("question", "names", "topic"),
    [
        ("Who are the coauthors of Wanda Moorhen?", ["Wanda Moorhen"], ""),
        ("Wanda Moorhen's collaborators", ["Wanda Moorhen"], ""),
        ("with whom has Wanda Moorhen published?", ["Wanda Moorhen"], ""),
        ("Who wrote papers with Wanda Moorhen on frogs?", ["Wanda Moorhen"], "frogs"),
        ("Who collaborated with Ada Stork?", ["Ada Stork"], ""),
        ("Which author has written the most papers?", [], ""),
        ("most prolific authors on frogs", [], "frogs"),
        ("Which researchers work on frogs?", [], "frogs"),
        ("how many authors are there?", [], ""),
    ],
)
def test_people_are_asked_for_by_those_they_wrote_with_or_by_how_much(
    question: str, names: list[str], topic: str
) -> None:
    found = _byline(question)
    assert found is not None
    assert (list(found.names), found.people) == (names, True)
    assert split(found.rest).topic == topic


@pytest.mark.parametrize(
    "question",
    [
        "Who worked with Transformers?",
        "Which paper has the most gauges?",
        "Who are the authors of FrogWatch?",
        "how many authors does FrogWatch have?",
    ],
)
def test_what_only_sounds_like_it_asks_for_no_people(question: str) -> None:
    found = _byline(question)
    assert found is None or not found.people
