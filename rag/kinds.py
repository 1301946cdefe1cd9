"""The kind of answer that a question wants, and the form of the fact that it asks for.

>>> kind_of("Which papers study conformal prediction?")
'listing'
>>> kind_of("How do MultiMax and SoftMax differ?")
'comparison'
"""

from __future__ import annotations

import re

from rag.answers import Kind
from rag.framing import TOLD
from rag.wording import Want

__all__ = [
    "asks_for_abstract",
    "asks_for_alike",
    "asks_for_papers",
    "is_bare_topic",
    "kind_of",
    "want_of",
]

_PLURAL = (
    r"(?:papers|works|articles|studies|publications|abstracts|methods|approaches|algorithms|"
    r"benchmarks|datasets|data\s+sets|models|techniques|authors|contributions|entries|ones|"
    r"frameworks|architectures|systems|tools|theorems|tasks|domains|applications)"
)
_FINITE = r"(?:do|does|did|is|was|when|if|happens?|makes?|causes?|leads?|lets?|keeps?)"
_LISTING_FORMS = (
    # "which papers", "what of them", "in which recent papers"
    rf"(?:which|what)\s+(?:of\b|ones\b|(?:(?!{_FINITE}\b)[\w$^{{}}\\+-]+\s+){{0,5}}?{_PLURAL}\b)",
    r"(?:in|by|from|among)\s+(?:which|what)\s+(?:of\b|(?:papers|works|articles|studies|abstracts)\b)",
    rf"where\s+(?:is|are)\b.{{1,80}}\b{TOLD}(?=\W*$|\s+here\b)",
    # "list", "show me the work", "point me to papers", "let me see what there is"
    rf"(?:(?:please|can\s+you|could\s+you|would\s+you)\s+)*(?:list|show|find|enumerate|get|search|give|"
    rf"name|cite|recommend|suggest|point|direct|refer)\b.*\b(?:{_PLURAL}|paper|work|research|literature|"
    r"everything|anything|all|any)\b",
    r"(?:(?:please|can\s+you|could\s+you|would\s+you)\s+)*(?:list|enumerate|search|look\s+up)\b",
    r"let\s+(?:me|us)\s+(?:see|know)\s+(?:what|which|all|any|every)",
    # "is there", "do you have", "anything", "got any"
    r"(?:are|is)\s+there\s+(?:any|a|an|some|other|more|anything|work|papers?|research)?\b",
    r"(?:(?:do|does|have|has)\s+(?:you|we|i)\s+(?:(?:have|know(?:\s+of)?|got|see|seen)\s+)?|got\s+)"
    r"(?:any|some|a\s+paper|papers|work|everything)",
    rf"any(?:thing|one|body)?\b|(?:do|does|did|has|have)\s+any(?:one|body|\s+of|\s+{_PLURAL}|\s+paper)\b",
    rf"(?:is|are)\s+(?!(?:it|they|this|that|these|those|there)\b).{{1,80}}\b(?:{TOLD}|an?\s+(?:topic|theme|subject))"
    r"(?=\W*$|\s+(?:here|anywhere|at\s+all|(?:in|by)\s+(?:any|some|the\s+collection))\b)",
    # "who studies", "who is working on"
    r"who\s+(?:else\s+)?(?:(?:is|are|has|have)\s+(?:been\s+)?)?(?:us|stud|work|propos|investigat|consider|"
    r"appl|address|deal|look|explor|tackl|analy|employ|research|introduc|develop|evaluat|train)\w*\b",
    r".*\bwho\s+(?:does|did|do|works\s+on|studies|stud(?:y|ied)|tries)\s+(?:that|this|it|so)\W*$",
    # "besides rain, which papers"
    rf"(?:besides|apart\s+from|other\s+than|except(?:\s+for)?|excluding)\b[^,]{{1,80}},\s*(?:which|what)\s+{_PLURAL}\b",
    # "everything on", "I'm looking for papers", "such a paper"
    rf"every(?:thing|\s+(?:single\s+)?paper)\b|all\s+(?:the\s+)?(?:\w+\s+){{0,4}}(?:{_PLURAL}|work|research)\b",
    r"(?:i\b|i'm|im|we|looking|interested|searching|need|want)\b.{0,40}?\b"
    r"(?:papers|works?|articles|research|references|anything|everything|literature)\b",
    r"(?:i|we)(?:\s*['’]?(?:m|re)|\s+am|\s+are)\s+interested\s+in\b",
    r"(?:i|we)(?:\s+(?:want|need|would\s+like)|['’]d\s+like)\s+to\s+(?:read|learn|know\s+more)\b",
    r".*\bsuch\s+(?:a\s+)?(?:papers?|works?)\b|how\s+many\s+of\s+(?:them|these|those|the)\b",
    r"how\s+many\s+(?:[\w-]+\s+){0,3}?(?:papers|works|articles|abstracts)\s+\S+",
    r"what(?:['’]s|\s+is|\s+has\s+been)\s+(?:there|available|written|published|done)\b",
    r"what\s+(?:work|research|literature|is\s+there|do\s+(?:we|you)\s+have)\b",
    r"(?:.*[;,.?!]\s*(?:which\s+papers?|which\s+works?|which\s+ones?|what)|what)\s+(?:should|could|can|might)\s+"
    r"(?:i|we|one)\s+(?:read|cite)\b",
    # "papers on", "owl papers"
    r"(?:papers?|works?|articles?|studies|research|benchmarks|datasets|references|literature)\s+(?:on|about|that|"
    r"which|where|whose|using|with|in|for|dealing|studying|by|from|related|of|proposing|addressing|"
    r"applying|concerning|without)\b",
    r"(?!(?:(?:on|in|for|to|from|with|at|by|over|across)\s+)?(?:how|what|which|where|when|why|is|are|"
    r"do|does|did|who)\b)(?:[\w$^{}\\+/-]+\s+){1,6}(?:papers|works?|research|literature|articles|"
    r"benchmarks|datasets|methods)\b(?!\s*(?:differ|compare))",
)
_LISTING = re.compile(rf"^\W*(?:{'|'.join(_LISTING_FORMS)})", re.IGNORECASE)
_COMPARISON = re.compile(
    # "different" compares where it is said of something: "different owls" are only several.
    r"\bhow\s+different\b|\bdifferent(?:ly)?(?=\s+(?:from|than|to|in|on|for|when|about|between)\b|\W*$)|"
    r"\b(?:differ(?:s|ence|ences|ing)?|compar(?:e|es|ed|ison|ing)|contrast(?:s|ed)?|versus|vs\.?|"
    r"in\s+common|distinguish(?:es|ed)?|similarit(?:y|ies)|alike|both\b.{1,600}\bhow)(?=\W|$)",
    re.IGNORECASE,
)
_OVERVIEW = re.compile(
    r"\b(?:(?:what|which)\s+(?:are\s+)?(?:the\s+)?(?:\w+\s+){0,2}(?:topics|themes|subjects|areas|fields|"
    r"clusters|trends)\b|(?:what|which)\s+(?:kinds?|types?|sorts?)\s+of\s+(?:papers|works?|research)\s+(?:are|is)\b|"
    r"^\W*(?:cluster|group)\s+(?:the|these|all|my)\b|how\s+(?:big|large)\s+is\s+(?:the|this|my)\s+(?:collection|"
    r"corpus|list|set)\b|"
    r"how\s+many\s+(?:papers|abstracts|articles|works|documents|entries)(?:\s+(?:are\s+(?:there|here)"
    r"(?:\s+in\s+(?:total|all|the\s+collection))?|do\s+(?:you|we|i)\s+have|(?:are\s+)?in\s+(?:total|"
    r"(?:the|this|my|your)\s+\w+)|does\s+\w+(?:\s+\w+)?\s+(?:hold|have|contain)))?\W*$|"
    r"(?:summari[sz]e|overview|(?<!writing\sa\s)(?<!for\sa\s)(?<!for\smy\s)survey|outline|sum\s+up|(?:summary|summaries)\s+of|"
    r"in\s+a\s+nutshell|tl;?dr)\b|"
    r"^what(?:['’]s|\s+is)\s+the\s+(?:current\s+)?state\s+of\b(?!\s+the\s+art)|"
    r"what\s+(?:is|are|can|do|does)\b.{0,20}\b(?:this|the|my|your)\s+(?:collection|corpus|lists?|set)\b|"
    r"(?:main|major|key|most\s+(?:common|frequent|popular))\s+(?:topics?|themes?|areas?|subjects?)|"
    r"what\s+(?:is|are)\s+(?:in\s+)?here\b|what\s+can\s+i\s+ask|size\s+of\s+the\s+collection)",
    re.IGNORECASE,
)
_OTHER = re.compile(
    r"^\W*(?:(?:hi|hello|hey|thanks?|thank\s+you|good\s+(?:morning|evening|day|bye)|bye|ok(?:ay)?|yes|no|"
    r"great|cool|nice|test|help)\b[\s\w]{0,20}|"
    r"(?:who|what)\s+are\s+you|how\s+are\s+you.*|what\s+can\s+you\s+do.*|"
    r"(?:write|tell)\s+(?:me\s+)?(?:a|an)\s+(?:poem|joke|story|song).*)?\W*$",
    re.IGNORECASE,
)
_WANTS: tuple[tuple[Want, re.Pattern[str]], ...] = (
    (
        Want.PEOPLE,
        re.compile(
            # What authors do is told by the abstract: "what do the authors propose".
            r"^(?!.*\b(?:do|did|does|have|has|can|could|would)\s+(?:the|its|their)\s+authors?\b)"
            r".*\b(?:who\s+(?:else\s+)?(?:(?:co-?)?(?:wrote|authored)|(?:is|are|was|were)\s+(?:the\s+)?"
            r"(?:first\s+|lead\s+)?authors?)|authors?\s+of|whose\s+(?:paper|work)|"
            r"(?:first|lead|last|senior)\s+authors?|how\s+many\s+authors|by\s+whom|"
            r"(?:the|its|their)\s+authors?(?=\s*(?:\W|$|and\b|of\b|\?))|affiliations?)\b",
            re.IGNORECASE,
        ),
    ),
    (
        Want.VENUE,
        re.compile(
            r"\b(?:where\s+(?:was|were|is|did|has)\b.{0,90}\b(?:published|presented|appear(?:ed)?)|"
            r"(?:which|what)\s+(?:conference|venue|journal|workshop|proceedings)|(?:its|the)\s+venue|"
            r"venue\s+of)\b",
            re.IGNORECASE,
        ),
    ),
    (
        Want.DATE,
        re.compile(
            r"\b(?:when\s+(?:was|were|did)|what\s+year|which\s+year|year\s+of|publication\s+(?:date|year))\b",
            re.IGNORECASE,
        ),
    ),
    (
        Want.LINK,
        re.compile(
            r"\b(?:where\b.{0,600}\b(?:code|implementation|data(?:set)?|models?|repository|benchmark|find|available|"
            r"download\w*)|link|url|github|repository|repo|(?:is|the)\s+(?:source\s+)?code\b|code\s+"
            r"(?:available|released?|public)|(?:with|have|has|release[sd]?|share[sd]?|any|its|their)\s+"
            r"(?:source\s+|public\s+|open\s+)?code(?!\s+generation)|^\W*(?:and\s+)?(?:the\s+)?code(?=\W*$)|"
            r"(?:show|give|get|find|send)\b.{0,60}\b(?:source\s+)?code(?=\W*$)|"
            r"open[- ]?sourced?|website|project\s+page)\b",
            re.IGNORECASE,
        ),
    ),
    (
        Want.NUMBER,
        re.compile(
            r"\b(?:how\s+(?:many|much|large|big|long|fast|often|few|small|high|low|deep|far)|"
            r"what\s+(?:percentage|percent|fraction|number|speed-?up|accuracy|score|size|rate|factor|"
            r"share|proportion|order|amount|ratio|rank)|by\s+(?:how|what)\s+(?:much|factor)|"
            r"number\s+of)\b",
            re.IGNORECASE,
        ),
    ),
)


