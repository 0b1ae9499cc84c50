"""OpenAI's Batch API: files of requests go up, files of answers come down, a day later at the most.

`Mailbox` speaks to the server. `BatchClient` stands where `Client` stands in a conversation: it
answers from lines that have come down, and keeps in `missing` the request that has yet to go up. So
re-asking, judging and accounting are those of a live run; each round of batches is one step on.
"""

import hashlib
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final, TypeVar, cast

import httpx2
import orjson
from openai import (
    APIConnectionError,
    APIStatusError,
    AsyncOpenAI,
    InternalServerError,
    NotFoundError,
    OpenAIError,
    RateLimitError,
)
from openai.types import Batch as State
from openai.types import FileObject
from pydantic import BaseModel
from tenacity import AsyncRetrying, retry_if_exception_type, stop_after_attempt, wait_exponential

from annotate.errors import ModelError
from annotate.facts import Outcome
from annotate.models import Annotator, Hooks, ModelOptions, Question
from annotate.models.budget import Money
from annotate.models.client import Client
from annotate.models.failures import Failure, Scrubber, from_status
from annotate.models.limits import Limits, Sent
from annotate.models.openai import OpenAIAnnotator
from annotate.models.replies import Reply, read_reply

__all__ = [
    "MAX_BYTES",
    "MAX_REQUESTS",
    "BatchClient",
    "Entry",
    "Mailbox",
    "State",
    "answer_line",
    "batch_annotator",
    "unexecuted",
]

MAX_REQUESTS = 50_000
MAX_BYTES = 200 * 10**6
HALF = 0.5
"""What a batched token costs of a live one's price."""

_T = TypeVar("_T")
_ENDPOINT: Final = "/v1/chat/completions"
_OURS = "annotate"
_NOT_THERE = (404, 405, 501)
_NO_API = "this server has no batch API"
_SHOWN = 100
_NEVER_RUN = ("batch_expired", "batch_cancelled")


@dataclass(frozen=True, slots=True)
class Entry:
    """One request of a batch."""

    paper_id: str
    custom_id: str
    body: bytes

    def line(self) -> bytes:
        """Return the line of the input file."""
        head = orjson.dumps({"custom_id": self.custom_id, "method": "POST", "url": _ENDPOINT})
        return head[:-1] + b',"body":' + self.body + b"}\n"


class BatchClient:
    """Answers a paper's requests from the lines that came down for it."""

    def __init__(self, options: ModelOptions) -> None:
        self.scrub = Scrubber((options.api_key, options.organization, options.project))
        self.missing: Entry | None = None
        """What the paper's conversation waits for; None when it has come to its end."""
        self._paper_id = ""
        self._lines: Mapping[str, str] = {}
        self._used: Counter[str] = Counter()

    def begin(self, paper_id: str, lines: Mapping[str, str]) -> None:
        """Turn to a paper, with its lines by custom id."""
        self._paper_id, self._lines, self._used = paper_id, lines, Counter()
        self.missing = None

    async def send(self, body: bytes) -> tuple[Reply, Mapping[str, str]]:
        """Return the answer to `body`; raises Failure when there is none, or it tells of one."""
        asked = _digest(self._paper_id, body)
        # The same words are asked again after an error, or with more room for the answer.
        custom_id = f"{asked}-{self._used[asked]}"
        line = self._lines.get(custom_id)
        if line is None:
            self.missing = Entry(self._paper_id, custom_id, body)
            # "billed" lets a budget count what the request may cost.
            raise Failure(Outcome.CONNECTION, "waits for a batch", retry=False, billed=True)
        self._used[asked] += 1
        return self._read(orjson.loads(line)), {}

    async def aclose(self) -> None:
        """Nothing is open."""

    def _read(self, line: Mapping[str, Any]) -> Reply:
        response = _object(line.get("response"))
        if not response:
            error = _object(line.get("error"))
            code = str(error.get("code") or "") or None
            text = self.scrub(str(error.get("message") or code or "no response"))
            raise Failure(Outcome.SERVER_ERROR, text, retry=True, code=code)
        content = orjson.dumps(response.get("body"))
        status = response.get("status_code")
        if not isinstance(status, int) or not 200 <= status < 600:
            raise Failure(Outcome.SERVER_ERROR, "a line without a status", retry=True)
        if status != 200:
            raise from_status(status, {}, content, self.scrub)
        return read_reply(content, "application/json", self.scrub)


def _digest(paper_id: str, body: bytes) -> str:
    """Return 48 hex digits that stand for what is asked, whatever way the server wants it put."""
    data = orjson.loads(body)
    asked = orjson.dumps([paper_id, data["model"], data["messages"]])
    return hashlib.sha256(asked).hexdigest()[:48]


