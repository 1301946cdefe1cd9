"""The gate lets an unchanged run pass, and names what fell when retrieval is broken."""

from __future__ import annotations

import random
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from eval.gate import Change, changes, read_recorded, record
from eval.scoring import FigureValue, Results
from eval.suite_run import SAMPLE, Run, Selection, run_suite
from rag import retrieval
from rag.errors import InputError
from rag.lexical import LexicalIndex
from rag.retrieval import Found, Retriever
from rag.settings import Settings


def _with(results: Results, **values: float) -> Results:
    figures = {
        name: found.model_copy(update={"value": values.get(name.replace(" ", "_"), found.value)})
        for name, found in results.figures.items()
    }
    return results.model_copy(update={"figures": figures})


@pytest.fixture
def suite(run: Run, tmp_path: Path) -> Path:
    """A folder with the record of the run."""
    record(tmp_path, run.results)
    return tmp_path


def test_an_unchanged_run_passes(run: Run, suite: Path) -> None:
    assert changes(run.results, read_recorded(suite)) == ()


def test_a_fall_by_more_than_one_question_is_named(run: Run, suite: Path) -> None:
    value = run.results.figures["right"].value
    (fall,) = changes(_with(run.results, right=value - 1.5 / 12), read_recorded(suite))
    assert fall == Change("right", value, value - 1.5 / 12, worse=True)
    assert str(fall) == f"right fell from {value:.4f} to {value - 0.125:.4f}"
    assert changes(_with(run.results, right=value - 1 / 12), read_recorded(suite)) == ()


def test_a_rise_is_told_and_is_no_fault(run: Run, suite: Path) -> None:
    (rise,) = changes(_with(run.results, right=1.0), read_recorded(suite))
    assert not rise.worse
    assert "rose" in str(rise)


def test_where_lower_is_better_a_rise_is_the_fault(run: Run, suite: Path) -> None:
    (rise,) = changes(_with(run.results, withheld=0.9), read_recorded(suite))
    assert rise.worse


def test_a_kind_is_held_by_itself(run: Run, suite: Path) -> None:
    nothing = FigureValue(value=0.0, low=0.0, high=0.0, n=2)
    figures = {**run.results.by_kind["listing"], "nDCG@10": nothing}
    broken = run.results.model_copy(update={"by_kind": {**run.results.by_kind, "listing": figures}})
    (fall,) = changes(broken, read_recorded(suite))
    assert fall.name == "listing: nDCG@10"


def test_another_model_or_other_questions_are_not_compared(run: Run, suite: Path) -> None:
    recorded = read_recorded(suite)
    with pytest.raises(InputError, match="PAPERCHAT_MODEL: the record is of qwen3"):
        changes(run.results, recorded.model_copy(update={"answerer": "qwen3"}))
    with pytest.raises(InputError, match="the record is of 13 questions, the run of 12"):
        changes(run.results, recorded.model_copy(update={"questions": 13}))


def test_without_a_record_the_remedy_is_told(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="there is no record.*--record"):
        read_recorded(tmp_path)
    (tmp_path / "recorded.json").write_text("{}", "utf-8")
    with pytest.raises(InputError, match="cannot be read"):
        read_recorded(tmp_path)


# Retrieval, broken on purpose, on the sample suite.


def _shuffled(monkeypatch: pytest.MonkeyPatch) -> None:
    retrieve: Callable[..., Found] = Retriever.retrieve

    def shuffled(self: Retriever, *arguments: Any, **named: Any) -> Found:
        found = retrieve(self, *arguments, **named)
        hits = list(found.hits)
        random.Random(1).shuffle(hits)  # noqa: S311
        return Found(tuple(hits), found.vector, found.stands_out)

    monkeypatch.setattr(Retriever, "retrieve", shuffled)


def _without_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(LexicalIndex, "search", lambda self, *arguments, **named: [])


def _cut(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(retrieval, "CANDIDATES", 10)


@pytest.fixture(scope="module")
def sample(settings: Settings, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the sample suite with the record of the program as it is."""
    folder = tmp_path_factory.mktemp("sample") / "icml2024"
    shutil.copytree(SAMPLE, folder)
    record(folder, _run(folder, settings).results)
    return folder


def _run(folder: Path, settings: Settings) -> Run:
    output = folder.with_name(f"run-{len(list(folder.parent.iterdir()))}")
    return run_suite(folder, settings, output, SELECTION)


# Listings look farthest down the ranking; the other kinds add time, not sense.
SELECTION = Selection(kinds=("listing",), split="dev")


@pytest.mark.slow
@pytest.mark.parametrize("broken", [_shuffled, _without_words, _cut])
def test_broken_retrieval_is_caught(
    sample: Path,
    settings: Settings,
    broken: Callable[[pytest.MonkeyPatch], None],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    broken(monkeypatch)
    found = changes(_run(sample, settings).results, read_recorded(sample))
    worse = {change.name for change in found if change.worse}
    assert worse & {"nDCG@10", "R@10", "R@20"}
    assert worse & {"listing: nDCG@10", "listing: R@10", "listing: R@20"}


@pytest.mark.slow
def test_whole_retrieval_passes(sample: Path, settings: Settings) -> None:
    assert changes(_run(sample, settings).results, read_recorded(sample)) == ()
