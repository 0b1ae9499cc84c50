"""What a server says of its limits in the headers `x-ratelimit-*`."""

import re
from collections.abc import Mapping

__all__ = ["parse_reset", "seconds_until_free"]

_PART = re.compile(r"(\d+(?:\.\d+)?)(ms|h|m|s|d)?")
_SECONDS = {"ms": 0.001, "s": 1.0, "m": 60.0, "h": 3600.0, "d": 86400.0, None: 1.0}
_FEWEST = {"requests": 1.0, "tokens": 64.0}
_MOST_TOKENS = 4096.0


def seconds_until_free(headers: Mapping[str, str], what: str) -> float | None:
    """Return how long to wait where "requests" or "tokens" are used up; None where they aren't."""
    remaining = _number(headers.get(f"x-ratelimit-remaining-{what}"))
    reset = parse_reset(headers.get(f"x-ratelimit-reset-{what}", ""))
    if remaining is None or reset is None or not 0 <= remaining < _FEWEST[what]:
        return None  # gateways say -1 where there is no limit
    limit = _number(headers.get(f"x-ratelimit-limit-{what}")) or 1.0
    # `reset` is when all of the limit is back; a part of it is back sooner.
    need = 1.0 if what == "requests" else min(limit, _MOST_TOKENS)
    return reset * min(1.0, need / max(1.0, limit - remaining))


def parse_reset(text: str) -> float | None:
    """Return the seconds of "6m0s", "250ms" or "12"; None for anything else.

    >>> parse_reset("1m30s")
    90.0
    """
    parts = _PART.findall(text.strip())
    if not parts or "".join(number + unit for number, unit in parts) != text.strip():
        return None
    return sum(float(number) * _SECONDS[unit or None] for number, unit in parts)


def _number(text: str | None) -> float | None:
    try:
        return None if text is None else float(text)
    except ValueError:
        return None
