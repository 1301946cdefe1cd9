"""The report of a suite's run: the figures, where the misses are, and every answer that missed."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from eval.cases import Case
from eval.metrics import METRICS
from eval.reports.document import Detail, Document, Section, Table
from eval.reports.plots import Bar, Plot, bars, columns, intervals
from eval.reports.reliability import abstention_plot, relevance_plot
from eval.scoring import Figures, FigureValue, Results, Scored

__all__ = ["figures_table", "groups_tables", "report", "settings_section"]

_IN_GROUPS = ("right", "papers F1", "right first", "facts", "nDCG@10", "unfounded", "withheld")
"""The metrics that are shown by kind, split and turn; results.json has all of them."""

_RANKS = ((1, 1), (2, 3), (4, 5), (6, 10), (11, 20), (21, 60))


def report(results: Results, cases: Sequence[Case], scored: Sequence[Scored]) -> Document:
    """Put the report of a run together."""
    asked = sum(results.questions.values())
    return Document(
        title=f"paperchat on the suite {results.suite}",
        told=f"{asked} questions; answered by {_answerer(results)}. "
        "Intervals are 95% bootstrap intervals over questions.",
        sections=[
            _figures(results),
            Section(
                "By kind, split and place in the conversation", tables=list(groups_tables(results))
            ),
            _misses(cases, scored),
            _abstention(results, cases),
            _latency(results, cases),
            *_judge(results),
            Section(
                "Every answer that is not wholly right",
                "Gold, what was given, and the answer. The worst come first.",
                details=[
                    _detail(one)
                    for one in sorted(scored, key=lambda one: (one.scores["right"], one.id))
                    if one.scores["right"] < 1
                ],
            ),
            settings_section(results.provenance),
        ],
    )


def figures_table(figures: Figures) -> Table:
    """Tabulate figures with their intervals."""
    rows = [
        (
            metric.name,
            f"{found.value:.3f}",
            f"{found.low:.3f} to {found.high:.3f}",
            str(found.n),
            f"{metric.told}{' (lower is better)' if metric.lower_is_better else ''}",
        )
        for metric in METRICS
        if (found := figures.get(metric.name))
    ]
    return Table(("figure", "value", "95% interval", "questions", "what it says"), rows)


def settings_section(provenance: Mapping[str, Any]) -> Section:
    """Show what gives the same figures again."""
    rows = [
        (f"{part}: {name}", json.dumps(value, ensure_ascii=False))
        for part in ("settings", "prompts", "versions")
        for name, value in provenance.get(part, {}).items()
    ]
    rows += [
        (name, str(provenance[name]))
        for name in ("code", "python", "machine", "seed")
        if name in provenance
    ]
    return Section(
        "What gives these figures again",
        "Settings, hashes of the prompts and of the program, versions, and the seed of all draws.",
        tables=[Table(("what", "value"), rows)],
    )


def _answerer(results: Results) -> str:
    return results.provenance["settings"].get("model") or "quoting, without a language model"


def _figures(results: Results) -> Section:
    drawn = [
        (metric.name, found.value, found.low, found.high)
        for metric in METRICS
        if metric.bounded and (found := results.figures.get(metric.name))
    ]
    return Section(
        "Figures",
        plots=[intervals("Every figure with its interval", drawn)],
        tables=[figures_table(results.figures)],
    )


def groups_tables(results: Results) -> Iterator[Table]:
    """Tabulate the chief figures by kind, by split and by place in the conversation."""
    groups: dict[str, Mapping[Any, Figures]] = {
        "kind": results.by_kind,
        "split": results.by_split,
        "turn": results.by_turn,
    }
    for name, figures_of in groups.items():
        rows = [
            (str(group), str(_n(figures)), *(_cell(figures.get(one)) for one in _IN_GROUPS))
            for group, figures in figures_of.items()
        ]
        yield Table((name, "questions", *_IN_GROUPS), rows)


def _n(figures: Figures) -> int:
    return figures["right"].n  # scores every question


def _cell(found: FigureValue | None) -> str:
    return "" if found is None else f"{found.value:.3f}"


def _misses(cases: Sequence[Case], scored: Sequence[Scored]) -> Section:
    by_kind: dict[str, Counter[str]] = {}
    for one in scored:
        counts = by_kind.setdefault(one.kind, Counter())
        counts["missed"] += len(one.missed)
        counts["wrong"] += len(one.wrong)
    rows = [Bar(kind, (own["missed"], own["wrong"])) for kind, own in by_kind.items()]
    papers = Counter(paper for one in scored for paper in one.missed)
    often = [(paper, str(count)) for paper, count in papers.most_common(10)]
    return Section(
        "Where the misses are",
        "Papers that answer and were not given, and papers that were given and do not answer.",
        plots=[
            bars("Papers missed and wrongly given, by kind", ("missed", "wrongly given"), rows),
            _ranks(cases),
        ],
        tables=[Table(("papers missed most often", "questions"), often)],
    )


def _ranks(cases: Sequence[Case]) -> Plot:
    """Count at which ranks the papers that answer were retrieved."""
    places = Counter[str]()
    for case in cases:
        rank_of = {paper: rank for rank, (paper, _) in enumerate(case.ranking, start=1)}
        for paper in case.gold:
            places[_span_of(rank_of.get(paper))] += 1
    labels = [f"{first}" if first == last else f"{first}-{last}" for first, last in _RANKS]
    rows = [Bar(label, (places[label],)) for label in (*labels, "none")]
    return columns("Ranks at which retrieval has the papers that answer", ("papers",), rows, "rank")


def _span_of(rank: int | None) -> str:
    for first, last in _RANKS:
        if rank is not None and first <= rank <= last:
            return f"{first}" if first == last else f"{first}-{last}"
    return "none"


def _abstention(results: Results, cases: Sequence[Case]) -> Section:
    counts = results.abstention
    rows = [
        (row, *(str(counts.get(f"{row}, {column}", 0)) for column in ("answered", "declined")))
        for row in ("to answer", "to decline")
    ]
    return Section(
        "Abstention and its calibration",
        "How sure retrieval was, by its best score, beside how often there was an answer and how "
        "often one was given; and whether papers listed with a relevance belong as often as it "
        "says.",
        plots=[abstention_plot(cases), relevance_plot(cases)],
        tables=[Table(("", "answered", "declined"), rows)],
    )


def _latency(results: Results, cases: Sequence[Case]) -> Section:
    times = sorted(1000 * seconds for case in cases for seconds in case.asked.seconds)
    edges = [10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 30_000, 60_000, 10**9]
    counts = Counter(next(edge for edge in edges if time < edge) for time in times)
    used = [edge for edge in edges if min(counts) <= edge <= max(counts)]
    rows = [Bar(f"< {edge:,}" if edge < 10**9 else "longer", (counts[edge],)) for edge in used]
    usage, latency = results.usage, results.latency
    cost = "not known" if usage.cost_usd is None else f"${usage.cost_usd:.4f}"
    table = Table(
        ("median", "95th percentile", "all", "tokens read", "tokens written", "cost", "fallbacks"),
        [
            (
                f"{latency.median_ms:,.0f} ms",
                f"{latency.p95_ms:,.0f} ms",
                f"{latency.total_s:,.1f} s",
                f"{usage.prompt_tokens:,}",
                f"{usage.completion_tokens:,}",
                cost,
                str(results.fallbacks),
            )
        ],
    )
    return Section(
        "Latency, tokens, cost",
        "Of each turn. A fallback is a question whose model failed, so that it was quoted.",
        plots=[columns("Milliseconds a turn", ("turns",), rows, "ms")],
        tables=[table],
    )


def _judge(results: Results) -> Iterator[Section]:
    if not results.judge:
        return
    rows = []
    for name in ("faithfulness", "relevancy", "correctness"):
        found = results.judge[name]
        rows.append((name, *(json.dumps(found[one]) for one in found)))
    yield Section(
        "The model as judge",
        f"{results.judge['model']} through LlamaIndex's evaluators, over "
        f"{results.judge['answers']} answers; agreement and Cohen's kappa are with the offline "
        "metric that asks the same.",
        tables=[Table(("", "passed, with its interval", "answers", "agreement", "kappa"), rows)],
    )


def _detail(one: Scored) -> Detail:
    told = "declined" if one.abstained else f"{len(one.given)} papers given"
    return Detail(
        f"{one.id} ({one.kind}, {one.scores['right']:.2f}): {one.turns[-1]} - {told}",
        [
            ("asked", "\n".join(one.turns)),
            ("understood as", one.standalone),
            ("should be", "declined" if one.declined else "\n".join(one.gold)),
            ("missed", "\n".join(one.missed)),
            ("wrongly given", "\n".join(one.wrong)),
            ("scores", "\n".join(f"{name}: {score:.3f}" for name, score in one.scores.items())),
            ("answer", one.answer),
        ],
    )
