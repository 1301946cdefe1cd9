"""Whose papers a question asks for: the names in it, and the question without them.

>>> byline("Which papers are by Ada Lovelace and M. Curie?").names
('Ada Lovelace', 'M. Curie')
>>> byline("What did Ada Lovelace write about looms?").rest
'What about looms?'
>>> byline("Which papers speed up training by early stopping?") is None
True
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from rag.words import STOPWORDS

__all__ = ["Byline", "byline"]


@dataclass(frozen=True, slots=True)
class Byline:
    """The names of authors in a question.

    Attributes:
        names: The names of those who wrote the papers, as written.
        either: Whether any of them will do, instead of all together.
        without: The names of those who did not.
        rest: The question without the names: a topic, or a paper that they may have written.
        whether: Whether it asks if they wrote a paper.
        people: Whether it asks for people: for those who wrote with them, or, where it has no
            names, for those who wrote most.
    """

    names: tuple[str, ...]
    either: bool
    without: tuple[str, ...]
    rest: str
    whether: bool = False
    people: bool = False


_NAMES = r"(?P<names>(?!(?:what|which)\b)[^\W\d_].{1,600}?)"
# Words in small letters that no name goes on after; "Will", "An" and "Do" are names themselves.
_END = (
    r"(?=\s*[?!;:]|\s*\.?\s*$|,?\s+(?-i:on|about|regarding|concerning|that|which|who|with|without|in|at|"
    r"for|from|using|here|there|is|are|was|were|has|have|do|does|did|stud(?:y|ies)|propose|report|show|"
    r"say|find|use|please|thanks|not|but|where|whose|published|as|and\s+(?:how|what|which|show|list|"
    r"tell|give))\b)"
)
_PAPERS = (
    r"(?:papers?|works?|articles?|publications?|preprints?|abstracts?|research|contributions?|"
    r"anything|everything|something|stuff|entries|studies|ones?)"
)
_WRITTEN = r"(?:co-?)?(?:wr[io]te|written|author(?:ed)?|publish(?:ed)?)"
_WROTE = (
    rf"(?:{_WRITTEN}|contributed?\s+to|"
    r"work(?:ed)?\s+(?:on|together)|collaborated?)(?:\s+together)?"
)
_WRITING_WITH = (
    rf"(?:{_WRITTEN}|work(?:ed)?|"
    r"collaborat(?:e|ed|es|ing))\s+(?:(?:any\s+)?(?:papers?|anything|something)\s+)?"
    r"(?:together\s+)?with"
)
_ROLE = (
    r"(?:(?:the|an?|(?:one\s+of|among)\s+the)\s+)?(?:(?:first|last|lead|senior|main)\s+)?"
    r"(?:co-?)?authors?\b(?:\s+(?:of|on|in)\b)?"
)

# Where a question puts the names of people, and nothing else.
_CERTAIN = (
    r"\b(?:written|co-?written|(?:co-?)?authored|published|are|is|was|were|there|any|done|"
    rf"(?P<kept>{_PAPERS}))\s+(?:together\s+)?by\s+{_NAMES}{_END}",
    rf"^\W*(?:and\s+)?by\s+{_NAMES}{_END}",
    r"\b(?:did|has|have|does|do)\s+(?P<names>(?!(?:what|which)\b)[^\W\d_].{1,300}?"
    rf"\s{_WRITING_WITH}\s+[^\W\d_].{{1,300}}?){_END}",
    rf"\b(?:did|has|have|does|do)\s+{_NAMES}\s+(?:(?:ever|also|else|already)\s+)?{_WROTE}\b",
    rf"\b(?:joint|common|shared)\s+(?P<kept>{_PAPERS})\s+(?:of|by|from|between|with)\s+{_NAMES}{_END}",
    rf"\b(?P<kept>{_PAPERS})\s+(?:(?:that|which)\s+)?{_NAMES}\s+(?:(?:has|have)\s+)?{_WROTE}\b",
    rf"\b(?:is|was|are|were)\s+{_NAMES}\s+(?:(?:also|listed\s+as)\s+)?{_ROLE}",
    r"\b(?:with|where|whose|has|have|list(?:s|ing)?)\s+"
    rf"{_NAMES}\s+(?:(?:is|are)\s+)?(?:(?:as|among)\s+)?{_ROLE}",
    rf"\b(?:(?:with|by|whose)\s+(?:the\s+)?)?authors?\s*(?::|\b(?:is|are|named|called)\b)\s*{_NAMES}{_END}",
)
# Where other things can stand as well: what the collection knows as an author is one.
_POSSIBLE = (
    rf"(?P<kept>\b{_PAPERS}\b.{{1,90}}?)\bby\s+{_NAMES}{_END}",
    rf"\b(?P<kept>{_PAPERS})\s+(?:of|from)\s+{_NAMES}{_END}",
    rf"\b(?:does|do|have)\s+{_NAMES}\s+(?:have|got)\s+(?:(?:any|some)\s+)?"
    rf"(?:(?:joint|common|shared)\s+)?(?P<kept>{_PAPERS})(?:\s+(?:together|in\s+common))?\b",
    rf"\b(?:does|do)\s+{_NAMES}\s+have\b",
    # Bounded, as a search tries them from each letter on.
    r"(?<!\w)(?P<names>(?:[^\W\d_][\w.’'-]{0,60}\s+){0,3}[^\W\d_][\w.-]{0,60})(?:[’']s?)\s+"
    r"(?:\w{1,60}\s+)?"
    rf"(?P<kept>{_PAPERS})\b",
    rf"^\W*(?:who\s+(?:is|are)\s+)?{_NAMES}(?:\s+{_PAPERS})?[\s?!.]*$",
)
_FORMS = tuple(
    (re.compile(form, re.IGNORECASE), certain)
    for forms, certain in ((_CERTAIN, True), (_POSSIBLE, False))
    for form in forms
)
_WITHOUT = re.compile(
    rf",?\s*\b(?:but\s+)?not\s+(?:also\s+)?(?:(?:co-?)?(?:written|authored)\s+)?by\s+{_NAMES}{_END}",
    re.IGNORECASE,
)
_WHETHER = re.compile(r"^\W*(?:did|is|was|are|were|has|have|does)\s+(?!there\b|any)", re.IGNORECASE)
_JOINT = re.compile(
    rf"\s*(?:,\s*(?:and|or|&)\s|&|\band\b|\bor\b|\b(?:ever\s+)?{_WRITING_WITH}\b|"
    r"\b(?:together\s+)?with\b)\s*",
    re.IGNORECASE,
)
_OR = re.compile(r"\bor\b", re.IGNORECASE)
# "Curie, M." and "Curie, Marie" are one name, "Ada Lovelace, Marie Curie" two.
_COMMA = re.compile(r"\s*,\s*(?=[^\W\d_][\w’'-]*\.?\s+[^\W\d_]{2})")
_NAME = re.compile(r"[^\W\d_][\w.’'-]*(?:,?\s+[^\W\d_][\w.’'-]*){0,4}")
_FRAME = re.compile(
    r"^(?:(?:please|list|show|find|give|get|me|us|tell|all|any|of|the|what|which|are|is|how|many|"
    r"summari[sz]e|author|authors|prof(?:essor)?\.?|dr\.?|researcher)\s+)+",
    re.IGNORECASE,
)


def byline(
    question: str,
    is_author: Callable[[str], bool] = lambda name: False,
    is_word: Callable[[str], bool] = lambda word: True,
) -> Byline | None:
    """Find whose papers a question asks for; None where it asks for nobody's.

    Args:
        question: The question.
        is_author: Tells whether the collection knows an author of some name.
        is_word: Tells whether a word stands in the collection's abstracts.
    """
    if asked := _people(question, is_author):
        return asked
    match = _WITHOUT.search(question)
    without = _split(match["names"]) if match else ()
    without = tuple(name for name in without if is_author(name) or _looks_like_one(name, is_word))
    if match and without:
        question = f"{question[: match.start()]} {question[match.end() :]}".strip()
    for pattern, certain in _FORMS:
        match = pattern.search(question)
        if match is None:
            continue
        names = _split(match["names"])
        if names and all(
            _looks_like_one(name, is_word)
            if certain and not is_author(name)
            else is_author(name) and (certain or _is_telling(name, is_word))
            for name in names
        ):
            kept = match.groupdict().get("kept") or ""
            rest = f"{question[: match.start()]} {kept} {question[match.end() :]}"
            either = bool(_OR.search(match["names"]))
            whether = bool(_WHETHER.match(question))
            return Byline(names, either, without, " ".join(rest.split()), whether)
    return Byline((), False, without, question) if without else None


def _people(question: str, is_author: Callable[[str], bool]) -> Byline | None:
    """Tell whether a question asks for people, by those who wrote with them or by how much."""
    for pattern in _THOSE_WITH:
        if (match := pattern.search(question)) and (names := _split(match["names"])):
            if not all(is_author(name) or _is_of_a_person(name) for name in names):
                return None
            rest = f"papers {question[match.end() :]}"
            return Byline(names, either=False, without=(), rest=rest, people=True)
    if match := _MOST_PAPERS.search(question):
        rest = f"papers {question[match.end() :]}"
        return Byline((), either=False, without=(), rest=rest, people=True)
    return None


_COAUTHORS = r"(?:co-?authors?|co-?writers?|collaborators?)"
_THOSE_WITH = tuple(
    re.compile(form, re.IGNORECASE)
    for form in (
        rf"\b{_COAUTHORS}\s+(?:of|for|does)\s+{_NAMES}(?:\s+have\b|{_END})",
        rf"^\W*(?:(?:who|list|show|name|what|which)\s+)?(?:(?:are|is|all|me)\s+)*{_NAMES}[’']s?\s+"
        rf"{_COAUTHORS}\b",
        rf"^\W*(?:and\s+)?(?:with\s+whom|who(?:m)?)\s+(?:else\s+)?(?:has|have|did|does|do)\s+{_NAMES}\s+"
        rf"(?:{_WRITING_WITH}|{_WROTE})\b",
        rf"^\W*who\s+(?:else\s+)?(?:has\s+|have\s+)?{_WRITING_WITH}\s+{_NAMES}{_END}",
    )
)
_MANY = r"(?:authors?|people|researchers?|scientists|groups|teams)"
_WRITING = r"(?:writ(?:e|es|ten)|wrote|publish(?:e[sd])?|author(?:ed)?|work(?:s|ed)?|research)"
_MOST_PAPERS = re.compile(
    rf"\b(?:who|which\s+{_MANY})\s+(?:has\s+|have\s+)?(?:{_WRITING}\s+)?(?:the\s+)?most"
    rf"(?:\s+{_PAPERS})?(?=\s+(?:on|about|in|here)\b|\W*$)|"
    rf"^\W*(?:which|what)\s+{_MANY}\s+(?:have\s+)?{_WRITING}(?=\s+(?:on|about)\b)|"
    rf"\b(?:the\s+)?(?:most\s+(?:prolific|frequent|productive|active|common)|top)\s+"
    rf"(?:\d+\s+)?{_MANY}\b|"
    rf"^\W*how\s+many\s+(?:different\s+)?{_MANY}\s+(?:are\s+(?:there|here)\b|(?:have\s+)?{_WRITING}\b)",
    re.IGNORECASE,
)


def _is_of_a_person(name: str) -> bool:
    """Tell whether a text can be the name of somebody whom the collection does not know."""
    return len(name.split()) > 1 and _has_capitals(name)


def _split(text: str) -> tuple[str, ...]:
    """Split names that are joined; nothing where what is joined are no names."""
    parts = [part for joined in _JOINT.split(text) for part in _COMMA.split(joined)]
    names = tuple(name for part in parts if (name := _FRAME.sub("", part.strip(" ,"))))
    return names if all(map(_is_name, names)) else ()


def _is_name(text: str) -> bool:
    """Tell whether a text has the form of a name: a few words, none of them a function word."""
    return bool(_NAME.fullmatch(text)) and not any(
        word.islower() and word.strip(".,") in STOPWORDS for word in text.split()
    )


def _looks_like_one(name: str, is_word: Callable[[str], bool]) -> bool:
    """Tell whether a name is one for anybody: it has capitals, or words that stand nowhere else."""
    words = name.split()
    if len(words) == 1 and _COINED.search(name):
        return False  # "does OWLNet work on maps?" asks what a method does
    return _has_capitals(name) or not any(map(is_word, words))


def _has_capitals(name: str) -> bool:
    """Tell whether the first and the last word of a name begin with capitals."""
    words = name.split()
    return words[0][0].isupper() and words[-1][0].isupper()


_COINED = re.compile(r"[A-Z]{2}")


def _is_telling(name: str, is_word: Callable[[str], bool]) -> bool:
    """Tell whether the name of an author can hardly mean anything else: "Adam" can."""
    return " " in name or not is_word(name)
