"""Labels: what a paper without a title is called in a list.

A label is the name that the paper coins, if it coins one, and what the paper is about: the phrase
behind "we propose", "we study" or "we show" that says most, cut only where a phrase ends. Where
such a phrase says little, the abstract's field stands behind it in brackets.

>>> label("Graphs are large. We introduce GraphZip, a fast method for graph compression.")
'GraphZip: Fast method for graph compression'
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from rag.acronyms import definitions, spells
from rag.coining import coined_names
from rag.fields import Fields, fields, telling
from rag.phrases import whole
from rag.plain import plain
from rag.sentences import sentence_spans
from rag.topics import Topic, topics
from rag.words import stem

__all__ = ["LONGEST", "label", "labels"]

LONGEST = 89
"""Characters of a label."""

_NOTHING = "Untitled"  # the label of an abstract without a sign that can be seen
_MOST = 4  # labels of a paper
_LONGEST_HEAD = 45  # characters of names that leave room for a topic
_LONGEST_FIELD = 40  # characters

# What speaks for a label, fitted on titles that were withheld: `python -m eval.bench FILE --only
# labels` prints how much of their words labels hold.
_WORD = 0.9  # for a word that is said once less than twice as often
_ONCE = 0.2  # the part of that for a word that is said once
_OFTEN_ENOUGH = 6  # times; more of it does not say more
_LONG_HEAD = 2.0  # the name is written out
_ANY_FIELD = -1.7  # a field in brackets, which has to say that much more
_SUBJECT = -0.5  # one that the first sentence is about
_UNANNOUNCED = -0.5  # a topic that is only spoken of often
_ONE_WORD = -3.0  # one telling word, which is none that tells it from others
_NAME_AGAIN = -2.0  # the name once more, or what it is short for

_TERM = re.compile(  # "what we call codebook features"
    r"\bwe (?:call|term|dub|name|refer to as|coin)(?: as| it| this| them| these)? [\"“‘]*"
    r"(?P<term>[A-Za-z]\w+(?:[ -][a-z][\w-]+){1,3})(?=[\"”’.,:;]|$)"
)


@dataclass(frozen=True, slots=True)
class _Name:
    """What a paper is called.

    Attributes:
        short: Its main name.
        long: What that is short for.
        twin: A name that is coined along with it.
        alias: Another way in which the abstract writes the main name.
    """

    short: str = ""
    long: str = ""
    twin: str = ""
    alias: str = ""

    @property
    def forms(self) -> list[str]:
        """Every way in which the abstract writes it."""
        both = f"{self.short} and {self.twin}" if self.twin else ""
        return [form for form in (both, self.long, self.short, self.twin, self.alias) if form]

    def heads(self) -> Iterator[tuple[float, str]]:
        """Yield (preference, how a label may begin)."""
        yield 0.0, self.short
        both = f"{self.long} ({self.short})" if self.long else f"{self.short} and {self.twin}"
        if (self.long or self.twin) and len(both) <= _LONGEST_HEAD:
            yield _LONG_HEAD, both


def label(abstract: str) -> str:
    """Make a label from an abstract: at most `LONGEST` characters, on one line."""
    return labels(abstract)[0]


def labels(abstract: str) -> tuple[str, ...]:
    """Make several labels from an abstract, all different, the best first; at least one."""
    text = plain(abstract)
    sentences = [text[start:end] for start, end in sentence_spans(text)] or [text]
    long_forms = dict(definitions(text))
    name = _name(text, coined_names(abstract), long_forms)
    about = list(topics(sentences, name.forms))
    others = {short: long for short, long in long_forms.items() if long != name.long}
    heads = list(name.heads())
    found = fields(
        text,
        others,
        first=[name.long] if name.long and len(heads) < 2 else [],  # too long for a head
        subjects=[whole(topic.phrase, _LONGEST_FIELD) for topic in about if topic.is_field],
    )
    about += [Topic(_UNANNOUNCED, often) for often in found.often[:2] if " " in often]
    measure = _Measure(_counted(text, others), name.short)
    ranked = [
        (preference + weight, made)
        for preference, head in heads
        for weight, made in _ranked(head, about, found, long_forms, measure)
    ]
    ranked.sort(key=lambda one: -one[0])
    made = [label for _, label in ranked] + [_cut(sentences[0]) or _NOTHING]
    return tuple(dict.fromkeys(made))[:_MOST]


def _ranked(
    head: str,
    about: Sequence[Topic],
    found: Fields,
    long_forms: Mapping[str, str],
    measure: _Measure,
) -> Iterator[tuple[float, str]]:
    """Yield (weight, label) for what can stand behind the beginning of a label."""
    begin = f"{head}: " if head else ""
    for topic in about:
        for field in ("", *found.behind(whole(topic.phrase, LONGEST - len(begin)), head)):
            end = f" ({field})" if field else ""
            room = LONGEST - len(begin) - len(end)
            part = _spelt_out(whole(topic.phrase, room), room, long_forms)
            is_told = any(long == field and short in part for short, long in long_forms.items())
            if part and part not in head and not is_told:
                weight = topic.weight_of(part) + measure(part, field, head)
                if field:
                    weight += _SUBJECT if field in found.subjects else _ANY_FIELD
                yield weight, begin + _capital(part + end)
    if head:
        lacking = found.lacking(head)
        yield measure("", lacking, head), begin + _capital(lacking) if lacking else head


@dataclass(frozen=True, slots=True)
class _Measure:
    """Measures how much a label says.

    Attributes:
        often: How often the abstract says a stem.
        name: The paper's name; empty if it has none.
    """

    often: Counter[str]
    name: str

    def __call__(self, part: str, field: str, head: str) -> float:
        """Measure it by words that the abstract keeps repeating, but for those that head it."""
        words = telling(f"{part} {field}")
        new = {stem(word) for word in words} - {stem(word) for word in telling(head)}
        counts = [min(self.often[word], _OFTEN_ENOUGH) for word in new if self.often[word]]
        says = _WORD * sum(_ONCE + math.log2(count) for count in counts)
        if len(set(words)) < 2:
            says += _ONE_WORD
        if self.name and (self.name in part or spells(part, self.name)):
            says += _NAME_AGAIN
        return says


def _counted(text: str, long_forms: Mapping[str, str]) -> Counter[str]:
    """Count the stems of a text; an acronym counts as what it is short for, and not as itself."""
    often: Counter[str] = Counter()
    for short, long in long_forms.items():
        text, uses = re.subn(rf"(?<![\w-]){re.escape(short)}s?(?![\w-])", "", text)
        often.update({stem(word): uses for word in telling(long)})
    often.update(stem(word) for word in telling(text))
    return often


def _name(text: str, coined: Sequence[str], long_forms: Mapping[str, str]) -> _Name:
    """Choose what a label may begin with from the names that a paper coins."""
    if not coined:
        term = _TERM.search(text)
        return _Name(_capital(term["term"])) if term and whole(term["term"], LONGEST) else _Name()
    first = coined[0]
    # "Graph Sparse (GS) Trainer", which is the "GS Trainer" from there on.
    kind = re.search(rf"{re.escape(first)} \(([A-Z][\w-]*)\) ([A-Z][a-z]+)(?! \()", text)
    if kind and f"{kind[1]} {kind[2]}" in text.replace(kind.group(), ""):
        return _Name(f"{first} {kind[2]}", alias=f"{kind[1]} {kind[2]}")
    if re.search(r" [A-Z]", long_forms.get(first, "")):
        return _Name(first, long_forms[first])
    for long in (one for one in coined if " " in one):
        short = re.search(rf"{re.escape(long)} \(([\w-]{{2,}}?)s?\)", text)
        if short and first in (long, short[1]):
            return _Name(short[1], long)
    written = re.search(rf"{re.escape(first)} \(([A-Z][^(),;.]{{9,60}})\)", text)
    if written and " " in written[1]:
        return _Name(first, written[1])
    pairs = [pair for one in coined[1:] for pair in ((first, one), (one, first))]
    pair = next((pair for pair in pairs if " and ".join(pair) in text), (first, ""))
    return _Name(pair[0], twin=pair[1])


def _spelt_out(part: str, room: int, long_forms: Mapping[str, str]) -> str:
    """Write acronyms as the abstract spells them out, as far as there is room."""
    for short, long in long_forms.items():
        if short not in part:
            continue
        acronym = rf"(?<![\w-]){re.escape(short)}s?(?![\w-])"
        fuller = re.sub(acronym, lambda _, long=long: long, part, count=1)  # type: ignore[misc]
        if len(fuller) <= room and long not in part:
            part = fuller
    return part


def _capital(text: str) -> str:
    first = text.split(" ", 1)[0]
    return text if re.search("[A-Z]", first[1:]) else text[:1].upper() + text[1:]


def _cut(text: str) -> str:
    """Cut a text to the length of a label, between words."""
    if len(text) <= LONGEST:
        return text
    return text[: LONGEST + 1].rpartition(" ")[0] or text[:LONGEST]
