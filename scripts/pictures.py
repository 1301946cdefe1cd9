"""Draw the pictures of the README anew, as `make pictures` does: a tour of the page in a Chromium.

A reader of the sample collection asks, opens a source, sorts papers, looks at the map. What they
see is written to `docs/pictures`, where nothing else lies.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Literal

from playwright.sync_api import Browser, expect, sync_playwright

from eval.bench.chromium import find_chromium
from rag.settings import Settings
from rag.workspace import Workspace
from tests.browser.reader import Reader
from tests.support.site import serving

REPOSITORY = Path(__file__).parents[1]
PAPERS = REPOSITORY / "eval" / "suites" / "icml2024" / "papers.jsonl"
PICTURES = REPOSITORY / "docs" / "pictures"

_WIDE = {"width": 1280, "height": 800}
_NARROW = {"width": 360, "height": 720}


def main() -> None:
    """Take the tour.

    Raises:
        SystemExit: There is no Chromium.
    """
    chromium = find_chromium()
    if chromium is None:
        sys.exit("no Chromium to draw with: install one, or set CHROMIUM to its path")
    with TemporaryDirectory() as home, sync_playwright() as playwright:
        workspace = Workspace(Settings(home=Path(home)))
        workspace.ingest([PAPERS], "papers")
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        with serving(workspace) as address:
            _tour(browser, address)
        browser.close()


def _tour(browser: Browser, address: str) -> None:
    with _reader(browser, address, "light") as reader:
        reader.ask("Which papers study graph neural networks?")
        answer = reader.ask("How do SAPG and Dr. Strategy differ?")
        answer.locator("a").first.click()
        expect(reader.page.locator("#sources .source:focus")).to_be_in_viewport()
        _draw(reader, "answer")
    with _reader(browser, address, "light") as reader:
        reader.ask("Which papers study reinforcement learning?")
        reader.turn_to("Papers")
        expect(reader.page.locator("#papers-table tbody tr").first).to_be_visible()
        reader.wait()
        _draw(reader, "papers")
    with _reader(browser, address, "dark") as reader:
        reader.ask("Which papers study reinforcement learning?")
        reader.turn_to("Map")
        expect(reader.page.locator(".map .dot.lit").first).to_be_visible()
        reader.wait()
        _draw(reader, "map")
    with _reader(browser, address, "dark", narrow=True) as reader:
        reader.ask("What is BREC?")
        _draw(reader, "narrow")


@contextmanager
def _reader(
    browser: Browser, address: str, colours: Literal["light", "dark"], *, narrow: bool = False
) -> Iterator[Reader]:
    context = browser.new_context(
        viewport=_NARROW if narrow else _WIDE, color_scheme=colours, locale="en-GB"
    )
    yield Reader(context.new_page(), address)
    context.close()


def _draw(reader: Reader, name: str) -> None:
    PICTURES.mkdir(exist_ok=True)
    reader.page.screenshot(path=PICTURES / f"{name}.png", animations="disabled", caret="hide")


if __name__ == "__main__":
    main()
