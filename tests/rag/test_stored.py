import numpy as np

from rag.papers import Paper, Passage, Source
from rag.stored import (
    EmbeddedText,
    StoredPaper,
    aliases,
    centre,
    embedded_text,
    paper_from_json,
    paper_record,
    paper_to_json,
    spelling,
    stored_paper,
    text_record,
)
from tests.support.embedders import BagOfWords

ABSTRACT = "Owls hunt at night. Mice hide “under” the snow."
PAPER = Paper("p1", "Owls", True, ABSTRACT, ("Ada B.", "李"), 2024, sources=(Source("a.txt", 1),))
SENTENCES = ((0, 19), (20, len(ABSTRACT)))


def _text() -> EmbeddedText:
    embedder = BagOfWords()
    passages = tuple(Passage.cut(PAPER, start, end) for start, end in SENTENCES)
    return EmbeddedText(
        passages,
        embedder.embed([passage.text for passage in passages]),
        SENTENCES,
        embedder.embed([ABSTRACT[start:end] for start, end in SENTENCES]),
    )


def _stored() -> StoredPaper:
    text = _text()
    return StoredPaper(
        PAPER, text.sentences, text.sentence_vectors, keys=("a.txt#7",), texts=("p1", "t2")
    )


def test_a_paper_survives_json() -> None:
    assert paper_from_json(paper_to_json(PAPER)) == PAPER


def test_a_record_gives_back_its_paper() -> None:
    stored, text = _stored(), _text()
    record = {**paper_record(stored), **text_record(text)}
    again = stored_paper(record, ABSTRACT)
    assert (again.paper, again.sentences) == (PAPER, SENTENCES)
    assert (again.keys, again.texts) == (("a.txt#7",), ("p1", "t2"))
    assert (again.sentence_vectors * text.sentence_vectors).sum(axis=1).min() > 0.999


def test_a_record_gives_back_the_passages_and_their_vectors() -> None:
    stored, text = _stored(), _text()
    again = embedded_text({**paper_record(stored), **text_record(text)}, stored)
    assert [(one.id, one.text) for one in again.passages] == [
        (one.id, one.text) for one in text.passages
    ]
    np.testing.assert_allclose(again.vectors, text.vectors, atol=5e-4)


def test_a_paper_is_recognised_by_its_keys_and_its_later_texts() -> None:
    assert aliases(_stored()) == ("a.txt#7", "t2")
    record = paper_record(_stored())
    assert (record["alias0"], record["alias1"]) == ("a.txt#7", "t2")


def test_spellings_of_one_abstract_are_told_apart() -> None:
    assert spelling(ABSTRACT) != spelling(ABSTRACT.replace("“under”", '"under"'))


def test_the_centre_of_vectors_has_unit_length() -> None:
    np.testing.assert_allclose(
        centre(np.eye(2, 4, dtype=np.float32)), [0.5**0.5, 0.5**0.5, 0, 0], rtol=1e-6
    )
