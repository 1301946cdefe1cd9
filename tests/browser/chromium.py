"""Get a Chromium for the browser tests where there is none.

`python -m tests.browser.chromium` is what `make test` calls first: it leaves a Chromium that the
tests can drive, or says in a line that they will be skipped.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

from eval.bench.chromium import find_chromium

# Noto's CJK faces: without them a screenshot shows boxes where an abstract has Chinese.
DEBIAN_PACKAGES = ("chromium", "fonts-dejavu-core", "fonts-noto-cjk")


def install_chromium() -> None:
    """Try to get a Chromium: as root from Debian's packages, else through Playwright."""
    if os.geteuid() == 0 and shutil.which("apt-get"):
        environment = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
        install = ["apt-get", "install", "-qq", "--yes", "--no-install-recommends"]
        for command in (["apt-get", "update", "-qq"], [*install, *DEBIAN_PACKAGES]):
            subprocess.run(command, env=environment, stdout=sys.stderr, check=False)
    else:
        command = [sys.executable, "-m", "playwright", "install", "chromium"]
        subprocess.run(command, stdout=sys.stderr, check=False)


def main() -> None:
    """Make sure of a Chromium, or say that there is none."""
    if find_chromium():
        return
    print("No Chromium here; trying to get one for the browser tests.", file=sys.stderr)
    install_chromium()
    if not find_chromium():
        print(
            "No Chromium could be had: the browser tests will be skipped. "
            "Install one, or set CHROMIUM to its path.",
            file=sys.stderr,
        )


if __name__ == "__main__":
    main()
