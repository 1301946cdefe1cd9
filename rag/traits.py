"""What papers are or have besides their topic: code, a benchmark or dataset, theory, a position.

Each trait is read from the sentence of the abstract that shows it.
"""

from __future__ import annotations

import re

from rag.snapshot import Indexed
from rag.wording import Trait

__all__ = ["shows"]

_CODE_LINK = re.compile(
    r"https?://(?:www\.)?(?:github|gitlab|bitbucket|huggingface)\S+", re.IGNORECASE
)
_SIGNS = {
    Trait.CODE: re.compile(
        r"(?:github|gitlab|bitbucket)\.|\b(?:our|source|the|training|evaluation|implementation)?\s*"
        r"\b(?:codes?|codebase|implementation|toolkit)\b[^.]{0,60}"
        r"\b(?:available|released?|public|open[- ]?sourced?|at\b|https?:)|"
        r"\b(?:release|publish|open[- ]?source|provide)\w*\b[^.]{0,40}\bcode\b|"
        r"\bis\s+open[- ]?sourced?\b",
        re.IGNORECASE,
    ),
    Trait.RESOURCE: re.compile(
        # No preposition between the verb and its object: "develop models for datasets" makes none.
        r"\b(?:introduc|present|propos|develop|releas|creat|collect|construct|curat|design|build|built|"
        r"contribut|establish)\w*\s+(?:(?!(?:on|for|in|across|with|using|from|that|of|by|to|and|over|"
        r"method|model|approach|algorithm)s?\b)(?:\([^)]*\)|[\w*$+-]+)[\s,]+){0,7}?"
        r"(?:benchmark|data\s?set|corpus|test\s?suite|test\s?bed)s?\b(?!\s+(?:method|of\s+our))|"
        r"\b(?:novel|first|extensive)\s+(?:(?!(?:on|for|in|of|with)\b)[\w-]+\s+){0,4}?"
        r"(?:benchmark|data\s?set|corpus)\b|"
        r"\b(?:data\s?set|benchmark|corpus)s?\b[^.,;]{0,40}\b(?:is|are)\s+(?:now\s+|all\s+)?"
        r"(?:publicly\s+)?(?:available|released|open)|\brelease\s+(?:\w+,?\s+){0,4}?data(?:sets?)?\b|"
        r"\bis\s+(?:a|an|the\s+first)\s+(?:[\w-]+\s+){0,4}?(?:benchmark|data\s?set)\b|"
        r"\b(?:Our|The)\s+(?:\w+\s+and\s+)?data\s?sets?\b[^.;]{0,60}\b(?:available|released?|public)",
        re.IGNORECASE,
    ),
    Trait.THEORY: re.compile(
        r"\b(?:prov(?:e|es|ed|ing|able|ably)|theorem|theoretical(?:ly)?|theory|lower\s+bound|upper\s+bound|"
        r"convergence\s+(?:rate|guarantee|analysis)|generali[sz]ation\s+bound|formally\s+show|"
        r"closed-form|sample\s+complexity|regret|asymptotic(?:ally)?|guarantees?)\b",
        re.IGNORECASE,
    ),
    Trait.POSITION: re.compile(
        r"\b(?:position\s+paper|our\s+position|we\s+ultimately\s+argue\s+that|this\s+paper\s+argues|"
        r"we\s+call\s+for|we\s+advocate)\b",
        re.IGNORECASE,
    ),
}


def shows(indexed: Indexed, trait: Trait) -> int | None:
    """Find the sentence of a paper that shows a trait.

    Returns:
        The number of the sentence; None where no sentence shows it.
    """
    paper = indexed.paper
    for number, (start, end) in enumerate(indexed.sentences):
        if _SIGNS[trait].search(paper.abstract[start:end]):
            return number
    if trait is Trait.CODE and paper.code_url and _CODE_LINK.match(paper.code_url):
        return len(indexed.sentences) - 1
    if trait is Trait.POSITION and paper.title_given and paper.title.startswith("Position:"):
        return 0
    return None
