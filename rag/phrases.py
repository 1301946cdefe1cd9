"""Phrases of an abstract that can stand alone: cut out of their sentence, and cut to a length.

No grammar is known here, only the small words between which English sets its phrases: a part of a
phrase ends before one of them, and stands alone if nothing in it points to what is not there.

>>> opening("a novel method for pruning graphs, which we test on two data sets.")
'pruning graphs, which we test on two data sets'
>>> whole("pruning graphs, which we test on two data sets", 60)
'pruning graphs'
"""

from __future__ import annotations

import re

__all__ = ["PREPOSITION", "opening", "whole"]

PREPOSITION = (
    r"(?:for|in|on|with|by|via|from|under|through|using|as|at|when|where|to|across|over|while|"
    r"without|within|against|towards?|because|since|so|than|during|after|before|until|due|except|among|regarding|despite|beyond|according)"
)
_LONGEST = 400  # characters of a phrase that are looked at

_STOP = re.compile(r"[.!?;:][”\"’]?(?:\s|$)")
_LEAD = re.compile(  # what may stand before the words that matter
    r"(?:(?:the|an?|our|two|three|several|following|that|whether|and|so-called|more|"
    r"new|novel|first|first-ever|second|initial|alternative|simple|[\w-]+ yet [\w-]+|yet [\w-]+|"
    r"efficient|effective|innovative|thorough|comprehensive|challenging|intriguing|prevalent|"
    r"for the first time|"
    r"(?:use|notion|problem|introduction|concept|idea|challenge|task|issue|question|usefulness|"
    r"phenomenon|class|series|set|family|framework) of|"
    r"(?:theoretical )?(?:analysis|evidence|results?)(?: \w+ing)? that) )+|, [^,]{1,60}, ",
    re.IGNORECASE,
)
_EMPTY_HEAD = re.compile(  # "a method for X" is about X
    r"(?:(?:methods?|frameworks?|algorithms?|techniques?|ways?|procedure|problems?|methodology|"
    r"strategy|attempt) (?:for|of|(?P<to>to))|(?:approach(?:es)?|solution) (?:for|of)) "
    r"(?!th(?:e|is|ese|at) |an? |our )(?=[a-z])"
)
_WE_CAN = re.compile(r"^ ?(?:(?:whether|that|if) )?(?:we|one|it) (?:can|could|is possible to) ")
_RELATIVE = re.compile(  # not "in which"
    r"(?<! in| on| by| of| to)(?<! for)(?<! with| from),? which (?=(?:\w+ly )?[\w-]+s\b)"
)
_ASIDE = re.compile(r", \w+ed [^,]{1,40},")

_ADVERB = re.compile(r"(?!(?:ap|re|sup|multip|im|comp)p?ly$)\w+ly")

