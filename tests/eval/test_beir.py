"""A collection in BEIR's layout is read whole or refused at a line, embedded once, and scored."""

from __future__ import annotations

import gzip
import json
import math
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from eval.beir import BeirResults, evaluate
from eval.beir_files import Document, corpus, qrels, queries
from eval.beir_index import opened
from rag.errors import InputError
from rag.settings import Settings
from rag.workspace import Workspace
from tests.support.embedders import BagOfWords

DOCUMENTS: tuple[dict[str, Any], ...] = (
    {"_id": "owl", "title": "Owls", "text": "Owls fly silently because their feathers break air."},
    {"_id": "bat", "text": "Bats find moths at night by the echoes of their own calls."},
    {"_id": 7, "title": None, "text": "Moss keeps water for weeks and wakes after a drought."},
    {"_id": "title-only", "title": "Salt marshes slow the waves of storms", "text": ""},
    {"_id": "nothing", "title": "", "text": None},
    {
        "_id": "eel",
        "title": "Eels",
        "text": "Eels cross an ocean to lay their eggs. Nobody saw it.",
    },
)
QUERIES: tuple[dict[str, Any], ...] = (
    {"_id": "q1", "text": "silently flying owls"},
    {"_id": 2, "text": "moss after a drought"},
    {"_id": "q3", "text": "salt marshes and storms"},
    {"_id": "unjudged", "text": "eggs of eels"},
    {"_id": "irrelevant", "text": "echoes of bats"},
)
JUDGEMENTS = ("q1\towl\t1", "2\t7\t2", "q3\ttitle-only\t1", "q3\tlost\t1", "irrelevant\tbat\t0")
HEADER = "query-id\tcorpus-id\tscore"


def _lines(records: Sequence[Mapping[str, Any]]) -> str:
    return "".join(json.dumps(record) + "\n" for record in records)


def _written(
    folder: Path,
    documents: Sequence[Mapping[str, Any]] = DOCUMENTS,
    asked: Sequence[Mapping[str, Any]] = QUERIES,
    judgements: Sequence[str] = (HEADER, *JUDGEMENTS),
) -> Path:
    (folder / "qrels").mkdir(parents=True)
    (folder / "corpus.jsonl").write_text(_lines(documents), "utf-8")
    (folder / "queries.jsonl").write_text(_lines(asked), "utf-8")
    (folder / "qrels" / "test.tsv").write_text("\n".join(judgements) + "\n", "utf-8")
    return folder


def _workspace(home: Path, embedder: BagOfWords | None = None) -> Workspace:
    workspace = Workspace(Settings(home=home))  # type: ignore[call-arg]
    workspace.__dict__["embedder"] = embedder or BagOfWords()
    return workspace


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return _written(tmp_path / "collection")


@pytest.fixture
def results(folder: Path, tmp_path: Path) -> BeirResults:
    return evaluate(folder, workspace=_workspace(tmp_path / "home"))


def test_the_json_holds_the_four_measures_of_the_three_retrievers(results: BeirResults) -> None:
    printed = json.loads(results.model_dump_json())
    assert list(printed) == ["retrievers"]
    assert list(printed["retrievers"]) == ["bm25", "dense", "hybrid"]
    for measures in printed["retrievers"].values():
        assert list(measures) == ["nDCG@10", "MRR@10", "R@10", "R@100"]


def test_a_lost_document_counts_as_one_that_is_not_found(results: BeirResults) -> None:
    # Two queries find all; of the third, one relevant document of two stands first.
    half = 1 / (1 + 1 / math.log2(3))
    assert results.retrievers["bm25"] == pytest.approx(
        {"nDCG@10": (2 + half) / 3, "MRR@10": 1.0, "R@10": 2.5 / 3, "R@100": 2.5 / 3}
    )


def test_queries_without_a_relevant_document_are_left_out(results: BeirResults) -> None:
    assert (results.documents, results.queries, results.left_out) == (6, 3, 2)
    assert list(results.by_query["hybrid"]["R@10"]) == ["q1", "2", "q3"]


def test_a_limit_scores_the_first_queries(folder: Path, tmp_path: Path) -> None:
    results = evaluate(folder, workspace=_workspace(tmp_path / "home"), limit=2)
    assert list(results.by_query["dense"]["R@10"]) == ["q1", "2"]


def test_a_second_run_embeds_nothing_and_finds_the_same(folder: Path, tmp_path: Path) -> None:
    first, second = BagOfWords(), BagOfWords()
    one = evaluate(folder, workspace=_workspace(tmp_path / "home", first))
    other = evaluate(folder, workspace=_workspace(tmp_path / "home", second))
    assert (first.embedded, second.embedded) == (5, 0)
    assert one == other


