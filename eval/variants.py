"""What is compared: the folder of a finished run, or settings to run the suite with.

Settings are written as the environment has them, `PAPERCHAT_STRICT=1`, several with commas between
them; what is not named stays as it is at hand.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from eval.comparing import Comparison, SavedRun, compare, read_run
from eval.progress import Progress
from eval.reports import write_report
from eval.reports.comparison import report
from eval.suite_run import Selection, run_suite
from rag.errors import InputError, SettingsError
from rag.settings import Settings

__all__ = ["Bench", "compare_variants", "settings_of"]


@dataclass(frozen=True, slots=True)
class Bench:
    """What variants of the settings are run on.

    Attributes:
        suite: The folder of the suite.
        selection: Which of its questions.
        output: Where the comparison and its runs are written.
    """

    suite: Path
    selection: Selection
    output: Path


def compare_variants(
    variants: Sequence[str], bench: Bench, progress: Progress | None = None
) -> Comparison:
    """Compare runs, after making those that are given as settings, and write the report.

    Raises:
        InputError: A variant is neither a run nor settings, or two runs share no question.
        SettingsError: A setting cannot be used.
    """
    comparison = compare(_told_apart([_run(one, bench, progress) for one in variants]))
    write_report(bench.output, report(comparison))
    text = comparison.model_dump_json(indent=1)
    (bench.output / "comparison.json").write_text(text + "\n", "utf-8")
    return comparison


def settings_of(variant: str) -> Settings:
    """Read settings from `VARIABLE=VALUE,VARIABLE=VALUE`, over those of the environment.

    Raises:
        SettingsError: There is no such variable, or its value cannot be used.
    """
    known = Settings.model_json_schema(by_alias=True)["properties"]
    named = {}
    for part in variant.split(","):
        name, _, value = part.partition("=")
        if name not in known:
            raise SettingsError(
                "there is no such setting",
                where=name,
                remedy=f"Choose from {', '.join(sorted(known))}",
            )
        named[name] = value
    return Settings.from_environment(named)


def _run(variant: str, bench: Bench, progress: Progress | None) -> SavedRun:
    if Path(variant).is_dir():
        return read_run(Path(variant))
    if "=" not in variant:
        raise InputError(
            "there is no such folder",
            where=variant,
            remedy="Name the folder of a run, or settings as VARIABLE=VALUE",
        )
    folder = bench.output / re.sub(r"[^\w.=-]+", "-", variant)
    run_suite(bench.suite, settings_of(variant), folder, bench.selection, progress)
    return read_run(folder)


def _told_apart(runs: Sequence[SavedRun]) -> list[SavedRun]:
    """Number runs whose folders have the same name."""
    names = [run.name for run in runs]
    return [
        replace(run, name=f"{run.name} ({place})") if names.count(run.name) > 1 else run
        for place, run in enumerate(runs, start=1)
    ]
