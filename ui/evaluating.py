"""`paperchat eval`: measure answers, retrieval and the check of claims, and compare runs."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from pydantic import BaseModel

    from eval.progress import Progress
    from eval.reports.document import Document, Table
    from eval.scoring import Results
    from eval.suite_run import Selection

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


Suite = Annotated[
    Path | None,
    typer.Option(help="A folder with papers.jsonl and questions.jsonl; else the sample suite."),
]
Kinds = Annotated[str, typer.Option(help="Only these kinds of question, with commas between them.")]
Split = Annotated[str | None, typer.Option(help="Only this split: dev or held.")]
Limit = Annotated[int | None, typer.Option(min=1, help="Only so many questions.")]


@eval_app.callback()
def evaluate(
    context: typer.Context,
    suite: Suite = None,
    beir: Annotated[Path | None, typer.Option(help="A folder in BEIR's layout.")] = None,
    claims: Annotated[
        Path | None, typer.Option(help='A file of {"id", "claim", "passage", "label"} lines.')
    ] = None,
    kinds: Kinds = "",
    split: Split = None,
    limit: Limit = None,
    gate: Annotated[
        bool, typer.Option("--gate", help="Fail if a figure fell below the recorded one.")
    ] = False,
    record: Annotated[
        bool, typer.Option("--record", help="Record the figures, for later gates.")
    ] = False,
    judge: Annotated[
        bool, typer.Option("--judge", help="Let the language model judge the answers, too.")
    ] = False,
    output: Output = None,
    as_json: Json = False,
) -> None:
    """Measure answers on the sample suite or another one, with the settings at hand."""
    if context.invoked_subcommand:
        return
    if sum(one is not None for one in (suite, beir, claims)) > 1:
        raise typer.BadParameter("give one of --suite, --beir and --claims")
    if (gate or record) and (beir or claims or kinds or split or limit):
        raise typer.BadParameter("--gate and --record are for a whole suite")
    if beir is not None:
        _evaluate_beir(beir, split, limit, output, as_json=as_json)
    elif claims is not None:
        _evaluate_claims(claims, limit, output, as_json=as_json)
    else:
        selection = _selection(kinds, split, limit)
        results = _evaluate_suite(suite, selection, output, judge=judge, as_json=as_json)
        if record:
            _record(suite, results)
        if gate and not _passes(suite, results):
            raise typer.Exit(1)


@eval_app.command()
def compare(
    variants: Annotated[
        list[str], typer.Argument(help="Folders of runs, or settings as VARIABLE=VALUE,...")
    ],
    suite: Suite = None,
    kinds: Kinds = "",
    split: Split = None,
    limit: Limit = None,
    output: Output = None,
    as_json: Json = False,
) -> None:
    """Show which differences between runs or settings are real, and which answers changed."""
    if len(variants) < 2:
        raise typer.BadParameter("name two or more")
    from eval.reports.comparison import differences_table
    from eval.suite_run import SAMPLE
    from eval.variants import Bench, compare_variants

    output = output or _new_folder("compare")
    bench = Bench(suite or SAMPLE, _selection(kinds, split, limit), output)
    with _progress() as progress:
        comparison = compare_variants(variants, bench, progress)
    if as_json:
        sys.stdout.write(comparison.model_dump_json() + "\n")
    else:
        for pair in comparison.pairs:
            _show(differences_table(pair))
    sys.stderr.write(f"Written to {output}.\n")


def _selection(kinds: str, split: str | None, limit: int | None) -> Selection:
    from eval.suite_run import Selection

    return Selection.of([one.strip() for one in kinds.split(",") if one.strip()], split, limit)


def _evaluate_suite(
    suite: Path | None, selection: Selection, output: Path | None, *, judge: bool, as_json: bool
) -> Results:
    from eval.reports.suite import figures_table, groups_tables
    from eval.suite_run import SAMPLE, run_suite
    from rag.settings import Settings

    folder = suite or SAMPLE
    output = output or _new_folder(folder.resolve().name)
    try:
        with _progress() as progress:
            settings = Settings.from_environment()
            run = run_suite(folder, settings, output, selection, progress, judged=judge)
    except BaseException:
        if output.exists():
            sys.stderr.write(f"What is answered is kept; go on with: --output {output}\n")
        raise
    if as_json:
        sys.stdout.write(run.results.model_dump_json() + "\n")
    else:
        _show(figures_table(run.results.figures), columns=4)
        for table in groups_tables(run.results):
            _show(table)
    sys.stderr.write(f"Written to {output}.\n")
    return run.results


def _record(suite: Path | None, results: Results) -> None:
    from eval.gate import record
    from eval.suite_run import SAMPLE

    sys.stderr.write(f"Recorded in {record(suite or SAMPLE, results)}.\n")


def _passes(suite: Path | None, results: Results) -> bool:
    """Hold a run to the record, and tell what differs."""
    from eval.gate import changes, read_recorded
    from eval.suite_run import SAMPLE

    found = changes(results, read_recorded(suite or SAMPLE))
    for change in found:
        sys.stderr.write(f"{'WORSE' if change.worse else 'better'}: {change}\n")
    if any(change.worse for change in found):
        return False
    if found:
        sys.stderr.write("Record the better figures with: --record\n")
    return True


def _evaluate_beir(
    folder: Path, split: str | None, limit: int | None, output: Path | None, *, as_json: bool
) -> None:
    from eval.beir import evaluate
    from eval.reports.parts import retrievers_report, retrievers_table
    from rag.workspace import Workspace

    output = output or _new_folder(folder.resolve().name)
    workspace = Workspace.from_environment()
    with _progress() as progress:
        found = evaluate(
            folder, workspace=workspace, split=split, limit=limit, runs=output, progress=progress
        )
    report = retrievers_report(folder.resolve().name, found, workspace.settings)
    _finish(found, output, report, retrievers_table(found), as_json=as_json)


def _evaluate_claims(file: Path, limit: int | None, output: Path | None, *, as_json: bool) -> None:
    from eval.claims import evaluate
    from eval.reports.parts import claims_report, claims_table
    from rag.settings import Settings

    output = output or _new_folder(file.stem)
    with _progress() as progress:
        found = evaluate(file, limit=limit, progress=progress)
    report = claims_report(file.name, found, Settings.from_environment())
    _finish(found, output, report, claims_table(found), as_json=as_json)


def _finish(
    found: BaseModel, output: Path, document: Document, table: Table, *, as_json: bool
) -> None:
    """Write results and their report to a folder, and print the results."""
    from eval.reports import write_report

    write_report(output, document)
    (output / "results.json").write_text(found.model_dump_json(indent=1) + "\n", "utf-8")
    if as_json:
        sys.stdout.write(found.model_dump_json() + "\n")
    else:
        _show(table)
    sys.stderr.write(f"Written to {output}.\n")


def _show(table: Table, columns: int | None = None) -> None:
    """Print a table, or only its first columns where the others are explanations."""
    from rich.console import Console
    from rich.table import Table as Grid
    from rich.text import Text

    grid = Grid(box=None, pad_edge=False)
    for heading in table.heading[:columns]:
        grid.add_column(heading)
    for row in table.rows:
        grid.add_row(*map(Text, row[:columns]))
    console = Console(highlight=False)
    console.print(grid)
    console.print()


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
