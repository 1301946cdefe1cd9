"""Names and passwords: how they are kept, and who is admitted."""

from __future__ import annotations

import json
import stat
from pathlib import Path

import pytest
from typer.testing import CliRunner

from rag.errors import InputError, SettingsError
from ui.inviting import users_app
from ui.users import Users

PASSWORD = "analytical engine"  # noqa: S105 - of a user who is made up


@pytest.fixture
def users(tmp_path: Path) -> Users:
    return Users(tmp_path / "home")


def test_a_user_is_admitted_with_the_right_password_alone(users: Users) -> None:
    users.add("ada", PASSWORD)
    assert users.admits("ada", PASSWORD)
    assert not users.admits("ada", PASSWORD + " ")
    assert not users.admits("bob", PASSWORD)
    assert not users.admits("bob", "")


def test_a_password_is_kept_as_a_salted_hash_that_only_its_owner_can_read(
    users: Users, tmp_path: Path
) -> None:
    users.add("ada", PASSWORD)
    users.add("bob", PASSWORD)
    file = tmp_path / "home" / "users.json"
    kept = json.loads(file.read_text("utf-8"))
    assert set(kept) == {"ada", "bob"}
    assert kept["ada"] != kept["bob"]
    assert PASSWORD not in file.read_text("utf-8")
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_a_change_by_another_process_counts_at_once(users: Users, tmp_path: Path) -> None:
    other = Users(tmp_path / "home")
    other.add("ada", PASSWORD)
    assert users.admits("ada", PASSWORD)
    other.add("ada", "difference engine")
    assert not users.admits("ada", PASSWORD)
    other.remove("ada")
    assert users.names == ()


def test_a_user_of_the_environment_stands_beside_those_of_the_file(tmp_path: Path) -> None:
    users = Users(tmp_path, "grace:hopper:1906")
    users.add("ada", PASSWORD)
    assert users.names == ("ada", "grace")
    assert users.admits("grace", "hopper:1906")
    assert "grace" not in (tmp_path / "users.json").read_text("utf-8")


@pytest.mark.parametrize("given", ["grace", ":hopper", "grace:"])
def test_a_user_of_another_form_is_refused(tmp_path: Path, given: str) -> None:
    with pytest.raises(SettingsError, match="^PAPERCHAT_AUTH: the value is not of the form NAME:"):
        Users(tmp_path, given)


@pytest.mark.parametrize(
    ("name", "password"), [("", PASSWORD), ("a:b", PASSWORD), ("a\nb", PASSWORD), ("ada", "short")]
)
def test_what_cannot_be_used_is_refused(users: Users, name: str, password: str) -> None:
    with pytest.raises(InputError):
        users.add(name, password)
    assert users.names == ()


def test_a_file_that_cannot_be_read_is_not_taken_for_nobody(users: Users, tmp_path: Path) -> None:
    (tmp_path / "home").mkdir()
    (tmp_path / "home" / "users.json").write_text("{", "utf-8")
    with pytest.raises(SettingsError, match="the users cannot be read"):
        _ = users.names


def test_users_are_added_from_a_pipe_listed_and_removed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PAPERCHAT_HOME", str(tmp_path))
    run = CliRunner().invoke
    assert run(users_app, ["add", "ada"], input=f"{PASSWORD}\n").exit_code == 0
    assert Users(tmp_path).admits("ada", PASSWORD)
    assert run(users_app, ["list"]).stdout == "ada\n"
    assert run(users_app, ["remove", "ada"]).exit_code == 0
    assert run(users_app, ["list"]).stdout == ""
