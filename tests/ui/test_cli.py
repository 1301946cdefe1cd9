"""The command line as programs and people run it: a process of its own for each call."""

import csv
import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from jsonschema import validate

from tests.support.scripted_server import ScriptedServer, Stream, chunk, says
from tests.support.world import DATA

ROOT = Path(__file__).parents[2]
SCHEMA = json.loads((ROOT / "rag" / "answer.schema.json").read_text("utf-8"))


class CommandLine:
    """Runs paperchat with a data folder of its own."""

    def __init__(self, home: Path) -> None:
        self.home = home

    def __call__(
        self, *arguments: object, **environment: str
    ) -> "subprocess.CompletedProcess[str]":
        kept = {name: value for name, value in os.environ.items() if not name.startswith("OPENAI")}
        return subprocess.run(
            [sys.executable, "-c", "from ui.cli import main; main()", *map(str, arguments)],
            capture_output=True,
            text=True,
            cwd=ROOT,
            env={**kept, "PAPERCHAT_HOME": str(self.home), **environment},
            timeout=120,
        )


@pytest.fixture(scope="module")
def paperchat(tmp_path_factory: pytest.TempPathFactory) -> CommandLine:
    """A command line whose collection `papers` holds the small list."""
    run = CommandLine(tmp_path_factory.mktemp("home with blanks – und Umläute"))
    done = run("ingest", DATA / "small.txt")
    assert (done.returncode, done.stdout) == (0, "")
    assert "12 new papers" in done.stderr
    return run


def test_an_answer_is_one_json_object_on_standard_output(paperchat: CommandLine) -> None:
    done = paperchat("ask", "How many gauges does RiverBench have?", "--json")
    answer = json.loads(done.stdout)
    validate(answer, SCHEMA)
    assert done.returncode == 0
    assert "1,120" in answer["citations"][0]["quote"]
    assert answer["citations"][0]["sources"] == [{"list": "small.txt", "position": 6}]


def test_each_stage_of_a_question_is_a_line_on_standard_error(paperchat: CommandLine) -> None:
    done = paperchat("ask", "What is RiverBench?", "--json", "--trace")
    validate(json.loads(done.stdout), SCHEMA)
    told = [json.loads(line) for line in done.stderr.splitlines()]
    assert told[-1]["stage"] == "ask"
    assert {"open", "understand", "retrieve", "compose"} < {one["stage"] for one in told}


def test_earlier_questions_give_a_question_its_meaning(paperchat: CommandLine) -> None:
    done = paperchat(
        "ask", "how many gauges does it have?", "--after", "What is RiverBench?", "--json"
    )
    assert "1,120" in json.loads(done.stdout)["answer"]


def test_an_answer_for_people_ends_with_its_sources(paperchat: CommandLine) -> None:
    done = paperchat("ask", "What is LeafClock?")
    assert "LeafClock" in done.stdout
    assert done.stdout.rstrip().endswith("(small.txt#1)")
    assert "\x1b" not in done.stdout  # no colours where there is no terminal


def test_a_batch_answers_line_by_line_in_order(paperchat: CommandLine, tmp_path: Path) -> None:
    batch = tmp_path / "batch.jsonl"
    lines = [
        {"id": "b", "turns": ["What is RiverBench?", "how many gauges does it have?"]},
        {"id": "a", "turns": ["Which papers study quantum computing?"]},
    ]
    batch.write_text("\n".join(map(json.dumps, lines)) + "\n", "utf-8")
    done = paperchat("ask", "--batch", batch, "--json")
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert [answer["id"] for answer in answers] == ["b", "a"]
    assert "1,120" in answers[0]["answer"]
    assert answers[1]["abstained"]


@pytest.mark.parametrize("line", ["{", '{"id": 1}', '{"id": 1, "turns": []}', "[1]", "[" * 99_999])
def test_a_broken_batch_line_is_named(paperchat: CommandLine, tmp_path: Path, line: str) -> None:
    batch = tmp_path / "batch.jsonl"
    batch.write_text(line + "\n", "utf-8")
    done = paperchat("ask", "--batch", batch, "--json")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith(f"{batch}:1: ")
    assert done.stderr.count("\n") == 1


