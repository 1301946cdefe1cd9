"""Turns of phrase by which a question hangs on the one before it.

>>> again_about("and for dry regions?")
Again(what='dry regions', and_so=True, instead=False)
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from rag.kinds import kind_of

__all__ = [
    "Again",
    "again_about",
    "asks_for_alike",
    "asks_for_more",
    "asks_which",
    "better_one",
    "compares",
    "dropped",
    "is_bare",
    "kept",
    "means_what_was_told",
    "of_the_paper",
    "which_one",
    "without_courtesy",
]

_COURTESY = re.compile(
    r"^\W*(?:thanks?(?:\s+(?:you|a\s+lot|so\s+much))?|ok(?:ay)?|great|nice|cool|perfect|good|sure|"
    r"al?right|right|interesting|i\s+see|hm+|well|so|got\s+it|no|yes)\b[\s,.!:;-]+(?:then\s+)?(?=\w)",
    re.IGNORECASE,
)
_AND = r"^\W*(?:(?:and|but|now|so|then|ok(?:ay)?|please)[\s,]+)*"
_MORE = re.compile(
    r"^\W*(?:(?:please|can you|could you|and)\s+)?"
    r"(?:show|give|list|tell|see|are there|any|find|get)?\s*(?:me\s+)?"
    r"(?:some\s+|any\s+|a\s+few\s+)?(?:more|others|other ones|the rest|the others|further|"
    r"what\s+else)"
    r"(?:\s+(?:papers|ones|results|of them|of those|like (?:this|these|that|those)))?"
    r"(?:\s+please)?\W*$",
    re.IGNORECASE,
)
_LIKE_IT = re.compile(
    rf"{_AND}(?:(?:are\s+there|is\s+there|show|find|give|list|get|me|any|what|which|some|other|more|the|most)\s+)*"
    r"(?:(?:similar|related|comparable)\s+(?:papers?|works?|ones|studies|research|literature|articles)|"
    r"(?:papers?|works?|ones|more|others?|anything|something)\s+(?:papers?\s+)?(?:like|similar\s+to|related\s+to)\s+"
    r"(?:this|that|it)(?:\s+(?:one|paper|work))?|"
    r"papers?\s+(?:on|about)\s+(?:this|that|it|the\s+same)(?:\s+(?:topic|subject|problem|theme))?)\W*$|"
    rf"{_AND}(?:who|what|anyone|anybody|which\s+\w+)\s+else\b.*\b(?:this|that|it|the\s+same(?:\s+\w+)?)"
    r"(?:\s+(?:topic|subject|problem|theme))?\W*$",
    re.IGNORECASE,
)
_ONLY = re.compile(
    rf"{_AND}(?:(?:show|keep|list|give)\s+(?:me\s+)?)?(?:only|just)\s+"
    r"(?:(?:the|those|these)\s+)?(?:(?:ones?|papers?|works?|methods?)\s+)?(?P<what>.+)$",
    re.IGNORECASE,
)
_NARROW = re.compile(
    rf"{_AND}(?:narrow|filter|restrict|limit|reduce)\s+(?:(?:it|them|this|that|these|those|"
    r"the\s+(?:list|results?|papers?))\s+)?(?:down\s+)?(?:to|by|for|on)\s+(?:(?:the|those)\s+)?"
    r"(?:(?:ones?|papers?)\s+)?(?P<what>.+?)\W*$|"
    rf"{_AND}any\s+(?:of\s+(?:them|these|those)\s+)?(?P<have>(?:with|without|that|which|using)\s+.+?)\W*$",
    re.IGNORECASE,
)
_DROP = re.compile(
    rf"{_AND}(?:drop|remove|exclude|leave out|skip|without|except|not|but not|minus)\s+(?:the\s+)?"
    r"(?:ones?\s+)?(?:(?:about|on|with|that use|using)\s+)?(?P<what>[^.;]+?)"
    r"(?:\s+(?:ones|papers))?\W*$",
    re.IGNORECASE,
)
_ABOUT = re.compile(
    rf"{_AND}(?:what|how)\s+about\s+(?P<what>.+?)(?:\s+(?:instead|then|papers|work))*\W*$|"
    r"^\W*(?P<instead>.+?)\s+instead\W*$|"
    r"^\W*(?:and|same)\s+(?:(?:question\s+)?(?:for|of|with|about|on|in|by|from|using)\s+)"
    r"(?P<and>.+?)\W*$|"
    r"^\W*and\s+(?!(?:which|what|who|how|is|are|does|do|did|can|where|when|why)\b)(?P<bare>(?:[\w$^{}\\+&'-]+\s*){1,5})\?*\W*$",
    re.IGNORECASE,
)
_AND_FIRST = re.compile(r"^\W*and\b", re.IGNORECASE)
_OF_THE_PAPER = re.compile(
    r"^(?:the|its|their|code|data|datasets?|results?|limitations?|experiments?|baselines?|metrics?|"
    r"theory|proofs?|evaluation|benchmarks?|authors?|hyper-?parameters?|training)\b",
    re.IGNORECASE,
)
# "the idea" was spoken of; "the idea of pruning" is told here.
_TOLD = re.compile(
    r"\bthe\s+(?:main\s+|key\s+|new\s+|whole\s+)?(?:ideas?|methods?|approach|models?|authors?|code|"
    r"data|datasets?|benchmarks?|results?|experiments?|evaluation|algorithms?|framework|proofs?|"
    r"theorems?|bounds?|baselines?|gains?|improvements?|speed-?ups?|names?|inspiration|intuition|"
    r"problem|claims?|catch|limits?|limitations?)\b"
    r"(?!\s+(?:of|behind|on|in|for|from|by|that|which|called|with|to)\s)",
    re.IGNORECASE,
)
_WHICH_ONE = re.compile(
    rf"{_AND}which(?:\s+ones?\b|(?=\s+(?:is|are|has|have|does|do|uses?)\b))", re.IGNORECASE
)
_WHICH = re.compile(
    rf"{_AND}which\s+(?:ones?|papers?|method|approach|of|is|are|has|have|does|do|uses?)\b|"
    r"\bhow\s+many\b",
    re.IGNORECASE,
)
_COMPARATIVE = "|".join(
    """better best worse worst more most less least fewer fewest superior inferior ahead preferable
    higher highest lower lowest larger largest smaller smallest bigger biggest faster fastest slower
    slowest cheaper cheapest stronger strongest weaker weakest simpler simplest easier easiest
    harder hardest quicker quickest longer longest shorter shortest greater greatest deeper deepest
    closer closest lighter heavier sparser denser broader wider newer safer""".split()
)
_BETTER_ONE = re.compile(
    rf"{_AND}(?:between\s+(?:them|the\s+two)[\s,]+)?(?:which|what|who)"
    r"(?:\s+(?:ones?|of\s+(?:them|these|those|the\s+two|both)|method|approach|paper|model|algorithm))*"
    rf"\s+(?:(?:is|are|was|were)\s+(?:the\s+|\w+ly\s+|much\s+)*[\w-]*(?:er|est)\b(?!-)|"
    rf"(?:(?!papers\b)[\w-]+\s+){{1,3}}(?:{_COMPARATIVE})\b(?!-)|"
    r"(?:wins?|(?:out)?performs?|scales?|generali[sz]es?|comes?\s+out)\b)",
    re.IGNORECASE,
)
_BARE = re.compile(rf"{_AND}(?:(?:what|how)\s+about\s+)?\W*(?:instead|then|please|\s)*\W*$", re.I)


@dataclass(frozen=True, slots=True)
class Again:
    """What the last question is asked again about.

    Attributes:
        and_so: Whether it is asked besides ("and X?"), not of something else ("what about X?").
        instead: Whether it takes the place of what was asked.
    """

    what: str
    and_so: bool
    instead: bool


def without_courtesy(question: str) -> str:
    """Leave out what only keeps a conversation going: "thanks! and its code?"."""
    return _COURTESY.sub("", question)


def asks_for_more(question: str) -> bool:
    """Tell whether a question asks for the rest of the last answer."""
    return bool(_MORE.match(question))


def asks_for_alike(question: str) -> bool:
    """Tell whether a question asks for papers like the one spoken of: "who else works on this?"."""
    return bool(_LIKE_IT.match(question))


def dropped(question: str) -> str | None:
    """Find what is to be taken out of the last answer: "without the ones on snow"."""
    match = _DROP.match(question)
    return match["what"] if match else None


def kept(question: str) -> str | None:
    """Find what alone is to be kept of the last answer: "only those with code"."""
    if match := _ONLY.match(question):
        return match["what"]
    if match := _NARROW.match(question):
        return match["have"] or f"are about {match['what']}"
    return None


def again_about(question: str) -> Again | None:
    """Find what the last question is asked again about: "what about X?", "and for X?"."""
    match = _ABOUT.match(question)
    if match is None:
        return None
    what = next(part for part in match.groups() if part).strip(" ?.!")
    return Again(what, bool(_AND_FIRST.match(question)), bool(match["instead"]))


def of_the_paper(what: str) -> bool:
    """Tell whether something belongs to a paper ("the results"), rather than being a topic."""
    return bool(_OF_THE_PAPER.match(what))


def means_what_was_told(question: str) -> bool:
    """Tell whether a question speaks of something as known: "where does the idea come from?"."""
    return bool(_TOLD.search(question))


def asks_which(question: str) -> bool:
    """Tell whether a question asks for some of several papers: "which of them", "how many"."""
    return bool(_WHICH.search(question))


def which_one(question: str) -> re.Match[str] | None:
    """Match "which one" or a bare "which", which mean the papers that were just listed."""
    return _WHICH_ONE.match(question)


def better_one(question: str) -> re.Match[str] | None:
    """Match a question for the better of some papers: "which is faster?", "who wins on X?"."""
    return _BETTER_ONE.match(question)


def compares(question: str) -> bool:
    """Tell whether a question sets papers against one another: "is it faster than OwlNet?"."""
    return kind_of(question) == "comparison" or bool(_THAN.search(question))


_THAN = re.compile(r"\b(?:than|beats?|outperforms?|surpass(?:es)?|against|unlike)\b", re.IGNORECASE)


def is_bare(question: str) -> bool:
    """Tell whether nothing is asked, once the pointer is out of a question: "and what about?"."""
    return bool(_BARE.match(question))
