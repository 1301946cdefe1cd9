"""`paperchat eval` as people and CI run it: a process of its own for each call."""

import json
import shutil
from pathlib import Path

import pytest
from jsonschema import validate

from tests.ui.test_cli import ROOT, CommandLine

SUITE = ROOT / "tests" / "eval" / "suite"
SCHEMA = json.loads((ROOT / "eval" / "results.schema.json").read_text("utf-8"))


@pytest.fixture(scope="module")
def paperchat(tmp_path_factory: pytest.TempPathFactory) -> CommandLine:
    """A command line with a data folder of its own."""
    return CommandLine(tmp_path_factory.mktemp("home"))


def test_results_are_one_json_object_on_standard_output(
    paperchat: CommandLine, tmp_path: Path
) -> None:
    done = paperchat("eval", "--suite", SUITE, "--json", "--output", tmp_path / "run")
    results = json.loads(done.stdout)
    validate(results, SCHEMA)
    assert done.returncode == 0
    assert done.stderr == f"Written to {tmp_path / 'run'}.\n"
    assert json.loads((tmp_path / "run" / "results.json").read_text("utf-8")) == results


def test_people_get_tables(paperchat: CommandLine, tmp_path: Path) -> None:
    chosen = ("--kinds", "lookup, listing", "--limit", 3, "--output", tmp_path / "run")
    done = paperchat("eval", "--suite", SUITE, *chosen)
    assert done.returncode == 0
    assert done.stdout.split()[:4] == ["figure", "value", "95%", "interval"]
    assert "lookup" in done.stdout and "follow-up" not in done.stdout


def test_the_gate_names_what_fell_from_what_to_what(paperchat: CommandLine, tmp_path: Path) -> None:
    suite = shutil.copytree(SUITE, tmp_path / "suite")
    recording = paperchat("eval", "--suite", suite, "--record", "-o", tmp_path / "run")
    assert recording.returncode == 0
    passed = paperchat("eval", "--suite", suite, "--gate", "--json", "-o", tmp_path / "run")
    assert (passed.returncode, json.loads(passed.stdout)["suite"]) == (0, "suite")

    record = suite / "recorded.json"
    figures = json.loads(record.read_text("utf-8"))
    figures["figures"]["nDCG@10"] = [1.2, 10]
    record.write_text(json.dumps(figures), "utf-8")
    failed = paperchat("eval", "--suite", suite, "--gate", "-o", tmp_path / "run")
    assert failed.returncode == 1
    assert "WORSE: nDCG@10 fell from 1.2000 to 0." in failed.stderr


def test_runs_are_compared(paperchat: CommandLine, tmp_path: Path) -> None:
    variants = ("PAPERCHAT_STRICT=0", "PAPERCHAT_STRICT=1")
    done = paperchat(
        "eval", "compare", *variants, "--suite", SUITE, "--limit", 2, "--json", "-o", tmp_path / "c"
    )
    assert done.returncode == 0
    (pair,) = json.loads(done.stdout)["pairs"]
    assert pair["settings"] == {"settings.strict": [False, True]}
    assert (pair["questions"], pair["changed"]) == (2, [])
    assert (tmp_path / "c" / "report.html").exists()


def test_claims_and_retrieval_are_measured(paperchat: CommandLine, tmp_path: Path) -> None:
    file = tmp_path / "claims.jsonl"
    claims = [
        {"id": "a", "claim": "Kite needs a map.", "passage": "Kite needs a map.", "label": "true"},
        {"id": "b", "claim": "Kite has 7 maps.", "passage": "Kite has 9 maps.", "label": "false"},
    ]
    file.write_text("\n".join(map(json.dumps, claims)), "utf-8")
    done = paperchat("eval", "--claims", file, "--json", "-o", tmp_path / "claims")
    found = json.loads(done.stdout)
    assert (done.returncode, found["n"], found["recall"]) == (0, 2, 1.0)
    assert (tmp_path / "claims" / "report.md").exists()

    beir = tmp_path / "beir"
    (beir / "qrels").mkdir(parents=True)
    (beir / "corpus.jsonl").write_text('{"_id": "d", "title": "Owls", "text": "Owls fly."}\n')
    (beir / "queries.jsonl").write_text('{"_id": "q", "text": "flying owls"}\n')
    (beir / "qrels" / "test.tsv").write_text("query-id\tcorpus-id\tscore\nq\td\t1\n")
    done = paperchat("eval", "--beir", beir, "--json", "-o", tmp_path / "retrieval")
    retrievers = json.loads(done.stdout)["retrievers"]
    assert (done.returncode, set(retrievers)) == (0, {"bm25", "dense", "hybrid"})
    assert retrievers["hybrid"]["nDCG@10"] == 1.0
    assert {"report.html", "results.json", "hybrid.run", "qrels.txt"} <= {
        path.name for path in (tmp_path / "retrieval").iterdir()
    }


@pytest.mark.parametrize(
    ("arguments", "status", "told"),
    [
        (("--kinds", "riddle"), 1, "--kinds: there is no 'riddle'. Choose from listing"),
        (("--suite", "nowhere"), 1, "nowhere/papers.jsonl: it cannot be read"),
        (("--gate", "--limit", 3), 2, "for a whole suite"),
        (("--beir", "x", "--claims", "y"), 2, "give one of"),
        (("--judge",), 1, "PAPERCHAT_MODEL: no language model is set"),
        (("compare", "one"), 2, "name two or more"),
        (("compare", "one", "two"), 1, "one: there is no such folder"),
    ],
)
def test_wrong_use_is_told_in_a_line(
    paperchat: CommandLine, arguments: tuple[object, ...], status: int, told: str, tmp_path: Path
) -> None:
    done = paperchat("eval", *arguments, "-o", tmp_path / "run")
    assert done.returncode == status
    assert told in " ".join(done.stderr.split())
    assert "Traceback" not in done.stderr
