"""Find the Chromium that is driven: by the page benchmark, and by the browser tests."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

__all__ = ["find_chromium"]

_COMMANDS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


def find_chromium() -> Path | None:
    """Find a Chromium: `$CHROMIUM` alone where it is set, a usual command, Playwright's own."""
    chosen = os.environ.get("CHROMIUM")
    for command in (chosen,) if chosen else _COMMANDS:
        if path := shutil.which(command):
            return Path(path)
    return None if chosen else _playwrights_own()


def _playwrights_own() -> Path | None:
    # Imported here: with a system Chromium, `make test` need not wait for it.
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        path = Path(playwright.chromium.executable_path)
    return path if path.is_file() else None
