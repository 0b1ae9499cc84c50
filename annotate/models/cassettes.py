"""Record exchanges with a model, and answer from a recording without any network.

The file is vcrpy's YAML. No header but the content type is written, so no key or cookie can be. A
request is known by its method, the end of its path and its JSON body; where the server stands does
not matter. Refusals that waiting heals (429, 5xx, timeouts) are not recorded.
"""

import asyncio
import json
import re
import time
from collections.abc import Mapping
from dataclasses import dataclass
from difflib import SequenceMatcher
from pathlib import Path
from typing import Any, Literal

import yaml
from vcr.cassette import Cassette as Tape
from vcr.persisters.filesystem import CassetteNotFoundError
from vcr.record_mode import RecordMode
from vcr.request import Request

from annotate.errors import CassetteError, UsageError
from annotate.facts import Outcome
from annotate.models.client import Sender
from annotate.models.failures import Failure, Scrubber, from_status
from annotate.models.replies import Reply, read_reply
from annotate.models.tape_files import Persister, Serializer

__all__ = ["Cassette", "Player", "Recorder", "recorded_model"]

_URI = "http://recorded/v1/chat/completions"
_JSON = {"content-type": ["application/json"]}
_SAVE_EVERY_S, _SAVE_SHARE = 10.0, 20
_SURROGATE = re.compile("[\ud800-\udfff]")
_SHOWN = 60


@dataclass(frozen=True, slots=True)
class Cassette:
    """A recording to write or to answer from."""

    path: Path
    use: Literal["record", "replay"]


class _Recording:
    """The exchanges of one file, by what was asked."""

    def __init__(self, path: Path, mode: RecordMode) -> None:
        self.path = path
        self._tape = Tape(str(path), serializer=Serializer, record_mode=mode, persister=Persister)
        self._answers: dict[str, tuple[int, bytes]] = {}
        self._save_after = time.monotonic() + _SAVE_EVERY_S
        self._load(must_exist=mode is RecordMode.NONE)
        if mode is not RecordMode.NONE:
            self._refuse_unwritable()

    def _load(self, *, must_exist: bool) -> None:
        try:
            requests, responses = Persister.load_cassette(self.path, Serializer)
            answers = dict(map(_exchange, requests, responses))
        except CassetteNotFoundError:
            if must_exist:
                raise CassetteError(f"{self.path}: there is no such recording") from None
            return
        except (OSError, UnicodeDecodeError) as error:
            raise CassetteError(f"{self.path}: can't be read: {_line(error)}") from None
        except (yaml.YAMLError, KeyError, TypeError, ValueError, AttributeError):
            raise CassetteError(f"{self.path}: is no recording in vcrpy's format") from None
        self._tape.rewound = True
        for request, response in zip(requests, responses, strict=True):
            self._tape.append(request, response)
        self._answers = answers
        self._tape.dirty = False

    def _refuse_unwritable(self) -> None:
        """Raise CassetteError before anything has been asked, rather than after it was paid."""
        there = self.path.exists()
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with self.path.open("ab"):
                pass
            if not there:
                self.path.unlink()
        except OSError as error:
            raise CassetteError(f"{self.path} can't be written: {error.strerror}") from error

    def find(self, body: bytes) -> tuple[int, bytes] | None:
        """Return status and body of the answer to `body`."""
        return self._answers.get(_key(body))

    def keep(self, body: bytes, status: int, content: bytes) -> None:
        """Add an exchange; the file is written now and then, and by `save`."""
        self._answers[_key(body)] = (status, content)
        reason = "OK" if status == 200 else "Bad Request"
        response = {
            "status": {"code": status, "message": reason},
            "headers": _JSON,
            "body": {"string": _pretty(content)},
        }
        self._tape.append(Request("POST", _URI, _pretty(body), dict(_JSON)), response)
        if time.monotonic() > self._save_after:
            self.save()

    def save(self) -> None:
        """Write the file, if anything is new; raises CassetteError where that can't be."""
        began = time.monotonic()
        try:
            self._tape._save()
        except UsageError as error:
            raise CassetteError(str(error)) from error
        ended = time.monotonic()
        # The whole file is written each time, and meanwhile nobody is asked.
        self._save_after = ended + max(_SAVE_EVERY_S, _SAVE_SHARE * (ended - began))

    def bodies(self) -> list[dict[str, Any]]:
        """Return what was asked, in the order of the file."""
        return [json.loads(request.body) for request in self._tape.requests]


class Recorder:
    """Sends what the recording lacks through another sender, and keeps it."""

    def __init__(self, path: Path, inner: Sender) -> None:
        self.scrub = inner.scrub
        self._inner = inner
        self._recording = _Recording(path, RecordMode.NEW_EPISODES)

    async def send(self, body: bytes) -> tuple[Reply, Mapping[str, str]]:
        """Answer from the recording, else ask and record."""
        found = self._recording.find(body)
        if found is not None:
            return _answer(found, self.scrub)
        try:
            reply, headers = await self._inner.send(body)
        except Failure as failure:
            if failure.outcome is Outcome.BAD_REQUEST and failure.status is not None:
                error = {"message": failure.message, "param": failure.param, "code": failure.code}
                self._recording.keep(body, failure.status, json.dumps({"error": error}).encode())
            raise
        self._recording.keep(body, 200, reply.content)
        return reply, headers

    async def aclose(self) -> None:
        """Write the file and close the sender behind it."""
        try:
            self._recording.save()
        finally:
            await self._inner.aclose()


