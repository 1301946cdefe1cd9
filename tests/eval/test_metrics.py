"""Each metric on small cases, by hand or against an independent implementation."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import pytest

from eval.cases import Case
from eval.metrics import METRICS
from eval.metrics.facts import states
from eval.questions import Question
from eval.running import Asked
from rag.answers import Answer, Citation, Claim, ListedPaper, Span

ABSTRACTS = {
    "owl": "Owls hear mice under snow. We measured it in 30 nights.",
    "bat": "Bats find moths by echoes. Code is public.",
    "eel": "Eels cross an ocean. Nobody saw it.",
}
METRIC = {metric.name: metric.score for metric in METRICS}


def _citation(number: int, paper: str) -> Citation:
    text = ABSTRACTS[paper]
    quote = text[: text.index(".") + 1]
    return Citation(
        number=number,
        paper_id=paper,
        title=paper,
        passage=quote,
        quote=quote,
        start=0,
        end=len(quote),
        spans=(Span(quote=quote, start=0, end=len(quote)),),
    )


def _case(
    *,
    kind: str = "lookup",
    gold: Sequence[str] = (),
    borderline: Sequence[str] = (),
    facts: Sequence[Sequence[str]] = (),
    declined: bool = False,
    ranking: Sequence[str] = ("owl", "bat", "eel"),
    listed: Sequence[str] = (),
    **answer: Any,
) -> Case:
    question = Question.model_validate(
        {
            "id": "q",
            "split": "dev",
            "kind": kind,
            "turns": ["?"],
            "facts": [list(fact) for fact in facts],
            "declined": declined,
        }
    )
    given = Answer(
        question="?",
        standalone_question="?",
        kind="listing" if listed else "lookup",
        papers=tuple(
            ListedPaper(paper_id=one, title=one, reason="", citation=None, relevance=1)
            for one in listed
        ),
        **{"answer": "", "abstained": False, **answer},
    )
    asked = Asked(
        id="q", turns=("?",), answers=(given,), seconds=(0.1,), ranking=(), fallback=False
    )
    places = [(one, 1.0) for one in ranking if one not in borderline]
    names = {one: one for one in ABSTRACTS}
    return Case(
        question, asked, frozenset(gold), frozenset(borderline), tuple(places), names, ABSTRACTS
    )


def _ndcg(ranking: Sequence[str], gold: set[str], k: int = 10) -> float:
    """Järvelin and Kekäläinen's measure, written down once more."""
    gain = sum(1 / math.log2(rank + 2) for rank, one in enumerate(ranking[:k]) if one in gold)
    ideal = sum(1 / math.log2(rank + 2) for rank in range(min(k, len(gold))))
    return gain / ideal


@pytest.mark.parametrize("gold", [{"owl"}, {"bat"}, {"bat", "eel"}, {"owl", "eel"}, {"absent"}])
def test_retrieval_measures_agree_with_their_definitions(gold: set[str]) -> None:
    case = _case(gold=sorted(gold))
    ranking = [paper for paper, _ in case.ranking]
    ranks = [rank for rank, one in enumerate(ranking, start=1) if one in gold]
    assert METRIC["nDCG@10"](case) == pytest.approx(_ndcg(ranking, gold))
    assert METRIC["R@5"](case) == pytest.approx(len(ranks) / len(gold))
    assert METRIC["RR"](case) == pytest.approx(1 / ranks[0] if ranks else 0)
    first = set(ranking[: len(gold)])
    assert METRIC["Rprec"](case) == pytest.approx(len(first & gold) / len(gold))


def test_equal_scores_keep_the_order_of_the_ranking() -> None:
    assert METRIC["RR"](_case(gold=["eel"], ranking=("eel", "owl", "bat"))) == 1.0
    assert METRIC["RR"](_case(gold=["owl"], ranking=("owl", "eel", "bat"))) == 1.0


def test_borderline_papers_count_neither_way() -> None:
    case = _case(kind="listing", gold=["bat"], borderline=["owl"], listed=["owl", "bat"])
    assert case.given == ("bat",)
    assert METRIC["papers P"](case) == METRIC["papers R"](case) == METRIC["RR"](case) == 1.0
    assert METRIC["size error"](case) == 0.0


def test_a_listing_is_scored_by_what_it_misses_and_by_what_it_shows() -> None:
    case = _case(kind="listing", gold=["owl", "bat"], listed=["owl", "eel"])
    assert (METRIC["papers P"](case), METRIC["papers R"](case)) == (0.5, 0.5)
    assert METRIC["papers F1"](case) == 0.5
    assert (case.missed, case.wrong) == (("bat",), ("eel",))
    longer = _case(kind="listing", gold=["owl"], listed=["owl", "eel", "bat"])
    assert METRIC["size error"](longer) == 2.0


