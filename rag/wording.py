"""The wording of questions: what frames a topic, what excludes one, what papers can be asked for.

Nothing here knows the collection. The tables are English; a question in another language keeps
its whole wording as its topic.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum

from rag.appearance import Appearance, appearance
from rag.framing import first_question, unframed, without_asides

__all__ = ["RECORDED", "Parts", "Trait", "Want", "split"]


class Trait(Enum):
    """What a paper can be asked to be or to have, besides its topic."""

    CODE = "code"
    RESOURCE = "resource"
    THEORY = "theory"
    POSITION = "position"


class Want(Enum):
    """The form that the answer to a question for a fact has."""

    NUMBER = "number"
    LINK = "link"
    PEOPLE = "people"
    DATE = "date"
    VENUE = "venue"
    ANY = "any"


RECORDED = frozenset({Want.PEOPLE, Want.DATE, Want.VENUE})
"""What the lists say of a paper, if anything does: its abstract does not."""


@dataclass(frozen=True, slots=True)
class Parts:
    """The wording of a topic, taken apart.

    Attributes:
        topic: What the papers should be about; empty where only traits are asked for.
        excluded: What they must not be about.
        traits: What else they must be or have.
        appeared: When and where they must have appeared; None for at any time and anywhere.
    """

    topic: str
    excluded: tuple[str, ...] = ()
    traits: frozenset[Trait] = frozenset()
    appeared: Appearance | None = None

    @property
    def tell(self) -> bool:
        """Whether they tell papers apart; what is excluded alone does not."""
        return bool(self.topic or self.traits or self.appeared)


# Runs of words are bounded: a search tries them from each word on, and without a bound to the end
# each time.
_RUN = 12  # words; no question that is meant has as many
_EXCLUSION = re.compile(
    r"[\s,]*\b(?:(?:but|and|yet)\s+)?"
    r"(?:(?:that|which)\s+(?:are|is|do|does|did)\s*(?:n't|\s+not)\s*|"
    r"(?:that|which)\s+never\s+|(?:are|is|do|does)\s+not\s+|(?:aren't|isn't|don't|doesn't)\s+|"
    r"but\s+(?:not|no|without)\b|not\s+(?=(?:about|on|for|using|in|with|related|involving|"
    r"concerning|necessarily)\b)|except(?:\s+for)?\b|excluding\b|exclude\b|other\s+than\b|"
    r"apart\s+from\b|besides\b|leaving\s+(?:out|aside)\b|ignoring\b|skipping\b|minus\b|"
    r"rather\s+than\b|instead\s+of\b|(?:(?:that|which)\s+(?:have|has)|having|with)\s+nothing\s+to\s+do\s+with\b|"
    r"(?<=papers)\s+without\b|(?<=works)\s+without\b)\s*"
    r"(?P<excluded>[^,;]+?)(?=[,;]|\s+(?:but|and|with|that|which)\s+(?=\S)|$)",
    re.IGNORECASE,
)
_IN_BRACKETS = re.compile(
    r"[,(]\s*(?:not|no)\s+([^(),;]+)\)?", re.IGNORECASE
)  # "owls (not barn owls)"
_TRAITS: tuple[tuple[Trait, re.Pattern[str]], ...] = (
    (
        Trait.CODE,
        re.compile(
            r"(?:\b(?:and|that|which|with|whose|where|who|having|have|has|make|makes|made|release[sd]?|"
            r"publish(?:es|ed)?|share[sd]?|provide[sd]?|comes?|offers?|includes?|gives?|open-?source[sd]?|"
            r"also|both|do|does|their|its|the|an?|public|publicly|open|available|released|source|links?|"
            rf"to)\s+){{1,{_RUN}}}"
            r"\b(?:code(?:base)?|implementations?|github|repositor(?:y|ies))\b"
            r"(?!\s+(?:generation|completion|review|search|synthesis|understanding|models?|LLMs?|book))"
            r"(?:\s+(?:is|are|links?|repositor(?:y|ies)|released?|releases|online|publicly|public|"
            r"available|open|code|implementations?|on|github|at)\b)*|"
            r"\bopen[- ]source[d]?(?=\s+(?:papers?|works?|methods?|benchmarks?|datasets?)|$)",
            re.IGNORECASE,
        ),
    ),
    (Trait.POSITION, re.compile(r"\bposition\s+papers?\b", re.IGNORECASE)),
    (
        Trait.THEORY,
        re.compile(
            r"\bwith\s+(?:(?:a|some|any)\s+)?(?:theory|theorems?|proofs?)\b|"
            r"\b(?:are|is)\s+(?:purely\s+|mostly\s+|mainly\s+)?theoretical\b|"
            r"\b(?:theory|theoretical|theory-oriented)\s+(?=(?:papers?|works?|articles?|results?|"
            r"analys[ie]s|studies|contributions?)\b)(?:results?|analys[ie]s)?|"
            r"\b(?:theory|theoretical\s+(?:understanding|analys[ie]s|results?|guarantees))\s+"
            r"(?=(?:of|on|for|about|behind)\b)|"
            rf"\b(?:(?:and|that|which|with)\s+){{0,{_RUN}}}(?:prove|give|offer|provide|have|derive)s?\s+"
            rf"(?:(?:an?|any|some|formal|theoretical)\s+){{0,{_RUN}}}"
            r"(?:theory|theorems?|bounds?|proofs?|guarantees?|(?<=prove\s)something|(?<=proves\s)something|"
            r"(?:(?<=prove\s)|(?<=proves\s)|(?<=formal\s)|(?<=theoretical\s))results?)\b",
            re.IGNORECASE,
        ),
    ),
    (
        Trait.RESOURCE,
        re.compile(
            r"\b(?:introduc|propos|present|releas|contribut|provid|offer|creat|build|collect|construct|curat|comes?\s+with)"
            r"(?:e|es|ed|ing|s)?\s+(?:(?:a|an|the|new|novel|their|own|any|some|public|or|and)\s+)*"
            r"(?:benchmarks?|data\s?sets?|corpora|corpus|test\s+suites?)\b(?:\s+or\s+(?:a\s+|new\s+)*"
            r"(?:benchmarks?|data\s?sets?))?|"
            r"^(?:(?:which|what|list|show|find|all|any|the|new|me|are|there|is|every|give)\s+)*"
            r"(?:new\s+)?(?:benchmarks?|data\s?sets?)\b(?:\s+(?:and|or)\s+(?:benchmarks?|data\s?sets?))?"
            r"(?:\s+papers?)?",
            re.IGNORECASE,
        ),
    ),
)


def split(wording: str) -> Parts:
    """Take the wording of a listing apart into its topic, what it excludes and its traits.

    >>> split("Which RL papers are there that are not offline?").topic
    'RL'
    """
    appeared, undated = appearance(wording.strip())
    rest = first_question(without_asides(undated)).rstrip("?!. ")
    rest = _IN_BRACKETS.sub(r" but not \1", rest)
    excluded: list[str] = []
    for match in _EXCLUSION.finditer(rest):
        excluded.append(unframed(match.group("excluded")))
    rest = _EXCLUSION.sub(" ", rest)
    traits = set()
    for trait, pattern in _TRAITS:
        if pattern.search(rest):
            traits.add(trait)
            rest = pattern.sub(" ", rest)
    return Parts(
        topic=unframed(rest),
        excluded=tuple(part for part in excluded if part),
        traits=frozenset(traits),
        appeared=appeared,
    )
