"""What frames the topic of a question: "Which papers study X here?" is about X.

The tables are English. They hold no word of the collection: whatever stands between the opening and
the ending of a question is its topic.

>>> unframed("Could you point me to some work that makes use of owls, please")
'owls'
"""

from __future__ import annotations

import re

__all__ = ["TOLD", "first_question", "unframed", "without_asides"]

_PAPERS = (
    r"(?:papers?|works?|articles?|studies|publications?|abstracts?|entries|research|ones|"
    r"contributions?|preprints?|experiments?|authors|researchers|people|methods?|approaches|"
    r"algorithms?|techniques?|literature|references?|sources)"
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
    r"leverag(?:e|es|ed|ing)|build(?:s|ing)?|train(?:s|ing)?|belongs?|belonging|exists?|existing|"
    r"attempt(?:s|ed|ing)?|tr(?:y|ies|ying)|aim(?:s|ed|ing)?|offer(?:s|ed|ing)?|provid(?:e|es|ed|ing)|"
    r"describ(?:e|es|ed|ing)|says?|said|report(?:s|ed|ing)?|solv(?:e|es|ed|ing)|prove[sd]?|show(?:s|ed|ing)?|find(?:s)?)"
)
_ONE = r"(?:someone|somebody|anyone|anybody|everyone|everybody|those|people|researchers)"
# Several words that together open a question, of which some would belong to a topic if alone.
_OPENING_PHRASES = (
    r"(?:point|direct|refer|guide|lead)\s+(?:me|us)\s+(?:to|towards?|at)",
    r"look(?:ing)?\s+(?:up|into|for|at)",
    r"let\s+(?:me|us)\s+(?:see|know|have)",
    r"mak(?:e|es|ing)\s+use\s+of",
    r"(?:has|have|having)\s+(?:(?:any|some)thing\s+)?to\s+do\s+with",
    r"(?:fall|falls|falling)\s+(?:under|into|within)",
    r"(?:based|centred|centered|built|builds?|rests?|draws?)\s+(?:up)?on",
    r"(?:whose|the)\s+(?:main\s+)?(?:focus|subject|topic|theme)\s+(?:is|are)",
    rf"(?:to\s+|for\s+)?{_ONE}\s+(?:(?:who|that)\s+)?(?:(?:is|are|else|here)\s+)?"
    r"(?:doing|does|do|works?|working|interested)",
    rf"{_ONE}(?=\s+(?:who|stud|work|us|has|have)\w*)",
    r"(?:the|an?)\s+(?:\w+\s+)?(?:topics?|areas?|fields?|subjects?|problems?|themes?)\s+of",
    r"(?:should|could|can|may|might|must|shall|to)\s+(?:i\s+|we\s+|one\s+)?"
    r"(?:read|cite|look\s+at|start\s+with)",
    r"(?:read|learn|know|hear|find\s+out)(?:\s+more)?(?=\s+(?:about|on|of)\b)",
    r"(?:single|last)(?=\s+(?:paper|work|article|study|one)\b)",
    rf"(?:new|novel|recent|relevant|interesting|good|important|key|existing)(?=\s+{_PAPERS}\b)",
    r"(?:writing|preparing|doing)\s+(?:an?|my|the|our)\s+(?:literature\s+|related\s+work\s+)?"
    r"(?:survey|review|thesis|paper|proposal|section|talk|course)",
    r"(?:been|being|was|were|gets?|got|has|have)\s+(?:done|written|published|said)",
    r"(?:would|could|might)\s+be\s+(?:relevant|useful|of\s+(?:use|interest))\s+(?:to|for)",
    r"what['’]?s\b",
    r"(?:(?:summary|summaries)|overviews?|surveys?|outlines?)\s+of|tl;?dr",
)
_OPENING_WORDS = (
    r"(?:please|can|could|would|i['’]?m|we['’]?re|i['’]?d|do|does|did|you|me|us|i|we|want|need|am|"
    r"looking|like|to|know|"
    r"see|find|list|show|give|get|got|name|cite|recommend|suggest|enumerate|display|search|fetch|tell|"
    r"explain|describe|summari[sz]e|overview|survey|outline|interested|searching|literature|"
    r"wh?ich|what|who|whose|where|whom|"
    r"all|any|every|everything|each|anything|something|some|the|a|an|of|other|else|least|most|"
    r"more|there|is|are|"
    r"was|were|been|be|have|has|had|having|that|these|those|this|here|collection|list|lists|"
    r"corpus|conference|in|at|on|about|with|for|regarding|concerning|around|topic|topics|subject|"
    r"area|field|related|relevant|available|their|its|"
    rf"{_PAPERS}|{_VERBS})"
)
_OPENING = re.compile(
    rf"[\s,.;:'’\"]*(?:{'|'.join(_OPENING_PHRASES)}|{_OPENING_WORDS})(?=[\s,.;:'’\"]|$)",
    re.IGNORECASE,
)
# Runs of words are bounded, here and below: a search tries them from each word on, and without a
# bound to the end each time.
_RUN = 12  # words or phrases; no question that is meant has as many
TOLD = (
    r"(?:studied|addressed|discussed|covered|mentioned|investigated|treated|used|considered|explored|"
    r"tackled|examined|analy[sz]ed|represented|touched\s+(?:up)?on)"
)
"""What may be done with a topic in a paper: "owls are studied"."""
_ENDING_PHRASES = (
    r"(?:is|are)\s+(?:there(?:\s+(?:such\s+an?|such|any))?|here|included|available)",
    r"(?:what\s+)?do\s+(?:you|we)\s+(?:have|know|got)",
    r"who\s+(?:does|did|do|works\s+on|studies|study|tries)\s+(?:that|this|it|so)",
    rf"(?:(?:are|is|were|was|being)\s+)?{TOLD}",
    r"(?:is\s+|are\s+)?an?\s+topics?",
    r"(?:plays?|has|have)\s+an?\s+(?:\w+\s+)?roles?",
    r"(?:in|by)\s+(?:any|some|one|which)\s+(?:of\s+)?(?:(?:the|these|those)\s+)?(?:papers?|works?|abstracts?|articles?)",
    r"in\s+(?:the|this|your|my)\s+(?:collection|lists?|corpus|data(?:base|set)?|set|conference)",
    r"at\s+(?:the|this)\s+conference|in\s+(?:it|here)",
    r"in\s+(?:a\s+few|two|three|one|some)\s+(?:sentences?|words|paragraphs?|lines?)",
    r"briefly|in\s+short|in\s+a\s+nutshell",
    r"(?:in|to)\s+(?:some|any|one)\s+(?:way|form|sense|extent)|for\s+something",
    r"please|pls|here|anywhere|anything|at\s+all|(?:once\s+)?again",
    r"(?:which|what)(?=\s+papers?$)",
    _PAPERS,
)
_ENDING = re.compile(
    rf"(?<![\s,-])(?:[\s,-]+(?:{'|'.join(_ENDING_PHRASES)})){{1,{_RUN}}}$", re.IGNORECASE
)
_DANGLING = re.compile(
    r"[\s,;:?!.]+$|\s*\b(?:and|or|that|which|are|is|with|on|in|of|the|a|have|has|there|do|does)$",
    re.IGNORECASE,
)
# "graph papers that use attention": the noun that was asked for says nothing of the topic.
_INNER_PAPERS = re.compile(
    r"\s+(?:papers?|works?|articles?)\s+(?:(?:that|which|who)\s+)?"
    rf"(?:(?:are|is|on|about|with|for|in|do|does)\s+)*(?:{_VERBS}\s+)?(?:(?:on|about|with)\s+)?",
    re.IGNORECASE,
)


