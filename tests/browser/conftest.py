"""A real Chromium for the tests of this folder.

`PAPERCHAT_REQUIRE_BROWSER=1` makes a missing Chromium a failure rather than a reason to skip.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    Page,
    ViewportSize,
    expect,
    sync_playwright,
)

from eval.bench.chromium import find_chromium
from rag.workspace import Workspace
from tests.browser.reader import Reader
from tests.support.site import serving, workspace_of

PAPERS = Path(__file__).parent / "papers"

# Root needs --no-sandbox. The rest keeps Chromium from calling home, which on a machine without
# a way out is refused so often that it slows the tests.
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
VIEWPORT: ViewportSize = {"width": 1280, "height": 900}
TIMEOUT_MS = 15_000
expect.set_options(timeout=TIMEOUT_MS)


# For this package, not the session: Playwright's running event loop would break the asyncio of
# tests that come after.
@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """One Chromium for all tests of this folder."""
    executable = find_chromium()
    if executable is None:
        reason = "no Chromium: install one, or set CHROMIUM to its path"
        if os.environ.get("PAPERCHAT_REQUIRE_BROWSER"):
            pytest.fail(reason)
        pytest.skip(reason)
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=executable, args=list(FLAGS))
        yield chromium
        chromium.close()


@pytest.fixture(scope="package")
def context(browser: Browser) -> Iterator[BrowserContext]:
    """A profile of the browser, which loads Gradio's files once; the page keeps nothing in it."""
    context = browser.new_context(viewport=VIEWPORT, locale="en-GB")
    context.set_default_timeout(TIMEOUT_MS)
    yield context
    context.close()


@pytest.fixture
def page(context: BrowserContext) -> Iterator[Page]:
    """An empty window of its own."""
    page = context.new_page()
    yield page
    page.close()


@pytest.fixture(scope="package")
def garden(tmp_path_factory: pytest.TempPathFactory) -> Workspace:
    """A collection of made-up papers on gardens; some of them mean harm. Not to be written to."""
    return workspace_of(tmp_path_factory.mktemp("garden"), *sorted(PAPERS.iterdir()))


@pytest.fixture(scope="package")
def address(garden: Workspace) -> Iterator[str]:
    """The page of that collection, where answers are quoted."""
    with serving(garden) as address:
        yield address


@pytest.fixture
def opened(page: Page) -> Iterator[Callable[..., Reader]]:
    """Open a page as a reader does.

    Afterwards, whatever the test was about: every request went to the page's own host, and the
    browser had nothing to complain of.
    """
    readers: list[Reader] = []

    def open_(address: str, on: Page = page, *, quick: bool = False) -> Reader:
        readers.append(Reader(on, address, quick=quick))
        return readers[-1]

    yield open_
    for reader in readers:
        assert reader.hosts() == {reader.host}
        assert reader.complaints == []


@pytest.fixture
def reader(opened: Callable[..., Reader], address: str) -> Reader:
    """A reader before the empty conversation."""
    return opened(address)


@pytest.fixture(params=["360-light", "360-dark", "1440-light", "1440-dark"])
def fitted(
    request: pytest.FixtureRequest,
    browser: Browser,
    opened: Callable[..., Reader],
    address: str,
) -> Iterator[Reader]:
    """A reader with a narrow or a wide window, in light or dark colours.

    Afterwards: what was shown fits into the window's width.
    """
    width, scheme = request.param.split("-")
    context = browser.new_context(
        viewport={"width": int(width), "height": 800}, color_scheme=scheme, locale="en-GB"
    )
    reader = opened(address, context.new_page())
    yield reader
    assert reader.page.evaluate("document.documentElement.scrollWidth") == int(width)
    context.close()