def test_found_papers_come_as_csv_bibtex_markdown_and_json(paperchat: CommandLine) -> None:
    topic = "reinforcement learning"
    rows = list(csv.DictReader(io.StringIO(paperchat("search", topic, "-f", "csv").stdout)))
    assert {row["places"] for row in rows} == {"small.txt#3", "small.txt#4"}
    records = json.loads(paperchat("search", topic, "--json").stdout)
    assert [record["title"] for record in records] == [row["title"] for row in rows]
    assert paperchat("search", topic, "-f", "bibtex").stdout.count("@misc{") == 2
    assert paperchat("search", topic, "-f", "markdown").stdout.startswith("- ")
    assert "Curious Again" in paperchat("search", topic).stdout


def test_collections_are_listed_with_their_facts(paperchat: CommandLine) -> None:
    (summary,) = json.loads(paperchat("collections", "list", "--json").stdout)
    assert set(summary) == {"name", "papers", "passages", "embedder", "created", "updated"}
    assert (summary["name"], summary["papers"]) == ("papers", 12)


def test_an_export_can_be_ingested_and_gives_the_same_papers(
    paperchat: CommandLine, tmp_path: Path
) -> None:
    export = tmp_path / "export.json"
    export.write_text(paperchat("collections", "export", "papers").stdout, "utf-8")
    paperchat("ingest", export, "-c", "again")
    first = json.loads(paperchat("collections", "export", "papers").stdout)
    again = json.loads(paperchat("collections", "export", "again").stdout)
    assert [one["abstract"] for one in again] == [one["abstract"] for one in first]
    assert paperchat("collections", "delete", "again", "--yes").returncode == 0
    assert paperchat("collections", "show", "again").returncode == 1


def test_bad_lists_get_a_line_each_and_good_ones_are_taken(
    paperchat: CommandLine, tmp_path: Path
) -> None:
    good = tmp_path / "good.txt"
    good.write_text("List\n\nZebras graze beside gnus, and the zebra leads when water is near.\n")
    done = paperchat("ingest", tmp_path / "absent.txt", tmp_path, good, "-c", "mixed", "--json")
    report = json.loads(done.stdout)
    assert (done.returncode, report["added"], len(report["refused"])) == (1, 1, 2)
    assert "Traceback" not in done.stderr
    paperchat("collections", "delete", "mixed", "-y")


@pytest.mark.parametrize(
    ("arguments", "status"),
    [
        (["ask"], 2),
        (["ask", "a question", "--batch", "file"], 2),
        (["ingest"], 2),
        (["ask", "a question", "-c", "nowhere"], 1),
        (["collections", "delete", "nowhere", "-y"], 1),
        (["ask", " "], 1),
        (["--no-such-option"], 2),
    ],
)
def test_wrong_use_is_told_without_a_traceback(
    paperchat: CommandLine, arguments: list[str], status: int
) -> None:
    done = paperchat(*arguments)
    assert done.returncode == status
    assert "Traceback" not in done.stderr
    assert done.stdout == ""


def test_a_setting_that_cannot_be_used_is_named(paperchat: CommandLine) -> None:
    done = paperchat("ask", "a question", PAPERCHAT_TIMEOUT="soon")
    assert done.returncode == 1
    assert done.stderr.startswith("PAPERCHAT_TIMEOUT: ")


def test_doctor_finds_nothing_wrong(paperchat: CommandLine) -> None:
    done = paperchat("doctor", "--json")
    findings = {one["what"]: one for one in json.loads(done.stdout)}
    assert done.returncode == 0
    assert all(one["ok"] for one in findings.values())
    assert "12 papers" in findings["collection 'papers'"]["told"]


def test_doctor_asks_the_model_once_and_shows_what_is_set_but_no_key(
    paperchat: CommandLine,
) -> None:
    with ScriptedServer(default=says("Which papers are there?")) as model:
        done = paperchat(
            "doctor", OPENAI_API_KEY="sk-secret", PAPERCHAT_MODEL="m", OPENAI_BASE_URL=model.url
        )
        assert len(model.requests) == 1
    assert done.returncode == 0
    assert f"answers: m at {model.url} replies, in " in done.stdout
    told = f"OPENAI_API_KEY=(secret), OPENAI_BASE_URL={model.url}, PAPERCHAT_MODEL=m, all else"
    assert told in done.stdout
    assert "sk-secret" not in done.stdout + done.stderr


