"""OpenAI's Batch API: files of requests go up, files of answers come down, a day later at the most.

`BatchClient` stands where `Client` stands in a conversation: it answers from lines that have come
down (see `annotate.models.mailbox`), and keeps in `missing` the request that has yet to go up. So
re-asking, judging and accounting are those of a live run; each round of batches is one step on.
"""

import hashlib
import json
import re
from collections import Counter
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

import orjson

from annotate.facts import Outcome
from annotate.models import Annotator, Hooks, ModelOptions, Question
from annotate.models.budget import Money
from annotate.models.failures import Failure, Scrubber, from_status
from annotate.models.limits import Limits, Sent
from annotate.models.openai import OpenAIAnnotator
from annotate.models.replies import Reply, read_reply

__all__ = [
    "MAX_BYTES",
    "MAX_REQUESTS",
    "BatchClient",
    "BatchLine",
    "Entry",
    "answer_line",
    "batch_annotator",
    "lost_line",
]

MAX_REQUESTS = 50_000
MAX_BYTES = 200 * 10**6
HALF = 0.5
"""What a batched token costs of a live one's price."""

_ENDPOINT = "/v1/chat/completions"
_LOST = "annotate_lost"
_SURROGATE = re.compile("[\ud800-\udfff]")
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
            billed = code == _LOST
            raise Failure(Outcome.SERVER_ERROR, text, retry=True, code=code, billed=billed)
        content = orjson.dumps(response.get("body"))
        status = _status(response)
        if status is None:
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


@dataclass(frozen=True, slots=True)
class BatchLine:
    """One line of an output or error file, sound JSON whatever the server has sent.

    `good` says that it brings an answer, `executed` that the request was made at all.
    """

    custom_id: str
    text: str
    good: bool
    executed: bool


def answer_line(line: bytes) -> BatchLine | None:
    """Return what a line of an output or error file tells; None for one that tells of no request.

    Lone surrogates and numbers without end, which are no sound JSON, are replaced.
    """
    data = _loaded(line.removeprefix(b"\xef\xbb\xbf"))
    custom_id = data.get("custom_id")
    if not isinstance(custom_id, str):
        return None
    response = _object(data.get("response"))
    code = _object(data.get("error")).get("code")
    return BatchLine(
        custom_id,
        _SURROGATE.sub("\ufffd", json.dumps(data, ensure_ascii=False)),
        good=_status(response) == 200,
        executed=bool(response) or code not in _NEVER_RUN,
    )


def lost_line(custom_id: str) -> str:
    """Return what stands in for the answer to a request that was made, and that never came."""
    told = {"code": _LOST, "message": "the files of the batch hold no answer that can be read"}
    return json.dumps({"custom_id": custom_id, "response": None, "error": told})


def _loaded(line: bytes) -> dict[str, Any]:
    with suppress(orjson.JSONDecodeError):
        return _object(orjson.loads(line))
    with suppress(ValueError, RecursionError):
        return _object(json.loads(line, parse_constant=lambda _: None))
    return {}


def _status(response: Mapping[str, Any]) -> int | None:
    """Return the status of an HTTP answer, also where it is written as a text."""
    status = response.get("status_code")
    if isinstance(status, str) and status.isdecimal() and len(status) == 3:
        return int(status)
    return status if isinstance(status, int) and 200 <= status < 600 else None


def _object(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}
