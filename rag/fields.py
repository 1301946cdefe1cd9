"""The field of an abstract: what it keeps speaking of, and which of its words tell anything.

>>> text = "Dense graphs are slow. Pruning dense graphs helps. We prune dense graphs."
>>> fields(text, {}).often
('dense graphs',)
>>> telling("A novel method for dense graphs")
['dense', 'graphs']
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from rag.words import STOPWORDS

__all__ = ["Fields", "fields", "telling"]

_OFTEN = 3  # times that something is said
_SHORTEST = 2  # telling words of a phrase that says something by itself
_ENOUGH = 3  # telling words of a phrase that needs no field of which little is said
_SAME = 5  # letters by which two forms of a word are known

# Words that stand in abstracts on anything.
_UNTELLING = frozenset(
    """approach approaches method methods framework novel new problem problems issue issues question
    questions analysis theoretical theoretically first attempt paper work works way ways solution
    design strategy algorithm algorithms model models series class setting settings general generic
    simple efficient effective practical variant effect initial based using previous existing
    performance technique techniques critical implications views detail task tasks propose proposed
    show results result state art better improve significantly various different multiple across
    understanding understand study empirical guarantees experiments provide data learning training
    systematic evaluations high large challenge challenges improving improved well many one two
    insights bounds properties conditions certain also however methodology comprehensive
    unified architecture research line concept perspective existence""".split()
)
_GERUND = re.compile(r"\w+ing ")
# Runs of words, every one, though they overlap: compounds, two words, three words.
_RUNS = tuple(
    re.compile(rf"(?=((?<![\w-]){run})(?![\w-]))")
    for run in (
        r"[a-z]{3,40}-[a-z]{2,40}(?:ity|ion|ing|ness|ence)",
        r"[\w-]{2,40} [\w-]{3,40}",
        r"[\w-]{2,40} [\w-]{3,40} [\w-]{3,40}",
    )
)


@dataclass(frozen=True, slots=True)
class Fields:
    """What may stand behind a phrase, the best first.

    Attributes:
        often: What the abstract keeps speaking of.
        seldom: What it speaks of less; for phrases that say nearly nothing.
        subjects: What its first sentence speaks of; the first of those.
    """

    often: tuple[str, ...]
    seldom: tuple[str, ...]
    subjects: tuple[str, ...]

    def behind(self, phrase: str, head: str = "") -> list[str]:
        """List the fields that may stand behind a phrase, since they say what it does not."""
        says_little = len(set(telling(phrase))) <= _ENOUGH
        said = f"{phrase} {head}".casefold()
        return [
            field
            for field in (*self.often[:3], *(self.seldom[:2] if says_little else self.subjects))
            if _is_new(field, said)
        ]

    def lacking(self, name: str) -> str:
        """Choose the field of a name; empty if there is none that it does not tell already."""
        fields = (*self.often, *(self.seldom if len(set(telling(name))) <= _SHORTEST else ()))
        return next((field for field in fields if _is_new(field, name.casefold())), "")


def _is_new(field: str, said: str) -> bool:
    """Tell whether most of a field's words are not said already."""
    own = telling(field)
    new = [word for word in own if word[:_SAME] not in said]
    return bool(new) and 3 * len(new) >= 2 * len(own)


def fields(
    text: str,
    long_forms: Mapping[str, str],
    first: Iterable[str] = (),
    subjects: Iterable[str] = (),
) -> Fields:
    """Collect what an abstract is about in general.

    Args:
        text: The abstract, without markup.
        long_forms: Its acronyms; using one counts as speaking of what it is short for.
        first: What goes before all that is found.
        subjects: What its first sentence speaks of.
    """
    counts: Counter[str] = Counter()
    for short, long in long_forms.items():
        counts[long] = len(re.findall(rf"\b{re.escape(short)}s?\b", text)) + text.count(long)
    known = {long.casefold() for long in long_forms.values()}
    for run in (run for runs in _RUNS for run in runs.findall(text)):
        run = _within(run, text)
        words = run.casefold().split()
        is_phrase = all(word not in STOPWORDS and not word.endswith("ly") for word in words)
        if is_phrase and words[0] not in _UNTELLING and run.casefold() not in known:
            counts[run] += 1
    ranked = sorted(counts.items(), key=lambda one: (-one[1], -len(one[0].split())))
    # "Understanding large graphs" is a task; the field is large graphs.
    subjects = tuple(
        _within(one, text)
        for one in subjects
        if len(telling(one)) >= _SHORTEST and not _GERUND.match(one)
    )
    return Fields(
        (*first, *(field for field, count in ranked if count >= _OFTEN)),
        (*subjects, *(field for field, count in ranked if count == _OFTEN - 1)),
        subjects,
    )


def _within(run: str, text: str) -> str:
    """Write what may begin a sentence of a text as within one."""
    lower = run[:1].lower() + run[1:]
    return lower if lower in text else run


def telling(text: str) -> list[str]:
    """List the words of a text that say what it is about, in order, with repetitions."""
    words = re.findall(r"[^\W_][\w-]{2,}", text.casefold())
    return [
        word
        for word in words
        if not ({word, word.removesuffix("s")} & _UNTELLING or word in STOPWORDS)
    ]
