from pathlib import Path

import pytest

from rag.collection import Collection
from rag.library import Library
from rag.papers import Paper
from rag.settings import Settings
from rag.texts import Texts
from tests.support.embedders import BagOfWords

OWLS = "Owls hunt mice at night. We present OwlNet, a network that hears them."
MICE = "Mice hide from owls in winter. They sleep under the snow until it melts."


@pytest.fixture
def embedder() -> BagOfWords:
    return BagOfWords()


@pytest.fixture
def collection(tmp_path: Path, embedder: BagOfWords) -> Collection:
    settings = Settings(home=tmp_path)  # type: ignore[call-arg]
    return Library(settings).open_or_create("papers", embedder)


def test_each_abstract_has_its_own_passages_and_vectors(
    collection: Collection, embedder: BagOfWords
) -> None:
    texts = Texts(collection, embedder)
    texts.make([Paper("o", "", False, OWLS), Paper("m", "", False, MICE)])
    assert [passage.text for passage in texts.embedded[OWLS].passages] == [OWLS]
    assert [passage.text for passage in texts.embedded[MICE].passages] == [MICE]
    assert (texts.embedded[MICE].vectors[0] == embedder.embed_query(MICE)).all()
    assert len(texts.embedded[MICE].sentence_vectors) == 2


def test_what_has_been_made_is_not_made_again(collection: Collection, embedder: BagOfWords) -> None:
    texts = Texts(collection, embedder)
    texts.make([Paper("o", "", False, OWLS)])
    texts.make([Paper("o", "", False, OWLS), Paper("m", "", False, MICE)])
    assert embedder.embedded == 2


def test_only_a_paper_without_a_title_needs_a_label(
    collection: Collection, embedder: BagOfWords
) -> None:
    texts = Texts(collection, embedder)
    texts.make([Paper("o", "", False, OWLS), Paper("m", "Of mice", True, MICE)])
    assert list(texts.labels) == [OWLS]
    assert texts.labels[OWLS][0].startswith("OwlNet: ")


def test_an_import_that_fails_beside_does_not_stop_what_is_made(
    collection: Collection, embedder: BagOfWords, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_: Collection) -> None:
        raise ImportError("no store")

    monkeypatch.setattr(Collection, "prepare", fail)
    texts = Texts(collection, embedder)
    texts.make([Paper("o", "", False, OWLS)])
    assert list(texts.embedded) == [OWLS]
