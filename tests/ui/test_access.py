"""The whole page behind its door: API and tools too, and behind a real nginx."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import socket
import subprocess
import time
from base64 import b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from gradio_client import Client
from gradio_client.exceptions import AppError, AuthenticationError
from mcp import ClientSession
from mcp.client.streamable_http import streamable_http_client

from rag.settings import Settings
from rag.workspace import Workspace
from tests.support.site import serving
from tests.support.world import World
from ui.door import Access
from ui.users import Users

QUESTION = "What is LeafClock?"
USER = {"Authorization": "Basic " + b64encode(b"ada:analytical engine").decode()}
NGINX = shutil.which("nginx", path=f"{os.environ['PATH']}:/usr/sbin")


@pytest.fixture(scope="module")
def users(tmp_path_factory: pytest.TempPathFactory) -> Users:
    users = Users(tmp_path_factory.mktemp("users"))
    users.add("ada", "analytical engine")
    return users


@pytest.fixture(scope="module")
def closed(world: World, users: Users) -> Iterator[str]:
    """The address of a page that asks for a password, and lets each user ask five questions."""
    settings = Settings(home=world.workspace.settings.home, per_minute=5)
    with serving(Workspace(settings), access=Access(users)) as address:
        yield address


def client(address: str, headers: dict[str, str]) -> Client:
    return Client(address, headers=headers, verbose=False, analytics_enabled=False)


def asked_by_mcp(address: str, headers: dict[str, str]) -> Any:
    async def call() -> Any:
        async with (
            httpx.AsyncClient(headers=headers, timeout=30) as http,
            streamable_http_client(f"{address}/gradio_api/mcp/", http_client=http) as streams,
            ClientSession(streams[0], streams[1]) as session,
        ):
            await session.initialize()
            return await session.call_tool("ask", {"question": QUESTION})

    return asyncio.run(call())


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/config",
        "/theme.css",
        "/gradio_api/info",
        "/gradio_api/mcp/",
        "/gradio_api/mcp/sse",
        "/gradio_api/mcp/schema",
        "/gradio_api/startup-events",
        "/gradio_api/heartbeat/x",
        "/monitoring",
    ],
)
def test_nothing_is_served_without_a_password(closed: str, path: str) -> None:
    assert httpx.get(f"{closed}{path}").status_code == 401


def test_programs_come_in_with_a_users_name_and_no_other(closed: str) -> None:
    answer = client(closed, USER).predict(QUESTION, api_name="/ask")
    assert answer["question"] == QUESTION
    with pytest.raises(AuthenticationError):
        client(closed, {})


def test_assistants_come_in_with_a_users_name_and_no_other(closed: str) -> None:
    (content,) = asked_by_mcp(closed, USER).content
    assert json.loads(content.text)["question"] == QUESTION
    with pytest.raises(ExceptionGroup) as error:
        asked_by_mcp(closed, {})
    assert error.group_contains(httpx.HTTPStatusError, match="401")


def test_who_asks_too_much_is_asked_to_wait_in_a_friendly_way(closed: str) -> None:
    program = client(closed, USER)
    with pytest.raises(AppError, match=r"^One moment, please: you have asked 5 questions within"):
        for _ in range(6):
            program.predict(QUESTION, api_name="/ask")
    assert asked_by_mcp(closed, USER).content[0].text.startswith("One moment, please: you have")


@contextmanager
def behind_nginx(folder: Path, address: str, path: str) -> Iterator[str]:
    """Serve a page through nginx with the configuration that the README gives."""
    readme = (Path(__file__).parents[2] / "README.md").read_text("utf-8")
    location = readme.split("```nginx\n")[1].split("```")[0]
    location = location.replace("http://127.0.0.1:7860", address).replace("/papers", path)
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    temporary = "".join(f"{kind}_temp_path {folder}/{kind};" for kind in kinds)
    (folder / "htpasswd").write_text("grace:{PLAIN}hopper\n", "utf-8")
    (folder / "nginx.conf").write_text(
        f"daemon off; pid {folder}/pid; error_log {folder}/errors; events {{}}\n"
        f"http {{ access_log off; {temporary}\n"
        f"server {{ listen 127.0.0.1:{port}; auth_basic on; auth_basic_user_file htpasswd;\n"
        f"{location}\n}} }}\n",
        "utf-8",
    )
    if os.getuid() == 0:  # its workers would be somebody who cannot read a test's folder
        with (folder / "nginx.conf").open("a") as configuration:
            configuration.write("user root;\n")
    assert NGINX
    process = subprocess.Popen([NGINX, "-p", folder, "-c", folder / "nginx.conf"])
    try:
        _wait_for(port)
        yield f"http://127.0.0.1:{port}{path}"
    finally:
        process.terminate()
        process.wait(timeout=10)


def _wait_for(port: int) -> None:
    for _ in range(100):
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.1)
    raise AssertionError("nginx does not listen")


@pytest.mark.skipif(NGINX is None, reason="nginx is not installed")
def test_behind_nginx_the_page_its_api_and_its_tools_live_in_a_folder(
    world: World, tmp_path: Path
) -> None:
    access = Access(Users(tmp_path), proxy_header="X-Remote-User", root_path="/papers")
    grace = {"Authorization": "Basic " + b64encode(b"grace:hopper").decode()}
    with (
        serving(world.workspace, access=access) as address,
        behind_nginx(tmp_path, address, "/papers") as outside,
    ):
        assert httpx.get(f"{outside}/").status_code == 401
        # Past nginx nobody comes in, whatever they say.
        assert httpx.get(f"{address}/").status_code == 403
        page = httpx.get(f"{outside}/", headers=grace).text
        assert f'"root":"{outside}"' in page.replace(" ", "")
        assert client(f"{outside}/", grace).predict(QUESTION, api_name="/ask")["citations"]
        assert not asked_by_mcp(outside, grace).isError
