from collections.abc import Sequence

import pytest

from rag.answers import Answer, Citation, Claim, Kind, ListedPaper
from rag.followups import Resolved, resolve

TITLES = {"a": "LeafClock: Leaf fall", "b": "RiverBench", "c": "Curious Again"}
ABOUT = {"a": "autumn leaves", "b": "river gauges data", "c": "robots"}


class _Shelf:
    """Three papers, each known by its name and by some words that it is about."""

    def title_of(self, paper_id: str) -> str:
        return TITLES[paper_id]

    def names_in(self, text: str) -> list[str]:
        return [one for one, title in TITLES.items() if title.split(":")[0] in text]

    def rename(self, text: str, name: str) -> str | None:
        for title in TITLES.values():
            if title.split(":")[0] in text:
                return text.replace(title.split(":")[0], name)
        return None

    def is_author(self, name: str) -> bool:
        return False

    def authors_of(self, paper_id: str) -> list[str]:
        return []

    def closest(self, about: str, among: Sequence[str]) -> str | None:
        return next((one for one in among if set(about.split()) & set(ABOUT[one].split())), None)

    def answers(self, question: str, paper_id: str) -> bool:
        asked = question.lower().strip("?").split()
        return bool(set(asked) & set(ABOUT[paper_id].split()))


def _citation(paper: str, number: int) -> Citation:
    return Citation(
        number=number, paper_id=paper, title=TITLES[paper], passage="x", quote="x", start=0, end=1
    )


def _answer(question: str, kind: Kind, *papers: str, abstained: bool = False) -> Answer:
    return Answer(
        question=question, standalone_question=question, kind=kind, answer="x",
        abstained=abstained,
        claims=tuple(
            Claim(text="x", citations=("abc".index(one) + 1,), support="supported")
            for one in papers
        ),
        citations=tuple(_citation(one, "abc".index(one) + 1) for one in sorted(papers)),
    )  # fmt: skip


def _listing() -> Answer:
    papers = tuple(
        ListedPaper(paper_id=one, title=TITLES[one], reason="x", citation=n, relevance=0.9)
        for n, one in enumerate("ab", start=1)
    )
    border = (ListedPaper(paper_id="c", title="c", reason="x", citation=3, relevance=0.3),)
    listing = _answer("Which papers study rain?", "listing", "a", "b", "c")
    return listing.model_copy(update={"papers": papers, "borderline": border})


def _lookup(question: str = "What is RiverBench?") -> Answer:
    return _answer(question, "lookup", "b")


def _resolve(question: str, *history: Answer) -> Resolved:
    return resolve(question, history, _Shelf())


def test_a_first_question_stands_alone() -> None:
    assert _resolve("what about it?") == Resolved("what about it?", "what about it?")


@pytest.mark.parametrize(
    "question", ["show more", "more please", "any others?", "give me the rest"]
)
def test_more_means_the_rest_of_the_listing(question: str) -> None:
    resolved = _resolve(question, _listing())
    assert (resolved.more, resolved.within, resolved.kind) == (True, ("c",), "listing")
    assert resolved.standalone == "Which papers study rain?"


@pytest.mark.parametrize(
    ("question", "paper"),
    [
        ("what does the second one show?", "b"),
        ("tell me about the first paper", "a"),
        ("#2", "b"),
        ("explain the last one", "b"),
        ("what is [3] about?", "c"),
        ("is paper 2 open?", "b"),
        ("what about number 1?", "a"),
        ("thanks! and the latter?", "b"),
        ("the one on gauges: how large is it?", "b"),
        ("what about the leaves paper?", "a"),
        ("is there code for the one about leaves?", "a"),
    ],
)
def test_a_place_a_number_or_a_description_points_at_a_paper(question: str, paper: str) -> None:
    resolved = _resolve(question, _listing())
    assert resolved.focus == (paper,)
    assert TITLES[paper] in resolved.standalone


@pytest.mark.parametrize(
    "question",
    [
        "compare 1 and 2",
        "compare the first two",
        "[1] vs [2]",
        "the first and the second: how do they differ?",
        "compare them",
        "compare the two",
        "do both come with code?",
        "how do they differ?",
    ],
)
def test_several_papers_that_are_pointed_at_are_compared(question: str) -> None:
    resolved = _resolve(question, _listing())
    assert (resolved.focus, resolved.kind) == (("a", "b"), "comparison")


@pytest.mark.parametrize(
    "question",
    [
        "which of them use radar?",
        "which of these papers use radar?",
        "which of the two uses radar?",
        "which one uses radar?",
    ],
)
def test_them_are_the_papers_of_the_last_listing(question: str) -> None:
    resolved = _resolve(question, _listing())
    assert (resolved.within, resolved.kind) == (("a", "b"), "listing")
    assert "rain" in resolved.standalone
    assert "rain" not in resolved.asks


def test_the_papers_of_a_comparison_are_a_set_too() -> None:
    compared = _answer("How do they differ?", "comparison", "b", "c")
    assert _resolve("which of them has code?", _listing(), compared).within == ("b", "c")


@pytest.mark.parametrize(
    "question",
    [
        "which is faster?",
        "which one is better on rain",
        "and which of the two is cheaper?",
        "Which reaches higher accuracy?",
        "who wins on memory?",
        "which scales better?",
        "and which one needs no labels?",
    ],
)
def test_the_better_of_two_is_told_side_by_side(question: str) -> None:
    compared = _answer("How do they differ?", "comparison", "b", "c")
    resolved = _resolve(question, compared)
    assert (resolved.focus, resolved.kind) == (("b", "c"), "comparison")


