"""The words of the page, in each of its languages."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from string import Formatter
from typing import Any

import pytest

from ui.language import LANGUAGES, language_of, said, translations, word

UI = Path(__file__).parents[2] / "ui"
PARTS = sorted((UI / "words").glob("*.toml"))


def parts() -> dict[str, dict[str, Any]]:
    return {file.stem: tomllib.loads(file.read_text(encoding="utf-8")) for file in PARTS}


def names() -> list[str]:
    return [f"{part}.{name}" for part, words in parts().items() for name in words]


def fields(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name}


@pytest.mark.parametrize("name", names())
def test_words_are_there_in_every_language_with_the_same_places(name: str) -> None:
    part, _, own = name.partition(".")
    texts = parts()[part][own]
    assert set(texts) == set(LANGUAGES)
    assert all(texts.values())
    places = {language: fields(text) for language, text in texts.items()}
    few = own.endswith("_one")  # need not tell how many
    assert few or len({frozenset(one) for one in places.values()}) == 1


def test_no_words_are_kept_that_nobody_says() -> None:
    code = "\n".join(file.read_text(encoding="utf-8") for file in UI.rglob("*.py"))
    families = {one for one in re.findall(r'f"([a-z_]+\.)\{', code)}
    unsaid = [
        name
        for name in names()
        if not re.search(rf"""["']{re.escape(name.removesuffix("_one"))}["']""", code)
        and not any(name.startswith(family) for family in families)
    ]
    assert unsaid == []


def test_one_is_said_otherwise_than_many() -> None:
    assert said("page.papers", "en", count=1) == "1 paper"
    assert said("page.papers", "en", count=2634) == "2,634 papers"
    assert said("page.papers", "zh", count=2634) == "2,634 篇论文"


def test_words_that_are_not_there_are_an_error_at_once() -> None:
    with pytest.raises(KeyError):
        word("chat.no_such_words")
    with pytest.raises(KeyError):
        said("chat.no_such_words", "en")


def test_gradio_is_given_the_words_for_the_locales_that_it_speaks() -> None:
    given = translations().translations_dict
    assert set(given) == {"en", "zh-CN"}
    assert given["zh-CN"]["chat.tab"] == "对话"


@pytest.mark.parametrize(
    ("tag", "language"), [("zh", "zh"), ("zh-TW", "zh"), ("en-GB", "en"), ("de", "en"), ("", "en")]
)
def test_a_language_is_chosen_for_every_browser(tag: str, language: str) -> None:
    assert language_of(tag) == language
