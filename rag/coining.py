"""The names that a paper coins: what it calls its method, model, benchmark or finding.

Authors coin a name in few ways: "we propose NAME", "termed NAME", "Long Form of It (NAME)". A name
that is only mentioned (an acronym of the field, a baseline, a dataset) is not one of them. Every
candidate collects evidence from the ways in which its paper uses it; the strongest come first.

>>> coined_names("Graphs are large. We introduce Graph Sparse Training (GST). GST is fast.")
('Graph Sparse Training', 'GST')
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator

from rag.acronyms import COMMON, definitions
from rag.plain import WEB_ADDRESS, plain

__all__ = ["coined_names", "named_things"]

# Measured on the 453 abstracts of ICML 2024 whose title begins with a name that they use: it comes
# first in 77 % of them and is found in 87 %. Ways of coining that did not add to that are not here.
_ENOUGH = 3.0  # evidence; one clear coining alone
_MOST_EVIDENCE = 6.0  # more of it does not tell the paper's main name from the names of its parts;
_LATENESS = 4.0  # where a name first stands does
_MOST = 4  # names a paper
_LONGEST = 60  # characters

_COIN = (
    r"(?:(?:propos|introduc|present|develop|design|creat|releas|devis|construct|build|contribut|"
    r"establish|offer|describ|formulat|unveil|provid|collect|curat|implement|deriv)(?:e|es|ed|ing|s)?|"
    r"built|put forth|introduction of)"
)
_NAMING = r"(?:termed|called|dubbed|named|namely|coined|denoted|titled|christened)"
_WE_NAME = r"we (?:call|term|name|dub|coin|denote|refer to)(?: (?:it|this|these|our \w+))?"
_AUTHORS = r"\b(?:[Ww]e|[Tt]his (?:paper|work|study)|[Oo]ur \w+)\b"
_KIND = (
    r"(?:methods?|approach|framework|algorithms?|model|dataset|benchmark|agent|technique|attention|"
    r"architecture|network|estimator|procedure|metric|system|scheme|loss|strategy|paradigm|toolkit|"
    r"library|mechanism|module|pipeline|optimizer|suite|sampler|solver|attack|defense|variant|class)"
)

# Looks like a name by itself: MultiMax, BREC, E3-FaceNet, S-DQN, EBBA+, signSGD; p-Laplacian not.
_SHAPED = (
    r"(?:(?:[A-Z][a-z]*\d*[A-Z]\w*|[A-Z][a-z]+\d\w*|[a-z]{1,10}[A-Z]{2,}\w*|[A-Z]\d*(?=-[A-Z]))"
    r"(?:-[A-Za-z0-9]+)*\+{0,2}|[A-Z][a-z]+(?:-[A-Z][A-Za-z0-9]+)+(?!\w|\s[A-Z])|"
    r"[A-Z][a-z]+-\d[A-Z]\b|\d[A-Z]+-[A-Z]+)"
)
_CAPITALISED = r"[A-Z][\w+-]*(?:\.(?=\s[A-Z]))?"
_NAME = (
    rf"(?:{_SHAPED}|{_CAPITALISED}"
    rf"(?: (?:&|of|the|for|and|to|in|with)? ?{_CAPITALISED}){{0,4}}(?: \d+)?)"
)

_USES = tuple(
    (weight, re.compile(way))
    for weight, way in (
        # "termed NAME", "which we call the NAME"
        (
            4.0,
            rf"\b(?:{_NAMING}|{_WE_NAME}|referred to (?:\w+ ){{0,3}}as) (?:as )?(?:the |an? )?"
            rf"[\"'“‘]*(?P<name>{_NAME})",
        ),
        # "we propose a new NAME"
        (
            3.5,
            rf"(?:{_AUTHORS}[^.;]{{0,160}}?\b{_COIN}|\bintroduction of) "
            rf"(?:the |an? |our |new |novel |called )*(?P<name>{_NAME})",
        ),
        # "we propose a way of pruning, NAME", "we propose the pruning method NAME"
        (
            2.0,
            rf"{_AUTHORS}[^.;]{{0,80}}?\b{_COIN}\b[^.;]{{0,160}}?"
            rf"(?:,|\(|:|\bnovel\b|\band\b|\bof\b|—|---?|\b{_KIND})\s*(?P<name>{_SHAPED})",
        ),
        # "we propose OTHER and NAME"
        (3.5, rf"\b{_COIN} (?:the )?{_SHAPED} and (?P<name>{_SHAPED})"),
        # "a novel dataset, NAME"
        (
            3.0,
            rf"\b(?:[Nn]ovel|[Nn]ew|[Ff]irst)\b[^.;]{{0,80}}?(?:[,:]|--+|—)\s*[*\"'“‘]*"
            rf"(?P<name>{_SHAPED})(?=\W)(?! [A-Z])",
        ),
        # "our solution, NAME"
        (3.0, rf"\b[Oo]ur (?:\w+ )?\w+, (?:the )?(?P<name>{_NAME})"),
        # "presents Long Form of It (NAME)"
        (3.0, rf"\b{_COIN}\b[^.;]{{0,200}}?\((?P<name>{_SHAPED})(?=[),;])"),
        # "our NAME"
        (2.0, rf"\b(?:[Oo]ur|[Pp]roposed) (?P<name>{_SHAPED})"),
        # "the algorithm NAME"
        (
            1.5,
            rf"\b{_KIND}s?,? (?:{_NAMING},? )?[*\"'“‘(]*(?P<name>{_SHAPED})(?=\W)(?! [A-Z])",
        ),
        # "NAME, a method"
        (1.0, rf"(?<![\w-])(?P<name>{_SHAPED})(?:, | ?— ?)an? "),
        # "better than NAME"
        (
            -0.5,
            r"(?:e\.g\.,?|such as|like|including|i\.e\.,?|on|from|than|over|prior|existing|of|"
            rf"using|with|by) (?:the )?(?P<name>{_SHAPED})",
        ),
    )
)
# The beginning of a sentence whose end is what the authors made, "we propose the new ...". Behind a
# preposition stands what that is for or made of: "we propose a loss for Graph Denoising (GD)".
_ITS_OBJECT = re.compile(
    rf"(?:\b{_COIN}|\b(?:name|call)|\b{_NAMING}|\b[Oo]ur \w+,)"
    r"(?:(?! (?:for|with|using|based|in|on|to|under|via|by|from|between|that|which|into|through|"
    r"(?:variant|version|extension|generali[sz]ation|analysis|study) of) )[^.;]){0,80}$"
    r"|(?:^|\. )Our $"
)
_NO_NAME = re.compile(
    r"^(?:We|This|The|Our|In|To|These|However|A|An|It|Moreover|Finally|First|Second|Code|I+|AI|"
    r"Extensive|Experiments?|Theoretically|Empirically|Specifically|SOTA|GPU|CPU|U-Net|Transformers?|"
    r"Bayesian|Gaussian|Riemannian|Byzantine|Fourier|Wasserstein|Markov|Laplacian|Euclidean|ImageNet|"
    r"CIFAR\w*|NP-hard|GPT\w*|BERT|PyTorch|Python|GitHub|STEM|PPO|SGD|Adam|MuJoCo|Atari)$"
)
_ADJECTIVE = re.compile(
    r"-(?:based|assisted|guided|conditioned|aware|driven|free|efficient|specific|level|like|style|"
    r"inspired|induced|tuned|wise|agnostic|only|shot|hard|learned|trained|enhanced|dependent)$",
    re.IGNORECASE,
)


def coined_names(abstract: str) -> tuple[str, ...]:
    """List the names that an abstract coins, the best supported first, as readable text."""
    text = plain(abstract)
    links = _folded(" ".join(WEB_ADDRESS.findall(text)))
    text = " ".join(WEB_ADDRESS.sub(" ", text).split())
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
        if _folded(name) in links:
            evidence[name] += 1.5

    def rank(name: str) -> float:
        return _LATENESS * text.find(name) / len(text) - min(evidence[name], _MOST_EVIDENCE)

    strong = [name for name, weight in evidence.items() if weight >= _ENOUGH]
    return tuple(_distinct(sorted(strong, key=lambda name: (rank(name), text.find(name)))))[:_MOST]


def _evidence(text: str) -> Iterator[tuple[str, float]]:
    """Yield (name, weight) for every use of a name that says whether the paper coins it."""
    for acronym, long_form in definitions(text):
        place = text.find(f"{long_form} ({acronym}")
        before = text[max(0, text.rfind(". ", 0, place)) : place]
        is_object = bool(_ITS_OBJECT.search(before))
        # An author's own long form has capitals; "reinforcement learning (RL)" is everybody's.
        own = is_object and bool(
            re.search(r"\b[A-Z]", " ".join(long_form.split()[1:]) or long_form)
        )
        weight = 4.0 if own else 1.5 if is_object else -5.0
        yield from ((form, weight) for form in (acronym, f"{acronym}s") if form in text)
        if own:
            yield long_form, 3.0
    for weight, use in _USES:
        for match in use.finditer(text):
            yield match["name"], weight


def _shaped(name: str) -> bool:
    return bool(re.search(r"[A-Z].*[A-Z]|\d|^[a-z]+[A-Z]", name)) and " " not in name


def _trimmed(name: str) -> str:
    """Take off what does not belong to a name: articles, a stop, a plural's apostrophe."""
    name = re.sub(r"^(?:The|A|An|Our|New|Novel)\s+", "", name.strip(" .,;:'\"“”‘’()-"))
    return re.sub(r"\s+(?:of|the|for|and|to|in|with|&)$", "", name)


def _folded(text: str) -> str:
    return re.sub(r"[^a-z0-9+]", "", text.casefold())


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
    text = WEB_ADDRESS.sub(" ", plain(abstract))
    found = (_trimmed(match.group()) for match in re.finditer(rf"(?<![\w-]){_SHAPED}", text))
    return tuple(dict.fromkeys(name for name in found if len(name) > 2))
