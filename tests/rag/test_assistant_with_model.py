"""The assistant with a model that is played by the test: what reaches the user."""

from collections.abc import Iterator

import pytest

from rag.answering.evidence import Draft, Evidence
from rag.answers import Answer, Usage
from rag.assistant import Assistant, Notice, Token
from rag.errors import EndpointError
from rag.markers import parse
from tests.support.world import World


class PlayedModel:
    """Says what it is told to, and remembers what it was asked."""

    def __init__(self, *pieces: str, fails: EndpointError | None = None) -> None:
        self.pieces = pieces
        self.fails = fails
        self.asked: list[Evidence] = []

    def answer(self, evidence: Evidence) -> Iterator[str | Draft]:
        self.asked.append(evidence)
        yield from self.pieces
        if self.fails:
            raise self.fails
        known = [passage.number for passage in evidence.passages]
        marked = parse("".join(self.pieces), known)
        usage = Usage(prompt_tokens=7, completion_tokens=3, cost_usd=0.001)
        yield Draft(marked.text, marked.markers, marked.removed, len(known), "played", usage, 1.0)


def _assistant(world: World, model: PlayedModel, *, strict: bool = False) -> Assistant:
    library, embedder = world.workspace.library, world.workspace.embedder
    collection = library.open("papers", embedder)
    return Assistant(collection, embedder, collection.folder, model, "played", strict=strict)


def _answer(assistant: Assistant, question: str) -> Answer:
    *_, answer = assistant.ask(question)
    assert isinstance(answer, Answer)
    return answer


QUESTION = "How many gauges does RiverBench have?"


def test_a_model_writes_from_the_paper_that_was_found(world: World) -> None:
    model = PlayedModel("RiverBench has 1,120 ", "gauges on 4 continents [1].")
    answer = _answer(_assistant(world, model), QUESTION)
    assert (answer.answerer, answer.model) == ("model", "played")
    assert model.asked[0].passages[0].paper.id == world.paper_id("RiverBench")
    assert answer.citations[0].paper_id == world.paper_id("RiverBench")
    assert answer.claims[0].support == "supported"
    assert answer.usage.cost_usd == 0.001


def test_its_words_are_shown_as_they_come(world: World) -> None:
    model = PlayedModel("RiverBench has ", "1,120 gauges [1].")
    tokens = [e.text for e in _assistant(world, model).ask(QUESTION) if isinstance(e, Token)]
    assert tokens == ["RiverBench has ", "1,120 gauges [1]."]


def test_a_failing_endpoint_is_told_in_a_line_and_the_answer_is_quoted(world: World) -> None:
    error = EndpointError("it hung up", where="http://127.0.0.1:9", remedy="Start it")
    events = list(_assistant(world, PlayedModel("RiverB", fails=error)).ask(QUESTION))
    answer = events[-1]
    assert isinstance(answer, Answer)
    assert (answer.answerer, answer.model) == ("quoting", None)
    assert "1,120" in answer.answer
    (notice,) = answer.notices
    assert notice == "http://127.0.0.1:9: it hung up. Start it. The answer is quoted instead."
    assert Notice(notice) in events


def test_a_citation_of_no_passage_is_removed_and_counted(world: World) -> None:
    answer = _answer(
        _assistant(world, PlayedModel("RiverBench has 1,120 gauges [1][99].")), QUESTION
    )
    assert "[99]" not in answer.answer
    assert "1 citation of no passage removed." in answer.notices


def test_an_unsupported_sentence_is_marked_or_left_out(world: World) -> None:
    said = "RiverBench has 1,120 gauges [1]. It was funded by the moon [1]."
    marked = _answer(_assistant(world, PlayedModel(said)), QUESTION)
    strict = _answer(_assistant(world, PlayedModel(said), strict=True), QUESTION)
    assert "moon [1]. ⚠️" in marked.answer
    assert "moon" not in strict.answer
    assert any("left out" in notice for notice in strict.notices)


def test_a_listing_keeps_the_papers_that_were_judged(world: World) -> None:
    model = PlayedModel("Two papers study it [1][2].")
    answer = _answer(_assistant(world, model), "Which papers study reinforcement learning?")
    assert {one.paper_id for one in answer.papers} == {
        world.paper_id("Curious Again"),
        world.paper_id("DryGuard"),
    }


@pytest.mark.parametrize("question", ["hello", "thanks!"])
def test_a_model_is_not_asked_what_is_no_question(world: World, question: str) -> None:
    model = PlayedModel("Hi!")
    assert _answer(_assistant(world, model), question).answerer == "quoting"
    assert model.asked == []
