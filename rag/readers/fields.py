"""Which field of a record is what: one table of the names that exports use.

Names are compared without case, blanks and punctuation, so `Abstract Note`, `abstractNote` and
`abstract_note` are one. To read an export that uses another name, add the name to its row.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from typing import TypeVar

from rag.papers import Entry, Source
from rag.readers.authors import author_names
from rag.readers.cleaning import clean_abstract, clean_line

__all__ = ["Fields", "abstract_of", "flat", "known_names", "no_paper", "to_entry"]

Fields = Mapping[str, object]
T = TypeVar("T")

NAMES: Mapping[str, tuple[str, ...]] = {
    # The first name of a row that has a value wins.
    "abstract": (
        *("abstract", "abstractnote", "abstracttext", "paperabstract", "ab", "zusammenfassung"),
        *("kurzfassung", "résumé", "resumen", "resumo", "riassunto", "аннотация", "摘要", "要旨"),
    ),
    "summary": ("summary", "description"),
    "title": (
        *("title", "papertitle", "articletitle", "displayname", "ti", "name", "titel", "titre"),
        *("título", "titulo", "titolo", "название", "标题", "題名", "题名", "篇名", "タイトル"),
    ),
    "authors": (
        *("authorsparsed", "authorfullnames", "authors", "author", "speakersauthors"),
        *("authornames", "authorlist", "authorships", "creators", "speakers", "au", "autor"),
        *("autoren", "auteur", "auteurs", "autores", "autori", "авторы", "作者", "著者"),
    ),
    "year": (
        *("year", "publicationyear", "pubyear", "py", "issued", "publicationdate", "published"),
        *("publishedat", "publisheddate", "date", "jahr", "année", "año", "ano", "anno", "год"),
        *("年份", "年"),
    ),
    "venue": (
        *("venue", "booktitle", "conference", "conferencename", "journal", "journaltitle"),
        *("publicationtitle", "proceedingstitle", "containertitle", "sourcetitle", "proceeding"),
        *("proceedings", "publicationvenue", "journalref", "so"),
    ),
    "url": (
        *("url", "link", "virtualsiteurl", "paperurl", "urlabs", "absurl", "abstracturl"),
        *("entryid", "landingpageurl", "urlpdf", "pdfurl", "paperpdfurl", "pdf", "openaccesspdf"),
        *("links", "doi"),
    ),
    "code_url": (
        *("codeurl", "code", "codelink", "github", "githuburl", "githublink", "githubrepo"),
        *("repo", "repourl", "repository", "repositoryurl", "sourcecode"),
    ),
    "key": (
        *("id", "key", "paperid", "citationkey", "citekey", "uid", "entryid", "arxivid"),
        *("corpusid", "forum", "doi"),
    ),
    "type": ("type", "eventtype", "itemtype", "entrytype", "documenttype", "publicationtype", "dt"),
}

_ENVELOPES = ("content", "data", "paper", "info", "_source", "attributes")
"""Fields in which OpenReview, Zotero, Hugging Face, DBLP, Elasticsearch and JSON:API keep the
record itself."""

_TEXT_KEYS = ("value", "name", "title", "text", "url", "href")

_NOT_PAPERS = frozenset(
    (
        *("affinity", "break", "ceremony", "competition", "expo", "keynote", "lunch", "meeting"),
        *("mentorship", "panel", "reception", "registration", "remarks", "session", "social"),
        *("talk", "town", "tutorial", "workshop"),
    )
)
_PAPERS = frozenset(("article", "oral", "paper", "poster", "preprint", "proceedings", "spotlight"))

_NOTHING = frozenset(
    ("", "-", "n/a", "na", "nan", "nil", "none", "null", "no abstract", "no abstract available")
)
# What publishers put behind abstracts in their exports: "© 2021 Elsevier B.V."
_NOTICE = re.compile(
    r"(?<=[.!?\])])\s*(?:©|\(c\)|copyright\b)\s*(?:copyright\s*)?(?:\d{4}\b|the\s+authors?\b|by\b)[^©]{0,200}$",
    re.IGNORECASE,
)
_YEAR = re.compile(r"(?<!\d)(?:1[5-9]|20)\d\d(?!\d)")
_DOI = re.compile(r"(?:doi:\s*)?(10\.\d{4,9}/\S+)", re.IGNORECASE)
_WEB_ADDRESS = re.compile(r"https?://[^\s<>\"]+", re.IGNORECASE)
_METADATA_LIMIT = 2_000
"""Characters of an unknown field that are kept: a reference list, not a paper's full text."""


