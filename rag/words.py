"""The words of a text as search sees them: folded, split, stemmed.

One analysis serves the lexical index, the questions put to it and the measure of how much of a
question a paper covers, so that they can never disagree.

>>> words("Pre-training GNNs with $E^3$-FaceNet")
['pre', 'train', 'pretrain', 'gnn', 'e3', 'facenet', 'e3facenet']
"""

from __future__ import annotations

import re
import threading
from functools import lru_cache

import Stemmer

from rag.acronyms import in_singular
from rag.plain import fold, plain

__all__ = ["STOPWORDS", "inflections", "parts", "stem", "uninflected", "words"]

# English function words, and those of questions: none of them says what a text is about.
STOPWORDS = frozenset(
    [
        "a",
        "about",
        "above",
        "after",
        "again",
        "against",
        "all",
        "also",
        "am",
        "an",
        "and",
        "any",
        "are",
        "as",
        "at",
        "be",
        "because",
        "been",
        "before",
        "being",
        "below",
        "between",
        "both",
        "but",
        "by",
        "can",
        "could",
        "did",
        "do",
        "does",
        "doing",
        "down",
        "during",
        "each",
        "either",
        "else",
        "ever",
        "few",
        "for",
        "from",
        "further",
        "get",
        "had",
        "has",
        "have",
        "having",
        "he",
        "her",
        "here",
        "hers",
        "him",
        "his",
        "how",
        "i",
        "if",
        "in",
        "into",
        "is",
        "it",
        "its",
        "itself",
        "just",
        "let",
        "like",
        "many",
        "may",
        "me",
        "might",
        "more",
        "most",
        "much",
        "must",
        "my",
        "neither",
        "no",
        "nor",
        "not",
        "of",
        "off",
        "often",
        "on",
        "once",
        "one",
        "only",
        "onto",
        "or",
        "other",
        "our",
        "ours",
        "out",
        "over",
        "own",
        "per",
        "please",
        "rather",
        "same",
        "shall",
        "she",
        "should",
        "since",
        "so",
        "some",
        "such",
        "tell",
        "than",
        "that",
        "the",
        "their",
        "theirs",
        "them",
        "then",
        "there",
        "these",
        "they",
        "this",
        "those",
        "through",
        "thus",
        "to",
        "too",
        "under",
        "until",
        "up",
        "upon",
        "us",
        "use",
        "used",
        "uses",
        "using",
        "very",
        "via",
        "was",
        "we",
        "were",
        "what",
        "when",
        "where",
        "whether",
        "which",
        "while",
        "who",
        "whom",
        "whose",
        "why",
        "will",
        "with",
        "within",
        "without",
        "would",
        "yet",
        "you",
        "your",
        "yours",
    ]
)

_WORD = re.compile(r"[^\W_]+(?:[-'][^\W_]+)*")
_SCRIPT_WITHOUT_SPACES = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]+")
_thread = threading.local()


def words(text: str) -> list[str]:
    """List the stems of a text's content words, in order, with repetitions.

    A hyphenated word counts as its parts and as a whole, since authors write "pre-training" and
    "pretraining" alike. Runs of Chinese, Japanese or Korean count as pairs of characters.
    """
    found: list[str] = []
    for match in _WORD.finditer(_folded(text)):
        found.extend(_forms(match.group()))
    return [stem(word) for word in found if word not in STOPWORDS]


def _folded(text: str) -> str:
    return fold(in_singular(plain(text)))


def parts(text: str) -> list[str]:
    """List the folded words that a text's names are joined of, as capitals show them.

    >>> parts("WingNet and BERTScore beat GNNs, LoRA and PyTorch")
    ['wing', 'net', 'bert', 'score', 'torch']
    """
    joined = (_JOINT.split(name) for name in re.findall(r"[^\W_]+", plain(text)))
    found = [fold(part) for name in joined if len(name) > 1 for part in name]
    return [part for part in found if len(part) >= _SHORTEST_PART and part not in STOPWORDS]


_JOINT = re.compile(r"(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z]{2})")
_SHORTEST_PART = 3  # letters; "Py" of "PyTorch" is no word


