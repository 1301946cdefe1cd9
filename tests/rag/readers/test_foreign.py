import pytest

from rag.readers.foreign import foreign_format


@pytest.mark.parametrize(
    ("head", "name"),
    [
        (b"%PDF-1.5", "a PDF"),
        (b"PK\x03\x04\x14\x00", "a zip archive or an office document"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1", "an office document"),
        (b"\x1f\x8b\x08", "a compressed file"),
        (b"\x89PNG\r\n", "a picture"),
        (b"SQLite format 3\0", "a database"),
        (b"{\\rtf1\\ansi", "a rich text document"),
        (b"\xef\xbb\xbf \n<HTML lang=en>", "a web page"),
        (b'<?xml version="1.0"?>', "an XML file"),
        (b"TY  - JOUR\r\nAB  - We", "a RIS file"),
    ],
)
def test_a_format_that_is_not_read_is_named(head: bytes, name: str) -> None:
    assert foreign_format(head) == name


@pytest.mark.parametrize(
    "head", [b"We draw graphs.", b"<b>We</b> draw.", b"{}", b"[]", b"@article{a,", b"<|endoftext|>"]
)
def test_a_format_that_may_be_read_is_not_foreign(head: bytes) -> None:
    assert foreign_format(head) is None
