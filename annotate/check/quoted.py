"""The check for schemas of one's own: quotes stand in the abstract, numbers in their quotes."""

import json
import re
import types
import typing
from collections.abc import Iterator, Mapping
from typing import Any

from pydantic import BaseModel
from pydantic.fields import FieldInfo

from annotate.errors import UsageError
from annotate.facts import Evidence, Support
from annotate.language.latex import clean
from annotate.language.spans import align
from annotate.schema import Quote

__all__ = ["columns", "quoted_rows", "required"]

_TYPES: dict[type, type] = {str: str, int: int, float: float, bool: int}
_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")

Fields = Mapping[str, FieldInfo]


def columns(model: type[BaseModel]) -> dict[str, type]:
    """Return the columns of the table for `model` with their types: str, int or float.

    A model with one list of objects gives a row for each of them, with the model's other fields
    repeated; any other gives one row. A field marked `Quote` brings `_start`, `_end` (half-open,
    code points of the stored abstract) and `_evidence`. What has no column type of its own is JSON.
    Raises UsageError for a field named like our column `support`.
    """
    found: dict[str, type] = {}
    for name, info in _flat(model).items():
        found[name] = _column_type(info)
        if _is_quote(info):
            found |= {f"{name}_start": int, f"{name}_end": int, f"{name}_evidence": str}
    if "support" in found:
        raise UsageError("a field of the schema can't be named 'support'; rename it")
    return found | {"support": str}


def required(model: type[BaseModel]) -> frozenset[str]:
    """Return the columns that hold something in each row: no null, no empty text."""
    return frozenset(
        name
        for name, info in _flat(model).items()
        if not _is_quote(info) and not _may_be_null(info.annotation)
    )


def quoted_rows(answer: BaseModel, abstract: str) -> list[dict[str, Any]]:
    """Return the rows of one answer, each with its evidence and support.

    `support` is grounded when every quote stands in the abstract and every number of the row in one
    of its quotes, else unsupported; a row without a quote is unsupported, since nothing proves it.
    """
    info = _flat(type(answer))
    return [_proven(row, info, abstract) for row in _rows(answer)]


def _rows(answer: BaseModel) -> Iterator[dict[str, Any]]:
    listed = _list_of_objects(type(answer))
    data = answer.model_dump(mode="json")
    if listed is None:
        yield data
        return
    items = data.pop(listed[0])
    for item in items:
        yield data | item


def _proven(row: dict[str, Any], info: Fields, abstract: str) -> dict[str, Any]:
    out: dict[str, Any] = {}
    quotes: list[str] = []
    found = True
    for name, field in info.items():
        value = row[name]
        if not _is_quote(field):
            out[name] = value if _column_type(field) is not str else _text(value)
            continue
        place = _place(name, value, abstract)
        out |= place
        stands = place[f"{name}_start"] is not None
        found = found and (stands or value is None)
        if stands:
            quotes.append(place[name])
    numbers = [row[name] for name, field in info.items() if _is_number(field, row[name])]
    proven = found and bool(quotes) and all(_stands(number, quotes) for number in numbers)
    return out | {"support": str(Support.GROUNDED if proven else Support.UNSUPPORTED)}


def _place(name: str, quote: str | None, abstract: str) -> dict[str, Any]:
    span = align(quote, abstract) if quote else None
    start, end = (None, None) if span is None else (span.start, span.end)
    evidence = Evidence.MISSING if span is None else span.evidence
    words = quote if start is None or end is None else abstract[start:end]
    return {
        name: words,
        f"{name}_start": start,
        f"{name}_end": end,
        f"{name}_evidence": str(evidence),
    }


def _stands(number: float, quotes: list[str]) -> bool:
    written = (found.replace(",", "") for q in quotes for found in _NUMBER.findall(clean(q).text))
    return any(float(n) == number for n in written if n.count(".") < 2)


def _is_number(field: FieldInfo, value: Any) -> bool:
    return _column_type(field) in (int, float) and not isinstance(value, bool) and value is not None


def _is_quote(field: FieldInfo) -> bool:
    return any(mark is Quote or isinstance(mark, Quote) for mark in field.metadata)


def _text(value: Any) -> str | None:
    if value is None or isinstance(value, str):
        return value
    return json.dumps(value, ensure_ascii=False)


def _flat(model: type[BaseModel]) -> Fields:
    listed = _list_of_objects(model)
    if listed is None:
        return model.model_fields
    name, item = listed
    outer = {key: info for key, info in model.model_fields.items() if key != name}
    return outer | item.model_fields


def _list_of_objects(model: type[BaseModel]) -> tuple[str, type[BaseModel]] | None:
    found = []
    for name, info in model.model_fields.items():
        if typing.get_origin(info.annotation) is list:
            (item,) = typing.get_args(info.annotation)
            if isinstance(item, type) and issubclass(item, BaseModel):
                found.append((name, item))
    return found[0] if len(found) == 1 else None


def _may_be_null(annotation: Any) -> bool:
    return annotation in (Any, None) or type(None) in typing.get_args(annotation)


def _column_type(info: FieldInfo) -> type:
    kind: Any = info.annotation
    if typing.get_origin(kind) in (typing.Union, types.UnionType):
        kinds = [arm for arm in typing.get_args(kind) if arm is not type(None)]
        kind = kinds[0] if len(kinds) == 1 else str
    return _TYPES.get(kind, str)
