"""A name that the evidence does not have: another method, another dataset, another paper."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rag.acronyms import COMMON
from rag.checking.alignment import Alignment
from rag.checking.conflicts.conflict import Conflict
from rag.checking.lexicon import stem
from rag.plain import fold

__all__ = ["find"]

# A sentence that begins with a name, whose capital tells nothing there: "Veil cuts".
_OPENS = re.compile(r"[A-Z][a-z]*(?<!s)(?<!ing)(?<!ed)(?<!ly)\s(?:is|was|has|can|[a-z]{3,}s)\b")
_ACRONYM = re.compile(r"\b([A-Z][A-Za-z]*[A-Z])s?\b")


def find(alignment: Alignment, known: str) -> Iterator[Conflict]:
    """Find names of the claim that neither the evidence nor its papers' names hold.

    Args:
        alignment: The claim beside its evidence.
        known: The names and titles of the papers that the evidence is from, folded.
    """
    said = {
        token
        for sentence in alignment.index.sentences
        for token in re.findall(r"\w+", fold(sentence.text))
    }
    for number, word in enumerate(alignment.claim.words):
        named = word.name or (word.place == 0 and _OPENS.match(alignment.claim.text))
        if not named or word.quantity or alignment.matches[number]:
            continue
        if (
            word.text in said
            or word.text in known
            or (word.text.isalpha() and _is_initials(word.text, alignment))
        ):
            continue
        yield Conflict("name", f"the passage does not name “{word.text}”", 0.97)
    for acronym in _ACRONYM.findall(alignment.claim.text):
        long_form = COMMON.get(acronym)
        if (
            long_form
            and not said & {fold(acronym), fold(acronym) + "s"}
            and not _spelt_out(alignment, long_form)
            and fold(acronym) not in known
        ):
            yield Conflict("name", f"the passage does not name “{acronym}”", 0.95)


def _is_initials(name: str, alignment: Alignment) -> bool:
    """Tell whether a name is the initials of words in a row: EM, expectation-maximization."""
    if len(name) == 2:  # by chance any two letters begin words in a row
        joined = re.compile(rf"\b{name[0]}\w+-{name[1]}\w+", re.IGNORECASE)
        return any(joined.search(sentence.text) for sentence in alignment.index.sentences)
    return any(
        name in "".join(token[0] if token[0].isalpha() else " " for token in sentence.tokens)
        for sentence in alignment.index.sentences
    )


def _spelt_out(alignment: Alignment, long_form: str) -> bool:
    wanted = {stem(fold(word)) for word in re.findall(r"[\w]+", long_form)} - {"of", "from"}
    return any(
        wanted <= {word.stem for word in sentence.words} | set(sentence.tokens)
        for sentence in alignment.index.sentences
    )
