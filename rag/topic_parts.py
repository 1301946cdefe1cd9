"""A topic taken apart: into subjects of one paper, alternatives, and parts ("X for Y" has two)."""

from __future__ import annotations

import re

from rag.words import inflections

__all__ = ["alternatives", "conjuncts", "parts"]


def conjuncts(topic: str) -> list[str]:
    """Split a topic that asks for two subjects in one paper.

    >>> conjuncts("both graphs and causality"), conjuncts("vision + language"), conjuncts("a and b")
    (['graphs', 'causality'], ['vision', 'language'], ['a and b'])
    """
    match = _BOTH.fullmatch(topic.strip())
    subjects = (
        list(filter(None, match.groups())) if match else _PLUS.split(topic, maxsplit=_CONJUNCTS - 1)
    )
    return subjects if all(map(inflections, subjects)) else [topic]


_BOTH = re.compile(
    r"(?:both|combin(?:e|es|ing)|(?:at\s+)?(?:the\s+)?intersections?\s+(?:of|between)|bridg(?:e|es|ing))\s+"
    r"(.+?)\s+(?:and|with)\s+(.+)|(.+?)\s+and\s+(.+?)\s+together",
    re.IGNORECASE,
)
_PLUS = re.compile(
    r"\s+(?:\+|&|together\s+with|combined\s+with|as\s+well\s+as|,?\s*and\s+(?:also|additionally))\s+"
)
# Each subject, alternative and part is embedded and looked up by itself, so a question of nothing
# but commas would cost thousands of questions. What is behind these many stays one.
_CONJUNCTS = 4
_ALTERNATIVES = 24
_PARTS = 8


def alternatives(topic: str) -> list[str]:
    """Split a topic at "or", commas and brackets.

    A modifier of the first part holds for a bare last one; words that name no subject are none.

    >>> alternatives("graph matching or pruning"), alternatives("medical data or tasks")
    (['graph matching', 'graph pruning'], ['medical data'])
    >>> alternatives("information theory such as mutual information")
    ['information theory', 'mutual information']
    >>> alternatives("low-rank adapters (LoRA) for vision")
    ['low-rank adapters for vision', 'LoRA for vision']
    """
    short: list[str] = []
    while len(short) < _ACRONYMS and (bracket := _BRACKET.fullmatch(topic)):
        before, inside, after = bracket.groups()
        topic = f"{before} {after}"
        short.append(f"{inside} {after}")
    wordings = (topic, *reversed(short))
    return [part for wording in wordings for part in _alternatives(wording)][:_ALTERNATIVES]


def _alternatives(topic: str) -> list[str]:
    listed = _ALTERNATIVE.split(_EITHER.sub("", topic), maxsplit=_ALTERNATIVES - 1)
    first, *others = [one for one in listed if set(inflections(one)) - _GENERIC] or [topic]
    modifier = first.rpartition(" ")[0]
    return [first] + [
        f"{modifier} {one}" if modifier and " " not in one and one.islower() else one
        for one in others
    ]


# An acronym in brackets stands for what is before it, and what is behind it holds for both.
_BRACKET = re.compile(r"(.*\S)\s*\((?=[^\WA-Z]*[A-Z][^\WA-Z]*[A-Z])(\w+)\)\s*(\S.*)")
_ACRONYMS = 4  # in one topic
_EITHER = re.compile(r"^(?:either|at\s+least\s+one\s+of)\s+", re.IGNORECASE)
_ALTERNATIVE = re.compile(
    r"\s+or\s+|,?\s+(?:such\s+as|including|for\s+(?:example|instance)|namely|especially)\s*,?\s+|"
    r"\s*[,;:()]\s*(?:or\s+|and\s+)?(?:(?:i\.e\.|e\.g\.)\s*,?\s*)?|\s+/\s+|"
    r"\s*(?:\.\.\.|…)\s*"
)
_GENERIC = frozenset(
    inflections(
        "data task method model problem setting technique approach application etc work variant "
        "something aspect role kind type use training test replacement alternative idea concept "
        "notion tool result"
    )
)


def parts(topic: str) -> list[str]:
    """Take a topic apart at its prepositions; none where it has one part.

    >>> parts("diffusion models for molecules")
    ['diffusion models', 'molecules']
    """
    between = _BETWEEN.split(topic, maxsplit=_PARTS - 1)
    telling = [part.strip() for part in between if set(inflections(part)) - _VAGUE]
    return telling if len(telling) > 1 else []


# What every paper of the field has, as a part of a topic: "theory of owls" is about owls.
_VAGUE = _GENERIC | frozenset(
    inflections("machine learning deep neural network theory analysis understanding coping ai")
)
_BETWEEN = re.compile(
    r"\s+(?:for|with|in|on|using|of|from|under|via|by|against|to|through|between|over|and|within|"
    r"across|that|as|without|into)\s+|\s*/\s*"
)
