"""The door: who comes in, and who is told to go away."""

from __future__ import annotations

from base64 import b64encode
from pathlib import Path
from typing import Any

import pytest
from fastapi import FastAPI, Request
from fastapi.testclient import TestClient

from rag.errors import SettingsError
from ui.door import Access, Door, visitor_of
from ui.users import Users

HERE, NEIGHBOUR = "127.0.0.1", "192.0.2.7"


def basic(name: str, password: str) -> dict[str, str]:
    return {"authorization": "Basic " + b64encode(f"{name}:{password}".encode()).decode()}


@pytest.fixture
def users(tmp_path: Path) -> Users:
    users = Users(tmp_path)
    users.add("ada", "analytical engine")
    return users


@pytest.fixture
def nobody(tmp_path: Path) -> Users:
    return Users(tmp_path)


def visit(access: Access, client: str = HERE) -> TestClient:
    """Make a client whose replies say which visitor came in, and where to."""
    app = FastAPI()

    @app.api_route("/{path:path}", methods=["GET", "POST"])
    def inside(request: Request, path: str) -> dict[str, Any]:
        return {"visitor": visitor_of(request), "path": f"/{path}"}

    return TestClient(Door(app, access), base_url="http://localhost:7860", client=(client, 50_000))


def test_without_users_this_machine_comes_in_as_its_owner(nobody: Users) -> None:
    assert visit(Access(nobody)).get("/").json()["visitor"] == ""


@pytest.mark.parametrize("path", ["/", "/gradio_api/info", "/gradio_api/mcp/", "/assets/a.js"])
def test_with_users_nothing_is_shown_to_whoever_has_no_password(users: Users, path: str) -> None:
    client = visit(Access(users))
    for headers in ({}, basic("ada", "difference engine"), {"authorization": "Basic ?"}):
        reply = client.get(path, headers=headers)
        assert reply.status_code == 401
        assert reply.headers["www-authenticate"] == 'Basic realm="paperchat", charset="UTF-8"'


def test_a_user_comes_in_by_name_again_and_again_until_removed(users: Users) -> None:
    client, right = visit(Access(users)), basic("ada", "analytical engine")
    for _ in range(30):  # more than one may try
        assert client.get("/", headers=right).json()["visitor"] == "user ada"
    users.remove("ada")
    # Nobody is left, and the door does not open for that.
    assert client.get("/", headers=right).status_code == 401


def test_passwords_cannot_be_tried_out(users: Users) -> None:
    client = visit(Access(users), NEIGHBOUR)
    codes = [client.get("/", headers=basic("ada", f"engine {n}")).status_code for n in range(11)]
    assert codes == [401] * 10 + [429]


def test_a_proxy_that_is_trusted_says_who_it_is(nobody: Users) -> None:
    access = Access(nobody, proxy_header="X-Remote-User")
    said = {"x-remote-user": "grace"}
    assert visit(access).get("/", headers=said).json()["visitor"] == "user grace"
    assert visit(access).get("/").status_code == 403
    # Anybody can write a header.
    assert visit(access, NEIGHBOUR).get("/", headers=said).status_code == 403


def test_a_header_is_not_believed_unless_told_so(users: Users) -> None:
    assert visit(Access(users)).get("/", headers={"x-remote-user": "ada"}).status_code == 401


def test_visitors_behind_a_proxy_are_told_apart(nobody: Users) -> None:
    client = visit(Access(nobody, everyone=True))
    reply = client.get("/", headers={"x-forwarded-for": NEIGHBOUR})
    assert reply.json()["visitor"] == NEIGHBOUR


@pytest.mark.parametrize(
    "headers", [{"host": "evil.example"}, {"x-forwarded-host": "papers.example"}]
)
def test_a_foreign_name_of_this_machine_is_refused_where_nobody_is_asked(
    nobody: Users, headers: dict[str, str]
) -> None:
    reply = visit(Access(nobody)).get("/", headers=headers)
    assert reply.status_code == 421
    assert "paperchat users add NAME" in reply.text
    assert visit(Access(nobody, everyone=True)).get("/", headers=headers).status_code == 200


@pytest.mark.parametrize("host", ["127.0.0.1:7860", "[::1]:7860", "localhost", "paper.localhost"])
def test_this_machine_may_be_called_by_each_of_its_own_names(nobody: Users, host: str) -> None:
    assert visit(Access(nobody)).get("/", headers={"host": host}).status_code == 200


@pytest.mark.parametrize(
    ("headers", "code"),
    [
        ({"sec-fetch-site": "same-origin", "origin": "http://localhost:7860"}, 200),
        ({"sec-fetch-site": "cross-site", "origin": "http://evil.example"}, 403),
        ({"sec-fetch-site": "same-site", "origin": "http://localhost:9999"}, 403),
        ({"origin": "http://localhost:7860"}, 200),
        ({"origin": "http://evil.example"}, 403),
        ({"origin": "null"}, 403),
        ({}, 200),
    ],
)
def test_another_page_cannot_use_a_readers_browser(
    nobody: Users, headers: dict[str, str], code: int
) -> None:
    assert visit(Access(nobody)).post("/", headers=headers).status_code == code


def test_another_page_may_link_here(nobody: Users) -> None:
    link = {"sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate"}
    assert visit(Access(nobody)).get("/", headers=link).status_code == 200


@pytest.mark.parametrize(
    ("asked", "path"),
    [("/papers/a", "/a"), ("/papers", "/"), ("/a", "/a"), ("/papersack", "/papersack")],
)
def test_the_folder_of_a_proxy_is_taken_off(nobody: Users, asked: str, path: str) -> None:
    access = Access(nobody, root_path="/papers")
    assert visit(access).get(asked).json()["path"] == path


def test_nothing_is_shown_to_a_network_by_oversight(users: Users, tmp_path: Path) -> None:
    none = Users(tmp_path / "none")
    with pytest.raises(SettingsError, match="everybody who reaches this address") as told:
        Access(none).check("0.0.0.0", "http://0.0.0.0:7860")  # noqa: S104 - refused
    for remedy in ("paperchat users add NAME", "PAPERCHAT_PROXY_USER", "--open-to-everyone"):
        assert remedy in str(told.value)
    for access, host in (
        (Access(none), "127.0.0.1"),
        (Access(none), "::1"),
        (Access(users), NEIGHBOUR),
        (Access(none, proxy_header="X-Remote-User"), NEIGHBOUR),
        (Access(none, everyone=True), NEIGHBOUR),
    ):
        access.check(host, "")
