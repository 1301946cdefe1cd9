"""A real Chromium for the tests of this folder.

`PAPERCHAT_REQUIRE_BROWSER=1` makes a missing Chromium a failure rather than a reason to skip.
"""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from tests.browser.chromium import find_chromium

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
VIEWPORT = {"width": 1280, "height": 900}
TIMEOUT_MS = 15_000


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


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """An empty page of its own, with no memory of other tests."""
    context = browser.new_context(viewport=VIEWPORT, locale="en-GB")
    context.set_default_timeout(TIMEOUT_MS)
    yield context.new_page()
    context.close()
