"""The command line: one readable file over the library.

Results go to standard output, progress and messages to standard error. Exit status: 0 done,
1 failed, 2 wrong use. Everything heavy is imported inside the command that needs it, so that
`paperchat --help` is instant.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any, NoReturn

import typer

from ui.evaluating import eval_app
from ui.inviting import users_app

app = typer.Typer(
    name="paperchat",
    help="Questions about a collection of paper abstracts, answered with citations.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,  # plain help starts in half the time
    add_completion=False,
)
collections_app = typer.Typer(
    help="List, show, export and delete collections.", no_args_is_help=True, rich_markup_mode=None
)
app.add_typer(collections_app, name="collections")
app.add_typer(users_app, name="users")
app.add_typer(eval_app, name="eval")

Collection = Annotated[
    str | None,
    typer.Option(
        "--collection", "-c", help="The collection; else PAPERCHAT_COLLECTION, `papers`, `sample`."
    ),
]
Target = Annotated[
    str | None,
    typer.Option("--collection", "-c", help="The collection; else PAPERCHAT_COLLECTION, `papers`."),
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON, for programs.")]
Trace = Annotated[
    bool, typer.Option("--trace", help="Write a JSON line for each stage to standard error.")
]


class Format(StrEnum):
    """How `search` and `collections export` print papers."""

    TABLE = "table"
    CSV = "csv"
    BIBTEX = "bibtex"
    MARKDOWN = "markdown"
    JSON = "json"


@app.command()
def chat(
    paths: Annotated[list[Path] | None, typer.Argument(help="Lists to add first.")] = None,
    collection: Collection = None,
    host: Annotated[str, typer.Option(help="The address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="The port to listen on.")] = 7860,
    root_path: Annotated[
        str, typer.Option(help="Where a proxy shows it, like /papers.", metavar="PATH")
    ] = "",
    open_to_everyone: Annotated[
        bool, typer.Option("--open-to-everyone", help="Ask nobody on a network for a password.")
    ] = False,
    open_browser: Annotated[
        bool, typer.Option("--open/--no-open", help="Open the page in the default browser.")
    ] = False,
    trace: Trace = False,
) -> None:
    """Open the chat in a browser; adds lists first."""
    from ui.app import serve
    from ui.door import Access
    from ui.terminal import print_report

    workspace = _workspace(trace=trace)
    access = Access.of(workspace.settings, everyone=open_to_everyone, root_path=root_path)
    if paths:
        print_report(_ingest(workspace, paths, collection), as_json=False)
    serve(
        workspace,
        access,
        collection=collection,
        host=host,
        port=port,
        open_browser=open_browser,
    )


@app.command()
def ingest(
    paths: Annotated[list[Path], typer.Argument(help="Lists of papers, as files.")],
    collection: Target = None,
    as_json: Json = False,
    trace: Trace = False,
) -> None:
    """Add lists to a collection; safe to repeat."""
    from ui.terminal import print_report

    report = _ingest(_workspace(trace=trace), paths, collection)
    print_report(report, as_json=as_json)
    if report.refused:
        raise typer.Exit(1)


@app.command()
def ask(
    question: Annotated[str | None, typer.Argument(help="The question.")] = None,
    after: Annotated[
        list[str] | None, typer.Option("--after", help="An earlier question; may be repeated.")
    ] = None,
    batch: Annotated[
        Path | None,
        typer.Option(help='A file of {"id", "turns": [...]} lines; a line out for each.'),
    ] = None,
    collection: Collection = None,
    second_opinion: Annotated[
        bool, typer.Option("--second-opinion", help="Have the model judge each sentence, too.")
    ] = False,
    as_json: Json = False,
    trace: Trace = False,
) -> None:
    """Answer a question, with citations."""
    if (question is None) == (batch is None):
        raise typer.BadParameter("give either a question or --batch FILE")
    from ui.asking import ask_batch, ask_once

    changes = {"second_opinion": True} if second_opinion else {}
    assistant = _workspace(trace=trace, **changes).assistant(collection)
    if batch is not None:
        ask_batch(assistant, batch, as_json=as_json)
    else:
        ask_once(assistant, question or "", after or [], as_json=as_json)


@app.command()
def search(
    topic: Annotated[str, typer.Argument(help="What the papers should be about.")],
    collection: Collection = None,
    form: Annotated[
        Format, typer.Option("--format", "-f", help="How to print them.")
    ] = Format.TABLE,
    as_json: Json = False,
    trace: Trace = False,
) -> None:
    """List the papers on a topic, as a table or in a format for other programs."""
    from ui.searching import print_found

    assistant = _workspace(trace=trace).assistant(collection)
    print_found(assistant, topic, (Format.JSON if as_json else form).value)


@collections_app.command("list")
def list_collections(as_json: Json = False) -> None:
    """List the collections."""
    from ui.terminal import print_collections

    print_collections(_workspace().summaries(), as_json=as_json)


@collections_app.command("show")
def show_collection(name: str, as_json: Json = False) -> None:
    """Show a collection's papers."""
    from ui.searching import print_papers

    print_papers(_workspace().papers(name), (Format.JSON if as_json else Format.TABLE).value)


@collections_app.command("export")
def export_collection(
    name: str,
    form: Annotated[Format, typer.Option("--format", "-f", help="The format.")] = Format.JSON,
) -> None:
    """Print a collection's papers in a format for other programs."""
    from ui.searching import print_papers

    print_papers(_workspace().papers(name), form.value)


@collections_app.command("delete")
def delete_collection(
    name: str,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask again.")] = False,
) -> None:
    """Delete a collection."""
    workspace = _workspace()
    count = workspace.summary(name).papers
    if not yes:
        typer.confirm(
            f"Delete the collection {name!r} with its {count} papers?", abort=True, err=True
        )
    workspace.delete(name)
    typer.echo(f"Deleted {name!r}.", err=True)


@app.command()
def doctor(as_json: Json = False) -> None:
    """Tell what is configured, what works and what to do."""
    from ui.doctor import examine

    raise typer.Exit(examine(as_json=as_json))


def _workspace(*, trace: bool = False, **changes: Any) -> Any:
    from rag.workspace import Workspace

    workspace = Workspace.from_environment(**changes)
    if trace or workspace.settings.collector:
        from ui.tracing import send_stages, write_stages

        if trace:
            write_stages()
        if workspace.settings.collector:
            send_stages(workspace.settings.collector)
    return workspace


def _ingest(workspace: Any, paths: list[Path], collection: str | None) -> Any:
    from ui.terminal import ingest_progress

    with ingest_progress() as progress:
        return workspace.ingest(paths, collection, progress)


def main() -> NoReturn:
    """Run the command line; an error that a user can act on becomes one line and exit status 1."""
    sys.exit(_guarded(app))


def _guarded(run: Callable[[], Any]) -> int:
    # Only the name of the error's base class is needed here, and it costs nothing to import.
    from rag.errors import PaperchatError

    try:
        run()
    except PaperchatError as error:
        sys.stderr.write(f"{error}\n")
        return 1
    except KeyboardInterrupt:
        sys.stderr.write("Stopped.\n")
        return 130
    except BrokenPipeError:
        # The reader of our output has gone, as `head` does: nothing is wrong.
        sys.stderr.close()
        return 0
    except SystemExit as exit_:
        return exit_.code if isinstance(exit_.code, int) else 1
    return 0
