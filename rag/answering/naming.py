"""Names that a question asks for: which datasets, what baselines, the three benchmarks.

"Experiments on three datasets" names none of them, and a question that asks which they are is not
answered by it. A sentence names things where it says something new beside the noun: a name, or
what kind they are, or where it enumerates them.

>>> asked = Named.of("Which datasets does OwlNet use?")
>>> texts = ("We test it on three real datasets.", "We test it on the NightCalls dataset.")
>>> [asked.given_by(text) for text in texts]
[False, True]
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from rag.plain import plain
from rag.words import STOPWORDS, inflections

__all__ = ["NAME", "Named"]

NAME = r"(?:[A-Z][\w-]*[a-z0-9A-Z][\w+-]*|[a-z]+[A-Z][\w-]*|[A-Za-z]+-?\d[\w-]*)"
"""A pattern of what has the shape of a name wherever it does not begin a sentence."""

_COUNT = (
    r"(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fifteen|twenty|"
    r"\d+\+?)"
)
_ASKING = (
    r"\b(?:which|what(?:\s+(?:are|were)(?:\s+the|\s+its)?)?|names?(?:\s+of)?|list|enumerate|give|tell\s+me)"
    r"\s+(?:(?:the|all|its|exact|specific|public|other|real|real-world|standard|existing|popular|"
    r"named|synthetic|different|of\s+the)\s+)*"
)
_UNNAMED = re.compile(r"\b(?:kinds?|types?|sorts?|forms?|classes)\s+of\b", re.IGNORECASE)
_BY_NAME = re.compile(
    r"\b(?:by\s+name|names?\s+of|named|exactly|specifically|in\s+particular|concretely|name|list|"
    r"enumerate)\b",
    re.IGNORECASE,
)
_OPENS = re.compile(
    r"\s*,?\s*(?:\(?(?:such\s+as|including|like|e\.g\.|namely|i\.e\.|called|named|termed|dubbed|"
    r"which\s+we\s+(?:call|term|name)|known\s+as)|:|—|---?|–|\((?!\d+\)|[A-Z][\w-]*\)))\s*\S",
    re.IGNORECASE,
)
_TESTED = re.compile(
    r"\b(?i:evaluat|experiment|test|train|benchmark|fine-?tun|achiev|reach|excel|strong|improve|result|"
    r"demonstrat|perform|score)\w*\b.{0,100}?\b"
    rf"(?:on|across|from|over|at)\s+(?:[a-z-]+\s+){{0,4}}(?P<name>{NAME})"
)
_BEATEN = re.compile(
    r"\b(?i:compar|outperform|surpass|exceed|beat|better|superior|improv|advantage|ahead|faster)\w*\b"
    rf".{{0,60}}?(?:\b(?:with|to|than|over|against|of|like|by)\s+)?(?:[a-z-]+\s+){{0,4}}(?P<name>{NAME})"
)
_BUILT = re.compile(
    r"\b(?i:built|builds?|based|us(?:e[sd]?|ing)|fine-?tun\w*|train\w*|with|of|adapt\w*|extend\w*)\b"
    rf"\s+(?:[a-z-]+\s+){{0,4}}(?P<name>{NAME})"
)

_COINED = re.compile(  # "we introduce OwlSet, the first dataset of owls"
    r"\b(?i:we|this\s+(?:paper|work))\s+(?:[a-z]+ly\s+)?(?i:introduc|present|propos|releas|creat|construct|"
    r"build|built|develop|collect|contribut|call|term|nam|dub)[a-z]*\s+(?:(?:the|a|an|it|this|our|new|novel)\s+)*"
    rf"(?P<name>{NAME})"
)
_OF_PEOPLE = re.compile(r"\b(?:of|by|from|in)\s+\(?(?P<name>[A-Z][a-z][\w-]+)")
_ON_ITS_OWN = re.compile(
    r"\b(?i:on|across)\s+(?:[a-z-]+\s+){0,2}(?P<name>[A-Za-z]*[A-Z][\w-]*[A-Z0-9][\w-]*)"
)
_PEOPLE = (
    r"(?:philosophers?|researchers?|scientists?|scholars?|experts?|company|companies|country|"
    r"countries|city|cities|hospitals?|laborator\w+|organi[sz]ations?|laws?|regulations?)"
)
_MODELS = r"(?:L?LMs?|(?:(?:large\s+)?language\s+|base\s+|foundation\s+|chat\s+)models?|backbones?)"
_NETWORKS = r"(?:real|real-world|social|citation)\s+(?:networks?|graphs?)"
_DATA = r"(?:data\s?sets?|benchmarks?|corpus|corpora|leaderboards?|suites?)"
# Nouns of things that have names of their own: those of a question, those of a sentence, and how a
# sentence names such things without the noun.
_THINGS = (
    (_DATA, _DATA, (_TESTED, _ON_ITS_OWN)),
    (
        r"(?:baselines?|competitors?)",
        r"(?:baselines?|competitors?|methods?|approaches|algorithms?|models?|solvers?|agents?)",
        (_BEATEN,),
    ),
    (_MODELS, _MODELS, (_BUILT,)),
    (
        r"(?:games?|environments?|simulators?)",
        r"(?:games?|environments?|simulators?|domains?|suites?|tasks?)",
        (_TESTED, _ON_ITS_OWN),
    ),
    (_NETWORKS, _NETWORKS, (_TESTED,)),
    (_PEOPLE, _PEOPLE, (_OF_PEOPLE,)),
)


@dataclass(frozen=True, slots=True)
class Named:
    """What a question wants the names of.

    Attributes:
        noun: The noun of the things asked for, and those that stand for it.
        known: The words of the question without inflections: to repeat them names nothing.
        strictly: Whether only names will do, or an enumeration.
        elsewhere: How such things are named without the noun; empty where they have no names.
        needed: Whether nothing else answers; otherwise names only speak for a sentence.
    """

    noun: re.Pattern[str]
    known: frozenset[str]
    strictly: bool
    elsewhere: tuple[re.Pattern[str], ...] = ()
    needed: bool = True

    @classmethod
    def of(cls, question: str, known: frozenset[str] = frozenset()) -> Named | None:
        """Find what a question wants the names of, if it wants names.

        Args:
            question: The question.
            known: Words, without inflections, that name nothing, beside those of the question.
        """
        if _UNNAMED.search(question):
            return None
        known = known.union(inflections(question))
        for asked, nouns, elsewhere in _THINGS:
            asks = re.compile(
                rf"{_ASKING}(?P<count>{_COUNT}\s+)?"
                rf"(?:(?!(?:is|are|was|were|do|does|did|the|of)\b)[\w-]+\s+){{0,3}}?{asked}"
                rf"(?=\s+(?:is|are|was|were|do|does|did|has|have|can|it|they|the|in|on|for|by|used|"
                rf"of|[A-Z])|\W|$)",
                re.IGNORECASE,
            )
            if match := asks.search(question):
                strictly = bool(match["count"] or _BY_NAME.search(question))
                noun = re.compile(rf"\b{nouns}(?!\w)", re.IGNORECASE)
                return cls(noun, known, strictly or asked is _PEOPLE, elsewhere)
        if match := _COUNTED.search(question):
            noun = re.compile(rf"\b{re.escape(match['noun'].removesuffix('s'))}\w*", re.IGNORECASE)
            return cls(noun, known, strictly=False)
        if _WHOSE.search(question):
            return cls(_NO_NOUN, known, strictly=True, elsewhere=(_OF_PEOPLE,), needed=False)
        if match := _OFTEN_LISTED.search(question):
            noun = re.compile(rf"\b{re.escape(match['noun'])}s?\b", re.IGNORECASE)
            return cls(noun, known, strictly=True, needed=False)
        return None

    def given_by(self, text: str) -> bool:
        """Tell whether a sentence names such things."""
        text = plain(text)
        ways = [*self.elsewhere, *([_COINED] if self.noun.search(text) else [])]
        return any(
            self._is_new(match["name"]) for way in ways for match in way.finditer(text)
        ) or any(self._names(text, match) for match in self.noun.finditer(text))

    def _names(self, text: str, noun: re.Match[str]) -> bool:
        new = [word for word in _beside(text[: noun.start()]) if self._is_new(word)]
        if any(re.fullmatch(NAME, word) for word in new) and self.elsewhere:
            return True
        told = bool(new) and not self.strictly
        if told and not self.elsewhere:  # "train and test stages", "the training stage"
            told = not noun.group().endswith("s") or len(new) > 1
        behind = text[noun.end() :]
        return told or bool(_OPENS.match(behind)) or self._named_behind(behind)

    def _named_behind(self, text: str) -> bool:
        match = re.match(rf"(?:\s+of|,)?\s+(?P<name>{NAME})", text)
        return bool(match and self._is_new(match["name"]))

    def _is_new(self, word: str) -> bool:
        parts = inflections(word)
        return bool(parts) and not all(
            part in self.known or part in _TELLING_NOTHING for part in parts
        )


# "the three stages": what is counted is to be enumerated, whatever it is.
_COUNTED = re.compile(
    rf"\b(?:which|what\s+are(?:\s+the)?|name(?:\s+the)?|list(?:\s+the)?)\s+{_COUNT}\s+"
    r"(?:[\w-]+\s+){0,3}?(?P<noun>[a-z]{3,}s)\b",
    re.IGNORECASE,
)

_WHOSE = re.compile(r"\b(?:whose|who)\b", re.IGNORECASE)
_NO_NOUN = re.compile(r"(?!)")
# What abstracts often list: "on tasks such as ...".
_OFTEN_LISTED = re.compile(
    r"\b(?:which|what)\s+(?:[\w-]+\s+){0,3}?(?P<noun>task|area|domain|field|application|setting|"
    r"component|part|module|challenge|stage|step|condition|problem|kind|type)s?\b",
    re.IGNORECASE,
)
_TELLING_NOTHING = frozenset(
    inflections(
        """two three four five six seven eight nine ten eleven twelve fifteen twenty several many
        multiple various diverse different distinct standard common popular public publicly
        available real world synthetic benchmark dataset data set large small scale challenging
        extensive widely used well known established existing previous prior recent current new
        novel state art competing strong proposed baseline method model approach algorithm other
        number range variety wide array set family first second both all most some numerous
        comprehensive complex simple high dimensional downstream practical important our these
        test training evaluation experiment result task final general typical vanilla advanced
        leading best particular certain respective original complementary"""
    )
)


def _beside(before: str) -> Iterator[str]:
    """Yield the words that stand before a noun and belong to it, the nearest first."""
    for token in reversed(before.split()[-_LONGEST_PHRASE:]):
        word = token.strip("*\"'“”()")
        if word[-1:] in {".", ";", ":"} or _ENDS_PHRASE.search(word):
            return
        if word.lower() in STOPWORDS and word != "and":
            return
        if word != "and":
            yield word.strip(",")


# A verb ("outperforms strong baselines"): what stands before a noun is seldom plural.
_ENDS_PHRASE = re.compile(r"^[a-z-]{3,}[a-rt-z]s$(?<!us)(?<!is)")
_LONGEST_PHRASE = 7  # words before a noun
