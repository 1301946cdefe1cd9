"""`paperchat eval`: measure answers, retrieval and the check of claims, and compare runs."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from eval.progress import Progress
    from eval.suite_run import Run

__all__ = ["eval_app"]

eval_app = typer.Typer(
    help="Measure answers, retrieval and the check of claims.",
    rich_markup_mode=None,
    invoke_without_command=True,
)

Json = Annotated[bool, typer.Option("--json", help="Print JSON, for programs.")]
Output = Annotated[
    Path | None,
    typer.Option("--output", "-o", help="The folder to write to, or to finish a run in."),
]


@eval_app.callback()
def evaluate(
    context: typer.Context,
    suite: Annotated[
        Path | None, typer.Option(help="A folder with papers.jsonl and questions.jsonl.")
    ] = None,
    beir: Annotated[Path | None, typer.Option(help="A folder in BEIR's layout.")] = None,
    claims: Annotated[
        Path | None, typer.Option(help='A file of {"id", "claim", "passage", "label"} lines.')
    ] = None,
    kinds: Annotated[
        str, typer.Option(help="Only these kinds of question, separated by commas.")
    ] = "",
    split: Annotated[str | None, typer.Option(help="Only this split: dev or held.")] = None,
    limit: Annotated[int | None, typer.Option(min=1, help="Only so many questions.")] = None,
    output: Output = None,
    as_json: Json = False,
) -> None:
    """Measure the sample suite, or another one, with the settings at hand."""
    if context.invoked_subcommand:
        return
    if sum(one is not None for one in (suite, beir, claims)) > 1:
        raise typer.BadParameter("give one of --suite, --beir and --claims")
    if beir is not None:
        _evaluate_beir(beir, split, limit, output, as_json=as_json)
    elif claims is not None:
        _evaluate_claims(claims, limit, as_json=as_json)
    else:
        run = _evaluate_suite(suite, kinds, split, limit, output)
        _print(run.results, as_json=as_json)


def _evaluate_suite(
    suite: Path | None, kinds: str, split: str | None, limit: int | None, output: Path | None
) -> Run:
    from eval.suite_run import SAMPLE, Choice, run_suite
    from rag.settings import Settings

    folder = suite or SAMPLE
    choice = Choice.of([one.strip() for one in kinds.split(",") if one.strip()], split, limit)
    output = output or _new_folder(folder.resolve().name)
    try:
        with _progress() as progress:
            run = run_suite(folder, Settings.from_environment(), output, choice, progress)
    except KeyboardInterrupt:
        sys.stderr.write(f"Go on with: --output {output}\n")
        raise
    sys.stderr.write(f"Written to {output}.\n")
    return run


def _evaluate_beir(
    folder: Path, split: str | None, limit: int | None, output: Path | None, *, as_json: bool
) -> None:
    from eval.beir import evaluate
    from rag.workspace import Workspace

    output = output or _new_folder(folder.resolve().name)
    with _progress() as progress:
        found = evaluate(
            folder,
            workspace=Workspace.from_environment(),
            split=split,
            limit=limit,
            runs=output,
            progress=progress,
        )
    sys.stderr.write(f"Written to {output}.\n")
    _print(found, as_json=as_json)


def _evaluate_claims(file: Path, limit: int | None, *, as_json: bool) -> None:
    from eval.claims import evaluate

    with _progress() as progress:
        found = evaluate(file, limit=limit, progress=progress)
    _print(found, as_json=as_json)


def _print(found: Any, *, as_json: bool) -> None:
    if as_json:
        sys.stdout.write(found.model_dump_json() + "\n")
        return
    sys.stdout.write(json.dumps(found.model_dump(mode="json"), indent=1) + "\n")


def _new_folder(name: str) -> Path:
    """Name a folder of the working directory that does not exist yet."""
    stamp = time.strftime("%Y%m%d-%H%M%S")
    return Path("runs") / f"{name}-{stamp}"


@contextmanager
def _progress() -> Iterator[Progress]:
    """Show how far a measurement is, on standard error; nothing moves where that is no terminal."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn
    from rich.progress import TimeRemainingColumn as Remaining

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), Remaining())
    console = Console(stderr=True, highlight=False)
    with Progress(
        *columns, console=console, transient=True, disable=not console.is_terminal
    ) as bar:
        task = bar.add_task("", total=None)

        def advance(stage: str, done: int, total: int) -> None:
            bar.update(task, description=stage, completed=done, total=total)

        yield advance
