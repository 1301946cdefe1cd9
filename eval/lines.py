"""The lines and JSON records of a file, plain or compressed, each with its place for a message.

What is wrong with a line is told with its number: a measurement over a file that was read in part
would be one of something else.
"""

from __future__ import annotations

import gzip
import json
import zlib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, BinaryIO, cast

from rag.errors import InputError

__all__ = ["Record", "identifier", "lines", "new_identifier", "records", "text_of"]

Record = Mapping[str, Any]


def lines(path: Path) -> Iterator[tuple[str, str]]:
    """Read the lines of a file, `.gz` or not: `file:number`, and the line without its end.

    Blank lines are passed over.

    Raises:
        InputError: The file cannot be read, or a line is not UTF-8.
    """
    number = 0
    try:
        with _opened(path) as file:
            for number, line in enumerate(file, start=1):
                # Cut at line feeds alone: `splitlines` would also cut at a U+2028 within JSON.
                text = line.decode("utf-8-sig" if number == 1 else "utf-8").rstrip("\r\n")
                if text.strip():
                    yield f"{path}:{number}", text
    except UnicodeDecodeError:
        raise InputError(
            "the line is not UTF-8", where=f"{path}:{number}", remedy="Save the file as UTF-8"
        ) from None
    except (EOFError, zlib.error, gzip.BadGzipFile):
        raise InputError(
            f"it is no whole .gz file, behind line {number}",
            where=str(path),
            remedy="Download or compress it again",
        ) from None
    except OSError as error:
        raise InputError(
            f"it cannot be read ({error.strerror or error})",
            where=str(path),
            remedy="Check the path",
        ) from None


def _opened(path: Path) -> BinaryIO:
    return cast("BinaryIO", gzip.open(path)) if path.suffix == ".gz" else path.open("rb")


def records(path: Path, form: str) -> Iterator[tuple[str, Record]]:
    """Read the objects of a file of JSON lines, each with its place.

    Args:
        path: The file.
        form: How a line should look, for the message.

    Raises:
        InputError: The file cannot be read, or a line is no JSON object.
    """
    for place, line in lines(path):
        try:
            record = json.loads(line)
        except (ValueError, RecursionError) as error:
            reason = getattr(error, "msg", "a number or the nesting is too large")
            raise InputError(
                f"the line is not JSON ({reason})", where=place, remedy=f"Write it as {form}"
            ) from None
        if not isinstance(record, dict):
            raise InputError(
                "the line is no JSON object", where=place, remedy=f"Write it as {form}"
            )
        yield place, record


def identifier(record: Record, *names: str, place: str) -> str:
    """Read the id of a record, which may be a text or a whole number.

    Args:
        record: The record.
        names: The fields that may hold it; the first that is there counts.
        place: Where the record stands.

    Raises:
        InputError: It has none, or one of another type.
    """
    value = next((record[name] for name in names if name in record), None)
    # Tables saved by pandas turn 12 into 12.0.
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if isinstance(value, bool) or not isinstance(value, str | int) or value == "":
        raise InputError(
            f"the record has no {names[0]}",
            where=place,
            remedy=f"Give it a {names[0]}, a text or a whole number",
        )
    return str(value)


def new_identifier(
    record: Record, *names: str, seen: set[str], place: str, kind: str = "record"
) -> str:
    """Read the id of a record, as `identifier` does, and add it to those seen before.

    Raises:
        InputError: It has none, or one that was seen before.
    """
    found = identifier(record, *names, place=place)
    if found in seen:
        raise InputError(
            f"the id {found} occurs a second time",
            where=place,
            remedy=f"Give each {kind} an id of its own",
        )
    seen.add(found)
    return found


def text_of(record: Record, name: str, *, place: str) -> str:
    """Read a text of a record; empty where it is missing or null.

    Raises:
        InputError: It is something else than a text.
    """
    value = record.get(name)
    if value is not None and not isinstance(value, str):
        raise InputError(f"{name} is no text", where=place, remedy=f"Write {name} as a text")
    return value or ""