def unframed(text: str) -> str:
    """Strip from a wording what surrounds its topic."""
    start, end = 0, len(text)
    while opening := _OPENING.match(text, start):
        start = opening.end()
    while ending := _ending(text, start, end):
        end = ending.start()
    text = text[start:end]
    return _INNER_PAPERS.sub(" ", text).strip(" ,;:")


def _ending(text: str, start: int, end: int) -> re.Match[str] | None:
    """Find what ends a part of a text, looking no farther back than an ending is long."""
    start = max(start, end - _LONGEST_ENDING)
    return _ENDING.search(text, start, end) or _DANGLING.search(text, start, end)


_LONGEST_ENDING = 200  # characters


def first_question(text: str) -> str:
    """Cut what is said behind a question: "any work on owls? barn owls count too"."""
    first, mark, _ = text.partition("?")
    return first if mark and unframed(first) else text


def without_asides(question: str) -> str:
    """Strip what a question says of how many papers it wants, and how they should be listed."""
    return _AMOUNT.sub("", _STATE.sub("", _COUNTING.sub("", question)))


_COUNTING = re.compile(
    r"^\W*(?:and\s+)?how\s+many\b|(?:[.,;?!]\s*|\s+and\s+)(?:(?:name|list|show)\s+(?:them|these|those)"
    r"(?:\s+all)?|which\s+(?:ones?|papers?|are\s+they)|(?:which|what)\s+"
    r"(?:papers?\s+|works?\s+|ones?\s+)?(?:should|could|can)\s+(?:i|we)\s+(?:read|cite|look\s+at|know))\W*$",
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
