"""OpenAI's files and batches: what goes up, how it stands, what comes down.

Servers answer with anything; what leaves this module is of the type it says, and free of secrets.
"""

import json
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, TypeVar

import httpx2
from openai import (
    APIConnectionError,
    APIStatusError,
    AsyncOpenAI,
    InternalServerError,
    NotFoundError,
    OpenAIError,
    RateLimitError,
)
from openai.types import Batch, FileObject
from pydantic import BaseModel
from tenacity import AsyncRetrying, retry_if_exception_type, stop_after_attempt, wait_exponential

from annotate.errors import ModelError
from annotate.facts import Outcome
from annotate.models import ModelOptions
from annotate.models.client import Client
from annotate.models.failures import from_error, from_status

__all__ = ["Mailbox", "State"]

_T = TypeVar("_T")
_ENDPOINT: Final = "/v1/chat/completions"
_OURS = "annotate"
_NOT_THERE = (404, 405, 501)
_NO_API = "this server has no batch API"
_SHOWN = 100
_TRIES = 5
_MOST_REQUESTS = 10**9
_REASONS = 3


@dataclass(frozen=True, slots=True)
class State:
    """How a batch stands; `reason` is why the server has refused it as a whole."""

    id: str
    status: str
    output_file_id: str | None = None
    error_file_id: str | None = None
    completed: int = 0
    failed: int = 0
    reason: str = ""


