"""The names that a paper coins: what it calls its method, model, benchmark or finding.

Authors coin a name in few ways: "we propose NAME", "termed NAME", "Long Form of It (NAME)". A name
that is only mentioned (an acronym of the field, a baseline, a dataset) is not one of them. Every
candidate collects evidence from the ways in which its paper uses it; the strongest come first.

>>> coined_names("Graphs are large. We introduce Graph Sparse Training (GST). GST is fast.")
('GST', 'Graph Sparse Training')
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator

from rag.acronyms import COMMON, definitions
from rag.plain import plain

__all__ = ["coined_names", "named_things"]

_ENOUGH = 3.0  # evidence; one clear coining alone
_MOST = 4  # names a paper
_LONGEST = 60  # characters

_COIN = (
    r"(?:propos|introduc|present|develop|design|creat|releas|devis|construct|build|contribut|"
    r"establish|offer|describ|formulat|unveil|provid|collect|curat|implement)(?:e|es|ed|ing|s|t)?"
)
_CAPITALISED = r"[A-Z][\w+-]*(?:\.(?=\s[A-Z]))?"
_SHAPED = (  # looks like a name by itself: MultiMax, BREC, E3-FaceNet, S-DQN, EBBA+, p-Laplacian no
    r"(?:[A-Z][a-z]*\d*[A-Z][\w]*|[A-Z]{2,}[\w]*|[A-Z][a-z]+\d\w*|[a-z]{1,3}[A-Z]{2,}\w*|[A-Z]\d*(?=-[A-Z]))"
    r"(?:-[A-Za-z0-9]+)*\+{0,2}|[A-Z][a-z]+(?:-[A-Z][A-Za-z0-9]+)+(?!\w|\s[A-Z])|[A-Z][a-z]+-\d[A-Z]\b|\d[A-Z]+-[A-Z]+"
)
_NAME = (
    rf"(?:{_SHAPED}|{_CAPITALISED}"
    rf"(?:\s(?:&|of|the|for|and|to|in|with)?\s?{_CAPITALISED}){{0,4}}(?:\s\d+)?)"
)
_CALLED = re.compile(
    r"\b(?:termed|called|dubbed|named|namely|coined|denoted|titled|christened|"
    r"(?:which|that|what|and)\s+we\s+(?:call|term|name|dub|coin|denote|refer\s+to\s+as)|"
    r"we\s+(?:call|term|name|dub|coin)\s+(?:it|this|these|our\s+\w+)?|"
    r"(?:is|are)\s+(?:called|termed|named|dubbed)|refer(?:red)?\s+to\s+(?:\w+\s+){0,3}as)\s+"
    rf"(?:as\s+)?(?:the\s+|an?\s+)?[\"'“‘]*(?P<name>{_NAME})"
)
_PROPOSED = re.compile(
    rf"\b(?:[Ww]e|[Tt]his\s+(?:paper|work|study)|[Oo]ur\s+\w+)\b[^.;]{{0,60}}?\b{_COIN}\s+"
    rf"(?:the\s+|an?\s+|our\s+|new\s+|novel\s+|called\s+)*(?P<name>{_NAME})"
)
_PROPOSED_LATER = re.compile(
    rf"\b(?:[Ww]e|[Tt]his\s+(?:paper|work|study)|[Oo]ur\s+\w+)\b[^.;]{{0,80}}?\b{_COIN}\b[^.;]{{0,160}}?"
    rf"(?:,|\(|:|\bnovel\b|\band\b|\bof\b|—|---?)\s*(?P<name>{_SHAPED})"
)
_INTRODUCTION = re.compile(r"introduc\w+\s+of\s+(?:the\s+)?(?P<name>" + _NAME + ")")
_SUBJECT = re.compile(
    rf"(?:^|[.!?:]\s+)(?:[A-Z]\w+ly,\s+|Notably,\s+|The\s+|Our\s+)?(?P<name>{_SHAPED})(?:'s\b|\s+(?:is|are|was|"
    r"outperforms?|achieves?|consists?|enables?|leverages?|uses?|employs?|provides?|can|also|works?|"
    r"demonstrates?|shows?|improves?|learns?|combines?|exhibits?|comprises?|offers?|introduces?|"
    r"surpass\w*|benefits|represents|differs|satisfies|handles|initially|primarily|effectively|"
    r"significantly|successfully|possesses|accurately|reduces|helps|resorts|minimizes|matches|"
    r"initially|accommodates|integrates|extends|generates|allows|produces|adopts|further))\b"
)
_KIND = (
    r"(?:methods?|approach|framework|algorithms?|model|dataset|benchmark|agent|technique|architecture|"
    r"network|estimator|procedure|metric|system|scheme|loss|strategy|paradigm|toolkit|library|"
    r"mechanism|module|pipeline|optimizer|sampler|solver|attack|defense|variant|class|attention)"
)
_OF_A_KIND = re.compile(
    rf"\b{_KIND}s?,?\s+(?:called\s+|named\s+|namely,?\s+|dubbed\s+)?[*\"'“‘(]*(?P<name>{_SHAPED})"
    r"(?=\W)(?!\s[A-Z])"
)
_NEW = re.compile(
    rf"\b(?:[Nn]ovel|[Nn]ew|[Ff]irst)\b[^.;]{{0,80}}?(?:[,:]|--+|—)\s*[*\"'“‘]*(?P<name>{_SHAPED})(?=\W)(?!\s[A-Z])"
)
_IN_BRACKETS = re.compile(rf"\b{_COIN}\b[^.;]{{0,200}}?\((?P<name>{_SHAPED})(?=[),;])")
_AND_ANOTHER = re.compile(rf"\b{_COIN}\s+(?:the\s+)?(?:{_SHAPED})\s+and\s+(?P<name>{_SHAPED})")
_POSSESSED = re.compile(rf"\b(?:[Oo]ur|[Pp]roposed)\s+(?P<name>{_SHAPED})")
_MENTIONED = re.compile(
    rf"(?:e\.g\.,?|such\s+as|like|including|i\.e\.,?|on|from|than|over|prior|existing|of|using|with|by)\s+"
    rf"(?:the\s+)?(?P<name>{_SHAPED})"
)
_LINK = re.compile(r"https?://\S+")
_NO_NAME = re.compile(
    r"^(?:We|This|The|Our|In|To|These|However|A|An|It|Moreover|Finally|First|Second|Code|I+|AI|"
    r"Extensive|Experiments?|Theoretically|Empirically|Specifically|SOTA|GPU|CPU|U-Net|Transformers?|"
    r"Bayesian|Gaussian|Riemannian|Byzantine|Fourier|Wasserstein|Markov|Laplacian|Euclidean|ImageNet|"
    r"CIFAR\w*|NP-hard|GPT\w*|BERT|PyTorch|Python|GitHub|STEM|PPO|SGD|Adam|MuJoCo|Atari)$"
)


def coined_names(abstract: str) -> tuple[str, ...]:
    """List the names that an abstract coins, the best supported first, as readable text."""
    text = " ".join(plain(abstract).split())
    links = _LINK.findall(text)
    text = _LINK.sub(" ", text)
    evidence: defaultdict[str, float] = defaultdict(float)
    for name, weight in _evidence(text):
        name = _trimmed(name)
        if 1 < len(name) <= _LONGEST and not _NO_NAME.match(name) and not _ADJECTIVE.search(name):
            evidence[name] += weight
    for name in evidence:
        if name.removesuffix("s") in COMMON:
            evidence[name] -= 6.0
        if _shaped(name):
            evidence[name] += min(2.0, 0.4 * (text.count(name) - 1))
        elif " " not in name and text.count(name) < 2:
            evidence[name] -= 1.0  # one capitalised word, once: rather a person or a place
        if any(_folded(name) in _folded(link) for link in links):
            evidence[name] += 1.5
    strong = [name for name, weight in evidence.items() if weight >= _ENOUGH]
    ranked = sorted(strong, key=lambda name: (-evidence[name], text.find(name)))
    return tuple(_distinct(ranked))[:_MOST]


def _evidence(text: str) -> Iterator[tuple[str, float]]:
    """Yield (name, weight) for every use of a name that says whether the paper coins it."""
    for acronym, long_form in definitions(text):
        place = text.find(f"({acronym}")
        sentence = text[max(0, text.rfind(". ", 0, place)) : place]
        proposing = bool(_PROPOSING.search(sentence))
        # An author's own long form has capitals; "reinforcement learning (RL)" is everybody's.
        own = proposing and any(word[:1].isupper() for word in long_form.split()[1:] or [long_form])
        yield acronym, 4.0 if own else (1.5 if proposing else -3.0)
        if own:
            yield long_form, 3.0
    for pattern, weight in _USES:
        for match in pattern.finditer(text):
            yield match["name"], weight


_PROPOSING = re.compile(rf"\b{_COIN}\b|\b(?:called|termed|named|dubbed)\b")
_USES = (
    (_CALLED, 5.0),
    (_PROPOSED, 3.5),
    (_PROPOSED_LATER, 2.0),
    (_INTRODUCTION, 3.0),
    (_OF_A_KIND, 1.5),
    (_NEW, 3.0),
    (_IN_BRACKETS, 3.0),
    (_AND_ANOTHER, 3.5),
    (_SUBJECT, 1.0),
    (_POSSESSED, 2.0),
    (_MENTIONED, -0.5),
)


_ADJECTIVE = re.compile(
    r"-(?:based|assisted|guided|conditioned|aware|driven|free|efficient|specific|level|like|style|"
    r"inspired|induced|tuned|wise|agnostic|only|shot|hard|learned|trained|enhanced|dependent)$",
    re.IGNORECASE,
)


def _shaped(name: str) -> bool:
    return bool(re.search(r"[A-Z].*[A-Z]|\d|^[a-z]+[A-Z]", name)) and " " not in name


def _trimmed(name: str) -> str:
    """Take off what does not belong to a name: articles, a stop, a plural's apostrophe."""
    name = re.sub(r"^(?:The|A|An|Our|New|Novel)\s+", "", name.strip(" .,;:'\"“”‘’()-"))
    return re.sub(r"\s+(?:of|the|for|and|to|in|with|&)$", "", name)


def _folded(text: str) -> str:
    return re.sub(r"[^a-z0-9]", "", text.casefold())


def _distinct(names: list[str]) -> Iterator[str]:
    """Leave out names that only differ in spelling or number from an earlier one."""
    seen: set[str] = set()
    for name in names:
        folded = _folded(name).removesuffix("s")
        if folded and folded not in seen:
            seen.add(folded)
            yield name


def named_things(abstract: str) -> tuple[str, ...]:
    """List every word of an abstract that is shaped like a name, coined by it or not."""
    text = _LINK.sub(" ", " ".join(plain(abstract).split()))
    found = (_trimmed(match.group()) for match in re.finditer(rf"(?<![\w-])(?:{_SHAPED})", text))
    return tuple(dict.fromkeys(name for name in found if len(name) > 2))
