"""Who may come in: names and the hashes of their passwords, in a file of the data folder.

::

    users = Users(folder)
    users.add("ada", "difference engine")
    users.admits("ada", "motor")  # False
"""

from __future__ import annotations

import hashlib
import hmac
import json
import os
import secrets
from base64 import b64decode, b64encode
from pathlib import Path

from rag.errors import InputError, SettingsError

__all__ = ["SHORTEST_PASSWORD", "Users"]

SHORTEST_PASSWORD = 8
"""Characters, the least that NIST SP 800-63B allows."""

# What OWASP's cheat sheet on storing passwords gives for scrypt with 16 MB: some 0.2 s a try.
_N, _R, _P = 2**14, 8, 5
_MEMORY = 64 * 1024 * 1024  # bytes; OpenSSL's own bound lies just below what these take


class Users:
    """The users of a data folder. Safe to use from several threads.

    Args:
        folder: The data folder.
        given: A user beside those of the file, as `NAME:PASSWORD`; kept in memory, hashed.

    Raises:
        SettingsError: `given` is not of that form.
    """

    def __init__(self, folder: Path, given: str | None = None) -> None:
        self._file = folder / "users.json"
        self._given: dict[str, str] = {}
        self._read: tuple[int, dict[str, str]] = (-1, {})  # the file's state, and what it held
        if given is not None:
            name, colon, password = given.partition(":")
            if not (name and colon and password):
                raise SettingsError(
                    "the value is not of the form NAME:PASSWORD",
                    where="PAPERCHAT_AUTH",
                    remedy="Write it so, or unset it and run paperchat users add NAME",
                )
            self._given = {name: _hash(password)}

    @property
    def names(self) -> tuple[str, ...]:
        """Every user's name, sorted."""
        return tuple(sorted(self._stored() | self._given))

    @property
    def state(self) -> int:
        """Changes whenever the file does."""
        try:
            return self._file.stat().st_mtime_ns
        except FileNotFoundError:
            return 0

    def admits(self, name: str, password: str) -> bool:
        """Check a password; takes as long for a name that nobody has."""
        known = self._given.get(name) or self._stored().get(name)
        right = _matches(password, known or _hash(""))
        return right and known is not None

    def add(self, name: str, password: str) -> None:
        """Add a user, or give one another password.

        Raises:
            InputError: The name or the password cannot be used.
        """
        if not name or ":" in name or not name.isprintable():
            raise InputError(
                "the name is empty, or holds a colon or a sign that cannot be seen",
                where=repr(name),
                remedy="Choose another name",
            )
        if len(password) < SHORTEST_PASSWORD:
            raise InputError(
                f"the password has {len(password)} characters",
                where=name,
                remedy=f"Choose one of at least {SHORTEST_PASSWORD}",
            )
        self._store(self._stored() | {name: _hash(password)})

    def remove(self, name: str) -> None:
        """Remove a user.

        Raises:
            InputError: There is none of that name.
        """
        stored = self._stored()
        if name not in stored:
            raise InputError(
                "there is no such user", where=name, remedy="Run paperchat users list to see all"
            )
        self._store({other: kept for other, kept in stored.items() if other != name})

    def _stored(self) -> dict[str, str]:
        state = self.state
        if self._read[0] != state:
            self._read = (state, self._load())
        return self._read[1]

    def _load(self) -> dict[str, str]:
        try:
            stored = json.loads(self._file.read_text(encoding="utf-8"))
            return {str(name): str(kept) for name, kept in stored.items()}
        except FileNotFoundError:
            return {}
        except (OSError, ValueError, AttributeError) as error:
            # Not the same as nobody: the door would stand open.
            raise SettingsError(
                f"the users cannot be read ({error})",
                where=str(self._file),
                remedy="Mend the file, or delete it and add the users again",
            ) from error

    def _store(self, users: dict[str, str]) -> None:
        self._file.parent.mkdir(parents=True, exist_ok=True)
        new = self._file.with_suffix(".new")
        with os.fdopen(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as out:
            json.dump(users, out, indent=1)
        new.replace(self._file)


def _hash(password: str) -> str:
    salt = secrets.token_bytes(16)
    return f"scrypt${_N}${_R}${_P}${b64encode(salt).decode()}${_derived(password, salt)}"


def _matches(password: str, kept: str) -> bool:
    _, n, r, p, salt, derived = kept.split("$")
    again = _derived(password, b64decode(salt), int(n), int(r), int(p))
    return hmac.compare_digest(again, derived)


def _derived(password: str, salt: bytes, n: int = _N, r: int = _R, p: int = _P) -> str:
    key = hashlib.scrypt(password.encode(), salt=salt, n=n, r=r, p=p, maxmem=_MEMORY)
    return b64encode(key).decode()
