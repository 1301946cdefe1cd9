"""What bears out a sentence of a model: the papers it cites, others that it was given, or none."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rag.answering.literals import check_literals, links
from rag.answers import Claim
from rag.citations import Attribution, Evidence, Verdict, attribute
from rag.coining import coined_names
from rag.embedding import Embedder
from rag.snapshot import Indexed

__all__ = ["Judge", "Judged"]


@dataclass(frozen=True, slots=True)
class Judged:
    """A sentence, judged.

    Attributes:
        claim: The sentence with its citations.
        spans: For the number of each paper that it rests on, the (start, end) of the sentences that
            come nearest to it, at least one.
        in_full: Whether its words could be compared, and not only what crosses languages.
    """

    claim: Claim
    spans: Mapping[int, Sequence[tuple[int, int]]]
    in_full: bool = True


class Judge:
    """Judges the sentences of one answer.

    Args:
        given: The papers that the model was given, by number.
        embedder: What turns sentences into vectors; without, the check is coarser. Only the one
            that the check was fitted with is used.
    """

    def __init__(self, given: Mapping[int, Indexed], embedder: Embedder | None = None) -> None:
        self._given = given
        self._evidence = {number: _evidence(indexed) for number, indexed in given.items()}
        fits = embedder is not None and embedder.name.startswith("all-MiniLM")
        self._embedder = embedder if fits else None
        self._known: dict[tuple[str, tuple[int, ...], str | None], Judged] = {}

    def judge(self, sentence: str, numbers: Sequence[int], english: str | None) -> Judged:
        """Judge a sentence; one that a model repeats for ever is judged once.

        Args:
            sentence: As the model wrote it, without its markers.
            numbers: Those of the papers that it cites.
            english: The same in English; None where it is in another language and no wording in
                English is known.
        """
        asked = (sentence, tuple(numbers), english)
        if asked not in self._known:
            self._known[asked] = self._judge(*asked)
        return self._known[asked]

    def _judge(self, sentence: str, numbers: Sequence[int], english: str | None) -> Judged:
        cited = tuple(self._evidence[one] for one in numbers if one in self._evidence)
        if english is None:
            return self._by_literals(sentence, numbers, cited)
        found = attribute(english, tuple(self._evidence.values()), cited, self._embedder)
        asked = sentence if english != sentence else " ".join(links(sentence))
        if lacking := check_literals(asked, _text(found.evidence), names=False).missing:
            found = _unsupported(f"no passage that says this has {lacking[0]}")
        return self._judged(sentence, numbers, found)

    def _by_literals(
        self, sentence: str, numbers: Sequence[int], cited: Sequence[Evidence]
    ) -> Judged:
        """Judge a sentence whose words cannot be compared."""
        literals = check_literals(sentence, _text(cited))
        if literals.missing and cited:
            found = _unsupported(f"no passage that it cites has {literals.missing[0]}")
        elif not literals.found or not cited:
            found = _unsupported("it is not in English, and nothing in it could be checked")
        else:
            reason = f"it is not in English; only {', '.join(literals.found)} could be checked"
            found = Attribution(Verdict("partial", 0.5, reason=reason), tuple(cited), "kept")
        judged = self._judged(sentence, numbers, found)
        return Judged(judged.claim, judged.spans, in_full=bool(literals.missing and cited))

    def _judged(self, sentence: str, numbers: Sequence[int], found: Attribution) -> Judged:
        number_of = {one.paper_id: number for number, one in self._evidence.items()}
        cited = [number_of[one.paper_id] for one in found.evidence]
        cited = cited or [one for one in numbers if one in self._given]
        claim = Claim(
            text=sentence,
            citations=tuple(dict.fromkeys(cited)),
            support=found.verdict.support,
            reason=found.verdict.reason,
        )
        return Judged(claim, {number: self._spans(number, found.verdict) for number in cited})

    def _spans(self, number: int, verdict: Verdict) -> Sequence[tuple[int, int]]:
        indexed = self._given[number]
        spans = [(one.start, one.end) for one in verdict.spans if one.paper_id == indexed.paper.id]
        return sorted(spans) or indexed.sentences[:1]


def _unsupported(reason: str) -> Attribution:
    return Attribution(Verdict("unsupported", 0.0, reason=reason), (), "unsupported")


def _text(evidence: Sequence[Evidence]) -> str:
    return "\n".join("\n".join((*one.names, one.text)) for one in evidence)


def _evidence(indexed: Indexed) -> Evidence:
    paper = indexed.paper
    names = (paper.title, *coined_names(paper.abstract), *paper.authors)
    return Evidence(paper.id, paper.abstract, names=names)