class _NoLimits(Limits):
    """Learns nothing: the answers in a batch were given long ago, one beside the other."""

    def sent(self) -> Sent:
        return Sent(self.round, -1)

    def pushed_back(self, sent_in: int, retry_after_s: float | None) -> None:
        """Nothing to wait for: the next batch comes late enough."""


def batch_annotator(
    options: ModelOptions, prompt: Question, *, hooks: Hooks, money: Money
) -> tuple[Annotator, BatchClient]:
    """Return an annotator and the client it answers from, at half of `money`'s price."""
    options = replace(options, wait_scale=0.0)
    client = BatchClient(options)
    price = None if money.price is None else money.price.times(HALF)
    annotator = OpenAIAnnotator(
        client,
        prompt,
        options,
        _NoLimits(1, scale=0.0),
        hooks=hooks,
        money=replace(money, price=price),
    )
    annotator.name = "batch"
    return annotator, client


def unexecuted(line: Mapping[str, Any]) -> bool:
    """Say whether a line of an error file tells of a request that was never made."""
    return not line.get("response") and _object(line.get("error")).get("code") in _NEVER_RUN


def answer_line(line: bytes) -> Mapping[str, Any] | None:
    """Return a line of an output or error file; None for one that tells of no request."""
    try:
        data = orjson.loads(line)
    except orjson.JSONDecodeError:
        return None
    told = isinstance(data, dict) and isinstance(data.get("custom_id"), str)
    return data if told else None


def _object(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


class Mailbox:
    """The server's files and batches."""

    def __init__(self, options: ModelOptions) -> None:
        client = Client(options)
        self._scrub = client.scrub
        self._client: AsyncOpenAI = client.sdk
        self._retrying = AsyncRetrying(
            retry=retry_if_exception_type(
                (APIConnectionError, InternalServerError, RateLimitError)
            ),
            stop=stop_after_attempt(5),
            wait=wait_exponential(1, max=30),
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
        return self._sound(stored, FileObject, "file").id

    async def create(self, file_id: str, key: str) -> State:
        """Have a file's requests made; `key` is ours, to find the batch again by."""
        tried = False

        async def create() -> State:
            nonlocal tried
            # An answer that got lost must not make a second batch, which would be paid for too.
            if tried and (found := await self.find(key)):
                return found
            tried = True
            return await self._client.batches.create(
                completion_window="24h",
                endpoint=_ENDPOINT,
                input_file_id=file_id,
                metadata={_OURS: key},
            )

        return self._sound(await self._try(create, first=True), State, "batch")

    async def look(self, batch_id: str) -> State:
        """Return how a batch stands."""
        state = await self._try(lambda: self._client.batches.retrieve(batch_id))
        return self._sound(state, State, "batch")

    async def find(self, key: str) -> State | None:
        """Return the batch that was created with `key`, if there is one."""
        try:
            page = await self._client.batches.list(limit=100)
            if not isinstance(getattr(page, "data", None), list):
                raise self._no_api(page)
            async for batch in page:
                if (batch.metadata or {}).get(_OURS) == key:
                    return batch
        except (OpenAIError, httpx2.HTTPError) as error:
            raise ModelError(f"batch API: {self._scrub(str(error))}") from None
        return None

    async def lines(self, file_id: str) -> AsyncIterator[bytes]:
        """Yield the lines of a file, streaming; none of one that isn't there any more."""
        try:
            async with self._client.files.with_streaming_response.content(file_id) as response:
                async for line in response.iter_lines():
                    if line.strip():
                        yield line.encode("utf-8", "replace")
        except NotFoundError:
            return
        except (OpenAIError, httpx2.HTTPError) as error:
            raise ModelError(f"file {file_id}: {self._scrub(str(error))}") from None

    def _sound(self, answer: Any, kind: type[_T], name: str) -> _T:
        """Return what a server said, if it is a file or batch; openai takes any JSON for one."""
        sound = isinstance(answer, kind) and getattr(answer, "object", None) in (None, name)
        told = ("id", "status") if kind is State else ("id",)
        if sound and all(isinstance(getattr(answer, one, None), str) for one in told):
            return cast(_T, answer)
        raise self._no_api(answer)

    def _no_api(self, answer: Any) -> ModelError:
        text = answer.model_dump_json() if isinstance(answer, BaseModel) else str(answer)
        shown = self._scrub(text)
        shown = shown if len(shown) <= _SHOWN else f"{shown[:_SHOWN]}…"
        return ModelError(f"{_NO_API} (it answered: {shown or 'nothing'})")

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
            raise ModelError(f"batch API: {self._scrub(str(error))}") from None
        raise AssertionError("tenacity ends with a result or an error")
