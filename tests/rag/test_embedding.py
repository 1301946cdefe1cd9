from pathlib import Path

import numpy as np
import pytest

from rag.embedding import MiniLM
from rag.errors import ModelFileError
from rag.model_files import ModelFiles
from rag.papers import Paper, Passage

TEXT = "Owls hunt at night. The mice that they hunt stay under the snow."


@pytest.fixture(scope="module")
def embedder() -> MiniLM:
    return MiniLM(ModelFiles.embedded())


def _passage() -> Passage:
    return Passage.cut(Paper("p", "", False, TEXT), 0, len(TEXT), ((0, 19), (20, len(TEXT))))


def test_vectors_have_unit_length(embedder: MiniLM) -> None:
    vectors = embedder.embed([TEXT, "Birds."])
    np.testing.assert_allclose(np.linalg.norm(vectors, axis=1), 1.0, atol=1e-5)
    assert embedder.embed([]).shape == (0, 384)


def test_texts_that_mean_the_same_are_nearer_than_others(embedder: MiniLM) -> None:
    one, same, other = embedder.embed(
        ["Owls hunt after dark.", "Nocturnal birds of prey", "A tax on imported steel"]
    )
    assert one @ same > one @ other + 0.2


def test_a_vector_does_not_depend_on_its_neighbours(embedder: MiniLM) -> None:
    alone = embedder.embed_query(TEXT)
    np.testing.assert_array_equal(embedder.embed(["x", TEXT, "y" * 300])[1], alone)


def test_a_passage_and_its_sentences_come_from_one_pass(embedder: MiniLM) -> None:
    vectors = embedder.embed_passages([_passage()])
    np.testing.assert_array_equal(vectors.passages[0], embedder.embed_query(TEXT))
    first, second = vectors.sentences[0]
    assert first @ embedder.embed_query("Owls hunt at night.") > 0.8
    assert second @ embedder.embed_query("Mice stay under the snow.") > 0.6


def test_vectors_stand_in_the_order_of_their_texts(embedder: MiniLM) -> None:
    texts = [TEXT * (1 + 3 * (number % 2)) + str(number) for number in range(8)]
    alone = np.stack([embedder.embed_query(text) for text in texts])
    np.testing.assert_array_equal(embedder.embed(texts), alone)
    spans = [((0, len(text)),) for text in texts]
    papers = [Paper(text, "", False, text) for text in texts]
    cut = (
        Passage.cut(one, 0, len(one.abstract), own) for one, own in zip(papers, spans, strict=True)
    )
    np.testing.assert_array_equal(embedder.embed_passages(cut).passages, alone)


def test_special_tokens_are_text(embedder: MiniLM) -> None:
    assert embedder.count("<|endoftext|> [SEP] <s>") > 3
    assert embedder.embed(["<|endoftext|>", ""]).shape == (2, 384)


def test_a_model_file_with_a_wrong_hash_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ModelFiles, "MODEL_SHA256", "0" * 64)
    with pytest.raises(ModelFileError, match="not the pinned one"):
        ModelFiles.embedded()


def test_a_folder_without_a_model_is_refused_by_name(tmp_path: Path) -> None:
    with pytest.raises(ModelFileError, match="model.onnx"):
        ModelFiles.folder(tmp_path)
