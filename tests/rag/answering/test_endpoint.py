"""Where a model is asked: only what can be an address, a model and a key."""

import pytest
from pydantic import SecretStr

from rag.answering.endpoint import Endpoint
from rag.errors import SettingsError


@pytest.mark.parametrize(
    "address",
    ["example.org/v1", "ftp://example.org", "http://", "https://me:secret@example.org/v1", "h?k=1"],
)
def test_what_is_no_bare_address_is_refused(address: str) -> None:
    with pytest.raises(SettingsError, match="^OPENAI_BASE_URL: ") as caught:
        Endpoint("m", address)
    assert "secret" not in str(caught.value)


def test_a_key_is_taken_without_the_space_around_it() -> None:
    assert Endpoint("m", api_key=SecretStr(" sk-1\n")).key == "sk-1"


@pytest.mark.parametrize("key", ["sk 1", "“sk-1”", "sk-1\nsk-2"])
def test_what_is_no_key_is_refused_without_showing_it(key: str) -> None:
    with pytest.raises(SettingsError, match="^OPENAI_API_KEY: ") as caught:
        Endpoint("m", api_key=SecretStr(key))
    assert "sk" not in str(caught.value)


def test_an_endpoint_without_a_model_is_refused() -> None:
    with pytest.raises(SettingsError, match="^PAPERCHAT_MODEL: "):
        Endpoint(" ")


def test_an_endpoint_does_not_show_its_key() -> None:
    assert "sk-1" not in repr(Endpoint("m", api_key=SecretStr("sk-1")))


@pytest.mark.parametrize(
    ("address", "local"),
    [
        ("http://127.0.0.1:8080/v1", True),
        ("http://localhost/v1", True),
        ("http://[::1]:1/v1", True),
        ("http://10.0.0.1/v1", False),
        ("https://localhost.example.org/v1", False),
    ],
)
def test_an_endpoint_knows_whether_it_is_on_this_machine(address: str, local: bool) -> None:
    assert Endpoint("m", address).is_local is local