@pytest.mark.parametrize(
    ("strict", "told"),
    [
        ("", "are left out: no sentence of m has been checked yet"),
        ("0", "are marked, not left out: PAPERCHAT_STRICT says so"),
        ("1", "are left out: PAPERCHAT_STRICT says so"),
    ],
)
def test_doctor_tells_how_a_model_is_checked_and_why(
    paperchat: CommandLine, strict: str, told: str
) -> None:
    done = paperchat(
        "doctor",
        "--json",
        PAPERCHAT_MODEL="m",
        OPENAI_BASE_URL="http://127.0.0.1:9/v1",
        PAPERCHAT_STRICT=strict,
    )
    assert done.returncode == 1
    findings = {one["what"]: one["told"] for one in json.loads(done.stdout)}
    assert "nothing answers at this address" in findings["answers"]
    assert findings["check of answers"] == f"Sentences that no paper bears out {told}"


def test_what_no_paper_bears_out_is_named_after_an_answer(paperchat: CommandLine) -> None:
    with ScriptedServer(
        default=says("RiverBench has 1,120 gauges [1]. Owls rule it [1].")
    ) as model:
        environment = {"PAPERCHAT_MODEL": "m", "OPENAI_BASE_URL": model.url}
        done = paperchat("ask", "What is RiverBench?", PAPERCHAT_STRICT="0", **environment)
        strict = paperchat("ask", "What is RiverBench?", PAPERCHAT_STRICT="1", **environment)
    assert "Not borne out by the papers\n⚠️ Owls rule it. (" in done.stdout
    assert "1 sentence not borne out by the papers, marked ⚠️." in done.stderr
    assert "Owls" not in strict.stdout + strict.stderr
    assert "1 sentence not borne out by the papers, left out." in strict.stderr


def test_a_second_opinion_is_shown_where_it_differs(paperchat: CommandLine) -> None:
    with ScriptedServer() as model:
        environment = {"PAPERCHAT_MODEL": "m", "OPENAI_BASE_URL": model.url}
        for flag, setting in (("--second-opinion", "0"), ("--json", "1")):
            model.script(says("RiverBench has 1,120 gauges [1]."), says("1: unsupported"))
            done = paperchat(
                "ask",
                "What is RiverBench?",
                flag,
                PAPERCHAT_SECOND_OPINION=setting,
                **environment,
            )
            if flag == "--json":
                (claim,) = json.loads(done.stdout)["claims"]
                assert claim["second_opinion"] == "unsupported"
            else:
                assert "1,120 gauges. (check: supported; model: unsupported)" in done.stdout
                assert "agrees with the check on 0 of 1 sentences." in done.stderr


def test_a_reply_that_breaks_off_is_told_in_one_line_and_does_not_run_into_the_answer(
    paperchat: CommandLine,
) -> None:
    with ScriptedServer() as model:
        model.script(Stream([chunk("RiverBench has 1,120 gauges")], done=False))
        done = paperchat(
            "ask",
            "What is RiverBench?",
            PAPERCHAT_MODEL="m",
            PAPERCHAT_STRICT="0",
            OPENAI_BASE_URL=model.url,
        )
    assert (done.returncode, done.stderr) == (
        0,
        f"{model.url}: the reply broke off before its end. Ask again later. "
        "The answer is quoted instead.\n",
    )
    begun, _, quoted = done.stdout.partition("\n")
    assert begun == "RiverBench has 1,120 gauges"
    assert quoted.startswith("**")


def test_help_imports_nothing_heavy() -> None:
    program = (
        "import sys; import ui.cli; "
        "heavy = ('chromadb', 'llama_index', 'gradio', 'pydantic', 'numpy');"
        "print([one for one in heavy if one in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, cwd=ROOT, check=True
    )
    assert done.stdout.strip() == "[]"


@pytest.mark.parametrize("locale", ["C", "POSIX"])
def test_an_odd_locale_does_not_break_an_answer(paperchat: CommandLine, locale: str) -> None:
    done = paperchat("ask", "What leaves privacy in heart-rate curves?", LANG=locale, LC_ALL=locale)
    assert done.returncode == 0
    assert "Rényi" in done.stdout
