"""JSON Lines: one object a line with `title`, `abstract` and the other fields of a paper."""

from collections.abc import Iterator
from typing import Any

import orjson

from annotate.readers.document import Document
from annotate.readers.records import Broken, ReadOptions, Record

__all__ = ["read"]


def read(document: Document, options: ReadOptions) -> Iterator[Record | Broken]:
    """Yield a record for each line; a line that is no JSON object is broken."""
    columns = options.columns
    for number, line in enumerate(document.lines(), 1):
        try:
            value = orjson.loads(line)
        except orjson.JSONDecodeError as error:
            if line.isspace():
                continue
            yield Broken(number, f"no JSON ({error.msg})")
            continue
        if not isinstance(value, dict):
            yield Broken(number, "JSON, but no object")
            continue
        yield _record(value, number, columns)


def _record(value: dict[str, Any], line: int, columns: Any) -> Record:
    get = value.get
    if columns:
        value |= {field: get(column) for field, column in columns.items()}
    return Record(
        line,
        get("abstract"),
        get("title"),
        get("authors"),
        get("year"),
        get("venue"),
        get("url"),
        get("doi"),
    )
