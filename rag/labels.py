"""Labels: what a paper without a title is called in a list.

A label is the paper's coined name, if it has one, and what the paper is about, taken from the
sentence in which it states its contribution: "BREC: expressiveness dataset". Always words of the
abstract, under 90 characters, cut between phrases where it has to be cut at all.

>>> label("Graphs are large. We introduce GraphZip, a fast method for graph compression.")
'GraphZip: Fast method for graph compression'
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from rag.coining import coined_names
from rag.plain import plain
from rag.sentences import sentence_spans
from rag.words import STOPWORDS

__all__ = ["LONGEST", "label"]

LONGEST = 89
"""Characters of a label."""

_SHORTEST_TOPIC = 12  # characters; a phrase is not cut before them

_COIN = (
    r"(?:propos|introduc|present|develop|design|creat|devis|construct|build|establish|offer|describ|"
    r"formulat|provid|giv|deriv|suggest)(?:e|es|ed|ing|s|t)?"
)
_STUDY = (
    r"(?:stud(?:y|ies)|investigat(?:e|es)|explor(?:e|es)|analy[sz](?:e|es)|examin(?:e|es)|"
    r"address(?:es)?|"
    r"consider(?:s)?|tackle(?:s)?|discuss(?:es)?|aim(?:s)?\s+to\s+\w+|focus(?:es)?\s+on|"
    r"revisit(?:s)?)"
)
_WHO = (
    r"(?:[Ww]e|[Tt]his\s+(?:paper|work|study|article)|"
    r"[Oo]ur\s+(?:work|paper|study|approach|method))"
)
_BETWEEN = r"(?:\s+[\w-]+){0,4}?\s+"
_CONTRIBUTION = re.compile(rf"\b{_WHO}\b{_BETWEEN}{_COIN}\s+(?P<what>[^.;:]+)")
_QUESTION = re.compile(rf"\b{_WHO}\b{_BETWEEN}{_STUDY}\s+(?P<what>[^.;:]+)")
_FINDING = re.compile(
    rf"\b{_WHO}\b{_BETWEEN}(?:show|prove|find|demonstrate|argue|observe|reveal|posit|contend)s?\s+that\s+"
    r"(?P<what>[^.;:]+)"
)
_USING = re.compile(r"\b[Ww]e\s+propose\s+(?:using|to\s+\w+)\s+(?P<what>[^.;:]+)")
_CLAUSE = re.compile(
    r"\s*(?:[,(–—]|---?|\s(?:which|that|where|whose|who|termed|called|dubbed|named|namely|so\s+that|"
    r"in\s+order\s+to|thereby|while|when|because|since|and\s+(?:we|show|prove|demonstrate|verify|"
    r"thus|then)|to\s+(?:address|overcome|bridge|mitigate|tackle|resolve|achieve|provide|facilitate)|"
    r"as\s+well\s+as|with\s+respect|in\s+(?:this|which))\b)"
)
_LEAD = re.compile(
    r"^(?:(?:the|an?|our|new|novel|first|simple|efficient|effective|innovative|general|unified|"
    r"so-called|two|several|following|use\s+of|notion\s+of|problem\s+of|introduction\s+of|that|whether|"
    r"how|for\s+the\s+first\s+time|an?|initial\s+attempt\s+to(?:\s+theoretically)?|intriguing|"
    r"prevalent|and|to)\s+)+",
    re.IGNORECASE,
)
_LOOSE_END = re.compile(
    r"[\s,;:–—-]+(?:and|or|of|for|in|on|with|the|an?|to|by|from|that|which|as|via|using|is|are|its|"
    r"their|under|between|into|at|than|both|such|e\.g|i\.e)$|[\s,;:–—(-]+$",
    re.IGNORECASE,
)
_CODE = re.compile(r"https?://|\bavailable\b|\breleased\b", re.IGNORECASE)


def label(abstract: str) -> str:
    """Make a label from an abstract: at most `LONGEST` characters, on one line."""
    text = " ".join(plain(abstract).split())
    sentences = [text[start:end] for start, end in sentence_spans(text)]
    names = coined_names(abstract)
    name = names[0] if names else ""
    often = Counter(_telling(text))
    candidates = [
        (weight + _says(topic, often, room=LONGEST - len(name) - 2), topic)
        for weight, phrase in _topics(sentences, name, names[1:])
        if (topic := _without_name(phrase, name)) and not _HANGING.match(topic)
    ]
    if not candidates:
        return _fitted(name or _capital(sentences[0] if sentences else text))
    topic = _capital(max(candidates, key=lambda candidate: candidate[0])[1])
    return _fitted(f"{name}: {topic}" if name else topic)


_UNTELLING = frozenset(
    """approach approaches method methods framework novel new problem problems issue issues question
    questions analysis theoretical first attempt paper work works way ways solution design strategy
    algorithm algorithms model models series class setting general generic simple efficient
    effective
    practical more variant effect initial intriguing prevalent phenomenon aimed based using previous
    existing performance technique techniques two several critical implications views detail
    synthetic task tasks propose proposed show results result state art better improve""".split()
)
_HANGING = re.compile(
    r"(?:this|these|those|such|if|it|its|their|each|our|we|they|what|despite|most|recent|many|some|"
    r"findings|however|although|while|when|with|in|as|by|for|to|one|all|different|exactly|directly|"
    r"previous|overlooked|because|since|given|moreover|closed-form\s+optimal|\()\b",
    re.IGNORECASE,
)


def _telling(text: str) -> list[str]:
    words = re.findall(r"[^\W_][\w-]{2,}", text.casefold())
    return [word for word in words if word not in _UNTELLING and word not in STOPWORDS]


def _says(topic: str, often: Counter[str], room: int) -> float:
    """Measure how much a topic says: telling words, those that the abstract keeps repeating most.

    A topic that would have to be cut says less, and so does one of a word or two.
    """
    telling = set(_telling(topic))
    central = sum(min(often[word], 4) - 1 for word in telling)
    too_long = max(0, len(topic) - room) / 10
    too_short = 3.0 if len(telling) < 2 else 0.0
    return 0.6 * min(len(telling), 6) + 0.35 * min(central, 9) - too_long - too_short


def _topics(
    sentences: list[str], name: str, other_names: tuple[str, ...]
) -> Iterator[tuple[float, str]]:
    """Yield (weight, phrase) for what may say what the paper is about."""
    told = [sentence for sentence in sentences if not _CODE.search(sentence)]
    if name:
        yield from ((3.0, one) for one in other_names if _spells(one, name))
        for sentence in told:
            yield from ((3.0, phrase) for phrase in _beside(sentence, name))
    patterns = ((2.5, _USING), (2.5, _CONTRIBUTION), (2.0, _QUESTION), (0.5, _FINDING))
    for weight, pattern in patterns:
        for place, sentence in enumerate(told):
            if match := pattern.search(sentence):
                yield weight - 0.1 * place, _phrase(match["what"], statement=pattern is _FINDING)
    for place, sentence in enumerate(told[:2]):
        yield 0.5 - place, _phrase(sentence)


def _spells(long_form: str, name: str) -> bool:
    initials = "".join(word[0] for word in re.findall(r"\w+", long_form)).casefold()
    letters = re.sub(r"[^A-Z]", "", name).casefold()
    return " " in long_form and len(letters) > 1 and initials.startswith(letters[:2])


def _beside(sentence: str, name: str) -> Iterator[str]:
    """Yield what stands beside a name: "NAME, a method for X", "a method for X, termed NAME"."""
    written = re.escape(name)
    if after := re.search(
        rf"\b{written}\)?,?\s+(?:is\s+)?(?P<what>(?:an?|the)\s+[^.;:]+)", sentence
    ):
        yield _phrase(after["what"])
    if purpose := re.search(rf"\b{written}\)?,?\s+(?P<what>for\s+[^.;:,]+)", sentence):
        yield _phrase(purpose["what"])
    coined = re.search(
        rf"\b(?:{_COIN}|is|by)\s+(?P<what>[^.;:]+?)[\s,(]+(?:\w+\s+){{0,3}}?[\"'“(]*{written}",
        sentence,
    )
    if coined:
        yield _phrase(coined["what"])


def _phrase(text: str, *, statement: bool = False) -> str:
    """Cut a phrase before the clause that follows it; a statement keeps its verb."""
    cut = _CLAUSE.search(text, _SHORTEST_TOPIC)
    phrase = text[: cut.start()] if cut else text
    verb = None if statement else _VERB.search(phrase, _SHORTEST_TOPIC)
    return _LEAD.sub("", (phrase[: verb.start()] if verb else phrase).strip())


_VERB = re.compile(
    r"\s(?:is|are|was|were|can|may|has|have|remain|often|do|does|will|should|could|usually|"
    r"suggesting|demonstrating|consisting|aimed\s+at|trained|adapts?|leads?|yields?)\b"
)


def _without_name(topic: str, name: str) -> str:
    if not name:
        return topic
    bare = re.sub(rf"[\s,(]*\b{re.escape(name)}\b[)\s]*", " ", topic).strip()
    return _LOOSE_END.sub("", bare)


def _capital(text: str) -> str:
    first = text.split(" ", 1)[0]
    return text if re.search("[A-Z]", first[1:]) else text[:1].upper() + text[1:]


def _fitted(text: str) -> str:
    """Cut a label to its length between words, with no loose end."""
    if len(text) > LONGEST:
        text = text[: LONGEST + 1].rsplit(" ", 1)[0]
    while (shorter := _LOOSE_END.sub("", text)) != text:
        text = shorter
    return text[:LONGEST]