def inflections(text: str) -> list[str]:
    """List a text's content words without their inflections, in order, with repetitions.

    Weaker than stemming, and so stricter: "pruning" and "pruned" are one word here, "conformal"
    and "conformers", which share a stem, are two. The parts of a hyphenated word stand apart.
    """
    found = re.findall(r"[^\W_]+", _folded(text))
    return [uninflected(word) for word in found if word not in STOPWORDS]


@lru_cache(maxsize=65_536)
def uninflected(word: str) -> str:
    """Cut the plural, -ing, -ed and the silent -e from a folded word.

    British spellings are read as American ones.

    >>> [uninflected(word) for word in ("policies", "pruning", "pruned", "prune", "conformal")]
    ['policy', 'prun', 'prun', 'prun', 'conformal']
    >>> uninflected("generalises") == uninflected("generalizing")
    True
    """
    word = _american(word)
    if len(word) > 4 and word.endswith("ies"):
        word = word[:-3] + "y"
    elif len(word) > 4 and word.endswith(("sses", "xes", "ches", "shes")):
        word = word[:-2]
    elif len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is")):
        word = word[:-1]
    for ending in ("ing", "ed"):
        base = word.removesuffix(ending)
        if base != word and len(base) >= 3 and re.search("[aeiouy]", base):
            doubled = len(base) > 3 and base[-1] == base[-2] and base[-1] not in "lsz"
            word = base[:-1] if doubled else base
            break
    return word[:-1] if len(word) > 4 and word.endswith("e") else word


def _american(word: str) -> str:
    """Spell a word as Americans do.

    >>> [_american(word) for word in ("modelling", "behaviours", "centres", "dialogues", "hour")]
    ['modeling', 'behaviors', 'centers', 'dialogs', 'hour']
    """
    if len(word) > _LONGEST_AS_IT_IS:
        word = _ISE.sub("z", word)
    return _LOGUE.sub("log", _RE.sub(r"\1er", _OUR.sub(r"\1or", _DOUBLED.sub("", word))))


_ISE = re.compile(r"(?<=[a-z]i)s(?=e[sdr]?$|ers?$|ing$|ations?$|able$)|(?<=aly)s(?=e[sdr]?$|ing$)")
_DOUBLED = re.compile(
    r"(?:(?<=model)|(?<=label)|(?<=level)|(?<=travel)|(?<=cancel)|(?<=channel)|(?<=tunnel)|"
    r"(?<=signal))l(?=(?:ing|ed|er)s?$)"
)
_OUR = re.compile(r"(behavi|neighb|col|fav|flav|hon|lab|harb|tum|hum|rum|vap|endeav)our")
_RE = re.compile(r"\b(cent|fib|met|lit)re(?=s?$|d$)")
_LOGUE = re.compile(r"logue(?=s?$)")
_LONGEST_AS_IT_IS = 7  # letters; "raise", "noise" and "revise" have no other spelling


def _forms(word: str) -> list[str]:
    if _SCRIPT_WITHOUT_SPACES.search(word):
        return _pairs(word)
    parts = [part for part in re.split(r"[-']", word) if part != "s"]
    return [*parts, "".join(parts)] if len(parts) > 1 else parts


def _pairs(word: str) -> list[str]:
    forms: list[str] = []
    last = 0
    for run in _SCRIPT_WITHOUT_SPACES.finditer(word):
        forms += [part for part in re.split(r"[-']", word[last : run.start()]) if part]
        signs = run.group()
        forms += [signs[i : i + 2] for i in range(max(1, len(signs) - 1))]
        last = run.end()
    return forms + [part for part in re.split(r"[-']", word[last:]) if part]


@lru_cache(maxsize=65_536)
def stem(word: str) -> str:
    """Cut a folded word to its Snowball stem."""
    # A stemmer keeps state while it works, so every thread has its own.
    stemmer: Stemmer.Stemmer | None = getattr(_thread, "stemmer", None)
    if stemmer is None:
        stemmer = _thread.stemmer = Stemmer.Stemmer("english")
    return str(stemmer.stemWord(_american(word)))