_GO_ON = (  # verbs with which authors go on to tell what else they did
    r"(?:then |also |further |thus |thereby )?(?:show|prove|demonstrate|verify|provide|use|propose|"
    r"study|give|find|present|conduct|develop|analy[sz]e|derive|introduce|discuss|illustrate|"
    r"evaluate|establish|reveal|theoretically|apply)\b"
)
_JOINT = re.compile(  # a part may end before it
    rf"(?= (?:{PREPOSITION}|between|that|which|who|whose|\w+ed {PREPOSITION}|"
    r"of (?:size|order|length|at)|integrating|leveraging|aiming|consisting|combining|"
    r"demonstrating|requiring|allowing|enabling|outperforming|achieving|focusing|featuring|"
    r"exploiting|utilizing) "
    rf"| and {_GO_ON}|(?<=[^su]s) of | (?:and|or) [\w+-]+(?:,| {PREPOSITION} |$)| [–—-]+ |—|,|$)"
)
_WITHIN_LIST = re.compile(
    r", (?!which|that|who|including|such|\w+ing \w+ |to|thus|with)"
    r"[\w-]+(?: [\w-]+){0,2}(?:, [\w-]+|,? (?:and|or) )"
)
_NO_BEGINNING = re.compile(
    rf"(?:{PREPOSITION}|if|instead|rather|unlike|suppose|imagine|majority|every|they|which|that|what|all|one|most|many|some|there|despite|however|"
    r"although|given|moreover|findings|experiments?|results?|evidence|code|insights?|"
    r"(?:\w+ ){0,3}(?:success|progress|advances?|advancements?|breakthroughs?)|"
    r"state-of-the-art|recent|recently|traditional|current|"
    rf"[\w-]+(?:ed|ilt) {PREPOSITION})(?![\w-])(?<!\busing)",
    re.IGNORECASE,
)
_POINTING_AWAY = re.compile(  # to what the part does not say
    r"\b(?:this|these|those|such|it|its|itself|their|they|them|our|ours|we|us|former|latter|above|"
    r"previous|existing|prior|here|e\.g\.?|i\.e\.?|respectively|both|namely|thereby|thus|"
    r"aforementioned|so)\b",
    re.IGNORECASE,
)
_SYMBOLS = re.compile(r"[\\^=<>$|{}~_≤≥∈×±@•]|\w\(|[([][^)\]]*$|https?:|“[^”]*$|\"[^\"]*$|\d%")
_OPEN_END = re.compile(  # more has to follow
    rf"(?:^| )(?:{PREPOSITION}|and|or|of|the|an?|that|which|is|are|be|can|both|between|not|but|"
    r"being|only|still|even|how|what|why|whether|more|most|also|has|have|novel|new|"
    r"(?:that|which|who|whose|to|not|how|what)(?: [\w-]+ly)? [\w'-]+|(?:is|are|been?) \w+ly|"
    r"leads?|results|depends?|rel(?:y|ies)|corresponds?|contributes?|refers?|belongs?|tends?|sense|"
    r"based|built|shown|given|made|conditioned|tailored|aimed|designed|capable|able|according|compared|respect|addition|"
    r"\w+(?:ful|ous|less)|order|terms|light|(?:consist|rely|focus|aim|demonstrat|show)ing)$",
    re.IGNORECASE,
)
_ANOTHER_CLAUSE = re.compile(
    rf", (?:and |or |but )?(?:\w+ing|\w+ed|\w+ly|{PREPOSITION}|which|who|if|but|yet|especially|"
    rf"such|the|an?|is|are|even|one|including) |,[^,]*, and \w+ (?:the|an?|that) |\band {_GO_ON}"
    r"|\bby (?:proposing|introducing)\b| — "
)
_PRAISE = re.compile(r"state-of-the-art|\boutperform|\bremarkabl[ey]\b|\bsuperior\b")
_QUALITIES = re.compile(r"^\w+ly [\w-]+(?:(?:, | and |, and )\w+ly [\w-]+)+$")  # of nothing
_HALF_OF_TWO = re.compile(r"\bbetween (?!.* and )")
_LAST_OF_LIST = re.compile(r"(?:and|or) |[\w-]+ (?:and|or) ")


def opening(text: str) -> str:
    """Take the phrase with which a text begins, from the words that matter up to its stop."""
    phrase = _STOP.split(" ".join(text[:_LONGEST].split()).lstrip("–—- "), maxsplit=1)[0]
    phrase = _RELATIVE.sub(" that ", _ASIDE.sub("", phrase)).replace(", to ", " to ")
    phrase = _WE_CAN.sub("to ", phrase)
    while lead := _LEAD.match(phrase) or _EMPTY_HEAD.match(phrase):
        infinitive = lead.re is _EMPTY_HEAD and lead["to"]
        phrase = ("to " if infinitive else "") + phrase[lead.end() :]
    phrase = phrase.strip(" ,")
    return _gerund(phrase.removeprefix("to ")) if phrase.startswith("to ") else phrase


def _gerund(clause: str) -> str:
    """Turn "better learn all scenes" into "learning all scenes"."""
    words = clause.split(" ")
    while len(words) > 1 and (_ADVERB.fullmatch(words[0]) or words[0] == "better"):
        words = words[1:]
    verb = words[0]
    if re.search(r"[^aeiou]e$", verb):
        verb = verb[:-1]
    elif re.fullmatch(r"[^aeiou]*[aeiou][^aeiouwxy]", verb):
        verb += verb[-1]
    return " ".join([verb + "ing", *words[1:]])


def whole(phrase: str, room: int) -> str:
    """Cut a phrase to the longest part of it that fits and stands alone; empty if none does."""
    if _NO_BEGINNING.match(phrase):
        return ""
    ends = [joint.start() for joint in _JOINT.finditer(phrase) if joint.start() <= room]
    return next((part for end in reversed(ends) if (part := _part(phrase, end))), "")


def _part(phrase: str, end: int) -> str:
    """Give the part of a phrase up to a joint; empty if that cannot stand alone."""
    part = phrase[:end].rstrip(" ,–—-")
    within = _WITHIN_LIST.match(phrase, end) or (end < len(phrase) and part.endswith("ed"))
    return "" if within or not _stands_alone(part) else part


def _stands_alone(part: str) -> bool:
    if any(
        sign.search(part)
        for sign in (_POINTING_AWAY, _SYMBOLS, _OPEN_END, _ANOTHER_CLAUSE, _PRAISE, _QUALITIES)
    ):
        return False
    _, comma, last = part.rpartition(", ")
    return not _HALF_OF_TWO.search(part) and (not comma or bool(_LAST_OF_LIST.match(last)))
