#!/bin/sh
# Print the path of a Chromium for the browser tests: CHROMIUM, or one that is installed.
#
# With --install, one is installed where there is none and that can be done: by apt-get as root on
# Debian, else by Playwright. Where that fails too, this says so and the tests are skipped, unless
# PAPERCHAT_REQUIRE_BROWSER is set.

find_chromium() {
    for candidate in "$CHROMIUM" chromium chromium-browser google-chrome google-chrome-stable; do
        [ -n "$candidate" ] && command -v "$candidate" && return 0
    done
    return 1
}

find_chromium && exit 0
[ "$1" = "--install" ] || exit 1

echo "There is no Chromium; trying to install one." >&2
if [ "$(id -u)" -eq 0 ] && command -v apt-get >/dev/null; then
    apt-get update -qq >/dev/null 2>&1
    DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends \
        chromium fonts-dejavu-core fonts-noto-cjk >/dev/null 2>&1
else
    .venv/bin/python -m playwright install chromium >/dev/null 2>&1
fi
find_chromium && exit 0

echo "No Chromium could be installed: the browser tests will be skipped." >&2
[ -z "$PAPERCHAT_REQUIRE_BROWSER" ]
