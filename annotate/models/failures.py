"""What goes wrong between us and a server, told apart by what can be done about it."""

import asyncio
import math
import re
import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from typing import Any

import aiohttp
import orjson
from openai import APIConnectionError, APIStatusError, APITimeoutError

from annotate.facts import Outcome
from annotate.models.usage import Usage

__all__ = ["Failure", "Scrubber", "from_error", "from_status", "retry_after"]

LONGEST_TEXT = 300

_UNSEEN = re.compile(r"(?is)<(style|script)\b.*?</\1>|<!--.*?-->|<[^>]{0,500}>")
_KEYISH = re.compile(r"\b(?:sk|pk|rk|sess|gsk|xai|org|proj|key)[-_][\w*.-]{6,}|(?i:bearer)\s+\S+")
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\ud800-\udfff]+")

_HEALED_BY_TIME = {408, 409, 425}
_GATEWAYS = (502, 503, 504, 529)
_FILTERS = ("content_filter", "content_policy_violation", "responsibleai")


@dataclass(eq=False)
class Failure(Exception):
    """One request that brought no answer to judge.

    `retry` says whether the same request may do better; `status` is None when no HTTP status came,
    `wait_s` the server's Retry-After, `param` and `code` what its error object names. `billed` says
    that the server may have worked although its answer was lost.
    """

    outcome: Outcome
    message: str
    retry: bool = False
    status: int | None = None
    wait_s: float | None = None
    param: str | None = None
    code: str | None = None
    billed: bool = False
    usage: Usage | None = None

    def __str__(self) -> str:
        return self.message

    @property
    def undelivered(self) -> bool:
        """Whether the request has reached no model: nobody listens, or a gateway says so."""
        lost = self.outcome is Outcome.CONNECTION and not self.billed
        return lost or self.status in _GATEWAYS


class Scrubber:
    """Makes server text fit for a log: one line, at most 300 characters, no secrets."""

    def __init__(self, secrets: Iterable[str | None]) -> None:
        self._secrets = sorted((s for s in secrets if s and len(s) >= 4), key=len, reverse=True)
        self._long = [secret.encode() for secret in self._secrets if len(secret) >= 8]

    def content(self, content: bytes) -> bytes:
        """Return an answer's bytes without those secrets that can't be there by chance."""
        for secret in self._long:
            if secret in content:
                content = content.replace(secret, "…".encode())
        return content

    def __call__(self, text: str) -> str:
        """Return `text` without mark-up, secrets and line breaks."""
        for secret in self._secrets:
            text = text.replace(secret, "…")
        text = _CONTROL.sub(" ", _UNSEEN.sub(" ", text[:20_000]))
        text = " ".join(_KEYISH.sub("…", text).split())
        return text if len(text) <= LONGEST_TEXT else f"{text[: LONGEST_TEXT - 1]}…"


def from_error(error: Exception, scrub: Scrubber) -> Failure:
    """Return what an exception of the client means."""
    if (place := _redirected(error)) is not None:
        status = error.status_code if isinstance(error, APIStatusError) else None
        there = "" if status is None else f" (it answered HTTP {status})"
        text = scrub(f"{_redirect(place)}{there}")
        return Failure(Outcome.SERVER_ERROR, text, retry=False, status=status)
    if isinstance(error, APIStatusError):
        return from_status(error.status_code, error.response.headers, error.response.content, scrub)
    chain = list(_causes(error))
    if _is_timeout(error, chain):
        return Failure(Outcome.TIMEOUT, "no answer in time", retry=True, billed=True)
    deepest = chain[-1]
    text = scrub(str(deepest)) or type(deepest).__name__
    reached = not any(isinstance(e, aiohttp.ClientConnectorError) for e in chain)
    return Failure(Outcome.CONNECTION, f"connection: {text}", retry=True, billed=reached)


def _causes(error: BaseException) -> Iterable[BaseException]:
    seen: set[int] = set()
    current: BaseException | None = error
    while current is not None and id(current) not in seen:
        seen.add(id(current))
        yield current
        current = current.__cause__ or current.__context__


