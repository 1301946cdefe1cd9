"""The door of the page, its functions for programs and its tools: nobody comes past it.

Who comes in is a user with a password (HTTP's own Basic scheme, which browsers and programs
speak), or somebody whom a proxy before paperchat has let in and named in a header. Without users
and without such a proxy the door is open to this machine alone, unless the person who started it
said otherwise in so many words.
"""

from __future__ import annotations

import asyncio
import hmac
import ipaddress
import os
import secrets
from base64 import b64decode
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote, urlsplit

from fastapi import Response
from fastapi.datastructures import Headers
from fastapi.responses import PlainTextResponse
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from rag.errors import SettingsError
from rag.settings import Settings
from ui.limits import OWNER, UNKNOWN, Limits, TooMany
from ui.users import Users

__all__ = ["Access", "Door", "is_loopback", "visitor_of"]

_VISITOR = "paperchat.visitor"
_PEER = "paperchat.peer"  # who is connected: a visitor, or a proxy
_BASIC = 'Basic realm="paperchat", charset="UTF-8"'
_TRIES_PER_MINUTE = 10  # wrong passwords from one address


@dataclass(frozen=True, slots=True)
class Access:
    """Who may come in.

    Attributes:
        users: Those with a password.
        proxy_header: The header in which a proxy names whom it has let in; None trusts none.
        everyone: Whether it was said in so many words that everybody may.
        root_path: The folder of the address under which a proxy shows the page, like `/papers`.
    """

    users: Users
    proxy_header: str | None = None
    everyone: bool = False
    root_path: str = ""

    @classmethod
    def of(cls, settings: Settings, *, everyone: bool = False, root_path: str = "") -> Access:
        """Read who may come in from the settings.

        Raises:
            SettingsError: A setting cannot be used.
        """
        given = settings.auth.get_secret_value() if settings.auth else None
        folder = f"/{root_path.strip('/')}".rstrip("/")
        return cls(Users(settings.home, given), settings.proxy_user, everyone, folder)

    @property
    def asks(self) -> bool:
        """Whether anybody is asked who they are."""
        return bool(self.proxy_header or self.users.names)

    def check(self, host: str, address: str) -> None:
        """See that nothing is shown to a network by oversight.

        Args:
            host: The IP address to listen on.
            address: How it is written for people.

        Raises:
            SettingsError: Everybody in a network could come in, and nobody said that they may.
        """
        if not (is_loopback(host) or self.asks or self.everyone):
            raise SettingsError(
                "everybody who reaches this address could ask, add and delete",
                where=address,
                remedy="Make a user with `paperchat users add NAME` (or PAPERCHAT_AUTH), name the "
                "header of a proxy in PAPERCHAT_PROXY_USER, or say --open-to-everyone",
            )


class Door:
    """The outermost layer of the application (ASGI)."""

    def __init__(self, app: Any, access: Access) -> None:
        self._app = app
        self._access = access
        self._keys = _Keys(access.users)
        self._closed = access.asks
        # What a proxy says of a visitor is believed of the same proxies that uvicorn believes.
        allowed = os.environ.get("FORWARDED_ALLOW_IPS", "127.0.0.1,::1")
        self._proxied = ProxyHeadersMiddleware(self._enter, allowed)

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Let a request in, or answer it here."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        # Once closed it stays closed, even if the last user is removed.
        self._closed = self._closed or self._access.asks
        scope[_PEER] = _address(scope)
        await self._proxied(scope, receive, send)

    async def _enter(self, scope: Any, receive: Any, send: Any) -> None:
        headers = Headers(scope=scope)
        scope[_VISITOR] = OWNER if is_loopback(_address(scope)) else _address(scope)
        refusal = (
            self._misled(headers) or _strange(scope, headers) or await self._met(scope, headers)
        )
        if refusal:
            await refusal(scope, receive, send)
            return
        await self._app(_within(scope, self._access.root_path), receive, send)

    def _misled(self, headers: Headers) -> Response | None:
        """Refuse a name of this machine that is not its own, as a foreign page may give it one."""
        hosts = [headers[name] for name in ("host", "x-forwarded-host") if name in headers]
        if self._closed or self._access.everyone or all(map(_is_local, hosts)):
            return None
        return _said(
            421,
            "This paperchat is open to its own machine alone, and was called by another name. "
            "To show it to others, make a user: paperchat users add NAME",
        )

    async def _met(self, scope: Any, headers: Headers) -> Response | None:
        """Learn who it is, and refuse those who may not come in."""
        access = self._access
        if not self._closed:
            return None
        if access.proxy_header and scope[_PEER] in self._proxied.trusted_hosts:
            name: str | None = headers.get(access.proxy_header, "").strip()
            if name:
                scope[_VISITOR] = f"user {name}"
                return None
        if access.proxy_header and not access.users.names:
            return _said(403, "Come in by the proxy that knows you.")
        try:
            name = await self._keys.name(headers.get("authorization", ""), _address(scope))
        except TooMany as error:
            return _said(429, str(error))
        if name is None:
            return _said(
                401, "Here a name and a password are needed.", {"WWW-Authenticate": _BASIC}
            )
        scope[_VISITOR] = f"user {name}"
        return None


