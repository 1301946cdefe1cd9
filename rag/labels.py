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
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rag.acronyms import definitions
from rag.coining import coined_names
from rag.fields import fields, telling
from rag.phrases import PREPOSITION, opening, whole
from rag.plain import plain
from rag.sentences import sentence_spans

__all__ = ["LONGEST", "label", "labels"]

LONGEST = 89
"""Characters of a label."""

_NOTHING = "Untitled"  # the label of an abstract without a sign that can be seen
_MOST = 4  # labels of a paper
_LONGEST_HEAD = 45  # characters of names that leave room for a topic
_LONGEST_FIELD = 40  # characters

_AUTHORS = (
    r"\b(?:[Ww]e|[Tt]h(?:is|e|e present) (?:paper|work|study|article|research)|"
    r"[Oo]ur (?:work|paper|study|research|goal|aim|(?:\w+ )?contributions?))\b(?:,? [\w-]+,?){0,5}?"
)
_MAKE = (
    r"(?:propos|introduc|present|develop|design|creat|devis|construct|build|establish|offer|"
    r"formulat|provid|giv|deriv|suggest|releas|contribut)(?:e|es|ed|ing|s)?"
)
_STUDY = (
    r"(?:study|studies|studying|(?:investigat|explor|analy[sz]|examin|tackl|advanc|characteri[sz])"
    r"(?:e|es|ing)|(?:address|consider|discuss|revisit)(?:es|s|ing)?|focus(?:es)? on)"
)
_SHOW = (
    r"(?:(?:show|prove|find|demonstrate|argue|observe|reveal|posit|contend|discover)s?|"
    r"(?:show|prov|find|demonstrat|argu|reveal|posit)ing|propose) that"
)
_AIM = r"(?:aims?|seeks?|attempts?|proposes?|is|how|strive)"

# The weights order the ways of announcing; what the phrase behind them says decides as well.
_ANNOUNCEMENTS = (
    (3.0, re.compile(rf"{_AUTHORS} {_MAKE}\b")),
    (2.4, re.compile(rf"{_AUTHORS} {_STUDY}\b")),
    (1.6, re.compile(rf"{_AUTHORS} {_AIM}(?= to\b)")),
    (1.6, re.compile(rf"\bby (?:introducing|proposing|{_STUDY})\b|\bto {_STUDY}\b")),
)
_FINDING = re.compile(rf"{_AUTHORS} {_SHOW}\b")
_AFTERTHOUGHT = re.compile(
    r"\b(?:also|further|furthermore|in addition|additionally|moreover|finally|specifically|however|"
    r"second(?:ly)?|lastly)\b",
    re.IGNORECASE,
)
_PUBLISHED = re.compile(r"https?://|\b(?:available|released) (?:at|on|here)\b")
_VERB = re.compile(  # after which a sentence no longer names its subject
    r" (?:often |usually |\w+ly )?(?:is|are|was|were|has|have|had|can|may|remains?|do|does|will|"
    r"should|could|becomes?|plays|offers|provides?|excels?|requires?|shows|enables?|faces|"
    r"suffers?|aims|relies|rely)\b|, "
)
_BRACKETS = re.compile(r" \((?:[^()]|\([^()]{0,200}\)){0,300}\)")
_TERM = re.compile(  # "what we call codebook features"
    r"\bwe (?:call|term|dub|name|refer to as|coin)(?: as| it| this| them| these)? [\"“‘]*"
    r"(?P<term>[A-Za-z]\w+(?:[ -][a-z][\w-]+){1,3})(?=[\"”’.,:;]|$)"
)
# The paper's name stands as one sign while its sentences are read: patterns that hold the name
# itself would have to be compiled for each paper, half of the time that labels take.
_SIGN = "\ue000"
_NAME_AND_KIND = re.compile(rf"{_SIGN},? (?:is |— )?(?=(?:an?|the) )")
_KIND_AND_NAME = re.compile(rf"\b(?:an?|our) ((?:(?! an? )[^,.;:]){{9,45}}), {_SIGN}")
_MENTION = re.compile(
    r"(?P<before>\S*)"
    r"(?:,? (?:(?:which|that) )?(?:we )?(?:call|term|dub|name|nam|coin|denot|titl|abbreviat)\w*"
    rf"(?: as| it)?)?(?:(?: |^)(?:the|an?|our))?[ \"'“‘*]*{_SIGN}[\"'”’*]*,?"
)


@dataclass(frozen=True, slots=True)
class _Topic:
    """A phrase that may say what a paper is about.

    Attributes:
        weight: How much the way in which it is announced speaks for it.
        is_statement: Whether it says that something is so; cut short, that soon says too little.
        is_field: Whether it may also stand behind another phrase.
    """

    weight: float
    phrase: str
    is_statement: bool = False
    is_field: bool = False

    def weight_of(self, part: str) -> float:
        """Give the weight of the part that is left where the phrase had to be cut."""
        cut_short = self.is_statement and 2 * len(part) < len(self.phrase)
        return self.weight - (2.0 if cut_short or not telling(part) else 0.0)


@dataclass(frozen=True, slots=True)
class _Name:
    """What a paper is called: its main name, what that is short for, one coined along with it."""

    short: str = ""
    long: str = ""
    twin: str = ""

    @property
    def forms(self) -> list[str]:
        """Every way in which the abstract writes it."""
        both = f"{self.short} and {self.twin}" if self.twin else ""
        return [form for form in (both, self.long, self.short, self.twin) if form]

    def heads(self) -> Iterator[tuple[float, str]]:
        """Yield (preference, how a label may begin)."""
        yield 0.0, self.short
        both = f"{self.long} ({self.short})" if self.long else f"{self.short} and {self.twin}"
        if (self.long or self.twin) and len(both) <= _LONGEST_HEAD:
            yield 0.5, both


