import pytest

from rag.answers import Answer, Citation, ListedPaper
from rag.followups import Resolved, resolve

TITLES = {"a": "LeafClock: Leaf fall", "b": "RiverBench", "c": "Curious Again"}


def _citation(paper: str, number: int) -> Citation:
    return Citation(
        number=number, paper_id=paper, title=TITLES[paper], passage="x", quote="x", start=0, end=1
    )


def _listing() -> Answer:
    papers = tuple(
        ListedPaper(paper_id=one, title=TITLES[one], reason="x", citation=n, relevance=0.9)
        for n, one in enumerate("ab", start=1)
    )
    border = (ListedPaper(paper_id="c", title="c", reason="x", citation=3, relevance=0.3),)
    question = "Which papers study rain?"
    return Answer(
        question=question, standalone_question=question, kind="listing", answer="x",
        abstained=False, papers=papers, borderline=border,
        citations=(_citation("a", 1), _citation("b", 2), _citation("c", 3)),
    )  # fmt: skip


def _lookup(question: str = "What is RiverBench?") -> Answer:
    return Answer(
        question=question, standalone_question=question, kind="lookup", answer="x",
        abstained=False, citations=(_citation("b", 1),),
    )  # fmt: skip


def _resolve(question: str, *history: Answer) -> Resolved:
    def names_in(text: str) -> list[str]:
        return [one for one, title in TITLES.items() if title.split(":")[0] in text]

    return resolve(question, history, TITLES.__getitem__, names_in)


def test_a_first_question_stands_alone() -> None:
    assert _resolve("what about it?") == Resolved("what about it?", "what about it?")


@pytest.mark.parametrize(
    "question", ["show more", "more please", "any others?", "give me the rest"]
)
def test_more_means_the_rest_of_the_listing(question: str) -> None:
    resolved = _resolve(question, _listing())
    assert (resolved.more, resolved.within) == (True, ("c",))
    assert resolved.standalone == "Which papers study rain?"


@pytest.mark.parametrize(
    ("question", "paper"),
    [
        ("what does the second one show?", "b"),
        ("tell me about the first paper", "a"),
        ("explain the last one", "b"),
        ("what is [3] about?", "c"),
        ("is paper 2 open?", "b"),
        ("what about number 1?", "a"),
    ],
)
def test_a_place_or_a_number_points_at_a_paper(question: str, paper: str) -> None:
    resolved = _resolve(question, _listing())
    assert resolved.focus == (paper,)
    assert TITLES[paper] in resolved.standalone


@pytest.mark.parametrize("question", ["compare 1 and 2", "compare the first two", "[1] vs [2]"])
def test_two_places_point_at_two_papers(question: str) -> None:
    assert _resolve(question, _listing()).focus == ("a", "b")


@pytest.mark.parametrize(
    "question", ["which of them use radar?", "which of these papers use radar?"]
)
def test_them_are_the_papers_of_the_last_listing(question: str) -> None:
    resolved = _resolve(question, _listing())
    assert resolved.within == ("a", "b")
    assert "rain" in resolved.standalone
    assert "rain" not in resolved.asks


@pytest.mark.parametrize(
    "question", ["what data does it use?", "its code?", "who made this benchmark?"]
)
def test_a_pronoun_is_the_paper_that_was_spoken_of(question: str) -> None:
    resolved = _resolve(question, _lookup())
    assert resolved.focus == ("b",)
    assert "RiverBench" in resolved.standalone


def test_what_about_a_topic_lists_that_topic() -> None:
    assert _resolve("what about snow instead?", _listing()).standalone == (
        "Which papers are about snow?"
    )


def test_and_for_narrows_the_topic() -> None:
    assert _resolve("and for dry regions?", _listing()).standalone == (
        "Which papers are about rain and dry regions?"
    )


def test_what_about_a_name_asks_the_last_question_of_it() -> None:
    resolved = _resolve("and LeafClock?", _lookup("How large is RiverBench?"))
    assert resolved.standalone == "How large is LeafClock?"
    assert resolved.focus == ("a",)


def test_drop_takes_a_topic_away_from_the_listing() -> None:
    resolved = _resolve("drop the ones about snow", _listing())
    assert resolved.standalone == "Which papers are about rain, but not about snow?"
    assert resolved.within == ("a", "b")


@pytest.mark.parametrize(
    "question", ["Which papers study birds?", "What is LeafClock?", "How many papers are there?"]
)
def test_a_question_that_points_nowhere_stands_alone(question: str) -> None:
    assert _resolve(question, _lookup(), _listing()).standalone == question