def _is_timeout(error: Exception, chain: list[BaseException]) -> bool:
    # The transport reports every lost connection as a timeout, so its own cause decides.
    lost = [e for e in chain if isinstance(e, aiohttp.ClientError)]
    if lost:
        return isinstance(lost[0], TimeoutError)
    return isinstance(error, APITimeoutError | TimeoutError | asyncio.TimeoutError)


def from_status(
    status: int, headers: Mapping[str, str], content: bytes, scrub: Scrubber
) -> Failure:
    """Return what an answer with an error status, or with an error object, means."""
    error = _error_object(content)
    code, kind = str(error.get("code") or ""), str(error.get("type") or "")
    message = error.get("message")
    text = message if isinstance(message, str) and message else content.decode("utf-8", "replace")
    if 300 <= status < 400:
        text = _redirect(headers.get("location", ""))
    wait_s = retry_after(headers)
    outcome, retry = _outcome(status, f"{code} {kind}".lower(), text.lower(), wait_s)
    return Failure(
        outcome,
        scrub(f"HTTP {status}: {text}"),
        retry=retry,
        status=status,
        wait_s=wait_s,
        param=error["param"] if isinstance(error.get("param"), str) else None,
        code=code or None,
    )


def _outcome(status: int, kind: str, text: str, wait_s: float | None) -> tuple[Outcome, bool]:
    if status == 402 or (status == 429 and _is_quota(kind, text, wait_s)):
        return Outcome.QUOTA, False
    if status == 429:
        return Outcome.RATE_LIMITED, "request too large" not in text
    if status in (401, 403):
        return Outcome.AUTH, False
    if status in _HEALED_BY_TIME:
        return (Outcome.TIMEOUT if status == 408 else Outcome.SERVER_ERROR), True
    if status >= 500 or status < 400:
        return Outcome.SERVER_ERROR, status != 501 and not 300 <= status < 400
    if any(word in kind for word in _FILTERS):
        return Outcome.FILTERED, False
    return Outcome.BAD_REQUEST, False


def _redirected(error: Exception) -> str | None:
    """Return where the client was sent to, if what failed is not what it asked."""
    if isinstance(error, APIStatusError):
        asked = error.response.history[0].url if error.response.history else None
        return None if asked is None else str(error.response.url)
    if not isinstance(error, APIConnectionError):
        return None
    failed = (getattr(cause, "_request", None) for cause in _causes(error))
    urls = [str(one.url) for one in failed if one is not None]
    return next((url for url in urls if url != str(error.request.url)), None)


def _redirect(place: str) -> str:
    """Say where a server sends its callers, in terms of the base URL that would lead there."""
    root = place.partition("?")[0].removesuffix("/").removesuffix("/chat/completions")
    return f"the base URL is redirected to {root or 'nowhere'}: correct it"


def _is_quota(kind: str, text: str, wait_s: float | None) -> bool:
    if "insufficient_quota" in kind or "billing_hard_limit" in kind:
        return True
    return wait_s is None and ("check your plan and billing" in text or "credit balance" in text)


def _error_object(content: bytes) -> dict[str, Any]:
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


def retry_after(headers: Mapping[str, str]) -> float | None:
    """Return the seconds that Retry-After asks for, as a number or an HTTP date; None without."""
    if (precise := headers.get("retry-after-ms")) is not None:
        seconds = _seconds(precise)
        if seconds is not None:
            return seconds / 1000
    text = headers.get("retry-after")
    if text is None:
        return None
    if (seconds := _seconds(text)) is not None:
        return seconds
    try:
        return max(0.0, parsedate_to_datetime(text).timestamp() - time.time())
    except (TypeError, ValueError, OverflowError):
        return None


def _seconds(text: str) -> float | None:
    try:
        seconds = float(text)
    except ValueError:
        return None
    return seconds if math.isfinite(seconds) and seconds >= 0 else None