def label(abstract: str) -> str:
    """Make a label from an abstract: at most `LONGEST` characters, on one line."""
    return labels(abstract)[0]


def labels(abstract: str) -> tuple[str, ...]:
    """Make several labels from an abstract, all different, the best first; at least one."""
    text = plain(abstract)
    sentences = [text[start:end] for start, end in sentence_spans(text)] or [text]
    long_forms = dict(definitions(text))
    name = _name(text, coined_names(abstract), long_forms)
    topics = list(_topics(sentences, name))
    others = {short: long for short, long in long_forms.items() if long != name.long}
    subjects = [whole(topic.phrase, _LONGEST_FIELD) for topic in topics if topic.is_field]
    heads = list(name.heads())
    written_out = [name.long] if name.long and len(heads) < 2 else []  # too long for a head
    found = fields(text, others, written_out, subjects)
    topics += [_Topic(0.0, often) for often in found.often[:2] if " " in often]
    counts = Counter(telling(text))
    ranked: list[tuple[float, str]] = []
    for preference, head in heads:
        room = LONGEST - len(f"{head}: ")
        for topic in topics:
            part = _spelt_out(whole(topic.phrase, room), room, long_forms)
            if part and part not in head:
                weight = preference + topic.weight_of(part) + _says(part, counts)
                lacking = found.lacking(part, head, room)
                part = _capital(f"{part} ({lacking})" if lacking else part)
                too_short = 3.0 if len(set(telling(part))) < 2 else 0.0
                ranked.append((weight - too_short, f"{head}: {part}" if head else part))
        if head:
            lacking = found.lacking(head, "", LONGEST)
            ranked.append((preference, f"{head}: {_capital(lacking)}" if lacking else head))
    ranked.sort(key=lambda one: -one[0])
    made = [label for _, label in ranked] + [_cut(sentences[0]) or _NOTHING]
    return tuple(dict.fromkeys(made))[:_MOST]


def _name(text: str, coined: Sequence[str], long_forms: dict[str, str]) -> _Name:
    """Choose what a label may begin with from the names that a paper coins."""
    if not coined:
        term = _TERM.search(text)
        return _Name(_capital(term["term"])) if term and whole(term["term"], LONGEST) else _Name()
    first = coined[0]
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


def _topics(sentences: Sequence[str], name: _Name) -> Iterator[_Topic]:
    """Yield the phrases that may say what the paper is about."""
    forms = "|".join(re.escape(form) + "s?" for form in name.forms)
    named = re.compile(rf"(?<![\w-])(?:{forms})(?![\w+-])")
    for place, sentence in enumerate(sentences):
        if _PUBLISHED.search(sentence):
            continue
        weight = -0.15 * place - (1.0 if _AFTERTHOUGHT.search(sentence[:60]) else 0.0)
        bare = _BRACKETS.sub("", sentence)
        if name.short and (mention := named.search(sentence)):
            weight += 2.0
            signed = named.sub(_SIGN, bare)
            if after := _NAME_AND_KIND.search(signed):
                phrase = signed[after.end() :].replace(_SIGN, mention.group())
                yield _Topic(weight + 4.0, opening(phrase))
            if before := _KIND_AND_NAME.search(signed):
                yield _Topic(weight + 4.0, opening(before[1].replace(_SIGN, mention.group())))
            bare = _MENTION.sub(_set_aside, signed).replace(_SIGN, mention.group())
        for more, announcement in _ANNOUNCEMENTS:
            if found := announcement.search(bare):
                text = re.sub(
                    r"^[ ,]*@[ ,]*(?:for |which (?=\w+s )|that (?=\w+s ))?", "", bare[found.end() :]
                )
                is_field = bool(re.match(_STUDY, found.group().split(" ")[-1]))
                yield _Topic(
                    weight + more, opening(text.replace(" @", "")), is_field=is_field and place == 0
                )
        if found := _FINDING.search(bare):
            yield _Topic(
                weight + (-0.8 if name.short else 1.2),
                opening(bare[found.end() :]),
                is_statement=True,
            )
    for place, sentence in enumerate(sentences[:2]):
        subject, *rest = _VERB.split(_BRACKETS.sub("", sentence), maxsplit=1)
        yield _Topic(-place, opening(subject), is_field=place == 0 and bool(rest))


def _set_aside(mention: re.Match[str]) -> str:
    """Put a sign for a name that the phrase can do without, not for one that is its object."""
    needed = re.fullmatch(rf"{PREPOSITION}|of|and|or|(?!introduc|propos)\w+ing", mention["before"])
    return mention.group() if needed else f"{mention['before']} @"


def _spelt_out(part: str, room: int, long_forms: dict[str, str]) -> str:
    """Write acronyms as the abstract spells them out, as far as there is room."""
    for short, long in long_forms.items():
        if short not in part:
            continue
        acronym = rf"(?<![\w-]){re.escape(short)}s?(?![\w-])"
        fuller = re.sub(acronym, lambda _, long=long: long, part, count=1)  # type: ignore[misc]
        if len(fuller) <= room and long not in part:
            part = fuller
    return part


def _says(part: str, often: Counter[str]) -> float:
    """Measure how much a phrase says, by words that the abstract keeps repeating most of all."""
    return 0.4 * min(8.0, sum(math.log2(1 + min(often[word], 5)) for word in set(telling(part))))


def _capital(text: str) -> str:
    first = text.split(" ", 1)[0]
    return text if re.search("[A-Z]", first[1:]) else text[:1].upper() + text[1:]


def _cut(text: str) -> str:
    """Cut a text to the length of a label, between words."""
    if len(text) <= LONGEST:
        return text
    return text[: LONGEST + 1].rpartition(" ")[0] or text[:LONGEST]
