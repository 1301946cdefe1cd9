"""The wording of questions: what frames a topic, what excludes one, what papers can be asked for.

Nothing here knows the collection. The tables are English; a question in another language keeps
its whole wording as its topic.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum

from rag.appearance import Appearance, appearance

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


_PAPERS = (
    r"(?:papers?|works?|articles?|studies|publications?|abstracts?|entries|research|ones|"
    r"contributions?|preprints?|experiments?|authors|researchers|people|methods?|approaches|algorithms?)"
)
_VERBS = (
    r"(?:stud(?:y|ies|ied|ying)|add?ress(?:es|ed|ing)?|deals?|dealing|us(?:e|es|ed|ing)|utili[sz]e[sd]?|"
    r"investigat(?:e|es|ed|ing)|propos(?:e|es|ed|ing)|introduc(?:e|es|ed|ing)|"
    r"explor(?:e|es|ed|ing)|consider(?:s|ed|ing)?|discuss(?:es|ed|ing)?|cover(?:s|ed|ing)?|"
    r"focus(?:es|ed|ing)?|tackl(?:e|es|ed|ing)|analy[sz](?:e|es|ed|ing)|appl(?:y|ies|ied|ying)|"
    r"present(?:s|ed|ing)?|talk(?:s|ed|ing)?|concern(?:s|ed|ing)?|involv(?:e|es|ed|ing)|"
    r"employ(?:s|ed|ing)?|look(?:s|ed|ing)?|examin(?:e|es|ed|ing)|mention(?:s|ed|ing)?|"
    r"evaluat(?:e|es|ed|ing)|develop(?:s|ed|ing)?|relat(?:e|es|ed|ing)|work(?:s|ed|ing)?|"
    r"touch(?:es|ed|ing)?|rel(?:y|ies|ied|ying)|research(?:es|ed|ing)?|target(?:s|ed|ing)?|"
    r"contribut(?:e|es|ed|ing)|treat(?:s|ed|ing)?|handl(?:e|es|ed|ing)|concentrat(?:e|es|ing)|"
    r"leverag(?:e|es|ed|ing)|build(?:s|ing)?|train(?:s|ing)?|belongs?|belonging|"
    r"attempt(?:s|ed|ing)?|tr(?:y|ies|ying)|aim(?:s|ed|ing)?|offer(?:s|ed|ing)?|provid(?:e|es|ed|ing)|"
    r"describ(?:e|es|ed|ing)|says?|said|report(?:s|ed|ing)?|solv(?:e|es|ed|ing)|prove[sd]?|show(?:s|ed|ing)?|find(?:s)?)"
)
_FRAME_WORD = re.compile(
    rf"(?:please|can|could|would|i'm|we're|id|i'd|do|does|did|you|me|us|i|we|want|need|am|im|looking|like|to|know|"
    rf"see|find|list|show|give|get|name|cite|recommend|suggest|enumerate|display|search|fetch|tell|"
    rf"explain|describe|summari[sz]e|overview|survey|outline|interested|searching|literature|"
    rf"wh?ich|what|who|whose|where|whom|"
    rf"all|any|every|everything|each|anything|something|some|the|a|an|of|other|else|least|most|"
    rf"more|there|is|are|"
    rf"was|were|been|be|have|has|had|having|that|these|those|this|here|collection|list|lists|"
    rf"corpus|conference|in|at|on|about|with|for|regarding|concerning|around|topic|topics|subject|"
    rf"area|field|related|relevant|available|their|its|"
    rf"{_PAPERS}|{_VERBS})",
    re.IGNORECASE,
)
# Runs of words are bounded, here and below: a search tries them from each word on, and without a
# bound to the end each time.
_RUN = 12  # words or phrases; no question that is meant has as many
_TAIL = re.compile(
    r"(?<![\s,-])(?:[\s,-]+(?:(?:is|are)\s+(?:there(?:\s+(?:such\s+an?|such|any))?|here|included|available)|"
    r"(?:what )?do (?:you|we) (?:have|know|got)|please|here|"
    r"who (?:does|did|do|works on|studies|study|tries) (?:that|this|it|so)|"
    r"in (?:the|this|your|my) (?:collection|lists?|corpus|data(?:base|set)?|set|conference)|"
    r"at (?:the|this) conference|in it|in (?:a few|two|three|one|some) (?:sentences?|words|"
    r"paragraphs?|lines?)|briefly|in short|pls|"
    r"(?:are|is) (?:studied|addressed|discussed|covered|mentioned)|at all|"
    rf"{_PAPERS})){{1,{_RUN}}}$",
    re.IGNORECASE,
)
_EXCLUSION = re.compile(
    r"[\s,]*\b(?:(?:but|and|yet)\s+)?"
    r"(?:(?:that|which)\s+(?:are|is|do|does|did)\s*(?:n't|\s+not)\s*|"
    r"(?:that|which)\s+never\s+|(?:are|is|do|does)\s+not\s+|(?:aren't|isn't|don't|doesn't)\s+|"
    r"but\s+(?:not|no|without)\b|not\s+(?=(?:about|on|for|using|in|with|related|involving|"
    r"concerning|necessarily)\b)|except(?:\s+for)?\b|excluding\b|exclude\b|other\s+than\b|"
    r"apart\s+from\b|besides\b|leaving\s+out\b|minus\b|"
    r"(?<=papers)\s+without\b|(?<=works)\s+without\b)\s*"
    r"(?P<excluded>[^,;]+?)(?=[,;]|\s+(?:but|and|with|that|which)\s+(?=\S)|$)",
    re.IGNORECASE,
)
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
            r"\b(?:are|is)\s+(?:purely\s+|mostly\s+|mainly\s+)?theoretical\b|"
            r"\b(?:theory|theoretical|theory-oriented)\s+(?=(?:papers?|works?|articles?|results?|"
            r"analys[ie]s|studies|contributions?)\b)(?:results?|analys[ie]s)?|"
            r"\b(?:theory|theoretical\s+(?:understanding|analys[ie]s|results?|guarantees))\s+"
            r"(?=(?:of|on|for|about|behind)\b)|"
            rf"\b(?:(?:and|that|which|with)\s+){{0,{_RUN}}}(?:prove|give|offer|provide|have|derive)s?\s+"
            r"(?:(?:theorems?|bounds?|proofs?|a|any|formal|theoretical|guarantees?|results?)\s*)+",
            re.IGNORECASE,
        ),
    ),
    (
        Trait.RESOURCE,
        re.compile(
            r"\b(?:introduc|propos|present|releas|contribut|provid|offer|creat|build|collect|construct|curat)"
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
    asked = _AMOUNT.sub("", _STATE.sub("", _COUNTING.sub("", undated)))
    rest = _first_question(asked).rstrip("?!. ")
    excluded: list[str] = []
    for match in _EXCLUSION.finditer(rest):
        excluded.append(_unframed(match.group("excluded")))
    rest = _EXCLUSION.sub(" ", rest)
    traits = set()
    for trait, pattern in _TRAITS:
        if pattern.search(rest):
            traits.add(trait)
            rest = pattern.sub(" ", rest)
    return Parts(
        topic=_unframed(rest),
        excluded=tuple(part for part in excluded if part),
        traits=frozenset(traits),
        appeared=appeared,
    )


def _first_question(text: str) -> str:
    """Cut what is said behind a question: "any work on owls? barn owls count too"."""
    first, mark, _ = text.partition("?")
    return first if mark and _unframed(first) else text


_COUNTING = re.compile(
    r"^\W*(?:and\s+)?how\s+many\b|(?:[.,;?!]\s*|\s+and\s+)(?:name|list|show)\s+(?:them|these|those)(?:\s+all)?\W*$",
    re.IGNORECASE,
)
_STATE = re.compile(
    r"^\W*what(?:['’]s|\s+is)\s+the\s+(?:current\s+)?state\s+of\s+(?!the\s+art)", re.IGNORECASE
)
# "give me three papers on owls": how many are wanted says nothing of the topic.
_AMOUNT = re.compile(
    r"\b(?:(?:the|your)\s+)?(?:(?:top|first|best|most\s+relevant)[\s-]+)?"
    r"(?:\d{1,3}|one|two|three|four|five|six|seven|eight|nine|ten|twelve|twenty|several|a\s+dozen|"
    r"a\s+(?:few|couple\s+of|handful\s+of))\s+(?:(?:of\s+)?the\s+)?(?:(?:most\s+)?(?:good|relevant|"
    r"important|interesting|recent)\s+)?(?=(?:papers?|works|articles|studies|publications|abstracts)\b)",
    re.IGNORECASE,
)


def _unframed(text: str) -> str:
    """Strip from a wording what surrounds its topic: "Which papers study X here" is about X."""
    text = _TAIL.sub("", text.strip(" ,;:?!."))
    tokens = re.findall(r"\S+", text)
    while tokens and _FRAME_WORD.fullmatch(tokens[0].strip(",.;:'’\"")):
        tokens.pop(0)
    while tokens and _DANGLING.fullmatch(tokens[-1].strip(",.;:")):
        tokens.pop()
    stripped = " ".join(tokens)
    return _INNER_PAPERS.sub(" ", stripped).strip(" ,;:")


_DANGLING = re.compile(
    r"(?:and|or|that|which|are|is|with|on|in|of|the|a|have|has|there|do|does)", re.IGNORECASE
)
# "graph papers that use attention": the noun that was asked for says nothing of the topic.
_INNER_PAPERS = re.compile(
    r"\s+(?:papers?|works?|articles?)\s+(?:(?:that|which|who)\s+)?"
    rf"(?:(?:are|is|on|about|with|for|in|do|does)\s+)*(?:{_VERBS}\s+)?(?:(?:on|about|with)\s+)?",
    re.IGNORECASE,
)
