"""A whole run: what it writes, that it is the same each time, and what it refuses."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
from ir_measures import RR, calc_aggregate, nDCG, read_trec_qrels, read_trec_run
from jsonschema import validate

from eval.metrics import METRICS
from eval.provenance import provenance
from eval.questions import read_suite
from eval.scoring import Results
from eval.suite_collection import open_collection
from eval.suite_run import Run, Selection, run_suite
from rag.errors import InputError
from rag.settings import Settings
from tests.eval.conftest import SUITE

ROOT = Path(__file__).parents[2]
SCHEMA = json.loads((ROOT / "eval" / "results.schema.json").read_text("utf-8"))


def test_the_schema_in_the_repository_is_that_of_the_results() -> None:
    assert Results.model_json_schema(mode="serialization") == SCHEMA


def test_results_follow_the_schema(run: Run) -> None:
    written = json.loads((run.folder / "results.json").read_text("utf-8"))
    validate(written, SCHEMA)
    assert written == json.loads(run.results.model_dump_json())
    assert sum(written["questions"].values()) == 12
    assert set(written["figures"]) <= {metric.name for metric in METRICS}
    assert written["figures"]["right"]["n"] == 12


def test_a_second_run_has_the_same_figures_to_the_last_digit(
    run: Run, settings: Settings, tmp_path: Path
) -> None:
    again = run_suite(SUITE, settings, tmp_path / "again")
    volatile = {"latency"}
    assert again.results.model_dump(exclude=volatile) == run.results.model_dump(exclude=volatile)
    for name in ("questions.jsonl", "qrels.txt", "retrieval.run"):
        assert (again.folder / name).read_bytes() == (run.folder / name).read_bytes()


def test_a_finished_run_is_not_asked_again(run: Run, settings: Settings, tmp_path: Path) -> None:
    first = run_suite(SUITE, settings, tmp_path / "run", Selection(limit=3))
    answers = (first.folder / "answers.jsonl").read_bytes()
    whole = run_suite(SUITE, settings, tmp_path / "run")
    grown = (whole.folder / "answers.jsonl").read_bytes()
    assert grown.startswith(answers)
    assert len(grown.splitlines()) == 12
    assert whole.results.figures == run.results.figures


def test_run_and_qrels_are_read_by_the_tools_of_the_field(run: Run) -> None:
    qrels = list(read_trec_qrels(str(run.folder / "qrels.txt")))
    ranked = list(read_trec_run(str(run.folder / "retrieval.run")))
    found = calc_aggregate([nDCG @ 10, RR], qrels, ranked)
    assert found[nDCG @ 10] == pytest.approx(run.results.figures["nDCG@10"].value, abs=1e-6)
    assert found[RR] == pytest.approx(run.results.figures["RR"].value, abs=1e-6)


def test_a_choice_of_questions_is_asked(settings: Settings, tmp_path: Path) -> None:
    selection = Selection.of(["lookup", "follow-up"], "dev", None)
    chosen = run_suite(SUITE, settings, tmp_path / "run", selection)
    assert [one.id for one in chosen.scored] == ["k1", "f1"]
    assert chosen.scored[1].standalone != "On how many sites was it tested?"
    with pytest.raises(InputError, match="no question is left"):
        run_suite(SUITE, settings, tmp_path / "none", Selection.of(["overview"], "held", None))
    with pytest.raises(InputError, match=r"--kinds: there is no 'riddle'\. Choose from listing"):
        Selection.of(["riddle"], None, None)
    with pytest.raises(InputError, match="--split"):
        Selection.of([], "test", None)


def test_a_prompt_changed_in_one_word_shows_in_the_settings(
    settings: Settings, run: Run, tmp_path: Path
) -> None:
    prompt = (ROOT / "prompts" / "answer.md").read_text("utf-8")
    (tmp_path / "answer.md").write_text(prompt.replace("Be brief", "Be short", 1), "utf-8")
    changed = provenance(settings.model_copy(update={"prompts": tmp_path}))
    before = run.results.provenance["prompts"]
    assert changed["prompts"]["answer"]["sha256"] != before["answer"]["sha256"]
    assert changed["prompts"]["condense"] == before["condense"]
    with pytest.raises(InputError, match="other papers, settings, prompts or code"):
        run_suite(SUITE, settings.model_copy(update={"prompts": tmp_path}), run.folder)


def test_no_secret_is_written_down(tmp_path: Path) -> None:
    secrets = {"api_key": "sk-hidden", "chroma_token": "t-hidden"}
    settings = Settings(home=tmp_path, **secrets)  # type: ignore[call-arg, arg-type]
    assert "hidden" not in json.dumps(provenance(settings))


def test_a_paper_without_an_abstract_is_refused(settings: Settings, tmp_path: Path) -> None:
    suite = tmp_path / "suite"
    suite.mkdir()
    papers = [{"id": "a", "abstract": "Owls hear mice under snow."}, {"id": "b", "title": "No"}]
    (suite / "papers.jsonl").write_text("\n".join(map(json.dumps, papers)), "utf-8")
    question = {"id": "q", "split": "dev", "kind": "lookup", "turns": ["What do owls hear?"]}
    (suite / "questions.jsonl").write_text(json.dumps(question), "utf-8")
    with pytest.raises(InputError, match="b has no abstract"):
        open_collection(read_suite(suite), settings)


def test_one_paper_under_two_ids_is_one_paper(settings: Settings, tmp_path: Path) -> None:
    suite = tmp_path / "suite"
    suite.mkdir()
    papers = [{"id": name, "abstract": "Owls hear mice under snow."} for name in ("b", "a")]
    (suite / "papers.jsonl").write_text("\n".join(map(json.dumps, papers)), "utf-8")
    question = {
        "id": "q",
        "split": "dev",
        "kind": "lookup",
        "turns": ["What do owls hear?"],
        "papers": ["b"],
    }
    (suite / "questions.jsonl").write_text(json.dumps(question), "utf-8")
    (scored,) = run_suite(suite, settings, tmp_path / "run").scored
    assert (scored.gold, scored.given, scored.missed) == (("a",), ("a",), ())


class _Page(HTMLParser):
    """Collects what a page would fetch or run, and its texts."""

    def __init__(self) -> None:
        super().__init__()
        self.fetched: list[str] = []
        self.tags: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.fetched += [value or "" for name, value in attrs if name in ("src", "href", "data")]


def test_the_report_needs_no_network_and_runs_nothing(run: Run) -> None:
    text = (run.folder / "report.html").read_text("utf-8")
    page = _Page()
    page.feed(text)
    assert page.fetched == []
    assert not page.tags & {"script", "link", "iframe", "img", "object"}
    assert "svg" in page.tags
    assert "url(" not in text and "@import" not in text
    missed = [one for one in run.scored if one.scores["right"] < 1]
    assert text.count("<details>") == len(missed) > 0


def test_the_report_in_markdown_has_every_figure(run: Run) -> None:
    text = (run.folder / "report.md").read_text("utf-8")
    for name, found in run.results.figures.items():
        assert re.search(rf"^\| {re.escape(name)} \| {found.value:.3f} \|", text, re.MULTILINE)
    assert run.results.provenance["code"] in text
