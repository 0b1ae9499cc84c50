"""What goes wrong between us and a server, told apart by what can be done about it."""

import asyncio
import math
import re
import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from http import HTTPStatus

import aiohttp
import httpx2
from openai import APIConnectionError, APIStatusError, APITimeoutError

from annotate.facts import Outcome
from annotate.models.error_body import ErrorBody, read_error
from annotate.models.usage import Usage

__all__ = [
    "AnswerTooLongError",
    "Failure",
    "Scrubber",
    "from_error",
    "from_redirect",
    "from_status",
    "retry_after",
]

LONGEST_TEXT = 300

_UNSEEN = re.compile(r"(?is)<(style|script)\b.*?</\1>|<!--.*?-->|<[^>]{0,500}>")
_KEYISH = re.compile(r"\b(?:sk|pk|rk|sess|gsk|xai|org|proj|key)[-_][\w*.-]{6,}|(?i:bearer)\s+\S+")
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\ud800-\udfff]+")

_HEALED_BY_TIME = {408, 409, 425}
_GATEWAYS = (502, 503, 504, 529)
_FILTERS = ("content_filter", "content_policy_violation", "responsibleai")
_GENERATED = ("json_validate_failed", "tool_use_failed")
"""Groq's words for an answer of the model that it does not hand over."""

_NOBODY_HERE = "unexpected endpoint or method"
"""LM Studio's word for a wrong path, sent with status 200."""

_NO_SUCH_PATH = (404, 405)
_REDIRECTS = (301, 302, 303, 307, 308)
_TURNS_INTO_GET = (301, 302, 303)


@dataclass(eq=False)
class Failure(Exception):
    """One request that brought no answer to judge.

    `retry` says whether the same request may do better; `status` is None when no HTTP status came,
    `wait_s` the server's Retry-After, `param` and `code` what its error object names. `billed` says
    that the server may have worked although its answer was lost, `misdirected` that the address or
    the name of the model is wrong, whatever paper is asked about.
    """

    outcome: Outcome
    message: str
    retry: bool = False
    status: int | None = None
    wait_s: float | None = None
    param: str | None = None
    code: str | None = None
    billed: bool = False
    misdirected: bool = False
    usage: Usage | None = None

    def __str__(self) -> str:
        return self.message

    @property
    def undelivered(self) -> bool:
        """Whether the request has reached no model: nobody listens, or a gateway says so."""
        lost = self.outcome is Outcome.CONNECTION and not self.billed
        return lost or self.status in _GATEWAYS

    @property
    def hopeless(self) -> bool:
        """Whether no paper would fare better: by the key, the account, the address or the model."""
        return self.misdirected or self.outcome in (Outcome.AUTH, Outcome.QUOTA)


class AnswerTooLongError(Exception):
    """An answer that no model gives: reading all of it could take the machine's memory."""


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
        return Failure(Outcome.SERVER_ERROR, text, status=status, misdirected=True)
    if isinstance(error, APIStatusError):
        return from_status(error.status_code, error.response.headers, error.response.content, scrub)
    chain = list(_causes(error))
    if long := [one for one in chain if isinstance(one, AnswerTooLongError)]:
        return Failure(
            Outcome.SERVER_ERROR, str(long[0]), retry=True, status=200, billed=True
        )  # fmt: skip
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


def from_redirect(response: httpx2.Response, scrub: Scrubber) -> Failure | None:
    """Return what is wrong when a POST was answered elsewhere as a GET, as after a 301; else None.

    A 307 or 308 keeps the request as it is, and so is none.
    """
    if not any(one.status_code in _TURNS_INTO_GET for one in response.history):
        return None
    text = scrub(_redirect(str(response.url)))
    return Failure(Outcome.SERVER_ERROR, text, status=response.status_code, misdirected=True)


def from_status(
    status: int, headers: Mapping[str, str], content: bytes, scrub: Scrubber
) -> Failure:
    """Return what an answer with an error status, or with an error object, means."""
    error = read_error(content)
    if error.told and _NOBODY_HERE in error.text.lower():
        status = 404
    place = headers.get("location")
    redirected = status in _REDIRECTS and place is not None
    wait_s = retry_after(headers)
    wait_s = error.wait_s if wait_s is None else wait_s
    lost = status in _NO_SUCH_PATH and "model" not in f"{error.text} {error.code}".lower()
    outcome, retry = (Outcome.SERVER_ERROR, False) if lost else _outcome(status, error, wait_s)
    text = _redirect(place or "") if redirected else error.text or _phrase(status)
    hint = "; correct the base URL: most end in /v1" if lost else ""
    return Failure(
        outcome,
        f"{scrub(f'HTTP {status}: {text}')}{hint}",
        retry=retry,
        status=status,
        wait_s=wait_s,
        param=error.param,
        code=error.code,
        billed=outcome is Outcome.INVALID,
        misdirected=redirected or status in _NO_SUCH_PATH,
    )


def _phrase(status: int) -> str:
    try:
        return HTTPStatus(status).phrase
    except ValueError:
        return "no words"


def _outcome(status: int, error: ErrorBody, wait_s: float | None) -> tuple[Outcome, bool]:
    kind, text = f"{error.code or ''} {error.kind}".lower(), error.text.lower()
    if status == 402 or (status == 429 and _is_quota(kind, text, wait_s)):
        return Outcome.QUOTA, False
    if status == 429:
        return Outcome.RATE_LIMITED, "request too large" not in text
    if status in (401, 403) or (status == 400 and "api key not valid" in text):
        return Outcome.AUTH, False
    if status in _HEALED_BY_TIME:
        return (Outcome.TIMEOUT if status == 408 else Outcome.SERVER_ERROR), True
    if status >= 500 or status < 400:
        return Outcome.SERVER_ERROR, status != 501 and not 300 <= status < 400
    if any(word in kind for word in _FILTERS):
        return Outcome.FILTERED, False
    if any(word in kind for word in _GENERATED):
        return Outcome.INVALID, True
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


def retry_after(headers: Mapping[str, str]) -> float | None:
    """Return the seconds that Retry-After asks for, as a number or an HTTP date; None without.

    A date is told by the server's clock, so it is compared with that: the header Date.
    """
    if (precise := headers.get("retry-after-ms")) is not None:
        seconds = _seconds(precise)
        if seconds is not None:
            return seconds / 1000
    text = headers.get("retry-after")
    if text is None:
        return None
    if (seconds := _seconds(text)) is not None:
        return seconds
    until, now = _moment(text), _moment(headers.get("date", ""))
    return None if until is None else max(0.0, until - (time.time() if now is None else now))


def _moment(text: str) -> float | None:
    """Return an HTTP date in seconds since 1970; None for anything else."""
    try:
        return parsedate_to_datetime(text).timestamp()
    except (TypeError, ValueError, OverflowError):
        return None


def _seconds(text: str) -> float | None:
    try:
        seconds = float(text)
    except ValueError:
        return None
    return seconds if math.isfinite(seconds) and seconds >= 0 else None
