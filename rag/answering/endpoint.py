"""Where a language model is asked, and how long we wait for it."""

from __future__ import annotations

from dataclasses import dataclass, field
from ipaddress import ip_address
from urllib.parse import urlsplit

from pydantic import SecretStr

from rag.errors import SettingsError
from rag.settings import OPENAI_URL

__all__ = ["Endpoint", "Timeouts"]


@dataclass(frozen=True, slots=True)
class Timeouts:
    """How long we wait, in seconds.

    Attributes:
        connect: For a connection.
        silence: For the next byte, the first one included: a model may read, or reason, long
            before it says anything.
        total: For the whole reply, however it trickles in.
    """

    connect: float = 5.0
    silence: float = 60.0
    total: float = 180.0


@dataclass(frozen=True, slots=True)
class Endpoint:
    """An OpenAI-compatible endpoint and the model to be asked there.

    Attributes:
        context_window: How many tokens the model reads and writes in all.

    Raises:
        SettingsError: A value cannot be used.
    """

    model: str
    base_url: str = OPENAI_URL
    api_key: SecretStr = SecretStr("")
    context_window: int = 8192
    timeouts: Timeouts = field(default_factory=Timeouts)

    def __post_init__(self) -> None:
        if not self.model.strip():
            raise SettingsError(
                "no model is named", where="PAPERCHAT_MODEL", remedy="Set it to a model's name"
            )
        url = urlsplit(self.base_url)
        if url.scheme not in ("http", "https") or not url.hostname or url.query or url.username:
            raise SettingsError(
                "the address is not one of the form https://host/v1",
                where="OPENAI_BASE_URL",
                remedy="Set it to the address alone, and a key in OPENAI_API_KEY",
            )
        # A key with a line break or a typographic quote in it would fail deep in the client.
        if not all("!" <= sign <= "~" for sign in self.key):
            raise SettingsError(
                "the key holds characters that no key has",
                where="OPENAI_API_KEY",
                remedy="Copy the key again, without quotes and spaces",
            )

    @property
    def key(self) -> str:
        """The key itself; empty where the endpoint wants none."""
        return self.api_key.get_secret_value().strip()

    @property
    def is_local(self) -> bool:
        """Whether it is on this machine, where no proxy leads."""
        host = urlsplit(self.base_url).hostname or ""
        try:
            return ip_address(host).is_loopback
        except ValueError:
            return host == "localhost"
