"""A language model as judge, through LlamaIndex's evaluators: beside the metrics, never instead.

Faithfulness: do the cited passages bear the answer out? Relevancy: do answer and passages deal
with the question? Correctness: from 1 to 5, how well does the answer agree with the gold, its facts
and the abstracts of the papers that answer? Judged are answers to answerable questions that do not
abstain. How far the judge agrees with the offline metrics is reported with what it found, so that
nobody has to take either on trust.

Judgements are appended to `judgements.jsonl` as they come; none is asked for twice.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

from pydantic import BaseModel, ConfigDict

from eval.cases import Case
from eval.lines import records
from eval.metrics.citations import recall as citation_recall
from eval.metrics.rightness import right
from eval.progress import Progress
from eval.statistics import figure, kappa
from rag.errors import EndpointError, SettingsError
from rag.settings import Settings
from rag.workspace import Workspace

if TYPE_CHECKING:
    from llama_index.core.evaluation import BaseEvaluator, EvaluationResult
    from llama_index.core.llms import CustomLLM

__all__ = ["Completes", "Judgement", "judge_all", "judge_of", "summary"]

_FILE = "judgements.jsonl"
_FORM = '{"id": "...", "faithfulness": true, "relevancy": true, "correctness": 4.5}'
_CORRECT = 4.0
"""LlamaIndex's own threshold of a correct answer, from 1 to 5."""


@runtime_checkable
class Completes(Protocol):
    """A model that answers a prompt as it stands."""

    def complete(self, prompt: str) -> str:
        """Answer, or raise an EndpointError."""
        ...


