"""The collection of a suite: made once for its papers, this program and this embedder.

It lives in a data folder of its own, named after all that it is made from, so that a changed
abstract, embedder or line of code is never measured on what was stored before.
"""

from __future__ import annotations

import glob
import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from eval.provenance import code_sha256, digest
from eval.questions import Suite
from rag.assistant import Assistant
from rag.errors import InputError
from rag.settings import Settings
from rag.workspace import Workspace

__all__ = ["SuiteCollection", "open_collection"]

_COLLECTION = "suite"
_KEPT = 3  # data folders of one suite; one of an earlier state of the program is of little use


@dataclass(frozen=True, slots=True)
class SuiteCollection:
    """A suite's papers, ready to be asked about.

    Attributes:
        paper_of: The suite's id of each paper, by the collection's id.
        abstracts: The abstract of each paper, by the suite's id.
        same: The one id that stands for a paper which the suite holds under several.
    """

    assistant: Assistant
    paper_of: Mapping[str, str]
    abstracts: Mapping[str, str]
    same: Mapping[str, str]


def open_collection(suite: Suite, settings: Settings) -> SuiteCollection:
    """Open a suite's collection; it is made where there is none of this state.

    Args:
        suite: The suite.
        settings: The settings to measure. The collection is embedded, whatever they say of a
            Chroma server, and lives in a folder of its own in their data folder.

    Raises:
        InputError: A paper of the suite cannot be read.
    """
    state = digest([suite.sha256, settings.embedder, code_sha256()])
    kept = settings.home / "eval"
    home = kept / f"{suite.name}-{state}"
    workspace = Workspace(settings.model_copy(update={"home": home, "chroma_url": None}))
    if not (home / _DONE).exists():
        _fill(suite, workspace)
        (home / _DONE).touch()
        _tidy(kept, suite.name)
    assistant = workspace.assistant(_COLLECTION)
    ids = _ids(suite, workspace)
    paper_of: dict[str, str] = {}
    for own, paper_id in ids.items():
        paper_of.setdefault(paper_id, own)
    abstracts = {paper_of[one.id]: one.abstract for one in assistant.papers(paper_of)}
    same = {own: paper_of[paper_id] for own, paper_id in ids.items()}
    return SuiteCollection(assistant, paper_of, abstracts, same)


_DONE = "complete"


def _fill(suite: Suite, workspace: Workspace) -> None:
    report = workspace.ingest([suite.papers_file], _COLLECTION)
    if report.refused:
        raise InputError(
            f"not every paper can be read ({report.refused[0]})",
            where=str(suite.papers_file),
            remedy="Repair that line",
        )


def _ids(suite: Suite, workspace: Workspace) -> dict[str, str]:
    """Map the suite's ids to the collection's."""
    keys = workspace.keys(_COLLECTION)
    ids = {own: keys.get(f"{suite.papers_file.name}#{own}") for own in sorted(suite.paper_ids)}
    if lost := [own for own, found in ids.items() if found is None]:
        raise InputError(
            f"{lost[0]} has no abstract" + (f", nor have {len(lost) - 1} more" * (len(lost) > 1)),
            where=str(suite.papers_file),
            remedy='Give each line an "id" and an "abstract"',
        )
    return {own: found for own, found in ids.items() if found is not None}


def _tidy(kept: Path, name: str) -> None:
    """Delete the older data folders of a suite."""
    homes = sorted(
        kept.glob(f"{glob.escape(name)}-????????????"), key=lambda home: home.stat().st_mtime
    )
    for home in homes[:-_KEPT]:
        shutil.rmtree(home, ignore_errors=True)