def test_another_text_or_embedder_is_embedded_anew(tmp_path: Path) -> None:
    changed = [{**DOCUMENTS[0], "text": "Owls turn their heads far."}, *DOCUMENTS[1:]]
    for number, (documents, embedder) in enumerate(
        [(DOCUMENTS, BagOfWords()), (changed, BagOfWords()), (DOCUMENTS, BagOfWords("another"))]
    ):
        folder = _written(tmp_path / str(number), documents)
        evaluate(folder, workspace=_workspace(tmp_path / "home", embedder))
        assert embedder.embedded == 5


def test_the_collections_of_the_user_are_left_alone(folder: Path, tmp_path: Path) -> None:
    workspace = _workspace(tmp_path / "home")
    evaluate(folder, workspace=workspace)
    assert workspace.summaries() == ()


def test_the_hybrid_ranks_as_answers_do(folder: Path, tmp_path: Path) -> None:
    workspace = _workspace(tmp_path / "home")
    workspace.ingest([_as_list(tmp_path / "list.jsonl")], "papers")
    assistant = workspace.assistant("papers")
    with opened(list(corpus(folder)), workspace) as index:
        for query in queries(folder).values():
            ranked = [assistant.papers([one.paper_id])[0] for one in assistant.ranking(query)]
            own = [f"{paper.sources[0].position}" for paper in ranked]
            places = {str(record["_id"]): f"{n}" for n, record in enumerate(DOCUMENTS, start=1)}
            assert [places[one] for one in index.rank(query)["hybrid"]][: len(own)] == own


def _as_list(file: Path) -> Path:
    file.write_text(
        _lines(
            [
                {"title": one.get("title") if one["text"] else "", "abstract": text}
                for one in DOCUMENTS
                for text in [one["text"] or one["title"]]
            ]
        ),
        "utf-8",
    )
    return file


def test_documents_that_say_the_same_are_found_together(tmp_path: Path) -> None:
    documents = [Document("one", "", "Moths rest."), Document("two", "", "Moths  rest.")]
    with opened(documents, _workspace(tmp_path)) as index:
        assert index.rank("moths")["hybrid"] == ["one", "two"]


def test_more_than_a_hundred_documents_are_ranked_by_every_retriever(tmp_path: Path) -> None:
    documents = [
        Document(f"d{number}", "", f"Moths of valley {number} rest at noon.")
        for number in range(150)
    ]
    with opened(documents, _workspace(tmp_path)) as index:
        ranked = index.rank("where moths rest")
    assert {name: len(set(own)) for name, own in ranked.items()} == {
        "bm25": 101,
        "dense": 101,
        "hybrid": 101,
    }


def test_the_query_itself_is_passed_over_unless_it_is_judged_relevant(tmp_path: Path) -> None:
    documents = [
        {"_id": "a", "text": "Moths rest on bark at noon."},
        {"_id": "b", "text": "Moths rest on bark, others on leaves."},
    ]
    asked = [{"_id": name, "text": "Moths rest on bark at noon."} for name in ("a", "b")]
    folder = _written(tmp_path / "collection", documents, asked, ("a\tb\t1", "b\tb\t1"))
    results = evaluate(folder, workspace=_workspace(tmp_path / "home"))
    assert results.by_query["bm25"]["MRR@10"] == {"a": 1.0, "b": 0.5}


def test_runs_and_qrels_are_written_in_trecs_form(folder: Path, tmp_path: Path) -> None:
    evaluate(folder, workspace=_workspace(tmp_path / "home"), limit=2, runs=tmp_path / "runs")
    assert (tmp_path / "runs/qrels.txt").read_text("utf-8") == "q1 0 owl 1\n2 0 7 2\n"
    first = (tmp_path / "runs/bm25.run").read_text("utf-8").splitlines()[0]
    assert first == "q1 Q0 owl 1 -1 bm25"


def test_progress_is_told(folder: Path, tmp_path: Path) -> None:
    told: list[tuple[str, int, int]] = []
    evaluate(folder, workspace=_workspace(tmp_path), progress=lambda *reached: told.append(reached))
    assert told == [("Embedding", 5, 5), ("Asking", 1, 3), ("Asking", 2, 3), ("Asking", 3, 3)]


