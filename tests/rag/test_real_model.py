"""A real small model behind a real server: it writes nonsense, and nobody must be misled."""

from collections.abc import Iterator

import pytest
from pydantic import SecretStr

from rag.answers import Answer
from rag.assistant import Notice, Token
from rag.settings import Settings
from rag.workspace import Workspace
from tests.support.model_server import MODEL, model_server
from tests.support.world import DATA

pytestmark = [pytest.mark.server, pytest.mark.slow]


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
            )
        )
        workspace.ingest([DATA / "small.txt"], "papers")
        yield workspace


@pytest.fixture(scope="module")
def answered(workspace: Workspace) -> list[Token | Notice | Answer]:
    return list(workspace.assistant("papers").ask("How many gauges does RiverBench have?"))


def test_a_real_model_streams_and_its_answer_says_how_it_came_about(
    answered: list[Token | Notice | Answer],
) -> None:
    answer = answered[-1]
    assert isinstance(answer, Answer)
    assert sum(isinstance(event, Token) for event in answered) > 3
    quoted_instead = any("quoted instead" in notice for notice in answer.notices)
    assert (answer.answerer, answer.model) == (
        ("quoting", None) if quoted_instead else ("model", MODEL)
    )


def test_what_it_says_is_marked_where_no_paper_bears_it_out(
    answered: list[Token | Notice | Answer],
) -> None:
    answer = answered[-1]
    assert isinstance(answer, Answer)
    unsupported = [claim for claim in answer.claims if claim.support == "unsupported"]
    assert answer.answer.count("⚠️") == len(unsupported)
    numbers = {citation.number for citation in answer.citations}
    for claim in answer.claims:
        assert set(claim.citations) <= numbers