class Judgement(BaseModel):
    """What the judge found of one answer; None where its reply could not be read."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    id: str
    answer: str
    faithfulness: bool | None
    relevancy: bool | None
    correctness: float | None


def judge_of(settings: Settings) -> Completes:
    """Give the model that the settings name.

    Raises:
        SettingsError: They name none.
    """
    model: object = Workspace(settings).model
    if not isinstance(model, Completes):
        raise SettingsError(
            "no language model is set that could judge",
            where="PAPERCHAT_MODEL",
            remedy="Name one, and its endpoint in OPENAI_BASE_URL, or leave out --judge",
        )
    return model


def judge_all(
    cases: Sequence[Case],
    model: Completes,
    folder: Path,
    window: int,
    progress: Progress | None = None,
) -> tuple[Judgement, ...]:
    """Have answers judged that are not yet.

    Args:
        cases: The questions and their answers.
        model: The judge.
        folder: The run's folder.
        window: How many tokens the judge reads and writes together.
        progress: Told how many are judged.

    Returns:
        What is judged. Answers at which the endpoint failed are missing; the next call asks anew.
    """
    judged = {one.id: one for one in _kept(folder / _FILE)}
    eligible = [case for case in cases if case.answerable and not case.answer.abstained]
    evaluators = _evaluators(model, window)
    with (folder / _FILE).open("a", encoding="utf-8", newline="\n") as file:
        for done, case in enumerate(eligible):
            if progress:
                progress("Judging", done, len(eligible))
            known = judged.get(case.question.id)
            if known is None or known.answer != case.answer.answer:
                try:
                    judged[case.question.id] = found = _judge(case, evaluators)
                except EndpointError:
                    judged.pop(case.question.id, None)
                    continue
                file.write(found.model_dump_json() + "\n")
                file.flush()
    return tuple(judged[one.question.id] for one in eligible if one.question.id in judged)


def summary(judgements: Sequence[Judgement], cases: Sequence[Case], model: str) -> dict[str, Any]:
    """Sum up what the judge found, and how far it agrees with the offline metrics.

    Each verdict is put beside the metric that asks the same: faithfulness beside every sentence
    being supported (`citation R` is 1), relevancy beside some paper that answers being given,
    correctness (at least 4 of 5) beside the answer being more right than wrong (`right` over 0.5).
    """
    of = {case.question.id: case for case in cases}
    verdicts: dict[str, Callable[[Judgement], bool | None]] = {
        "faithfulness": lambda one: one.faithfulness,
        "relevancy": lambda one: one.relevancy,
        "correctness": lambda one: None if one.correctness is None else one.correctness >= _CORRECT,
    }
    offline: dict[str, Callable[[Case], bool]] = {
        "faithfulness": lambda case: citation_recall(case) == 1,
        "relevancy": lambda case: bool(case.gold.intersection(case.given)) or not case.gold,
        "correctness": lambda case: (right(case) or 0) > 0.5,
    }
    found: dict[str, Any] = {"model": model, "answers": len(judgements)}
    for name, verdict in verdicts.items():
        pairs = [
            (passed, offline[name](of[one.id]))
            for one in judgements
            if (passed := verdict(one)) is not None
        ]
        share = figure([float(passed) for passed, _ in pairs])
        found[name] = {
            "passed": share and [share.value, share.low, share.high],
            "n": len(pairs),
            "agreement": _rounded(sum(a == b for a, b in pairs), len(pairs)),
            "kappa": kappa(pairs),
        }
    return found


def _rounded(part: int, whole: int) -> float | None:
    return round(part / whole, 6) if whole else None


def _kept(file: Path) -> Iterator[Judgement]:
    if file.exists():
        content = file.read_bytes()
        file.write_bytes(content[: content.rfind(b"\n") + 1])  # a last line may be cut off
        for _, record in records(file, _FORM):
            yield Judgement.model_validate(record)


def _judge(case: Case, evaluators: Mapping[str, BaseEvaluator]) -> Judgement:
    answer = case.answer
    facts = [wordings[0] for wordings in case.question.facts]
    reference = "\n\n".join([*facts, *(case.abstracts[paper] for paper in sorted(case.gold))])

    def evaluated(name: str) -> EvaluationResult:
        return evaluators[name].evaluate(
            query=answer.standalone_question,
            response=answer.answer,
            contexts=[citation.passage for citation in answer.citations],
            reference=reference,
        )

    return Judgement(
        id=case.question.id,
        answer=answer.answer,
        faithfulness=evaluated("faithfulness").passing if answer.citations else None,
        relevancy=evaluated("relevancy").passing if answer.citations else None,
        correctness=evaluated("correctness").score if reference else None,
    )


def _evaluators(model: Completes, window: int) -> dict[str, BaseEvaluator]:
    # Imported here, not above: it costs a second, and only a judge needs it.
    from llama_index.core.evaluation import (
        CorrectnessEvaluator,
        FaithfulnessEvaluator,
        RelevancyEvaluator,
    )

    llm = _llm(model, window)
    return {
        "faithfulness": FaithfulnessEvaluator(llm=llm),
        "relevancy": RelevancyEvaluator(llm=llm),
        "correctness": CorrectnessEvaluator(llm=llm, parser_function=_grade),
    }


def _grade(reply: str) -> tuple[float | None, str]:
    """Read a grade from 1 to 5; LlamaIndex's own reader raises where it is not on its own line."""
    found = re.search(r"(?<![\d.])[1-5](?:\.\d+)?(?![\d.]*\d)", reply)
    return (float(found.group()) if found else None), reply


def _llm(model: Completes, window: int) -> CustomLLM:
    """Wrap a model as LlamaIndex's evaluators want one."""
    from llama_index.core.llms import (
        CompletionResponse,
        CompletionResponseGen,
        CustomLLM,
        LLMMetadata,
    )

    class Judge(CustomLLM):
        @property
        def metadata(self) -> LLMMetadata:
            return LLMMetadata(context_window=window, num_output=min(1_024, window // 4))

        def complete(
            self, prompt: str, formatted: bool = False, **options: Any
        ) -> CompletionResponse:
            return CompletionResponse(text=model.complete(prompt))

        def stream_complete(
            self, prompt: str, formatted: bool = False, **options: Any
        ) -> CompletionResponseGen:
            raise NotImplementedError("a judgement is read when it is whole")

    return Judge()