class Mailbox:
    """The server's files and batches."""

    def __init__(self, options: ModelOptions) -> None:
        client = Client(options)
        self._scrub = client.scrub
        self._timeout_s = options.timeout_s
        self._client: AsyncOpenAI = client.sdk
        self._retrying = AsyncRetrying(
            retry=retry_if_exception_type(
                (APIConnectionError, InternalServerError, RateLimitError)
            ),
            stop=stop_after_attempt(_TRIES),
            wait=wait_exponential(options.wait_scale, max=30),
            reraise=True,
        )

    async def aclose(self) -> None:
        """Close every connection."""
        await self._client.close()

    async def upload(self, path: Path) -> str:
        """Send an input file up and return its id."""
        stored = await self._try(
            lambda: self._client.files.create(file=path, purpose="batch"), first=True
        )
        self._check(stored, FileObject, "file")
        return stored.id

    async def create(self, file_id: str, key: str) -> State:
        """Have a file's requests made; `key` is ours, to find the batch again by."""
        tried = False

        async def create() -> State:
            nonlocal tried
            # An answer that got lost must not make a second batch, which would be paid for too.
            if tried and (found := await self.find(key)):
                return found
            tried = True
            created = await self._client.batches.create(
                completion_window="24h",
                endpoint=_ENDPOINT,
                input_file_id=file_id,
                metadata={_OURS: key},
            )
            return self._state(created)

        return await self._try(create, first=True)

    async def look(self, batch_id: str) -> State:
        """Return how a batch stands."""
        return self._state(await self._try(lambda: self._client.batches.retrieve(batch_id)))

    async def find(self, key: str) -> State | None:
        """Return the batch that was created with `key`, if there is one."""
        try:
            page = await self._client.batches.list(limit=100)
            if not isinstance(getattr(page, "data", None), list):
                raise self._no_api(page)
            seen: set[Any] = set()
            async for batch in page:
                if _mapped(getattr(batch, "metadata", None)).get(_OURS) == key:
                    return self._state(batch)
                if (name := _word(getattr(batch, "id", None))) in seen:
                    break  # the same page again and again
                seen.add(name)
        except (OpenAIError, httpx2.HTTPError) as error:
            raise ModelError(f"batch API: {self._scrub(str(error))}") from None
        return None

    async def lines(self, file_id: str) -> AsyncIterator[bytes]:
        """Yield the lines of a file, streaming; none of one that isn't there any more.

        A line ends with its line feed: JSON may hold other characters that end lines in a text.
        """
        rest = b""
        try:
            async with self._client.files.with_streaming_response.content(file_id) as response:
                async for some in response.iter_bytes():
                    *whole, rest = (rest + some).split(b"\n")
                    for line in whole:
                        yield self._scrub.content(line)
        except NotFoundError:
            return
        except (OpenAIError, httpx2.HTTPError) as error:
            raise ModelError(f"file {file_id}: {self._scrub(str(error))}") from None
        yield self._scrub.content(rest)

    def _state(self, answer: Any) -> State:
        self._check(answer, Batch, "batch")
        counts = getattr(answer, "request_counts", None)
        return State(
            id=answer.id,
            status=self._scrub(answer.status),
            output_file_id=_word(answer.output_file_id),
            error_file_id=_word(answer.error_file_id),
            completed=_count(getattr(counts, "completed", None)),
            failed=_count(getattr(counts, "failed", None)),
            reason=self._scrub("; ".join(_reasons(answer.errors))),
        )

    def _check(self, answer: Any, kind: type[BaseModel], name: str) -> None:
        """Raise ModelError for what is no file or batch; openai takes any JSON for one."""
        sound = isinstance(answer, kind) and getattr(answer, "object", None) in (None, name)
        told = ("id", "status") if kind is Batch else ("id",)
        if not sound or not all(_word(getattr(answer, one, None)) for one in told):
            raise self._no_api(answer)

    def _no_api(self, answer: Any) -> ModelError:
        told = answer.model_dump(warnings=False) if isinstance(answer, BaseModel) else answer
        text = told if isinstance(told, str) else json.dumps(told, default=str)
        shown = self._scrub(text)
        shown = shown if len(shown) <= _SHOWN else f"{shown[:_SHOWN]}…"
        return ModelError(f"{_NO_API} (it answered: {shown or 'nothing'})")

    def _unreached(self, error: Exception) -> ModelError:
        failure = from_error(error, self._scrub)
        if failure.outcome is not Outcome.TIMEOUT:
            return ModelError(f"batch API: {failure.message}")
        return ModelError(
            f"batch API: no answer within {self._timeout_s:g} s, {_TRIES} times over; call the same"
            f" command again with more time, as in ANNOTATE_TIMEOUT={self._timeout_s * 5:g}"
        )

    async def _try(self, call: Callable[[], Awaitable[_T]], *, first: bool = False) -> _T:
        """Call until it works; what is not found by the `first` calls of all was never there."""
        try:
            async for attempt in self._retrying:
                with attempt:
                    return await call()
        except APIStatusError as error:
            failure = from_status(
                error.status_code, error.response.headers, error.response.content, self._scrub
            )
            if first and error.status_code in _NOT_THERE:
                raise ModelError(f"{_NO_API} (it answered {failure.message})") from None
            raise ModelError(f"batch API: {failure.message}") from None
        except (OpenAIError, httpx2.HTTPError, OSError) as error:
            raise self._unreached(error) from None
        raise AssertionError("tenacity ends with a result or an error")


def _word(value: Any) -> str | None:
    """Return an id or a status; None for what can't be one."""
    return value if isinstance(value, str) and value.isascii() and value.isprintable() else None


def _count(value: Any) -> int:
    return value if isinstance(value, int) and 0 <= value <= _MOST_REQUESTS else 0


def _mapped(value: Any) -> dict[Any, Any]:
    return value if isinstance(value, dict) else {}


def _reasons(errors: Any) -> list[str]:
    """Return the words of the first errors, in whatever form they come."""
    data = getattr(errors, "data", errors)
    some = data if isinstance(data, list) else [data] if data else []
    return [str(_said(one) or "?") for one in some[:_REASONS]]


def _said(error: Any) -> Any:
    told = error.model_dump(warnings=False) if isinstance(error, BaseModel) else error
    return told.get("message") or told.get("code") if isinstance(told, dict) else told