class Player:
    """Answers from a recording; touches no network."""

    def __init__(self, path: Path, scrub: Scrubber) -> None:
        self.scrub = scrub
        self._recording = _Recording(path, RecordMode.NONE)

    @property
    def bodies(self) -> list[dict[str, Any]]:
        """What was asked, in the order of the file."""
        return self._recording.bodies()

    async def send(self, body: bytes) -> tuple[Reply, Mapping[str, str]]:
        """Return the recorded answer; raises CassetteError when there is none."""
        await asyncio.sleep(0)
        found = self._recording.find(body)
        if found is None:
            raise CassetteError(_missing(json.loads(body), self._recording))
        return _answer(found, self.scrub)

    async def aclose(self) -> None:
        """Nothing to close."""


def recorded_model(path: Path) -> str:
    """Return the model that a recording was made of; raises CassetteError for no recording."""
    bodies = _Recording(path, RecordMode.NONE).bodies()
    model = bodies[0].get("model") if bodies else None
    if not isinstance(model, str):
        raise CassetteError(f"{path}: holds no request to a model")
    return model


def _exchange(request: Request, response: Any) -> tuple[str, tuple[int, bytes]]:
    """Return the key of a request, and what answered it; raises ValueError where one is damaged."""
    content = response["body"]["string"]
    if not isinstance(json.loads(request.body)["messages"], list):
        raise ValueError("messages are a list")
    raw = content.encode() if isinstance(content, str) else bytes(content)
    return _key(request.body), (int(response["status"]["code"]), raw)


def _answer(found: tuple[int, bytes], scrub: Scrubber) -> tuple[Reply, Mapping[str, str]]:
    status, content = found
    if status >= 400:
        raise from_status(status, {}, content, scrub)
    return read_reply(content, "application/json", scrub), {}


def _missing(body: dict[str, Any], recording: _Recording) -> str:
    """Return which paper's request isn't there, and what sets the nearest recording apart."""
    asked = _question(body)
    told = f"{recording.path}: no recording answers the request for {_start(asked)}"
    candidates = recording.bodies()
    if not candidates:
        return f"{told}; it is empty"
    matcher = SequenceMatcher(b=asked, autojunk=False)

    def nearness(other: dict[str, Any]) -> float:
        matcher.set_seq1(_question(other))
        return matcher.quick_ratio()

    nearest = max(candidates[:2000], key=nearness)
    apart = _apart(body, nearest)
    return f"{told}; nearest is {_start(_question(nearest))}, which differs in {', '.join(apart)}"


def _apart(body: dict[str, Any], other: dict[str, Any]) -> list[str]:
    names = sorted(
        name
        for name in body.keys() | other.keys()
        if name != "messages" and body.get(name) != other.get(name)
    )
    mine, theirs = body["messages"], other.get("messages", [])
    if _question(body) != _question(other):
        names.append("the abstract")
    if _opening(mine) != _opening(theirs):
        names.append("the prompt")
    return names or ["the turns of a repeated question"]


def _opening(messages: list[Any]) -> list[Any]:
    asked = [n for n, message in enumerate(messages) if message.get("role") == "user"]
    return messages[: asked[-1]] if asked else messages


def _question(body: dict[str, Any]) -> str:
    """Return the last question that holds an abstract, else the last one."""
    texts = [str(m.get("content")) for m in body.get("messages", []) if m.get("role") == "user"]
    marked = [text for text in texts if "<abstract>" in text]
    return (marked or texts or [""])[-1]


def _start(question: str) -> str:
    text = " ".join(question.partition("<abstract>")[2].split() or question.split())
    return f"“{text[:_SHOWN]}…”"


def _key(body: str | bytes) -> str:
    return json.dumps(json.loads(body), sort_keys=True)


def _pretty(content: bytes) -> str:
    """Return the JSON with a line for each field and each message, so that a change is a line.

    llama.cpp's timings, which differ each time, are left out. Lone surrogates, which YAML can't
    hold, are replaced as they are on reading.
    """
    data = json.loads(content)
    data.pop("timings", None)
    return "{\n" + ",\n".join(f"{_json(k)}: {_in_lines(v)}" for k, v in data.items()) + "\n}"


def _in_lines(value: Any) -> str:
    if not (isinstance(value, list) and value):
        return _json(value)
    return "[\n" + ",\n".join(_json(item) for item in value) + "\n]"


def _json(value: Any) -> str:
    return _SURROGATE.sub("\ufffd", json.dumps(value, ensure_ascii=False))


def _line(error: Exception) -> str:
    return " ".join(str(error).split())[:200]
