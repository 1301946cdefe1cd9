"""The assistant with a model that is played by the test: what reaches the user."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from rag.answering.evidence import Completion, Draft, Evidence
from rag.answering.record import ModelRecord
from rag.answering.strictness import Counts
from rag.answering.written import Writer
from rag.answers import Answer, Usage
from rag.assistant import Assistant, Notice, Token
from rag.errors import EndpointError
from rag.markers import parse
from tests.support.world import World


class PlayedModel:
    """Says what it is told to, and remembers what it was asked."""

    def __init__(
        self, *pieces: str, fails: EndpointError | None = None, **replies: str | EndpointError
    ) -> None:
        self.pieces = pieces
        self.replies = replies
        self.performed: list[tuple[str, Mapping[str, str]]] = []
        self.fails = fails
        self.asked: list[Evidence] = []
        self.said: list[str] = []

    def perform(self, task: str, values: Mapping[str, str]) -> Completion:
        self.performed.append((task, values))
        reply = self.replies[task]
        if isinstance(reply, EndpointError):
            raise reply
        return Completion(reply, Usage(prompt_tokens=50, completion_tokens=5, cost_usd=0.01))

    def answer(self, evidence: Evidence) -> Iterator[str | Draft]:
        self.asked.append(evidence)
        for piece in self.pieces:
            self.said.append(piece)
            yield piece
        if self.fails:
            raise self.fails
        known = [passage.number for passage in evidence.passages]
        marked = parse("".join(self.pieces), known)
        usage = Usage(prompt_tokens=7, completion_tokens=3, cost_usd=0.001)
        yield Draft(marked.text, marked.removed, "played", usage)


def _assistant(
    world: World,
    model: PlayedModel,
    *,
    strict: bool | None = False,
    **choices: Any,
) -> Assistant:
    library, embedder = world.workspace.library, world.workspace.embedder
    collection = library.open("papers", embedder)
    writer = Writer(model, "played", strict, **choices)
    return Assistant(collection, embedder, collection.folder, writer)


def _answer(assistant: Assistant, *questions: str) -> Answer:
    history: list[Answer] = []
    for question in questions:
        *_, answer = assistant.ask(question, history)
        assert isinstance(answer, Answer)
        history.append(answer)
    return history[-1]


FAULT = EndpointError("it hung up", where="http://127.0.0.1:9", remedy="Start it")


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


SAID = "RiverBench has 1,120 gauges [1]. It was funded by the moon [1]."


def test_an_unsupported_sentence_is_marked(world: World) -> None:
    answer = _answer(_assistant(world, PlayedModel(SAID)), QUESTION)
    assert "moon [1]. ⚠️" in answer.answer
    assert answer.notices == ("1 sentence not borne out by the papers, marked ⚠️.",)
    assert [claim.support for claim in answer.claims] == ["supported", "unsupported"]


def test_where_it_is_strict_an_unsupported_sentence_is_nowhere_but_counted(world: World) -> None:
    events = list(_assistant(world, PlayedModel(SAID), strict=True).ask(QUESTION))
    answer = events[-1]
    assert isinstance(answer, Answer)
    assert not any("moon" in str(event) for event in events)
    assert "".join(event.text for event in events if isinstance(event, Token)) == answer.answer
    assert answer.answer == "RiverBench has 1,120 gauges [1]."
    assert answer.left_out == 1
    assert answer.notices == ("1 sentence not borne out by the papers, left out.",)


def test_where_it_is_strict_a_sentence_is_shown_once_it_is_whole_and_checked(world: World) -> None:
    model = PlayedModel("RiverBench has 1,120 ", "gauges [1]", ". It ", "also ", "has ", "more.")
    events = _assistant(world, model, strict=True).ask(QUESTION)
    assert next(events) == Token("RiverBench has 1,120 gauges [1].")
    assert len(model.said) == 4


def test_where_nothing_can_stand_the_answer_is_quoted(world: World) -> None:
    model = PlayedModel("The moon has no gauges [1].")
    events = list(_assistant(world, model, strict=True).ask(QUESTION))
    answer = events[-1]
    assert isinstance(answer, Answer)
    assert (answer.answerer, answer.model, answer.left_out) == ("quoting", None, 1)
    assert "1,120" in answer.answer
    assert not answer.abstained
    assert answer.usage.cost_usd == 0.001
    (notice,) = (event for event in events if isinstance(event, Notice))
    assert notice.text == answer.notices[0]
    assert "Nothing that the model wrote is borne out" in notice.text
    assert "".join(event.text for event in events if isinstance(event, Token)) == answer.answer


def test_a_false_no_does_not_stand_where_it_is_strict(world: World) -> None:
    model = PlayedModel("The passages do not say how many gauges RiverBench has.")
    assert "1,120" in _answer(_assistant(world, model, strict=True), QUESTION).answer


def test_a_true_no_stands_where_it_is_strict(world: World) -> None:
    said = "The passages do not say which learning rate LeafClock uses."
    answer = _answer(
        _assistant(world, PlayedModel(said), strict=True), "What learning rate does LeafClock use?"
    )
    assert (answer.answer, answer.answerer, answer.abstained) == (said, "model", True)


def test_thinking_that_only_ends_is_no_part_of_a_strict_answer(world: World) -> None:
    class Thinking(PlayedModel):
        def answer(self, evidence: Evidence) -> Iterator[str | Draft]:
            yield "RiverBench is a benchmark. "
            yield from super().answer(evidence)

    model = Thinking("RiverBench has 1,120 gauges [1].")
    assert _answer(_assistant(world, model, strict=True), QUESTION).answer == model.pieces[0]


def test_a_model_without_a_record_is_held_to_the_strict_check_and_told_why(
    world: World, tmp_path: Path
) -> None:
    record = ModelRecord(tmp_path, "http://127.0.0.1:9/v1", "played")
    assistant = _assistant(world, PlayedModel(SAID), strict=None, record=record)
    first, second = _answer(assistant, QUESTION), _answer(assistant, QUESTION)
    assert first.notices[-1] == (
        "Sentences that no paper bears out are left out: "
        "no sentence of played has been checked yet."
    )
    assert second.notices[-1].endswith("1 of the last 2 sentences of played were borne out.")
    assert record.counts() == Counts(supported=2, unsupported=2)


HONEST = {
    "What is LeafClock?": (
        "LeafClock predicts when leaves fall from soil moisture and the length of the day [1]. "
        "It halves the error of temperature sums on 14 sites [1]."
    ),
    "What is WhaleSpotter?": (
        "WhaleSpotter is a convolutional network that marks candidate animals [1]. "
        "It finds 91% of the animals on 2,400 images [1]."
    ),
    "What is RiverBench?": (
        "RiverBench is a benchmark of 1,120 gauges [1]. "
        "It covers 4 continents with daily flow since 1980 [1]."
    ),
    "What is PebbleAttention?": (
        "PebbleAttention is a transformer whose heads keep one key in eight [1]. "
        "Memory falls by a factor of 6.5 [1]."
    ),
    "What is CrystalDrift?": (
        "CrystalDrift is a diffusion model with thermal noise that varies over the lattice [1]. "
        "Training takes 11 hours on one GPU [1]."
    ),
    "What is Curious Again?": (
        "Curious Again raises exploration when returns stop growing [1]. "
        "It improves four online RL algorithms on 26 games without tuning [1]."
    ),
    "What did the trial with office workers show?": (
        "In a randomised trial, 212 office workers read summaries of meetings [1]. "
        "They missed two thirds of the wrong numbers [1]."
    ),
    "What is DryGuard?": "DryGuard is a simple penalty that repairs the policy on 5 farms [1].",
    "What is SignGNN?": "SignGNN is a graph neural network for signed networks [1].",
}


def test_an_honest_model_is_trusted_after_a_few_answers(world: World, tmp_path: Path) -> None:
    record = ModelRecord(tmp_path, "http://127.0.0.1:9/v1", "played")
    notices = [
        _answer(_assistant(world, PlayedModel(said), strict=None, record=record), question).notices[
            -1
        ]
        for question, said in HONEST.items()
    ]
    assert "left out: no sentence of played" in notices[0]
    assert "marked, not left out" in notices[-1]
    assert record.counts().borne_out >= 0.9 * record.counts().all


def test_a_model_with_a_good_record_is_shown_as_it_writes(world: World, tmp_path: Path) -> None:
    record = ModelRecord(tmp_path, "http://127.0.0.1:9/v1", "played")
    record.add(Counts(supported=19, unsupported=1))
    assistant = _assistant(
        world, PlayedModel("RiverBench has ", "1,120 gauges [1].", " "), strict=None, record=record
    )
    events = list(assistant.ask(QUESTION))
    assert events[0] == Token("RiverBench has ")
    assert "marked, not left out: 19 of the last 20" in str(events[-1])


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


GERMAN = "Wie viele Pegel hat RiverBench?"
GERMAN_ANSWER = "RiverBench hat 1.120 Pegel [1]. Der Mond bezahlte die 4 Kontinente [1]."
IN_ENGLISH = "1. RiverBench has 1,120 gauges.\n2. The moon paid for the 4 continents."


@pytest.mark.parametrize("strict", [True, False])
def test_a_question_in_another_language_is_worded_in_english_and_answered_in_its_own(
    world: World, strict: bool
) -> None:
    model = PlayedModel(
        GERMAN_ANSWER, condense="How many gauges does RiverBench have?", translate=IN_ENGLISH
    )
    answer = _answer(_assistant(world, model, strict=strict), GERMAN)
    assert (answer.question, answer.standalone_question) == (GERMAN, QUESTION)
    assert answer.citations[0].paper_id == world.paper_id("RiverBench")
    assert (model.asked[0].question, model.asked[0].standalone) == (GERMAN, QUESTION)
    assert [task for task, _ in model.performed] == ["condense", "translate"]
    assert answer.claims[0].text == "RiverBench hat 1.120 Pegel."
    assert answer.claims[0].support == "supported"
    assert "1,120 gauges" in answer.citations[0].quote
    assert ("Mond" in answer.answer) is not strict
    assert answer.left_out == strict
    assert any("own wording of them in English" in notice for notice in answer.notices)
    assert answer.usage == Usage(prompt_tokens=107, completion_tokens=13, cost_usd=0.021)


def test_a_number_that_only_the_english_wording_has_right_is_noticed(world: World) -> None:
    model = PlayedModel(
        "RiverBench hat 1.130 Pegel [1].", condense=QUESTION, translate=IN_ENGLISH.splitlines()[0]
    )
    (claim,) = _answer(_assistant(world, model), GERMAN).claims
    assert (claim.support, claim.reason) == (
        "unsupported",
        "no passage that says this has 1.130",
    )


@pytest.mark.parametrize("reply", [FAULT, "Das kann ich nicht.", "1. Das geht nicht."])
def test_without_an_english_wording_what_crosses_languages_is_checked(
    world: World, reply: str | EndpointError
) -> None:
    model = PlayedModel(
        "RiverBench有1120个测站[1]。RiverBench有1130个测站[1]。它很有用[1]。",
        condense=QUESTION,
        translate=reply,
    )
    answer = _answer(_assistant(world, model), "RiverBench有多少个测站？")
    assert [(claim.support, claim.reason) for claim in answer.claims] == [
        ("partial", "it is not in English; only 1120, RiverBench could be checked"),
        ("unsupported", "no passage that it cites has 1130"),
        ("unsupported", "it is not in English, and nothing in it could be checked"),
    ]
    assert any("could not be worded in English" in notice for notice in answer.notices)


def test_a_strict_check_keeps_chinese_sentences_that_can_be_checked(world: World) -> None:
    model = PlayedModel(
        "RiverBench有1120个测站[1]。它得过奖[1]。",
        condense=QUESTION,
        translate="1. RiverBench has 1,120 gauges.\n2. It won a prize in Oslo from a jury.",
    )
    events = list(_assistant(world, model, strict=True).ask("RiverBench有多少个测站？"))
    assert events[0] == Token("RiverBench有1120个测站[1]。")
    assert isinstance(events[-1], Answer)
    assert events[-1].left_out == 1


@pytest.mark.parametrize("reply", [FAULT, "Wie viele Pegel sind es?", "How " * 200, "?\n" * 3])
def test_where_a_question_cannot_be_worded_in_english_it_is_used_as_it_is(
    world: World, reply: str | EndpointError
) -> None:
    model = PlayedModel("RiverBench hat 1.120 Pegel [1].", condense=reply, translate="1. No.")
    answer = _answer(_assistant(world, model), GERMAN)
    assert answer.standalone_question == GERMAN
    assert "The question is used as it is." in answer.notices[0]


@pytest.mark.parametrize(
    "questions",
    [
        ("Which papers study reinforcement learning?",),
        ("diffusion models",),
        ("What is RiverBench?", "how many gauges does it have?"),
        ("What is RiverBench?", "Which papers study conformal prediction?"),
        ("Which papers study reinforcement learning?", "which of them are offline?"),
    ],
)
def test_a_plain_question_costs_one_call(world: World, questions: tuple[str, ...]) -> None:
    model = PlayedModel("RiverBench has 1,120 gauges [1].")
    _answer(_assistant(world, model), *questions)
    assert model.performed == []


def test_a_short_follow_up_that_hangs_on_the_conversation_is_worded_by_the_model(
    world: World,
) -> None:
    model = PlayedModel(
        "RiverBench has 1,120 gauges [1].", condense="Question: “How many sites has LeafClock?”"
    )
    answer = _answer(
        _assistant(world, model), "What is RiverBench?", "the same for leaf fall in autumn?"
    )
    assert answer.standalone_question == "How many sites has LeafClock?"
    (task,) = model.performed
    assert task[0] == "condense"
    assert "Question: What is RiverBench?" in task[1]["history"]


def test_a_second_opinion_stands_beside_the_check(world: World) -> None:
    model = PlayedModel(SAID, second_opinion="1: supported\n2: partial")
    answer = _answer(_assistant(world, model, second_opinion=True), QUESTION)
    assert [(claim.support, claim.second_opinion) for claim in answer.claims] == [
        ("supported", "supported"),
        ("unsupported", "partial"),
    ]
    assert answer.notices[-1] == (
        "Second opinion: the model agrees with the check on 1 of 2 sentences."
    )
    ((_, values),) = model.performed
    assert values["claims"].startswith("1. RiverBench has 1,120 gauges. (cites [1])\n2. ")
    assert "with daily flow since 1980" in values["passages"]
    assert answer.usage.prompt_tokens == 57


@pytest.mark.parametrize("reply", [FAULT, "I cannot judge this."])
def test_a_second_opinion_that_fails_costs_no_answer(
    world: World, reply: str | EndpointError
) -> None:
    model = PlayedModel(SAID, second_opinion=reply)
    answer = _answer(_assistant(world, model, second_opinion=True), QUESTION)
    assert [claim.second_opinion for claim in answer.claims] == [None, None]
    assert "moon" in answer.answer
    assert "no second opinion" in answer.notices[-1] or "on 0 of 0" in answer.notices[-1]


def test_without_a_model_there_is_no_second_opinion(world: World) -> None:
    library, embedder = world.workspace.library, world.workspace.embedder
    collection = library.open("papers", embedder)
    answer = _answer(
        Assistant(collection, embedder, collection.folder, second_opinion=True), QUESTION
    )
    assert answer.notices == ("A second opinion needs a language model: set PAPERCHAT_MODEL.",)