def kind_of(question: str) -> Kind:
    """Tell what kind of answer a standalone question wants."""
    if _OTHER.match(question):
        return "other"
    if _COMPARISON.search(question):
        return "comparison"
    if _OVERVIEW.search(question):
        return "overview"
    if _LISTING.match(question) and not _OF_ONE.search(question):
        return "listing"
    return "lookup"


# "which datasets was the owl model trained on", "... in the owl paper": one paper is meant.
_OF_ONE = re.compile(
    r"^(?:\W*(?:in|on|for|with|from|by|to))?\W*(?:which|what)\s+(?!(?:[\w-]+\s+){0,4}?(?:papers?|works?|"
    r"articles?|studies|abstracts?|authors)\b)(?:[\w-]+\s+){1,5}(?:is|was|does|did|has)\s+"
    r"(?:the|it|this)\b|"
    r"\b(?:were|was)\s+(?:used|compared|tested|evaluated|trained|considered)\s+in\s+the\b|"
    r"\b(?:in|of|by|to)\s+(?:the|this|that)\s+(?:(?!of\b|in\b|on\b)[\w$^{}\\+/'’-]+\s+){1,9}?"
    r"(?:paper|abstract|study|article)\b",
    re.IGNORECASE,
)


def want_of(question: str) -> Want:
    """Tell what form of answer a question for a fact wants."""
    return next((want for want, pattern in _WANTS if pattern.search(question)), Want.ANY)


