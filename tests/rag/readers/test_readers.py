import os
from pathlib import Path

import pytest

from rag.papers import Entry, Source
from rag.readers import READERS, Refusal, read, reader_of
from rag.readers.decoding import open_text
from tests.rag.readers.conftest import Reading, abstracts, refusals
from tests.rag.readers.samples import BOATS, GRAPHS

JSON = f'[{{"abstract": "{GRAPHS}"}}]'
JSON_LINES = f'{{"abstract": "{GRAPHS}"}}\n{{"abstract": "{BOATS}"}}\n'
BIBTEX = f"@misc{{a,\n  abstract = {{{GRAPHS}}}\n}}"
CSV = f"title,abstract\nHands,{GRAPHS}\n"
LIST = f"Papers\n\n{GRAPHS}\n"


@pytest.mark.parametrize(
    ("name", "content", "format_name"),
    [
        ("a.json", JSON, "JSON"),
        ("a.txt", JSON, "JSON"),
        ("a.json", JSON_LINES, "JSON"),
        ("a.csv", JSON, "JSON"),
        ("a.jsonl", "not JSON", "JSON"),
        ("a.bib", BIBTEX, "BibTeX"),
        ("a.txt", BIBTEX, "BibTeX"),
        ("a.txt", f"% Encoding: UTF-8\n\n{BIBTEX}", "BibTeX"),
        ("a.csv", CSV, "CSV"),
        ("a.txt", CSV, "CSV"),
        ("a.TSV", "a\tb\n1\t2\n", "CSV"),
        ("a.txt", LIST, "plain text"),
        ("a.md", LIST, "plain text"),
        ("a", LIST, "plain text"),
        ("a.log", LIST, "plain text"),
        ("a.txt", "[1] We cite ourselves.\n", "plain text"),
        ("a.txt", "{\\bf We} shout.\n", "plain text"),
    ],
)
def test_the_format_is_told_by_content_before_suffix(
    tmp_path: Path, name: str, content: str, format_name: str
) -> None:
    path = tmp_path / name
    path.write_text(content)
    assert reader_of(open_text(path)).name == format_name


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-le"])
@pytest.mark.parametrize("content", [JSON, BIBTEX, CSV, LIST])
def test_every_format_is_read_in_every_unicode_encoding(
    reading: Reading, content: str, encoding: str
) -> None:
    assert abstracts(reading("a.txt", content.encode(encoding))) == [GRAPHS]


def test_no_two_formats_share_a_suffix() -> None:
    suffixes = [suffix for reader in READERS for suffix in reader.suffixes]
    assert len(suffixes) == len(set(suffixes))


def test_a_wrong_file_leaves_the_others_of_the_call_to_be_read(tmp_path: Path) -> None:
    (tmp_path / "good.txt").write_text(LIST)
    (tmp_path / "empty.txt").touch()
    (tmp_path / "binary.txt").write_bytes(bytes(range(256)))
    (tmp_path / "better.json").write_text(JSON)
    names = ["empty.txt", "good.txt", "binary.txt", "missing.txt", "better.json"]
    outcomes = list(read(tmp_path / name for name in [*names, ""]))
    assert [outcome.source for outcome in outcomes if isinstance(outcome, Entry)] == [
        Source("good.txt", 1),
        Source("better.json", 1),
    ]
    assert [str(outcome.where) for outcome in outcomes if isinstance(outcome, Refusal)] == [
        *(str(tmp_path / name) for name in ("empty.txt", "binary.txt", "missing.txt")),
        str(tmp_path),
    ]


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("missing.txt", "missing.txt: there is no such file. Check the path."),
        ("*.txt", "*.txt: no file matches this pattern. Check the path."),
        ("folder", "folder: it is a folder. Name its files: folder/*.txt."),
        ("a\0b.txt", "ab.txt: no file has a NUL in its name. Check the path."),
        (
            "pipe",
            "pipe: it is a pipe or a device. Save its content to a file first.",
        ),
        ("x" * 300, f"{'x' * 300}: it cannot be read (File name too long). Check the path."),
    ],
)
def test_a_path_that_is_no_file_is_refused_in_one_line(
    tmp_path: Path, name: str, said: str
) -> None:
    (tmp_path / "folder").mkdir()
    os.mkfifo(tmp_path / "pipe")
    assert list(refusals(list(read([tmp_path / name])), tmp_path)) == [said]


def test_a_file_without_permission_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    locked, good = tmp_path / "locked.txt", tmp_path / "good.txt"
    for path in (locked, good):
        path.write_text(LIST)
    opened = Path.open

    def guarded(self: Path, *args: object, **kwargs: object) -> object:
        if self == locked:  # root, as whom the tests may run, may read everything
            raise PermissionError(13, "Permission denied", str(self))
        return opened(self, *args, **kwargs)  # type: ignore[call-overload]

    monkeypatch.setattr(Path, "open", guarded)
    outcomes = list(read([locked, good]))
    assert list(refusals(outcomes, tmp_path)) == [
        "locked.txt: there is no permission to read it. "
        "Give yourself permission to read it, for example with chmod u+r."
    ]
    assert abstracts(outcomes) == [GRAPHS]


def test_a_disk_that_fails_in_the_middle_is_reported_after_what_was_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.jsonl"
    path.write_text(JSON_LINES)

    def failing(self: object, limit: int) -> object:
        raise OSError(5, "Input/output error")

    monkeypatch.setattr("rag.readers.decoding.TextFile.lines", failing)
    assert list(refusals(list(read([path])), tmp_path)) == [
        "a.jsonl: reading broke off (Input/output error). Try it again."
    ]


def test_a_file_is_read_entry_by_entry(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_text(f'{{"abstract": "{GRAPHS}"}}\n' * 100_000)
    reading = read([path, path])
    assert isinstance(next(reading), Entry)  # at once, not after 100,000


def test_after_twenty_refusals_a_file_s_others_are_counted(
    reading: Reading, tmp_path: Path
) -> None:
    outcomes = reading("a.jsonl", "oops\n" * 1_020 + JSON_LINES)
    said = list(refusals(outcomes, tmp_path))
    assert len(said) == 21
    assert said[-1] == (
        "a.jsonl: 1,000 more places were refused. Repair the places named above and read it again."
    )
    assert abstracts(outcomes) == [GRAPHS, BOATS]


def test_a_file_name_that_is_not_utf_8_can_be_stored_and_shown(tmp_path: Path) -> None:
    path = Path(os.fsdecode(os.fsencode(tmp_path) + b"/d\xe9j\xe0.txt"))
    try:
        path.write_text(LIST)
    except OSError:
        pytest.skip("this file system has no such names")
    (entry,) = read([path])
    assert isinstance(entry, Entry)
    assert entry.source == Source("d?j?.txt", 1)
