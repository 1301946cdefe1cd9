"""Acronyms and what they stand for, read from the collection itself.

Authors define an acronym where they first use it: "graph neural networks (GNNs)". Collected over
all abstracts, the definitions let a question about "RL" find papers that only say "reinforcement
learning", and the other way round.

>>> mine(["We study graph neural networks (GNNs)."]).variants("papers on GNN")
('papers on GNN', 'papers on graph neural networks')
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

__all__ = ["COMMON", "Acronyms", "definitions", "in_singular", "mine", "spells"]

_DEFINED = re.compile(r"\(([A-Z][A-Za-z-]*[A-Z]s?)\)")
_REACH = 120  # characters before an acronym within which its long form is looked for

# What authors of machine learning papers no longer spell out.
COMMON = {
    "AI": "artificial intelligence",
    "ASR": "automatic speech recognition",
    "ATE": "average treatment effect",
    "AutoML": "automated machine learning",
    "BNN": "Bayesian neural networks",
    "BO": "Bayesian optimization",
    "CATE": "conditional average treatment effect",
    "CNN": "convolutional neural networks",
    "CoT": "chain of thought",
    "CTR": "click-through rate",
    "CV": "computer vision",
    "DAG": "directed acyclic graphs",
    "DNN": "deep neural networks",
    "DP": "differential privacy",
    "DPO": "direct preference optimization",
    "DRO": "distributionally robust optimization",
    "EBM": "energy-based models",
    "EEG": "electroencephalography",
    "EHR": "electronic health records",
    "ERM": "empirical risk minimization",
    "FL": "federated learning",
    "GAN": "generative adversarial networks",
    "GCN": "graph convolutional networks",
    "GNN": "graph neural networks",
    "GP": "Gaussian processes",
    "HPO": "hyperparameter optimization",
    "ICL": "in-context learning",
    "IRL": "inverse reinforcement learning",
    "KD": "knowledge distillation",
    "KG": "knowledge graphs",
    "KRR": "kernel ridge regression",
    "LLM": "large language models",
    "LM": "language models",
    "LSTM": "long short-term memory",
    "MARL": "multi-agent reinforcement learning",
    "MBRL": "model-based reinforcement learning",
    "MCMC": "Markov chain Monte Carlo",
    "MCTS": "Monte Carlo tree search",
    "MDP": "Markov decision processes",
    "ML": "machine learning",
    "MLLM": "multimodal large language models",
    "MLP": "multilayer perceptron",
    "MoE": "mixture of experts",
    "MRI": "magnetic resonance imaging",
    "NAS": "neural architecture search",
    "NER": "named entity recognition",
    "NeRF": "neural radiance fields",
    "NLP": "natural language processing",
    "NMT": "neural machine translation",
    "NTK": "neural tangent kernel",
    "OCR": "optical character recognition",
    "ODE": "ordinary differential equations",
    "OOD": "out-of-distribution",
    "OT": "optimal transport",
    "PCA": "principal component analysis",
    "PDE": "partial differential equations",
    "PEFT": "parameter-efficient fine-tuning",
    "PINN": "physics-informed neural networks",
    "POMDP": "partially observable Markov decision processes",
    "QA": "question answering",
    "RAG": "retrieval-augmented generation",
    "RKHS": "reproducing kernel Hilbert space",
    "RL": "reinforcement learning",
    "RLHF": "reinforcement learning from human feedback",
    "RNN": "recurrent neural networks",
    "SAE": "sparse autoencoders",
    "SDE": "stochastic differential equations",
    "SGD": "stochastic gradient descent",
    "SNN": "spiking neural networks",
    "SSL": "self-supervised learning",
    "SSM": "state space models",
    "SVM": "support vector machines",
    "TTA": "test-time adaptation",
    "TTS": "text-to-speech",
    "UDA": "unsupervised domain adaptation",
    "VAE": "variational autoencoders",
    "ViT": "vision transformers",
    "VLM": "vision-language models",
    "VQA": "visual question answering",
}


@dataclass(frozen=True, slots=True)
class Acronyms:
    """Acronyms in the singular, each with its long form, and the way back."""

    long_forms: Mapping[str, str]
    short_forms: Mapping[str, str]

    @classmethod
    def of(cls, long_forms: Mapping[str, str]) -> Acronyms:
        """Index long forms by their acronyms."""
        return cls(long_forms, {_key(long): acronym for acronym, long in long_forms.items()})

    def variants(self, text: str) -> tuple[str, ...]:
        """Word a text with its acronyms spelt out and with its long forms shortened.

        Returns:
            The text itself, then at most two other wordings of it.
        """
        return tuple(dict.fromkeys([text, self.spell_out(text), self._shorten(text)]))

    def spell_out(self, text: str) -> str:
        """Word a text with its acronyms spelt out, as embedders know them best."""
        return _ACRONYM.sub(self._spell_out, text)

    def _spell_out(self, match: re.Match[str]) -> str:
        return self.long_forms.get(match.group("acronym"), match.group())

    def _shorten(self, text: str) -> str:
        found = list(_WORD.finditer(text))
        shortened, copied = "", 0
        first = 0
        while first < len(found):
            for last in range(min(len(found), first + _LONGEST) - 1, first, -1):
                run = text[found[first].start() : found[last].end()]
                if acronym := self.short_forms.get(_key(run)):
                    shortened += text[copied : found[first].start()] + acronym
                    copied = found[last].end()
                    first = last
                    break
            first += 1
        return shortened + text[copied:]


_ACRONYM = re.compile(r"\b(?P<acronym>[A-Z][A-Za-z-]*[A-Z])s?\b")
_WORD = re.compile(r"\w+")
_LONGEST = 8  # words in a long form


def _key(long_form: str) -> str:
    """Fold a long form: case, hyphens and the plural do not tell two of them apart."""
    return " ".join(_WORD.findall(long_form.casefold())).removesuffix("s")


def mine(abstracts: Iterable[str]) -> Acronyms:
    """Collect the acronyms that some abstracts define; the most frequent long form counts."""
    found: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for abstract in abstracts:
        for acronym, long_form in definitions(abstract):
            found[acronym][long_form.casefold()] += 1
    common = {acronym: long_form for acronym, long_form in COMMON.items() if acronym not in found}
    mined = {acronym: forms.most_common(1)[0][0] for acronym, forms in found.items()}
    return Acronyms.of({**common, **mined})


def definitions(abstract: str) -> Iterator[tuple[str, str]]:
    """Find the (acronym in the singular, long form) pairs that an abstract defines."""
    for match in _DEFINED.finditer(abstract):
        acronym = match.group(1).removesuffix("s")
        before = abstract[max(0, match.start() - _REACH) : match.start()].rstrip()
        long_form = _long_form(before, acronym)
        if long_form:
            yield acronym, long_form


def _long_form(before: str, acronym: str) -> str | None:
    """Find the shortest run of words before an acronym whose initials spell it."""
    letters = acronym.replace("-", "").casefold()
    found = list(re.finditer(r"[A-Za-z]+", before))
    for count in range(len(letters), min(len(found), len(letters) + 3) + 1):
        run = found[-count:]
        initials = [word.group()[0].casefold() for word in run]
        if initials[0] == letters[0] and _in_order(letters, initials):
            return before[run[0].start() :]
    return None


def spells(phrase: str, name: str) -> bool:
    """Tell whether the initials of a phrase spell a name, as a long form's do."""
    letters = "".join(re.findall("[A-Z]", name)).casefold()
    initials = [word[0].casefold() for word in re.findall("[A-Za-z]+", phrase)]
    return (
        len(letters) > 2
        and bool(initials)
        and initials[0] == letters[0]
        and _in_order(letters, initials)
    )


def _in_order(letters: str, initials: list[str]) -> bool:
    left = iter(initials)
    return all(any(letter == initial for initial in left) for letter in letters)


def in_singular(text: str) -> str:
    """Write the acronyms of a text in the singular, which no stemmer does.

    >>> in_singular("GPUs and MLPs, but not Paris")
    'GPU and MLP, but not Paris'
    """
    return _PLURAL.sub(r"\1", text)


_PLURAL = re.compile(r"\b([A-Z][A-Z0-9]+)s\b")