_PAPERS = re.compile(
    r"\b(?:papers?|works?(?=\s+(?:on|about|in|that|which|with|for)\b)|articles?|studies|publications?|"
    r"abstracts?|methods|approaches|algorithms|who|anyone|anybody|anything|everything|research|"
    r"literature|collection|topics?|themes?|else)\b",
    re.IGNORECASE,
)


def asks_for_papers(question: str) -> bool:
    """Tell whether a question speaks of papers at large, rather than of one that is known.

    >>> asks_for_papers("Which papers use graphs?"), asks_for_papers("Which graphs does it use?")
    (True, False)
    """
    return bool(_PAPERS.search(question))


_ALIKE = re.compile(
    r"\b(?:similar|related|comparable)(?:\s+(?:papers?|works?|ones|studies|research|literature|articles))?"
    r"(?=\W*$|\s+(?:to|of)\b)|\b(?:papers?|works?|ones|more|others?|anything|something)\s+like\b",
    re.IGNORECASE,
)


def asks_for_alike(question: str) -> bool:
    """Tell whether a question that points at a paper asks for others like it.

    >>> asks_for_alike("Which papers are similar to LeafClock?"), asks_for_alike("What is it like?")
    (True, False)
    """
    return bool(_ALIKE.search(question))


_ABSTRACT = re.compile(
    r"\b(?:show|give|quote|print|read|see|display|what(?:['’]s|\s+is))\b.{0,40}\b(?:abstract|full\s+text)\b|"
    r"^\W*quote\b",
    re.IGNORECASE,
)


