from pathlib import Path

import pytest
from platformdirs import user_data_path
from pydantic import ValidationError

from rag.errors import SettingsError
from rag.settings import Settings

NAMES = [str(field.validation_alias.choices[0]) for field in Settings.model_fields.values()]  # type: ignore[union-attr]


@pytest.fixture(autouse=True)
def nothing_set(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in NAMES:
        monkeypatch.delenv(name, raising=False)


def test_without_variables_everything_has_its_default() -> None:
    settings = Settings.from_environment()
    assert settings.home == user_data_path("paperchat", appauthor=False)
    assert settings.strict is None
    assert (settings.collection, settings.model, settings.api_key, settings.chroma_url) == (
        None,
        None,
        None,
        None,
    )


def test_variables_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PAPERCHAT_HOME", "/data/paperchat")
    monkeypatch.setenv("PAPERCHAT_COLLECTION", "owls")
    monkeypatch.setenv("PAPERCHAT_STRICT", "1")
    monkeypatch.setenv("PAPERCHAT_CHROMA_URL", "https://chroma.example:8443")
    settings = Settings.from_environment()
    assert settings.home == Path("/data/paperchat")
    assert (settings.collection, settings.strict) == ("owls", True)
    assert settings.chroma_url == "https://chroma.example:8443"


def test_variables_of_other_programs_are_not_read(monkeypatch: pytest.MonkeyPatch) -> None:
    for field in Settings.model_fields:
        monkeypatch.setenv(field.upper(), "/elsewhere")
    assert Settings.from_environment() == Settings(home=user_data_path("paperchat", False))  # type: ignore[call-arg]


@pytest.mark.parametrize("blank", ["", " ", "\t\n"])
def test_a_blank_variable_counts_as_not_set(monkeypatch: pytest.MonkeyPatch, blank: str) -> None:
    for name in NAMES:
        monkeypatch.setenv(name, blank)
    settings = Settings.from_environment()
    assert settings == Settings()  # type: ignore[call-arg]
    assert settings.home == user_data_path("paperchat", appauthor=False)


def test_blanks_around_a_key_are_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", " key-of-mine\n")
    key = Settings.from_environment().api_key
    assert key is not None and key.get_secret_value() == "key-of-mine"


def test_a_tilde_is_the_home_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PAPERCHAT_HOME", "~/papers")
    assert Settings.from_environment().home == Path.home() / "papers"


@pytest.mark.parametrize(
    ("home", "what"),
    [
        (None, "there is no home folder in which to keep data"),
        ("~/papers", "there is no home folder that ~ could stand for"),
        ("~nobody-of-this-name/papers", "there is no home folder that ~ could stand for"),
    ],
)
def test_no_home_folder_is_one_line(
    monkeypatch: pytest.MonkeyPatch, home: str | None, what: str
) -> None:
    _be_nobody(monkeypatch)
    if home:
        monkeypatch.setenv("PAPERCHAT_HOME", home)
    with pytest.raises(SettingsError, match=f"^PAPERCHAT_HOME: .*{what}") as caught:
        Settings.from_environment()
    assert "\n" not in str(caught.value)


def test_a_library_that_asks_for_a_home_folder_is_given_the_data_folder(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    settings = Settings(home=tmp_path)  # type: ignore[call-arg]
    monkeypatch.setenv("HOME", "/home/ada")
    settings.lend_home()
    assert Path.home() == Path("/home/ada")
    _be_nobody(monkeypatch)
    settings.lend_home()
    assert Path.home() == tmp_path


def _be_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    """Be a user who is in no list of users."""

    def unknown(_: object) -> None:
        raise KeyError("uid not found")

    for name in ("HOME", "XDG_DATA_HOME", "PAPERCHAT_HOME"):
        monkeypatch.setenv(name, "")  # so that it is set back afterwards, whoever sets it
        monkeypatch.delenv(name)
    monkeypatch.setattr("pwd.getpwuid", unknown)


def test_a_key_is_never_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "key-of-mine")
    monkeypatch.setenv("PAPERCHAT_CHROMA_TOKEN", "token-of-mine")
    shown = repr(Settings.from_environment())
    assert "key-of-mine" not in shown
    assert "token-of-mine" not in shown


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("PAPERCHAT_STRICT", "perhaps"),
        ("PAPERCHAT_TIMEOUT", "0"),
        ("PAPERCHAT_TIMEOUT", "soon"),
        ("PAPERCHAT_CONTEXT_WINDOW", "12"),
        ("PAPERCHAT_PRICE_IN", "-1"),
        ("PAPERCHAT_CHROMA_URL", "localhost:8000"),
        ("PAPERCHAT_CHROMA_URL", "http://localhost:port"),
        ("OPENAI_BASE_URL", "ftp://models.example"),
    ],
)
def test_a_value_that_cannot_be_used_is_one_line_with_the_variables_name(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str
) -> None:
    monkeypatch.setenv(name, value)
    with pytest.raises(SettingsError) as caught:
        Settings.from_environment()
    assert caught.value.where == name
    assert "\n" not in str(caught.value)


def test_settings_do_not_change() -> None:
    settings = Settings.from_environment()
    with pytest.raises(ValidationError):
        settings.collection = "other"  # type: ignore[misc]
