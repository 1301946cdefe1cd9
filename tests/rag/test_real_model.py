"""A real small model behind a real server: it writes nonsense, and nobody must be misled."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from pydantic import SecretStr

from rag.answering.strictness import LEAST_SHARE
from rag.answers import Answer
from rag.assistant import Notice, Token
from rag.citations import Evidence, attribute
from rag.coining import coined_names
from rag.settings import Settings
from rag.workspace import Workspace
from tests.support.model_server import MODEL, model_server
from tests.support.world import DATA

pytestmark = [pytest.mark.server, pytest.mark.slow]

Events = list[Token | Notice | Answer]
QUESTIONS = [
    "How many gauges does RiverBench have?",
    "What is LeafClock?",
    "How fast is WhaleSpotter?",
    "Which papers study reinforcement learning?",
    "What does DryGuard repair?",
    "How do PebbleAttention and CrystalDrift differ?",
    "What learning rate does LeafClock use?",
    "Which papers study quantum computing?",
    "What topics are here?",
    "Where is the code of SignGNN?",
    "How many office workers took part in the trial?",
    "Did revenue rise with cheaper night buses?",
    "RiverBench有多少个测站？",
    "Wie viele Pegel hat RiverBench?",
]


def _prompts(folder: Path) -> Path:
    """A prompt in the few words that a small model can follow: it repeats parts of a long one."""
    (folder / "answer.md").write_text(
        "---\npurpose: Answers.\nvariables: passages, question\nsince: 0.1.0\nversion: 1\n---\n"
        "{passages}\n\nAnswer this question from the passages above in two sentences, with the "
        "number of the passage.\n\n{question}\n"
    )
    return folder


@pytest.fixture(scope="module")
def workspace(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workspace]:
    with model_server() as url:
        workspace = Workspace(
            Settings(  # type: ignore[call-arg]
                home=tmp_path_factory.mktemp("home"),
                base_url=url,
                model=MODEL,
                api_key=SecretStr("none"),
                context_window=1_024,  # a short reply: the model may not know where to end
                timeout=120,
                prompts=_prompts(tmp_path_factory.mktemp("prompts")),
            )
        )
        workspace.ingest([DATA / "small.txt"], "papers")
        yield workspace


@pytest.fixture(scope="module")
def asked(workspace: Workspace) -> list[Events]:
    """Every question in turn, with what the check knows of the model by then."""
    assistant = workspace.assistant("papers")
    return [list(assistant.ask(question)) for question in QUESTIONS]


def _answer(events: Events) -> Answer:
    answer = events[-1]
    assert isinstance(answer, Answer)
    return answer


def test_a_real_model_is_asked_and_its_answers_say_how_they_came_about(asked: list[Events]) -> None:
    answers = [_answer(events) for events in asked]
    for answer in answers:
        instead = any("quoted instead" in notice for notice in answer.notices)
        assert (answer.answerer, answer.model) == (
            ("quoting", None) if instead else ("model", MODEL)
        )
    assert sum(answer.usage.completion_tokens > 0 for answer in answers) > len(QUESTIONS) / 2
    assert sum(answer.left_out for answer in answers) > len(QUESTIONS) / 2


def test_what_reaches_the_user_is_borne_out_by_a_paper(
    workspace: Workspace, asked: list[Events]
) -> None:
    papers = list(workspace.papers("papers"))
    evidence = [
        Evidence(one.id, one.abstract, names=(one.title, *coined_names(one.abstract)))
        for one in papers
    ]
    written = 0
    for events in asked:
        answer = _answer(events)
        assert "⚠️" not in answer.answer
        assert all(claim.support != "unsupported" for claim in answer.claims)
        if answer.answerer == "model":
            for claim in answer.claims:
                found = attribute(claim.text, evidence, embedder=workspace.embedder)
                assert found.verdict.support != "unsupported", claim
                written += 1
    assert written > 3


def test_what_was_left_out_is_in_no_token_and_no_json(asked: list[Events]) -> None:
    for events in asked:
        answer = _answer(events)
        tokens = [event.text for event in events if isinstance(event, Token)]
        text = "".join(tokens)
        if answer.answerer == "model":
            assert text == answer.answer
        else:  # what was shown before the model failed was borne out, too
            assert text.endswith(answer.answer)
        strings = json.loads(answer.model_dump_json())
        assert {claim["support"] for claim in strings["claims"]} <= {"supported", "partial"}


def test_the_model_stays_weak(workspace: Workspace, asked: list[Events]) -> None:
    assert workspace.record is not None
    counts = workspace.record.counts()
    assert counts.unsupported > len(asked) / 2
    assert counts.borne_out < LEAST_SHARE * counts.all
    assert workspace.strictness.strict
    assert f"of the last {counts.all} sentences of {MODEL}" in workspace.strictness.why
