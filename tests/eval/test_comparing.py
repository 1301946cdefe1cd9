"""Runs side by side: what differs, whether it is luck, and which answers changed."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from eval.comparing import SavedRun, compare, read_run
from eval.scoring import Scored
from eval.suite_run import Run, Selection
from eval.variants import Bench, compare_variants, settings_of
from rag.errors import InputError, SettingsError
from tests.eval.conftest import SUITE


def _scored(name: str, right: float, *, abstained: bool = False, turn: str = "?") -> Scored:
    scores = {"right": right, "withheld": float(abstained)}
    return Scored(
        id=name,
        split="dev",
        kind="lookup",
        turns=(turn,),
        standalone=turn,
        declined=False,
        abstained=abstained,
        gold=(),
        given=(),
        missed=(),
        wrong=(),
        scores=scores | ({"abstain P": 0.0} if abstained else {}),
        answer=f"{name}: {right}",
    )


def _saved(name: str, scored: Sequence[Scored], model: str = "one") -> SavedRun:
    settings = {"model": model, "strict": None}
    return SavedRun(name, tuple(scored), {"settings": settings, "seed": 1})


def test_a_real_difference_is_told_from_luck() -> None:
    before = [_scored(f"q{place}", place % 2) for place in range(30)]
    better = [_scored(f"q{place}", 1.0) for place in range(30)]
    lucky = [*better[:3], *before[3:]]
    (real,) = compare([_saved("a", before), _saved("b", better)]).pairs
    (luck,) = compare([_saved("a", before), _saved("b", lucky)]).pairs
    assert (real.figures["right"].difference, real.figures["right"].real) == (0.5, True)
    assert (luck.figures["right"].difference, luck.figures["right"].real) == (0.066667, False)
    assert real.figures["withheld"].p == 1.0
    assert "abstain P" not in real.figures


def test_what_became_worse_comes_first_with_both_answers() -> None:
    first = [_scored("a", 1.0), _scored("b", 0.0), _scored("c", 0.5), _scored("d", 1.0)]
    second = [
        _scored("a", 1.0),
        _scored("b", 1.0),
        _scored("c", 0.0),
        _scored("d", 1.0, abstained=True),
    ]
    (pair,) = compare([_saved("one", first), _saved("two", second)]).pairs
    assert [one.id for one in pair.changed] == ["c", "d", "b"]
    assert pair.changed[0].answers == ("c: 0.5", "c: 0.0")


def test_only_what_both_asked_is_compared() -> None:
    first = [_scored("a", 1.0), _scored("b", 1.0), _scored("c", 1.0)]
    second = [_scored("a", 0.0), _scored("b", 1.0, turn="edited?")]
    (pair,) = compare([_saved("one", first), _saved("two", second)]).pairs
    assert (pair.questions, pair.only, pair.figures["right"].second) == (1, 3, 0.0)
    with pytest.raises(InputError, match="no question in common"):
        compare([_saved("one", first), _saved("two", [_scored("z", 1.0)])])


def test_what_differs_in_the_settings_is_named() -> None:
    scored = [_scored("a", 1.0)]
    pairs = compare([_saved("x", scored), _saved("y", scored, "two"), _saved("z", scored)]).pairs
    assert [pair.settings for pair in pairs] == [{"settings.model": ("one", "two")}, {}]


def test_a_run_is_read_back(run: Run) -> None:
    saved = read_run(run.folder)
    assert saved.scored == tuple(run.scored)
    with pytest.raises(InputError, match="no finished run"):
        read_run(run.folder.parent)


def test_settings_are_run_and_compared_with_a_finished_run(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, settings: object
) -> None:
    monkeypatch.setenv("PAPERCHAT_HOME", str(settings.home))  # type: ignore[attr-defined]
    bench = Bench(SUITE, Selection(), tmp_path / "out")
    variants = [str(run.folder), "PAPERCHAT_STRICT=1,PAPERCHAT_TIMEOUT=9"]
    (pair,) = compare_variants(variants, bench).pairs
    assert pair.settings == {
        "settings.timeout": (run.results.provenance["settings"]["timeout"], 9.0),
        "settings.strict": (run.results.provenance["settings"]["strict"], True),
    }
    assert (pair.questions, pair.changed) == (12, ())
    assert {path.name for path in bench.output.iterdir()} == {
        "PAPERCHAT_STRICT=1-PAPERCHAT_TIMEOUT=9",
        "comparison.json",
        "report.html",
        "report.md",
    }


def test_what_is_neither_a_run_nor_settings_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="there is no such folder"):
        compare_variants(["nowhere", "elsewhere"], Bench(SUITE, Selection(), tmp_path))
    with pytest.raises(SettingsError, match="PAPERCHAT_MODLE: there is no such setting"):
        settings_of("PAPERCHAT_MODLE=x")
    with pytest.raises(SettingsError, match="PAPERCHAT_TIMEOUT: the value cannot be used"):
        settings_of("PAPERCHAT_TIMEOUT=soon")