def asks_for_abstract(question: str) -> bool:
    """Tell whether a question asks for the words of a paper themselves, all of them.

    >>> asks_for_abstract("Show me the abstract"), asks_for_abstract("What does the abstract say?")
    (True, False)
    """
    return bool(_ABSTRACT.search(question))


_LONGEST_TOPIC = 12  # words
# One word at a time: a pattern over the whole question would try every way to cut it into words.
_TOPIC_WORD = re.compile(r"[(\[]*[\w$^{}\\+/&-]+[,:;.)\]?]*|\.{3}\)?")
_ASKS = re.compile(
    r"\b(?:what|which|who|how|why|when|where|is|are|does|do|did|was|were|can|explain|describe|define|"
    r"tell|give|find|that|paper|they|them|it|its|(?:number|size|amount)\s+of(?!\s+papers))\b",
    re.IGNORECASE,
)


def is_bare_topic(question: str, at_least: int = 1) -> bool:
    """Tell whether a question is only a topic, as one types it into a search field.

    Args:
        question: The question.
        at_least: How many words it must have.

    >>> is_bare_topic("vision transformers"), is_bare_topic("owl paper: size of its model")
    (True, False)
    """
    written = question.split()
    return (
        at_least <= len(written) <= _LONGEST_TOPIC
        and all(_TOPIC_WORD.fullmatch(word) for word in written)
        and not _ASKS.search(question)
    )