class _Keys:
    """Who has shown a right password; hashing it again for each request would take seconds."""

    def __init__(self, users: Users) -> None:
        self._users = users
        self._tries = Limits(_TRIES_PER_MINUTE, _TRIES_PER_MINUTE)
        self._secret = secrets.token_bytes(32)
        self._names: dict[bytes, str] = {}
        self._state = users.state

    async def name(self, authorization: str, address: str) -> str | None:
        """Tell who it is; None where the password is wrong or missing.

        Raises:
            TooMany: There were too many tries from this address.
        """
        if self._state != self._users.state:
            self._state = self._users.state
            self._names.clear()
        key = hmac.digest(self._secret, authorization.encode(), "sha256")
        if key not in self._names:
            given = _name_and_password(authorization)
            if given is None:
                return None
            with self._tries.question(f"from {address}"):
                if not await asyncio.to_thread(self._users.admits, *given):
                    return None
            self._names[key] = given[0]
        return self._names[key]


def visitor_of(request: Any) -> str:
    """Tell which visitor a request comes from, for `ui.limits`."""
    # Gradio wraps some requests, and shows no scope through its wrapper.
    scope = getattr(getattr(request, "request", request), "scope", {})
    return str(scope.get(_VISITOR, UNKNOWN))


def is_loopback(host: str) -> bool:
    """Tell whether an IP address is this machine's own."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _address(scope: Any) -> str:
    return str(scope["client"][0]) if scope.get("client") else UNKNOWN


def _is_local(host: str) -> bool:
    name = urlsplit(f"//{host}").hostname or ""
    return is_loopback(name) or name == "localhost" or name.endswith(".localhost")


def _strange(scope: Any, headers: Headers) -> Response | None:
    """Refuse what another page makes a reader's browser do; it may lead here by a link."""
    if scope.get("method") == "GET" and headers.get("sec-fetch-mode") == "navigate":
        return None
    if "sec-fetch-site" in headers:
        strange = headers["sec-fetch-site"] not in ("same-origin", "none")
    else:
        # Browsers leave it out where the page itself came unencrypted.
        hosts = (headers.get("host"), headers.get("x-forwarded-host"))
        strange = "origin" in headers and urlsplit(headers["origin"]).netloc not in hosts
    return _said(403, "Another page may not do this here.") if strange else None


def _name_and_password(authorization: str) -> tuple[str, str] | None:
    scheme, _, coded = authorization.partition(" ")
    if scheme.lower() != "basic":
        return None
    try:
        name, colon, password = b64decode(coded, validate=True).decode().partition(":")
    except ValueError:  # neither base64 nor UTF-8
        return None
    return (name, password) if colon else None


def _within(scope: Any, root_path: str) -> Any:
    """Take off the folder under which a proxy shows the page, where the proxy left it on."""
    path = scope["path"]
    if not root_path or not f"{path}/".startswith(f"{root_path}/"):
        return scope
    rest = path[len(root_path) :] or "/"
    return {**scope, "path": rest, "raw_path": quote(rest).encode()}


def _said(status: int, text: str, headers: dict[str, str] | None = None) -> Response:
    return PlainTextResponse(f"{text}\n", status, headers)
