"""Write tables for the documents from the program itself; `make docs` puts them in.

>>> print(commands().splitlines()[0])
| command | what it does |
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from typing import Any

import typer

from rag.settings import Settings
from ui.cli import app

# What the table says where a default is made, not written down.
_MADE = {"home": "the platform's place for user data"}


def commands() -> str:
    """Make a table of every command of `paperchat`."""
    rows = (f"| `{usage}` | {what} |" for usage, what in _walk(typer.main.get_command(app), None))
    return "\n".join(["| command | what it does |", "| --- | --- |", *rows])


def _walk(command: Any, parent: Any) -> Iterator[tuple[str, str]]:
    context = typer.Context(command, parent=parent, info_name=command.name)
    inner = getattr(command, "commands", {})
    if not inner or command.invoke_without_command:
        arguments = [
            piece.strip("{}").replace("}...", "...").upper()
            for piece in command.collect_usage_pieces(context)
            if piece not in ("[OPTIONS]", "COMMAND [ARGS]...")
        ]
        what = inspect.cleandoc(command.help or "").split("\n\n")[0].replace("\n", " ")
        yield " ".join([context.command_path, *arguments]), what.rstrip(".")
    for name in inner:
        yield from _walk(inner[name], context)


def settings() -> str:
    """Make a table of every environment variable that paperchat reads."""
    told = dict(
        re.findall(
            r"^ {4}(\w+): (.+(?:\n {8}.+)*)", inspect.getdoc(Settings) or "", flags=re.MULTILINE
        )
    )
    rows = []
    for name, field in Settings.model_fields.items():
        default = _MADE.get(name) or _default(field.default)
        (variable,) = field.validation_alias.choices
        rows.append(f"| `{variable}` | {' '.join(told[name].split()).rstrip('.')} | {default} |")
    return "\n".join(["| variable | what it sets | default |", "| --- | --- | --- |", *rows])


def _default(value: Any) -> str:
    if isinstance(value, str):
        return f"`{value}`"
    return "" if value is None else f"{value:g}"
