"""`paperchat users`: who may come in where the chat is open to a network."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from ui.users import Users

__all__ = ["users_app"]

users_app = typer.Typer(
    help="List, add and remove those who may use the chat.",
    no_args_is_help=True,
    rich_markup_mode=None,
)
Name = Annotated[str, typer.Argument(help="The user's name.")]


@users_app.command("list")
def list_users() -> None:
    """List the users."""
    for name in _users().names:
        typer.echo(name)


@users_app.command("add")
def add_user(name: Name) -> None:
    """Add a user, or give one another password; asks for it, or reads it from a pipe."""
    users = _users()
    if sys.stdin.isatty():
        password = typer.prompt("Password", hide_input=True, confirmation_prompt=True, err=True)
    else:
        password = sys.stdin.readline().rstrip("\n")
    users.add(name, password)
    typer.echo(f"{name} may come in.", err=True)


@users_app.command("remove")
def remove_user(name: Name) -> None:
    """Remove a user; a chat that is open asks at once."""
    _users().remove(name)
    typer.echo(f"{name} may no longer come in.", err=True)


def _users() -> Users:
    from rag.settings import Settings
    from ui.users import Users

    return Users(Settings.from_environment().home)
