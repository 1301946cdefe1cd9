"""Backups as the README tells of them: a copy of the data folder, and an export."""

from __future__ import annotations

import json
import shutil
import threading
from pathlib import Path

from rag.settings import Settings
from rag.workspace import Workspace
from tests.support.world import DATA, World
from tests.ui.test_cli import CommandLine

QUESTIONS = ("What is LeafClock?", "Which papers study reinforcement learning?")


def _said(world: World) -> list[tuple[str, list[str]]]:
    answers = [world.ask(question) for question in QUESTIONS]
    return [(one.answer, [cited.paper_id for cited in one.citations]) for one in answers]


def test_a_folder_that_is_copied_while_readers_ask_gives_the_same_answers_elsewhere(
    tmp_path: Path,
) -> None:
    world = World.of(tmp_path / "home", DATA / "small.txt")
    before = _said(world)
    copied = threading.Event()
    heard: list[list[tuple[str, list[str]]]] = []

    def read() -> None:
        while not copied.is_set():
            heard.append(_said(world))

    reader = threading.Thread(target=read)
    reader.start()
    try:
        shutil.copytree(tmp_path / "home", tmp_path / "backup")
    finally:
        copied.set()
        reader.join()
    assert all(one == before for one in heard)
    shutil.copytree(tmp_path / "backup", tmp_path / "elsewhere" / "restored")
    restored = World(Workspace(Settings(home=tmp_path / "elsewhere" / "restored")))
    assert _said(restored) == before
    restored.workspace.ingest([DATA / "small.txt"], "papers")
    assert restored.workspace.summary("papers").papers == world.workspace.summary("papers").papers


def test_an_export_holds_all_that_is_known_of_the_papers(tmp_path: Path) -> None:
    """Whatever version wrote it, and with whatever embedder it is read."""
    first, second = CommandLine(tmp_path / "home"), CommandLine(tmp_path / "elsewhere")
    first("ingest", DATA / "small.txt")
    exported = first("collections", "export", "papers")
    (tmp_path / "papers.json").write_text(exported.stdout, encoding="utf-8")
    assert second("ingest", tmp_path / "papers.json").returncode == 0
    again = second("collections", "export", "papers").stdout

    def papers(text: str) -> list[tuple[str, str]]:
        return sorted((one["id"], one["abstract"]) for one in json.loads(text))

    assert len(papers(again)) == 12
    assert papers(again) == papers(exported.stdout)
