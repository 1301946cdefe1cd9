from pathlib import Path

import pytest

from rag.errors import InputError
from rag.readers.decoding import Line, open_text
from tests.rag.readers.conftest import Reading, abstracts
from tests.rag.readers.samples import BOATS, GRAPHS

LIST = f"Papers\n\n{GRAPHS}\n\n{BOATS}\n"
CHINESE = "论文列表\n\n我们提出了一种新的图神经网络方法,结果很好。\n\n机器学习是一种方法。\n"
FRENCH = "Rényi’s divergence – naïve, “smart” and for 5 € – goes to the café.\n"


def text_of(path: Path) -> str:
    return "".join(open_text(path).chunks())


@pytest.mark.parametrize(
    "encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32"]
)
@pytest.mark.parametrize("text", [LIST, CHINESE, FRENCH, "Hi"])
def test_unicode_is_read_with_and_without_a_byte_order_mark(
    tmp_path: Path, encoding: str, text: str
) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes(text.encode(encoding))
    assert text_of(path) == text


@pytest.mark.parametrize("mark", [b"\xfe\xff", b"\xff\xfe"])
def test_utf_16_of_either_byte_order_is_told_by_its_mark(tmp_path: Path, mark: bytes) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes(mark + LIST.encode("utf-16-be" if mark == b"\xfe\xff" else "utf-16-le"))
    assert text_of(path) == LIST


@pytest.mark.parametrize(
    ("encoding", "text"),
    [
        ("cp1252", FRENCH),
        ("latin-1", "We prove Rényi right.\n"),
        ("iso8859_2", "Zażółć gęślą jaźń. Przedstawiamy nową metodę uczenia.\n"),
        ("cp1251", "Мы предлагаем новый метод обучения графовых нейронных сетей.\n"),
        ("gb18030", CHINESE),
        ("big5", "我們提出了一種新的圖神經網路方法。\n"),
        ("shift_jis", "われわれは新しいグラフニューラルネットワークを提案する。\n"),
        ("euc_kr", "우리는 새로운 그래프 신경망 방법을 제안한다.\n"),
    ],
)
def test_a_legacy_encoding_is_recognised(tmp_path: Path, encoding: str, text: str) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes(text.encode(encoding))
    assert text_of(path) == text


def test_a_legacy_encoding_is_recognised_by_a_character_after_a_megabyte(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes((f"{GRAPHS}\n" * 20_000 + FRENCH).encode("cp1252"))
    assert text_of(path).endswith(FRENCH)


def test_a_damaged_byte_costs_one_character_not_the_file(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes((FRENCH * 3).encode() + b"Broken \xff here.")
    assert text_of(path) == FRENCH * 3 + "Broken \ufffd here."


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_lines_end_in_any_way(reading: Reading, end: str) -> None:
    assert abstracts(reading("a.txt", LIST.replace("\n", end).encode())) == [GRAPHS, BOATS]


def test_nul_and_control_characters_are_removed(reading: Reading) -> None:
    content = b"We\0 draw\x07 graphs\x1f by\x7f hand. \xc2\x85They\x0care slow."
    assert abstracts(reading("a.txt", content)) == ["We draw graphs by hand.  They are slow."]


def test_a_file_without_a_final_newline_is_read_to_its_end(reading: Reading) -> None:
    assert abstracts(reading("a.txt", LIST.rstrip().encode())) == [GRAPHS, BOATS]


@pytest.mark.parametrize(
    ("content", "what"),
    [
        (b"", "the file is empty"),
        (bytes(range(256)), "it is binary, not text"),
        (b"\0" * 1_000, "it is binary, not text"),
        (b"\x00\x01\x02\x03", "it is binary, not text"),
        (
            b"\x7fELF\x02\x01\x01" + b"\0" * 9 + b"\x03\0\x3e\0\x01\xf0\xff",
            "it is binary, not text",
        ),
        (b"\x80\x04\x95\x10\x00\x00\x00\x00\x8c\x03abc\x94.", "it is binary, not text"),
        (b"%PDF-1.7\n%text", "it is a PDF, not a list of abstracts"),
        (b"PK\x03\x04rest", "it is a zip archive or an office document, not a list of abstracts"),
        (b"<!DOCTYPE html><p>Hi", "it is a web page, not a list of abstracts"),
    ],
)
def test_what_is_no_text_is_refused(tmp_path: Path, content: bytes, what: str) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes(content)
    with pytest.raises(InputError) as refused:
        open_text(path)
    assert refused.value.what == what


def test_bytes_of_no_known_encoding_are_refused_not_guessed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes(b"We \x81\x8d\x8f\x90\x9d\x81 here.")
    monkeypatch.setattr("rag.readers.decoding._LEGACY", ("cp1252",))
    with pytest.raises(InputError, match="its encoding is not known. Save it as UTF-8 text"):
        open_text(path)


def test_a_long_line_is_cut_but_its_length_is_known(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text("x" * 1_000_000 + "\nshort")
    assert list(open_text(path).lines(limit=10)) == [
        Line(1, "x" * 10, 1_000_000, "\n"),
        Line(2, "short", 5, ""),
    ]


def test_a_carriage_return_and_newline_torn_by_the_read_buffer_are_one_line_end(
    tmp_path: Path,
) -> None:
    path = tmp_path / "a.txt"
    for length in (65_535, 65_536, 8_191):
        path.write_bytes(b"x" * length + b"\r\ny\r\n")
        assert [line.number for line in open_text(path).lines(limit=10)] == [1, 2]
