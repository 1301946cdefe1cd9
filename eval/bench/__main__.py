"""Print the figures of speed and retrieval.

::

    python -m eval.bench                       everything, over the sample collection
    python -m eval.bench FILE...               everything, over these lists
    python -m eval.bench FILE... --only start  one part: start, ingest, query, first, titles
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

from eval.bench import parts
from eval.bench.first_token import first_token

__all__ = ["main"]

_SAMPLE = Path(__file__).parent.parent / "suites" / "icml2024" / "papers.jsonl"
_PARTS = {
    "start": parts.start,
    "ingest": parts.ingest,
    "query": parts.query,
    "first": first_token,
    "titles": parts.titles,
}


def main() -> None:
    """Run the benchmarks that the command line names."""
    parser = argparse.ArgumentParser(prog="python -m eval.bench", description=__doc__)
    parser.add_argument("files", nargs="*", type=Path, default=[_SAMPLE])
    parser.add_argument("--only", choices=_PARTS)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as home:
        for name, part in _PARTS.items():
            if arguments.only in (None, name):
                for line in part(arguments.files, Path(home)):
                    sys.stdout.write(line + "\n")
                    sys.stdout.flush()


main()
