"""What the body of an error says; every maker of servers has a form of its own."""

import re
from dataclasses import dataclass
from typing import Any

import orjson

__all__ = ["ErrorBody", "read_error"]

_DELAY = re.compile(r"\d{1,9}(?:\.\d{1,9})?s")


@dataclass(frozen=True, slots=True)
class ErrorBody:
    """The words of an error, what it is called, and what it is about.

    `told` says that the words are the server's own and not just its body; `wait_s` is the wait
    that Google's servers ask for here and not in a header.
    """

    text: str
    told: bool = False
    code: str | None = None
    kind: str = ""
    param: str | None = None
    wait_s: float | None = None


def read_error(content: bytes) -> ErrorBody:
    """Return what the body says; its text as it stands where that is in no known form."""
    error = _object(content)
    message, param = error.get("message"), error.get("param")
    places = _places(message) or _places(error)
    text, about = places if places is not None else (message, None)
    told = isinstance(text, str) and bool(text)
    return ErrorBody(
        text=text if told and isinstance(text, str) else content.decode("utf-8", "replace"),
        told=told,
        code=str(error.get("code") or "") or None,
        kind=" ".join(str(error.get(name) or "") for name in ("type", "status")),
        param=param if isinstance(param, str) else about,
        wait_s=_delay(error.get("details")),
    )


def _object(content: bytes) -> dict[str, Any]:
    try:
        data = orjson.loads(content)
    except orjson.JSONDecodeError:
        return {}
    if isinstance(data, list) and data:
        data = data[0]
    if not isinstance(data, dict):
        return {}
    error = data.get("error", data)
    return error if isinstance(error, dict) else {"message": str(error)}


def _places(node: Any) -> tuple[str, str | None] | None:
    """Return the words of FastAPI's `detail`, and the parameter that its first entry is about."""
    detail = node.get("detail") if isinstance(node, dict) else None
    if isinstance(detail, str):
        return detail, None
    entries = [one for one in _list(detail) if isinstance(one, dict)]
    if not entries:
        return None
    paths = [[str(part) for part in _list(one.get("loc"))] for one in entries]
    words = (
        f"{'.'.join(path)}: {one.get('msg')}" for path, one in zip(paths, entries, strict=True)
    )
    return "; ".join(words), paths[0][1] if len(paths[0]) > 1 else None


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def _delay(details: Any) -> float | None:
    """Return the seconds of `"retryDelay": "34s"`."""
    entries = [one for one in _list(details) if isinstance(one, dict)]
    for delay in (one.get("retryDelay") for one in entries):
        if isinstance(delay, str) and _DELAY.fullmatch(delay):
            return float(delay[:-1])
    return None
