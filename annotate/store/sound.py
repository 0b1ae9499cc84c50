"""Rows that hold what their columns promise, whatever other tools have written into the file."""

from math import inf
from typing import Any

from annotate.facts import Bound

__all__ = ["sound"]

_NUMBERS = ("low", "high", "factor", "best_speedup")
_PLACES = ("quote_start", "quote_end")
_TEXTS = ("value", "unit", "baseline", "setting", "device", "quote")
_BOUNDS = frozenset({None, *map(str, Bound)})


def sound(row: dict[str, Any]) -> dict[str, Any]:
    """Return a row of the views as it is, or with None for what is no number, place or bound.

    Columns that the row doesn't have are no concern. Text that was stored as a number is text.
    """
    for name in _NUMBERS:
        value = row.get(name)
        if value is not None and not (isinstance(value, int | float) and 0 <= value < inf):
            row[name] = None
    if row.get("low") is None and row.get("high") is not None:
        row["high"] = None
    for name in _PLACES:
        value = row.get(name)
        if value is not None and not (isinstance(value, int) and value >= 0):
            row["quote_start"] = row["quote_end"] = None
    for name in _TEXTS:
        value = row.get(name)
        if value is not None and not isinstance(value, str):
            row[name] = value.decode("utf-8", "replace") if isinstance(value, bytes) else str(value)
    if row.get("bound") not in _BOUNDS:
        row["bound"] = None
    return row
