"""What a visitor of the page waits for, measured in a real Chromium.

The first paint, against that of a bare `gr.ChatInterface` in the same run; the first words of a
quoted answer after Enter; and turning to the next page of the tab Papers, over made papers.
"""

from __future__ import annotations

import statistics
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from eval.bench.chromium import find_chromium
from eval.bench.made import MadeEmbedder, write_papers
from eval.bench.serving import chat, served
from eval.bench.timing import milliseconds
from rag.ingest import ingest
from rag.library import Library
from rag.settings import Settings
from rag.workspace import Workspace

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

__all__ = ["page"]

_RUNS = 7
_PAGES = 10  # turned to
_PAPERS = 10_000
_BARE = """
import gradio as gr
gr.ChatInterface(lambda message, history: message).launch()
"""
_MADE = """
import sys
from pathlib import Path
from eval.bench.made import MadeEmbedder
from rag.settings import Settings
from rag.workspace import Workspace
from ui.app import serve
from ui.door import Access
workspace = Workspace.from_environment()
workspace.embedder = MadeEmbedder()
serve(workspace, Access.of(workspace.settings), collection="made", host="127.0.0.1", port=0,
      open_browser=False)
"""
_QUIET = {"GRADIO_ANALYTICS_ENABLED": "False"}

# In the browser, so that nothing of what drives it is in the figures; milliseconds.
_FIRST_PAINT = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime"
_AFTER_ENTER = """
() => {
  addEventListener("keydown", (event) => {
    if (event.key === "Enter") window.began = performance.now();
  }, {capture: true});
  new MutationObserver(() => {
    const said = document.querySelector("#conversation .bot-row");
    if (!window.words && said && /\\[\\d+\\]|\\d+ of \\d+ papers/.test(said.innerText)) {
      window.words = performance.now() - window.began;
    }
  }).observe(document.body, {subtree: true, childList: true, characterData: true});
}
"""
_TURNED = """
async () => {
  const told = () => document.querySelector("#papers-told").innerText;
  const before = told(), began = performance.now();
  [...document.querySelectorAll("button")].find((one) => one.innerText === "Next page").click();
  while (told() === before) await new Promise(requestAnimationFrame);
  return performance.now() - began;
}
"""


def page(files: Sequence[Path], home: Path) -> Iterator[str]:
    """Time what a visitor waits for: first paint, first words, the next page of papers."""
    try:
        # Only here: what drives a browser is for those who develop paperchat, no dependency of it.
        from playwright.sync_api import sync_playwright
    except ModuleNotFoundError:
        yield "page: not measured, for want of the package playwright, which `make bench` brings"
        return
    chromium = find_chromium()
    if chromium is None:
        yield "page: not measured, for want of a Chromium: install one, or set CHROMIUM to its path"
        return
    asked, made = home / "page", home / "pages"
    _workspace(asked).ingest(files, "papers")
    _make(made)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        with chat(asked, **_QUIET) as (ours, _), served([_BARE], _QUIET) as (bare, _):
            yield _first_paint(browser, ours, bare)
            yield _first_words(browser, ours)
        with served([_MADE], {"PAPERCHAT_HOME": str(made), **_QUIET}) as (ours, _):
            yield _next_page(browser, ours)
        browser.close()


def _first_paint(browser: Browser, ours: str, bare: str) -> str:
    times: dict[str, list[float]] = {ours: [], bare: []}
    for run in range(_RUNS + 1):
        for address, own in times.items():
            opened = _open(browser, address)
            if run:  # the first one loads what the server imports late
                own.append(opened.evaluate(_FIRST_PAINT))
            opened.context.close()
    ratios = [mine / other for mine, other in zip(times[ours], times[bare], strict=True)]
    alone = milliseconds(statistics.median(times[bare]) / 1000)
    return (
        f"first paint: {statistics.median(ratios):.2f} times that of a bare ChatInterface ({alone})"
    )


def _first_words(browser: Browser, address: str) -> str:
    times = []
    for _ in range(_RUNS):
        opened = _open(browser, address)
        field = opened.get_by_role("textbox", name="Question")
        opened.wait_for_timeout(_SETTLED)
        field.fill("Which papers study reinforcement learning?")
        opened.evaluate(_AFTER_ENTER)
        field.press("Enter")
        times.append(opened.wait_for_function("window.words").json_value() / 1000)
        opened.context.close()
    return _spread("first words of a quoted answer after Enter", times)


def _next_page(browser: Browser, address: str) -> str:
    opened = _open(browser, address)
    opened.wait_for_timeout(_SETTLED)
    opened.get_by_role("tab", name="Papers", exact=True).click()
    opened.get_by_role("button", name="Next page").wait_for()
    opened.wait_for_timeout(_SETTLED)
    times = [opened.evaluate(_TURNED) / 1000 for _ in range(_PAGES)]
    opened.context.close()
    return _spread(f"next page of {_PAPERS} papers", times)


_SETTLED = 1_500  # ms: what a page asks for once it stands


def _open(browser: Browser, address: str) -> Page:
    """Open a page as somebody who has never been there."""
    opened = browser.new_context(locale="en-GB").new_page()
    opened.goto(address)
    opened.get_by_role("textbox").first.wait_for()
    return opened


def _spread(what: str, times: Sequence[float]) -> str:
    middle, slowest = milliseconds(statistics.median(times)), milliseconds(max(times))
    return f"{what}: {middle}, the slowest of {len(times)} {slowest}"


def _make(home: Path) -> None:
    home.mkdir()
    file = home / "made.jsonl"
    write_papers(file, _PAPERS)
    embedder = MadeEmbedder()
    collection = Library(_workspace(home).settings).open_or_create("made", embedder)
    ingest([file], collection, embedder)


def _workspace(home: Path) -> Workspace:
    return Workspace(Settings.from_environment().model_copy(update={"home": home}))