def test_compressed_files_and_parts_are_read_alike(folder: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    (other / "corpus").mkdir(parents=True)
    for number, record in enumerate(DOCUMENTS):
        with gzip.open(other / "corpus" / f"{number}.jsonl.gz", "wt", encoding="utf-8") as file:
            file.write(_lines([record]))
    with gzip.open(other / "queries.jsonl.gz", "wt", encoding="utf-8") as file:
        file.write("\ufeff" + _lines(QUERIES).replace("\n", "\r\n\r\n"))
    with gzip.open(other / "qrels.tsv.gz", "wt", encoding="utf-8") as file:
        file.write("\n".join(JUDGEMENTS))
    assert list(corpus(other)) == list(corpus(folder))
    assert queries(other) == queries(folder)
    assert qrels(other) == qrels(folder)


def test_ids_are_texts_and_missing_titles_are_empty(folder: Path) -> None:
    assert list(corpus(folder))[2:4] == [
        Document("7", "", "Moss keeps water for weeks and wakes after a drought."),
        Document("title-only", "Salt marshes slow the waves of storms", ""),
    ]


def test_a_split_is_chosen(folder: Path) -> None:
    (folder / "qrels" / "train.tsv").write_text("unjudged 0 eel 1\n", "utf-8")
    assert list(qrels(folder)) == ["q1", "2", "q3", "irrelevant"]
    assert qrels(folder, "train") == {"unjudged": {"eel": 1}}
    with pytest.raises(InputError, match="no qrels of the split dev; there are test, train"):
        qrels(folder, "dev")


@pytest.mark.parametrize(
    ("name", "text", "told"),
    [
        ("corpus.jsonl", '{"_id": "a"}\n{"_id": "b"\n', r"corpus\.jsonl:2: the line is not JSON"),
        ("corpus.jsonl", '{"_id": "a"}\n\n["b"]\n', r"corpus\.jsonl:3: the line is no JSON object"),
        ("corpus.jsonl", '{"_id": 1}\n{"_id": "1"}\n', r"corpus\.jsonl:2: the id 1 occurs"),
        ("corpus.jsonl", '{"text": "No id."}\n', r"corpus\.jsonl:1: the record has no _id"),
        ("corpus.jsonl", '{"_id": "a", "text": 5}\n', r"corpus\.jsonl:1: text is no text"),
        ("queries.jsonl", '{"_id": true}\n', r"queries\.jsonl:1: the record has no _id"),
        ("qrels/test.tsv", f"{HEADER}\nq1\towl\n", r"test\.tsv:2: the line is no judgement"),
        ("qrels/test.tsv", "q1\towl\tyes\n", r"test\.tsv:1: the line is no judgement"),
        ("qrels/test.tsv", "q1\towl\t1\nq1\towl\t0\n", r"test\.tsv:2: document owl is judged 0"),
        ("qrels/test.tsv", "who\towl\t1\n", "no query of queries.jsonl has a relevant"),
        ("qrels/test.tsv", "q1\tgone\t1\n", "no document that is judged relevant"),
    ],
)
def test_what_is_broken_is_refused_at_its_place(
    folder: Path, tmp_path: Path, name: str, text: str, told: str
) -> None:
    (folder / name).write_text(text, "utf-8")
    with pytest.raises(InputError, match=told):
        evaluate(folder, workspace=_workspace(tmp_path / "home"))


def test_a_line_that_is_not_utf_8_and_a_cut_archive_are_refused(tmp_path: Path) -> None:
    (tmp_path / "corpus.jsonl").write_bytes(b'{"_id": "a"}\n{"_id": "\xff"}\n')
    with pytest.raises(InputError, match=r"corpus\.jsonl:2: the line is not UTF-8"):
        list(corpus(tmp_path))
    whole = gzip.compress(_lines(QUERIES).encode())
    (tmp_path / "queries.jsonl.gz").write_bytes(whole[: len(whole) // 2])
    with pytest.raises(InputError, match=r"queries\.jsonl\.gz: it is no whole \.gz file"):
        queries(tmp_path)


def test_a_folder_without_its_files_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="there are no qrels"):
        evaluate(tmp_path, workspace=_workspace(tmp_path))
    with pytest.raises(InputError, match=r"there is no corpus\.jsonl"):
        list(corpus(tmp_path))


@pytest.mark.parametrize("text", ["", "   ", "N/A", "x" * 50_000])
def test_a_strange_text_is_no_obstacle(tmp_path: Path, text: str) -> None:
    documents = [*DOCUMENTS, {"_id": "strange", "title": "Odd", "text": text}]
    folder = _written(tmp_path / "collection", documents, [*QUERIES, {"_id": "e", "text": ""}])
    results = evaluate(folder, workspace=_workspace(tmp_path / "home"))
    assert results.retrievers["hybrid"]["MRR@10"] == 1.0