@pytest.mark.parametrize(
    "question", ["which papers use more rain?", "which of them is on rain?", "which numbers?"]
)
def test_what_asks_for_papers_asks_for_no_better_one(question: str) -> None:
    compared = _answer("How do they differ?", "comparison", "b", "c")
    assert _resolve(question, compared).kind != "comparison"


def test_the_other_one_is_the_one_that_was_not_spoken_of() -> None:
    assert _resolve("and the other one?", _listing(), _lookup()).focus == ("a",)


@pytest.mark.parametrize(
    "question",
    [
        "what data does it use?",
        "its code?",
        "who made this benchmark?",
        "what about the limitations?",
        "on which gauges?",
        "Why?",
        "which rivers have gauges?",
    ],
)
def test_a_pronoun_or_a_question_that_goes_on_is_about_the_paper_that_was_spoken_of(
    question: str,
) -> None:
    resolved = _resolve(question, _lookup())
    assert resolved.focus == ("b",)
    assert "RiverBench" in resolved.standalone


def test_a_declined_answer_about_one_paper_is_spoken_of() -> None:
    declined = _answer("How fast is RiverBench?", "lookup", "b", abstained=True)
    assert _resolve("then what does it measure?", declined).focus == ("b",)


def test_what_about_a_topic_lists_that_topic() -> None:
    resolved = _resolve("what about snow instead?", _listing())
    assert resolved.standalone == "Which papers are about snow?"
    assert resolved.within is None


def test_and_for_asks_among_the_listed_papers_and_then_anywhere() -> None:
    resolved = _resolve("and for dry regions?", _listing())
    assert resolved.standalone == "Which of the papers on rain are about dry regions?"
    assert resolved.within == ("a", "b")
    assert resolved.otherwise == "Which papers are about dry regions?"


def test_what_about_a_name_asks_the_last_question_of_it() -> None:
    resolved = _resolve("and LeafClock?", _lookup("How large is RiverBench?"))
    assert resolved.standalone == "How large is LeafClock?"
    assert resolved.focus == ("a",)


def test_what_about_a_name_joins_a_comparison() -> None:
    compared = _answer("How do they differ?", "comparison", "b", "c")
    assert _resolve("and LeafClock?", compared).focus == ("b", "c", "a")


@pytest.mark.parametrize(
    "question",
    [
        "how does it differ from LeafClock?",
        "compare it with LeafClock",
        "is it better than LeafClock?",
    ],
)
def test_what_was_spoken_of_is_compared_with_what_is_named(question: str) -> None:
    resolved = _resolve(question, _lookup())
    assert (resolved.focus, resolved.kind) == (("b", "a"), "comparison")
    assert "“RiverBench”" in resolved.standalone
    assert "LeafClock" in resolved.standalone


def test_a_place_is_compared_with_what_is_named() -> None:
    resolved = _resolve("how does the first one differ from Curious Again?", _listing())
    assert (resolved.focus, resolved.kind) == (("a", "c"), "comparison")


@pytest.mark.parametrize(
    "question",
    ["similar papers?", "related work?", "more like this", "who else works on this?",
     "any other papers on this topic?", "are there papers similar to it?"],
)  # fmt: skip
def test_papers_like_the_one_spoken_of_are_asked_for(question: str) -> None:
    resolved = _resolve(question, _lookup())
    assert resolved.standalone == "Which papers are similar to “RiverBench”?"
    assert resolved.focus == ("b",)


def test_more_like_this_means_no_paper_of_a_listing() -> None:
    assert _resolve("more like this", _listing()).more


@pytest.mark.parametrize(
    "question", ["show me the abstract", "quote it", "can I read the abstract?"]
)
def test_the_abstract_is_that_of_the_paper_spoken_of(question: str) -> None:
    resolved = _resolve(question, _lookup())
    assert (resolved.focus, resolved.kind) == (("b",), "lookup")


@pytest.mark.parametrize(
    ("question", "asks"),
    [
        ("narrow it down to snow", "Which papers are about snow?"),
        ("filter by snow", "Which papers are about snow?"),
        ("any with code?", "Which papers with code?"),
    ],
)
def test_a_listing_is_narrowed_to_a_part_of_it(question: str, asks: str) -> None:
    resolved = _resolve(question, _listing())
    assert (resolved.asks, resolved.within) == (asks, ("a", "b"))


def test_drop_takes_a_topic_away_from_the_listing() -> None:
    resolved = _resolve("drop the ones about snow", _listing())
    assert resolved.standalone == "Which papers are about rain, but not about snow?"
    assert resolved.within == ("a", "b")


@pytest.mark.parametrize(
    "question",
    [
        "Which papers study birds?",
        "What is LeafClock?",
        "How many papers are there?",
        "papers that use radar",
        "What topics does this collection cover?",
        "summarise the work on frogs",
        "compare the two early papers on frogs",
        "frogs and newts in ponds: does their size matter?",
        "the paper on frogs: what does it find?",
        "frogs at night",
    ],
)
def test_a_question_that_points_nowhere_stands_alone(question: str) -> None:
    resolved = _resolve(question, _listing(), _lookup())
    assert (resolved.standalone, resolved.focus) == (question, ())


@pytest.mark.parametrize(
    "question", ["Where does the idea come from?", "How large are the gains overall?"]
)
def test_what_is_spoken_of_as_known_belongs_to_the_paper_spoken_of(question: str) -> None:
    resolved = resolve(question, [_answer("What is LeafClock?", "lookup", "a")], _Shelf())
    assert resolved.focus == ("a",)


def test_what_is_told_in_the_question_itself_belongs_to_no_paper() -> None:
    question = "Where does the idea of moving glaciers come from?"
    resolved = resolve(question, [_answer("What is LeafClock?", "lookup", "a")], _Shelf())
    assert resolved == Resolved(question, question)
