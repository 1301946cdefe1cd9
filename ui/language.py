"""Every word that the page says, in each of its languages, from one place.

The words of a part of the page stand in `ui/words/PART.toml`, all languages side by side::

    [stopped]
    en = "Stopped."
    zh = "已停止。"

A component takes them as `word("chat.stopped")`, which Gradio sets in the browser's language; what
is composed on the server takes them as `said("chat.stopped", visit.language)`.

>>> said("page.papers", "en", count=2634)
'2,634 papers'
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Literal, get_args

from ui.quiet_gradio import gr

__all__ = ["FIRST_SCRIPT", "LANGUAGES", "Language", "language_of", "said", "translations", "word"]

Language = Literal["en", "zh"]

LANGUAGES: tuple[Language, ...] = get_args(Language)

_WORDS = Path(__file__).with_name("words")
_LOCALES: dict[Language, str] = {"en": "en", "zh": "zh-CN"}  # those that Gradio itself speaks

FIRST_SCRIPT = """<script>
  // Gradio takes its language from the browser and offers nothing to change it: the choice made in
  // the page, kept in this browser, has to be known before Gradio begins.
  const language = localStorage.getItem("paperchat-language") || navigator.language;
  Object.defineProperty(navigator, "language", {
    value: /^zh/i.test(language) ? "zh-CN" : "en",
  });
</script>"""
"""Has to come first in the page."""


def word(name: str) -> str:
    """Name words for a property of a component; the browser sets them in its language.

    Raises:
        KeyError: There are no such words.
    """
    if name not in _all("en"):
        raise KeyError(name)
    # What Gradio calls I18nData stands for a string wherever Gradio takes one.
    return str(gr.I18n()(name))


def said(name: str, language: Language, **values: object) -> str:
    """Say something in a language.

    Args:
        name: The part and the name of the words in it: `chat.stopped`.
        language: The language.
        values: What is put in the places of the same names; numbers with a sign for thousands.
            Where there is a `count` of one, the words `NAME_one` are taken if there are any.

    Raises:
        KeyError: There are no such words.
    """
    words = _all(language)
    chosen = words.get(f"{name}_one") if values.get("count") == 1 else None
    shown = {key: f"{one:,}" if isinstance(one, int) else one for key, one in values.items()}
    return (chosen or words[name]).format(**shown)


def language_of(tag: str) -> Language:
    """Choose the language for what a browser asks for.

    >>> language_of("zh-Hans-CN"), language_of("de")
    ('zh', 'en')
    """
    return "zh" if tag.casefold().startswith("zh") else "en"


def translations() -> gr.I18n:
    """Give all words to Gradio."""
    return gr.I18n(**{_LOCALES[language]: dict(_all(language)) for language in LANGUAGES})


@cache
def _all(language: Language) -> Mapping[str, str]:
    words: dict[str, str] = {}
    for file in sorted(_WORDS.glob("*.toml")):
        part = tomllib.loads(file.read_text(encoding="utf-8"))
        words |= {f"{file.stem}.{name}": texts[language] for name, texts in part.items()}
    return words
