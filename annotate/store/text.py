"""What SQLite text can hold: values made storable, and the key that a claim is known by."""

import json
import math
import re
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

__all__ = ["claim_key", "json_text", "now", "number", "plain", "storable", "whole"]

_SURROGATE = re.compile("[\ud800-\udfff]")
_MISFIT = "\N{REPLACEMENT CHARACTER}"
_LARGEST = 2**63 - 1


def storable(text: str | None) -> str | None:
    """Return `text` with each lone surrogate and each NUL as one U+FFFD.

    SQLite's text is UTF-8 and its functions stop at NUL, so neither can be stored as it is. One
    code point takes the place of one, so offsets into the text stay right.
    """
    if text is None:
        return None
    if text.isascii():
        return text.replace("\0", _MISFIT) if "\0" in text else text
    # Encoding is much cheaper than looking for surrogates, or for NULs in what isn't bytes.
    try:
        if b"\0" not in text.encode():
            return text
    except UnicodeEncodeError:
        text = _SURROGATE.sub(_MISFIT, text)
    return text.replace("\0", _MISFIT)


def plain(word: str | None) -> str | None:
    """Return a word of an enumeration as a mere `str`, for which `sqlite3` seeks no adapter."""
    return None if word is None else str(word)


def number(value: float | None) -> float | None:
    """Return a finite number or None: infinities and NaN compare with nothing in SQL."""
    return value if value is not None and math.isfinite(value) else None


def whole(value: int | None) -> int | None:
    """Return `value` cut to the 64 bits that SQLite's integers have."""
    if value is None or -_LARGEST <= value <= _LARGEST:
        return value
    return _LARGEST if value > 0 else -_LARGEST


def json_text(value: Any) -> str | None:
    """Return `value` as compact JSON that is valid UTF-8; None stays None.

    Infinities and NaN, which JSON hasn't and SQLite's functions refuse, become null.
    """
    if value is None:
        return None
    if not value and isinstance(value, list | tuple):
        return "[]"
    plain = list(value) if isinstance(value, tuple) else value
    try:
        return storable(_dumps(plain))
    except ValueError:
        return storable(_dumps(_finite(json.loads(json.dumps(plain, default=str)))))


_dumps = json.JSONEncoder(
    ensure_ascii=False, separators=(",", ":"), default=str, allow_nan=False
).encode


def _finite(node: Any) -> Any:
    if isinstance(node, dict):
        return {key: _finite(value) for key, value in node.items()}
    if isinstance(node, list):
        return [_finite(value) for value in node]
    return number(node) if isinstance(node, float) else node


def now() -> str:
    """Return the present moment as ISO 8601 in UTC with milliseconds and a Z."""
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def claim_key(fact: Mapping[str, Any]) -> str:
    """Return `metric|low|high|unit`, by which labels know a claim through all runs.

    `fact` holds `metric`, `low`, `high`, `unit` and `value`. Numbers have ten digits at most and no
    trailing zeros; a claim without a number has its value in the unit's place. The triggers in
    `views` build the same key in SQL.

    >>> claim_key({"metric": "speedup", "low": 5.0, "high": 5.0, "unit": "x", "value": "5x"})
    'speedup|5|5|x'
    """
    low, high = fact.get("low"), fact.get("high")
    if low is None:
        return f"{fact['metric']}|||{fact.get('value') or ''}"
    # Adding 0.0 makes the 0 of a -0.0, of which SQLite knows nothing.
    ends = f"{low + 0.0:.10g}|{(low if high is None else high) + 0.0:.10g}"
    return f"{fact['metric']}|{ends}|{fact.get('unit') or ''}"
