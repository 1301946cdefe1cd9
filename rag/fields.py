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
_ENOUGH = 5  # telling words of a phrase that needs nothing behind it
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
    unified research line concept perspective existence""".split()
)
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
    """

    often: tuple[str, ...]
    seldom: tuple[str, ...]

    def lacking(self, phrase: str, head: str, room: int) -> str:
        """Choose a field that a phrase that says little lacks, and its head; empty if none fits."""
        said = f"{phrase} {head}".casefold()
        words = len(set(telling(phrase)))
        if words > _ENOUGH:
            return ""
        for field in self.often if words > _SHORTEST else (*self.often, *self.seldom):
            own = telling(field)
            new = [word for word in own if word[:_SAME] not in said]
            if new and 3 * len(new) >= 2 * len(own) and len(phrase) + len(field) + 3 <= room:
                return field
        return ""


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
        run = run.lower() if run[1:].islower() else run  # as within a sentence
        words = run.casefold().split()
        is_phrase = all(word not in STOPWORDS and not word.endswith("ly") for word in words)
        if is_phrase and words[0] not in _UNTELLING and run.casefold() not in known:
            counts[run] += 1
    ranked = sorted(counts.items(), key=lambda one: (-one[1], -len(one[0].split())))
    subjects = (subject for subject in subjects if len(telling(subject)) >= _SHORTEST)
    return Fields(
        (*first, *(field for field, count in ranked if count >= _OFTEN)),
        (*subjects, *(field for field, count in ranked if count == _OFTEN - 1)),
    )


def telling(text: str) -> list[str]:
    """List the words of a text that say what it is about, in order, with repetitions."""
    words = re.findall(r"[^\W_][\w-]{2,}", text.casefold())
    return [word for word in words if word not in _UNTELLING and word not in STOPWORDS]
