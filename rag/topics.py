"""The phrases of an abstract that may say what its paper is about.

Authors announce their topic: "we propose", "we study", "we show that"; "NAME, a method for", "NAME
learns". How they do so says how much the phrase behind it is worth.

>>> [topic.phrase for topic in topics(["We present a way of pruning graphs."], [])][:1]
['pruning graphs']
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from rag.fields import telling
from rag.phrases import PREPOSITION, opening

__all__ = ["Topic", "topics"]

# How much speaks for a topic, in the same measure as what its words say (see `rag.labels`). These
# weights were set by reading labels beside titles; the share of the titles' words that the labels
# hold hardly depends on them.
_NAMED = 2.0  # its sentence has the paper's name
_DEFINED = 4.0  # it says what the name is the name of
_DONE = 0.6  # it says what that does
_FOUND = 1.2  # it is what the paper shows
_FOUND_OF_NAMED = -0.8  # the same, where the paper made something that has a name
_LATER = -0.5  # for each sentence before it
_AFTER = -1.0  # it is told as an afterthought
_CUT_SHORT = -2.0  # less than half is left of what it says
_CUT = -1.0  # it says that something is so, and an end of that is gone

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
_CONNECTIVE = re.compile(r"^(?:\w+ly|However|Thus|Hence|Moreover|Therefore|Instead), ")
_STANDS_FOR_NAME = re.compile(  # behind a sentence that has the name
    r"(?:It|(?:This|The(?: proposed)?|Our) "
    r"(?:method|approach|framework|algorithm|model|technique)) "
    r"(?=(?:\w+ly )?(?!is |was |has )[a-z]+s )"
)
_SAYS_THAT = re.compile(
    r" (?:[\w-]+ ){0,3}(?:analysis|evidence|results?|proofs?)(?: \w+ing)? that "
)
_TELLS_LITTLE = (  # what any method does, and words that only look like a verb
    r"(?:has|was|does|outperforms|achieves|improves|shows|demonstrates|exhibits|surpasses|consists|"
    r"performs|yields|attains|requires|offers|excels|comprises|includes|enjoys|needs|remains|works|"
    r"obtains|sets|delivers|establishes|boosts|reaches|beats|matches|provides|gives|allows|enables|"
    r"makes|takes|scales|runs|converges|reduces|uses|serves|sheds|contains|means|leads|results|"
    r"ensures|proves|competes|generalizes|always|thus)"
)
# The paper's name stands as one sign while its sentences are read: patterns that hold the name
# itself would have to be compiled for each paper, half of the time that labels take.
_SIGN = "\ue000"
_NAME_AND_KIND = re.compile(rf"{_SIGN},? (?:is |— )?(?=(?:an?|the) )")
_KIND_AND_NAME = re.compile(rf"\b(?:an?|our) ((?:(?! an? )[^,.;:]){{9,45}}), {_SIGN}")
_NAME_DOES = re.compile(  # "NAME, which learns to ...", "NAME minimizes ..."
    rf"{_SIGN},?(?: (?:that|which))? (?:\w+ly |first |aims to \w+ )?(?!{_TELLS_LITTLE}\b)"
    r"(?P<verb>[a-z]+[a-rt-z]s) (?P<object>(?!(?:in|on|with|for|at|by|from|as) )\S.*)"
)
_MENTION = re.compile(
    r"(?P<before>\S*)"
    r"(?:,? (?:(?:which|that) )?(?:we )?(?:call|term|dub|name|nam|coin|denot|titl|abbreviat)\w*"
    rf"(?: as| it)?)?(?:(?: |^)(?:the|an?|our))?[ \"'“‘*]*{_SIGN}[\"'”’*]*,?"
)


@dataclass(frozen=True, slots=True)
class Topic:
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
        cut = self.is_statement and len(part) < len(self.phrase)
        cut_short = cut and 2 * len(part) < len(self.phrase)
        return (
            self.weight
            + (_CUT if cut else 0.0)
            + (_CUT_SHORT if cut_short or not telling(part) else 0.0)
        )


def topics(sentences: Sequence[str], forms: Sequence[str]) -> Iterator[Topic]:
    """Yield the phrases that may say what a paper is about.

    Args:
        sentences: Those of its abstract, without markup.
        forms: Every way in which they write the paper's name; none if it has none.
    """
    written = "|".join(re.escape(form) + "s?" for form in forms) or r"(?!)"
    named = re.compile(rf"(?<![\w-])(?:{written})(?![\w+-])")
    was_named = False
    for place, sentence in enumerate(sentences):
        if _PUBLISHED.search(sentence):
            continue
        weight = _LATER * place + (_AFTER if _AFTERTHOUGHT.search(sentence[:60]) else 0.0)
        if was_named:
            sentence = _STANDS_FOR_NAME.sub(f"{forms[0]} ", sentence, count=1)
        bare = _BRACKETS.sub("", sentence)
        mention = named.search(sentence)
        was_named = bool(mention)
        if mention:
            weight += _NAMED
            signed = named.sub(_SIGN, bare)
            for topic in _of_the_named(signed, weight):
                yield replace(topic, phrase=topic.phrase.replace(_SIGN, mention.group()))
            bare = _MENTION.sub(_set_aside, signed).replace(_SIGN, mention.group())
        found = _FOUND_OF_NAMED if forms else _FOUND
        yield from _announced(bare, weight, weight + found, is_first=place == 0)
    for place, sentence in enumerate(sentences[:2]):
        bare = _CONNECTIVE.sub("", _BRACKETS.sub("", sentence))
        subject, *rest = _VERB.split(bare, maxsplit=1)
        yield Topic(-place, opening(subject), is_field=place == 0 and bool(rest))


def _of_the_named(signed: str, weight: float) -> Iterator[Topic]:
    """Yield what a sentence says that the name is, or does."""
    if after := _NAME_AND_KIND.search(signed):
        yield Topic(weight + _DEFINED, opening(signed[after.end() :]))
    if before := _KIND_AND_NAME.search(signed):
        yield Topic(weight + _DEFINED, opening(before[1]))
    if does := _NAME_DOES.search(signed):
        yield Topic(weight + _DONE, opening(f"to {_infinitive(does['verb'])} {does['object']}"))


def _announced(bare: str, weight: float, found: float, *, is_first: bool) -> Iterator[Topic]:
    """Yield what a sentence announces: to be made, studied or shown."""
    for more, announcement in _ANNOUNCEMENTS:
        if match := announcement.search(bare):
            text = re.sub(
                r"^[ ,]*@[ ,]*(?:for |which (?=\w+s )|that (?=\w+s ))?", "", bare[match.end() :]
            )
            is_field = is_first and bool(re.match(_STUDY, match.group().split(" ")[-1]))
            is_statement = bool(_SAYS_THAT.match(text))
            yield Topic(
                found if is_statement else weight + more,
                opening(text.replace(" @", "")),
                is_statement,
                is_field,
            )
    if match := _FINDING.search(bare):
        yield Topic(found, opening(bare[match.end() :]), is_statement=True)


def _infinitive(verb: str) -> str:
    """Turn "minimizes" into "minimize"."""
    return re.sub(r"(?<=ss|sh|ch)es$|(?<=x)es$|s$", "", re.sub("ies$", "y", verb))


def _set_aside(mention: re.Match[str]) -> str:
    """Put a sign for a name that the phrase can do without, not for one that is its object."""
    needed = re.fullmatch(rf"{PREPOSITION}|of|and|or|(?!introduc|propos)\w+ing", mention["before"])
    return mention.group() if needed else f"{mention['before']} @"
