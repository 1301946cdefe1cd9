"""Files that are no lists of papers, recognised by how they begin so that they can be named.

A PDF or a web page would otherwise be read as text in some encoding and become nonsense papers.
"""

from __future__ import annotations

import re

__all__ = ["foreign_format"]

_SIGNATURES: tuple[tuple[re.Pattern[bytes], str], ...] = tuple(
    (re.compile(pattern, re.IGNORECASE), name)
    for pattern, name in (
        (rb"%PDF-", "a PDF"),
        (rb"PK\x03\x04", "a zip archive or an office document"),
        (rb"\xd0\xcf\x11\xe0", "an office document"),
        (rb"\x1f\x8b|BZh\d|\xfd7zXZ|\x28\xb5\x2f\xfd|7z\xbc\xaf", "a compressed file"),
        (rb"\x89PNG|\xff\xd8\xff|GIF8[79]a", "a picture"),
        (rb"SQLite format 3\x00", "a database"),
        (rb"\s*\{\\rtf", "a rich text document"),
        (rb"(?:\xef\xbb\xbf)?\s*<(?:!doctype\s+html|html\b)", "a web page"),
        (rb"(?:\xef\xbb\xbf)?\s*<\?xml\b", "an XML file"),
        (rb"(?:\xef\xbb\xbf)?\s*TY  - ", "a RIS file"),
        (rb"(?:\xef\xbb\xbf)?\s*PMID- ", "a PubMed file"),
    )
)


def foreign_format(head: bytes) -> str | None:
    """Name the format that a file's first bytes belong to, where it is one that is not read."""
    return next((name for pattern, name in _SIGNATURES if pattern.match(head)), None)
