"""JSON: one list, one object, or one object a line, as services answer and people save it."""

import json
import re
from collections.abc import Iterator
from typing import Any

import orjson

from annotate.errors import InputError
from annotate.readers.document import HEAD, Document
from annotate.readers.jsonmaps import flattened
from annotate.readers.jsonrecords import format_of, is_plain, plain_record, record_of
from annotate.readers.jsonstream import list_path, objects
from annotate.readers.records import Broken, ReadOptions, Record

__all__ = ["read", "read_lines", "service"]

_WHOLE = 32 * 1024 * 1024
_KEY = re.compile(r'"([\w-]+)"\s*:')
_NO_OBJECTS = re.compile(rb"\s*\[\s*[^\s\[{]")


def read(document: Document, options: ReadOptions) -> Iterator[Record | Broken]:
    """Yield a record for each paper, whether they stand in a list, in an object or on lines."""
    if _is_lines(document.head):
        return read_lines(document, options)
    head = document.head.encode("utf-8", "replace")
    if _NO_OBJECTS.match(head):
        return _whole(document, options)
    return _listed(document, list_path(head) or (), options)


def read_lines(document: Document, options: ReadOptions) -> Iterator[Record | Broken]:
    """Yield a record for each line; a line that is no JSON object is broken."""
    plain = not options.columns
    for number, line in enumerate(document.lines(), 1):
        try:
            value = orjson.loads(line)
        except orjson.JSONDecodeError:
            if line.isspace():
                continue
            try:
                value = _loads(line.rstrip(b", \t\r\n"))
            except ValueError as error:
                yield Broken(number, str(error))
                continue
        if plain and type(value) is dict and is_plain(value):
            yield plain_record(value, number)
        else:
            yield from _values(value, number, options)


def service(document: Document) -> str:
    """Name the service whose shape the first paper has, "jsonl" or "json" when it is none."""
    kind = "jsonl" if _is_lines(document.head) else "json"
    head = document.head.encode("utf-8", "replace")
    path = None if kind == "jsonl" else list_path(head)
    for piece in objects([head], path or ()):
        if not isinstance(piece, Broken):
            try:
                value = _loads(piece[1])
            except ValueError:
                break
            names = [format_of(value), *map(format_of, flattened(value)[:1])]
            return next((name for name in names if name != "json"), kind)
    # The first object is longer than the head, which still shows its first keys.
    found = format_of(dict.fromkeys(_KEY.findall(document.head)))
    return kind if found == "json" else found


def _is_lines(head: str) -> bool:
    """Tell whether the first line is an object of its own that another, or nothing, follows."""
    first, _, rest = head.lstrip().partition("\n")
    if not first.startswith("{"):
        return False
    try:
        _loads(first.encode("utf-8", "replace"))
    except ValueError:
        # A first line of over 64 KB, or a broken one before whole ones.
        lines = [line for line in rest.split("\n")[:-1] if line.strip()][:20]
        if not lines:
            return len(head) >= HEAD and list_path(first.encode("utf-8", "replace")) is None
        return sum(line.startswith('{"') for line in lines) > len(lines) / 2
    return rest.strip() != "" or list_path(first.encode("utf-8", "replace")) is None


def _loads(text: bytes) -> Any:
    """Parse JSON, and what pandas and JavaScript make of it (NaN, halves of surrogate pairs).

    Raises ValueError, with a reason of a few words.
    """
    try:
        return orjson.loads(text)
    except orjson.JSONDecodeError as error:
        reason = f"no JSON ({error.msg.partition(': line')[0]})"
    try:
        return json.loads(text.decode(), strict=False)
    except (ValueError, RecursionError):
        raise ValueError(reason) from None


def _listed(
    document: Document, path: tuple[str, ...], options: ReadOptions
) -> Iterator[Record | Broken]:
    for piece in objects(document.chunks(), path):
        if isinstance(piece, Broken):
            yield piece
            continue
        line, text = piece
        try:
            value = _loads(text)
        except ValueError as error:
            yield Broken(line, str(error))
        else:
            yield from _values(value, line, options)


def _values(value: Any, line: int | None, options: ReadOptions) -> Iterator[Record | Broken]:
    for item in value if isinstance(value, list) else [value]:
        if isinstance(item, dict):
            for paper in [item] if options.columns else flattened(item):
                try:
                    record = record_of(paper, line, options.columns)
                except RecursionError:
                    # Values are read within one another; orjson allows a thousand levels.
                    yield Broken(line, "JSON nested too deeply")
                    continue
                if record is not None:
                    yield record
        elif isinstance(item, str):
            yield Record(line, item)
        else:
            yield Broken(line, "JSON, but no object")


def _whole(document: Document, options: ReadOptions) -> Iterator[Record | Broken]:
    text = b""
    for chunk in document.chunks():
        text += chunk
        if len(text) > _WHOLE:
            raise InputError("JSON over 32 MB that is no list of papers", document.path)
    try:
        value = _loads(text)
    except ValueError as error:
        raise InputError(str(error), document.path) from error
    yield from _values(value, 1, options)