def flat(record: Fields) -> Fields:
    """Lift the fields that an export keeps in an envelope, and values kept as {"value": ...}."""
    fields: dict[str, object] = {}
    for name, value in record.items():
        if name in _ENVELOPES and isinstance(value, dict) and known_names(value):
            fields |= value
        else:
            fields.setdefault(name, value)
    return {
        name: value["value"] if isinstance(value, dict) and "value" in value else value
        for name, value in fields.items()
    }


def known_names(fields: Fields) -> frozenset[str]:
    """Tell which of `abstract`, `title`, `authors`, ... a record has a field for."""
    folded = {_folded(name) for name in fields}
    return frozenset(role for role, names in NAMES.items() if not folded.isdisjoint(names))


def abstract_of(fields: Fields) -> str:
    """Return the abstract as the record has it; empty where it has none."""
    return _abstract(fields)[0]


def no_paper(fields: Fields) -> str | None:
    """Return the record's type where that is of no paper: `Workshop`, `Invited Talk`."""
    for _, value in _values(fields, "type"):
        kind = clean_line(_text(value))
        words = {word.lower() for word in re.findall(r"[A-Z]?[a-z]+|[A-Z]+", kind)}
        if words & _NOT_PAPERS and not words & _PAPERS:
            return kind
    return None


def to_entry(fields: Fields, source: Source) -> Entry:
    """Make the entry of a record that has an abstract."""
    title, title_field = _first(fields, "title", _line)
    authors, authors_field = _first(fields, "authors", author_names)
    year, year_field = _first(fields, "year", _year)
    venue, venue_field = _first(fields, "venue", _line)
    url, url_field = _first(fields, "url", _address)
    code_url, code_field = _first(fields, "code_url", _address)
    key, key_field = _first(fields, "key", _line)
    abstract, abstract_field = _abstract(fields)
    used = {title_field, authors_field, year_field, venue_field, url_field, code_field, key_field}
    return Entry(
        abstract=_NOTICE.sub("", clean_abstract(abstract)),
        source=source,
        title=title,
        authors=authors or (),
        year=year,
        venue=venue,
        url=url,
        code_url=code_url,
        key=key,
        metadata={
            clean_line(name): text[:_METADATA_LIMIT]
            for name, value in fields.items()
            if name not in used | {abstract_field} and (text := _metadata(value))
        },
    )


def _abstract(fields: Fields) -> tuple[str, str | None]:
    for role in ("abstract", "summary"):
        text, name = _first(fields, role, _paragraphs)
        if text:
            return text, name
    return "", None


def _first(
    fields: Fields, role: str, convert: Callable[[object], T | None]
) -> tuple[T | None, str | None]:
    """Return the first value that a role's fields have, with the name of its field."""
    for name, value in _values(fields, role):
        if converted := convert(value):
            return converted, name
    return None, None


def _values(fields: Fields, role: str) -> Iterator[tuple[str, object]]:
    """Go through the fields that may hold a role, the likeliest first."""
    by_folded_name = {_folded(name): name for name in reversed(list(fields))}
    for folded in NAMES[role]:
        if folded in by_folded_name:
            name = by_folded_name[folded]
            yield name, fields[name]


@lru_cache(maxsize=1024)
def _folded(name: str) -> str:
    return re.sub(r"[\W_]", "", name).lower()


def _text(value: object, between: str = " ") -> str:
    """Read a value as text; what stands for "nothing" in exports is empty."""
    if isinstance(value, str):
        return "" if value.strip(" .[]()").lower() in _NOTHING else value.strip()
    if isinstance(value, list):
        return between.join(filter(None, (_text(item) for item in value)))
    if isinstance(value, Mapping):
        return next((text for key in _TEXT_KEYS if (text := _text(value.get(key)))), "")
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        return ""
    return str(int(value) if value == int(value) else value)


def _line(value: object) -> str:
    return clean_line(_text(value))


def _paragraphs(value: object) -> str:
    return _text(value, between="\n")


def _year(value: object) -> int | None:
    if isinstance(value, Mapping):  # CSL JSON: {"date-parts": [[2024, 5, 1]]}
        value = value.get("date-parts")
    year = _YEAR.search(_text(value))
    return int(year.group()) if year else None


def _address(value: object) -> str | None:
    """Read a web address; others (`javascript:`, local paths) are no links to show."""
    text = _text(value)
    if doi := _DOI.fullmatch(text):
        return f"https://doi.org/{doi[1]}"
    address = _WEB_ADDRESS.search(text)
    return address.group().rstrip("}") if address else None


def _metadata(value: object) -> str:
    if isinstance(value, Mapping) or (
        isinstance(value, list) and any(isinstance(item, dict | list) for item in value)
    ):
        return clean_line(json.dumps(value, ensure_ascii=False))
    return clean_line(_text(value, between="; ") if value is not True else "true")
