"""What the page tells of lists that were added."""

from __future__ import annotations

from rag.workspace import IngestReport
from ui.reporting import report_markdown


def test_every_outcome_that_there_is_is_told() -> None:
    report = IngestReport(
        entries=1234,
        added=1,
        updated=2,
        known=3,
        versions=1,
        refused=("a*.txt:7: the abstract is empty. Write one.",),
        skipped={"Workshop": 4},
        seconds=0.42,
    )
    assert report_markdown(report, "papers", "en").splitlines() == [
        "**Read 1,234 abstracts for *papers* in 0.4 s**",
        "",
        "- 1 paper added",
        "- 2 papers gained facts",
        "- 1 paper has a new text",
        "- 3 already there",
        "- 4 skipped (Workshop)",
        "- 1 refused:",
        "    - a*.txt:7: the abstract is empty. Write one.",
    ]


def test_lists_that_told_nothing_new_are_told_so() -> None:
    assert report_markdown(IngestReport(entries=1, known=1), "论文", "zh").splitlines() == [
        "**已为 *论文* 读取 1 篇摘要，用时 0.0 秒**",
        "",
        "- 新增 0 篇论文",
        "- 1 篇已存在",
    ]
