"""Print the figures of speed and retrieval.

::

    python -m eval.bench                       everything, over the sample collection
    python -m eval.bench FILE...               everything, over these lists
    python -m eval.bench FILE... --only start  one part: start, ingest, query, first, titles,
                                               labels, users (many readers at once; Linux),
                                               page (in a Chromium)
    python -m eval.bench query --papers 10000  what each stage of a question takes, over made papers
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from eval.bench import parts, stages
from eval.bench.first_token import first_token
from eval.bench.page import page
from eval.bench.users import users

__all__ = ["main"]

_SAMPLE = Path(__file__).parent.parent / "suites" / "icml2024" / "papers.jsonl"
_PARTS = {
    "start": parts.start,
    "ingest": parts.ingest,
    "query": parts.query,
    "first": first_token,
    "titles": parts.titles,
    "labels": parts.labels,
    "users": users,
    "page": page,
}


def main() -> None:
    """Run the benchmarks that the command line names."""
    parser = argparse.ArgumentParser(
        prog="python -m eval.bench",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("files", nargs="*", type=Path, metavar="[PART] FILE")
    parser.add_argument("--only", choices=_PARTS)
    parser.add_argument("--papers", nargs="+", type=int, default=[])
    arguments = parser.parse_args()
    files: list[Path] = arguments.files
    only: str | None = arguments.only
    if files and str(files[0]) in _PARTS:
        only = str(files.pop(0))
    with tempfile.TemporaryDirectory() as home:
        for line in _lines(files or [_SAMPLE], only, arguments.papers, Path(home)):
            sys.stdout.write(line + "\n")
            sys.stdout.flush()


def _lines(
    files: Sequence[Path], only: str | None, papers: Sequence[int], home: Path
) -> Iterator[str]:
    for count in papers:
        (home / str(count)).mkdir()
        yield from stages.made(count, home / str(count))
    for name, part in _PARTS.items():
        if only in (None, name) and not papers:
            yield from part(files, home)


main()
