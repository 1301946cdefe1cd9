# Print a Python from 3.11 to 3.13 that can make virtual environments.
#
# Usage: sh scripts/find-python.sh [PYTHON]
#
# Tries PYTHON alone where it is given, else the names under which systems keep their Pythons.
# Says what to install where there is none, and leaves with status 1.

set -u

fits='import sys; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 13))'

without_venv=

[ $# -gt 0 ] || set -- python3 python3.13 python3.12 python3.11 python
for python in "$@"; do
    # A shim that stands for no Python, and a Python 2, both end here.
    "$python" -c "$fits" >/dev/null 2>&1 || continue
    if "$python" -c 'import ensurepip, venv' >/dev/null 2>&1; then
        echo "$python"
        exit 0
    fi
    without_venv=$python
done

if [ -n "$without_venv" ]; then
    echo "$without_venv cannot make virtual environments. Install its venv module" \
        "(on Debian: apt-get install python3-venv)." >&2
else
    echo "No Python from 3.11 to 3.13 is among: $*. Install one, or name it:" \
        "make PYTHON=/path/to/python3.12 ..." >&2
fi
exit 1