def test_an_answer_that_abstains_gives_no_paper() -> None:
    case = _case(
        gold=["owl"],
        facts=[["30 nights"]],
        answer="Near: 30 nights [1].",
        abstained=True,
        citations=(_citation(1, "owl"),),
    )
    assert case.given == ()
    assert [METRIC[name](case) for name in ("papers P", "papers R", "papers F1")] == [0, 0, 0]
    assert [METRIC[name](case) for name in ("right first", "facts", "right")] == [0, 0, 0]
    assert (METRIC["withheld"](case), METRIC["cost"](case)) == (1.0, 1.0)
    assert (METRIC["abstain P"](case), METRIC["abstain R"](case)) == (0.0, None)


def test_the_right_paper_has_to_be_cited_first() -> None:
    citations = (_citation(1, "owl"), _citation(2, "bat"))
    first = _case(gold=["bat"], answer="Bats [2], owls [1].", citations=citations)
    second = _case(gold=["bat"], answer="Owls [1], bats [2].", citations=citations)
    assert (METRIC["right first"](first), METRIC["right first"](second)) == (1.0, 0.0)
    assert METRIC["right first"](_case(gold=["bat", "owl"])) is None


def test_abstaining_is_right_where_the_collection_does_not_say() -> None:
    declined = _case(kind="unanswerable-detail", gold=["owl"], declined=True, abstained=True)
    answered = _case(kind="unanswerable-detail", gold=["owl"], declined=True, answer="30 [1].")
    assert (METRIC["right"](declined), METRIC["cost"](declined)) == (1.0, 0.0)
    assert (METRIC["right"](answered), METRIC["cost"](answered)) == (0.0, 3.0)
    assert (METRIC["unfounded"](answered), METRIC["abstain R"](answered)) == (1.0, 0.0)
    assert METRIC["abstain P"](answered) is None
    assert METRIC["papers F1"](declined) is METRIC["facts"](declined) is None


def test_of_an_overview_only_what_must_be_there_is_scored() -> None:
    case = _case(kind="overview", gold=["owl"], listed=["owl", "bat", "eel"])
    assert (METRIC["papers R"](case), METRIC["papers P"](case)) == (1.0, None)
    assert (case.wrong, METRIC["right"](case)) == ((), 1.0)


def test_a_sentence_without_support_and_one_without_a_citation_are_found() -> None:
    case = _case(
        citations=(_citation(1, "owl"), _citation(2, "bat")),
        answer="...",
        claims=(
            Claim(text="Owls hear mice under snow.", citations=(1,), support="supported"),
            Claim(text="Owls hear mice under snow.", citations=(1, 2), support="supported"),
            Claim(text="Owls hear mice under sand.", citations=(1,), support="supported"),
            Claim(text="Owls hear mice under snow.", citations=(), support="supported"),
        ),
    )
    assert METRIC["citation R"](case) == 0.5
    assert METRIC["citation P"](case) == 0.5  # 1; 1 and not 2; not 1
    assert METRIC["uncited"](case) == 0.25
    assert METRIC["verbatim"](case) == 1.0


def test_a_quote_that_does_not_stand_in_its_abstract_is_found() -> None:
    good = _citation(1, "owl")
    moved = good.model_copy(update={"spans": (Span(quote=good.quote, start=1, end=9),)})
    assert METRIC["verbatim"](_case(citations=(good,))) == 1.0
    assert METRIC["verbatim"](_case(citations=(moved,))) == 0.0
    assert METRIC["verbatim"](_case()) is None


@pytest.mark.parametrize(
    ("text", "wording"),
    [
        ("It is $4.29\\times$ faster [1].", "4.29 times"),
        ("It is 4.29× faster.", "4.29x"),
        ("a model of 0.5B parameters", "0.5 billion parameters"),
        ("over 100,000 trajectories", "100k trajectories"),
        ("in four categories", "4 category"),
        ("it loses 12.50 percent", "12.5%"),
        ("It is *State-of-the-art*.", "state of the art"),
        ("a **RiverBench**", "riverbench"),
    ],
)
def test_a_fact_is_stated_in_any_spelling(text: str, wording: str) -> None:
    assert states(text, wording)


@pytest.mark.parametrize(
    ("text", "wording"),
    [
        ("14.29 times", "4.29 times"),
        ("4.295 times", "4.29 times"),
        ("0.5M parameters", "0.5B parameters"),
        ("12 points", "12%"),
        ("no", "november"),
        ("", "30 nights"),
    ],
)
def test_another_fact_is_not(text: str, wording: str) -> None:
    assert not states(text, wording)
