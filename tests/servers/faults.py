"""What a server can do wrong; each function makes one `Fault`, in the words real servers use."""

import asyncio
import json
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from aiohttp import web

__all__ = ["FAULTS", "Exchange", "Fault", "status"]


@dataclass(frozen=True, slots=True)
class Exchange:
    """One request as it came in, and the right answer to it as (JSON text, usage)."""

    request: web.Request
    body: dict[str, Any]
    answer: str
    usage: dict[str, Any]
    completion: Callable[..., dict[str, Any]]


@dataclass(frozen=True, slots=True)
class Fault:
    """One way to answer wrongly; `act` returns the response or breaks the connection."""

    name: str
    act: Callable[[Exchange], Awaitable[web.StreamResponse]]

    def with_delay(self, seconds: float) -> "Fault":
        """Return the same fault after a wait."""

        async def act(exchange: Exchange) -> web.StreamResponse:
            await asyncio.sleep(seconds)
            return await self.act(exchange)

        return replace(self, act=act)


def _json(data: object, code: int = 200, headers: Mapping[str, str] | None = None) -> web.Response:
    return web.Response(
        text=json.dumps(data), status=code, content_type="application/json", headers=headers
    )


def _error(message: str, kind: str, code: str | None, param: str | None = None) -> dict[str, Any]:
    return {"error": {"message": message, "type": kind, "param": param, "code": code}}


def status(
    code: int,
    message: str = "no",
    *,
    kind: str = "error",
    error_code: str | None = None,
    param: str | None = None,
    headers: Mapping[str, str] | None = None,
) -> Fault:
    """Answer with an error status and OpenAI's error object."""

    async def act(exchange: Exchange) -> web.StreamResponse:
        return _json(_error(message, kind, error_code, param), code, headers)

    return Fault(f"status_{code}", act)


def rate_limited(retry_after: str | None = None) -> Fault:
    """429 that waiting heals; `retry_after` is the header's value (seconds or an HTTP date)."""
    headers = {} if retry_after is None else {"Retry-After": retry_after}
    text = "Rate limit reached for requests per min (RPM): Limit 3, Used 3, Requested 1."
    return status(429, text, kind="requests", error_code="rate_limit_exceeded", headers=headers)


def quota() -> Fault:
    """429 that waiting doesn't heal."""
    text = "You exceeded your current quota, please check your plan and billing details."
    return status(429, text, kind="insufficient_quota", error_code="insufficient_quota")


def auth(key: str = "sk-planted0000000000000000") -> Fault:
    """401 that repeats the key, as OpenAI's does."""
    text = f"Incorrect API key provided: {key}. You can find your API key at the dashboard."
    return status(401, text, kind="invalid_request_error", error_code="invalid_api_key")


def context_length() -> Fault:
    """400 because the prompt is too long."""
    text = "This model's maximum context length is 4096 tokens. However, you requested 9001."
    return status(
        400, text, kind="invalid_request_error", error_code="context_length_exceeded",
        param="messages",
    )  # fmt: skip


def html_error(code: int = 503) -> Fault:
    """A proxy's error page."""

    async def act(exchange: Exchange) -> web.StreamResponse:
        page = (
            f"<!DOCTYPE html>\n<html><head><title>{code} Service Unavailable</title>"
            f"<style>body {{ color: red }}</style></head>\n<body><h1>{code}</h1>"
            + "<p>upstream connect error</p>" * 200
            + "</body></html>"
        )
        return web.Response(text=page, status=code, content_type="text/html")

    return Fault(f"html_{code}", act)


async def _reset(exchange: Exchange) -> web.StreamResponse:
    transport = exchange.request.transport
    assert transport is not None
    transport.abort()
    return web.Response()


async def _half_body(exchange: Exchange) -> web.StreamResponse:
    text = json.dumps(exchange.completion(exchange.answer)).encode()
    response = web.StreamResponse(headers={"Content-Type": "application/json"})
    response.content_length = len(text)
    await response.prepare(exchange.request)
    await response.write(text[: len(text) // 2])
    transport = exchange.request.transport
    assert transport is not None
    transport.close()
    return response


async def _hang(exchange: Exchange) -> web.StreamResponse:
    await asyncio.sleep(3600)
    return web.Response()


async def _html_200(exchange: Exchange) -> web.StreamResponse:
    page = "<html><body>Please sign in to the conference Wi-Fi</body></html>"
    return web.Response(text=page, content_type="text/html")


async def _half_json(exchange: Exchange) -> web.StreamResponse:
    text = json.dumps(exchange.completion(exchange.answer))
    return web.Response(text=text[: len(text) // 2], content_type="application/json")


async def _error_in_200(exchange: Exchange) -> web.StreamResponse:
    return _json({"error": {"message": "Provider returned error", "code": 502}})


async def _no_choices(exchange: Exchange) -> web.StreamResponse:
    return _json(exchange.completion(exchange.answer) | {"choices": []})


async def _surrogate_envelope(exchange: Exchange) -> web.StreamResponse:
    # The escape stands in the envelope itself, so the envelope isn't valid Unicode.
    data = exchange.completion(exchange.answer)
    text = json.dumps(data).replace('"id": "', '"id": "\\ud83d', 1)
    return web.Response(text=text, content_type="application/json")


def _saying(name: str, make: Callable[[Exchange], dict[str, Any]]) -> Fault:
    async def act(exchange: Exchange) -> web.StreamResponse:
        return _json(make(exchange))

    return Fault(name, act)


def _with_first_value(answer: str, text: str) -> str:
    """Put `text` where the answer's first null or string value stands."""
    data = json.loads(answer)
    first = next(iter(data))
    marker = "@@planted@@"
    return json.dumps(data | {first: marker}).replace(f'"{marker}"', text)


def _huge(exchange: Exchange) -> dict[str, Any]:
    return exchange.completion(_with_first_value(exchange.answer, json.dumps("A" * 5_000_000)))


FAULTS: dict[str, Fault] = {
    "rate_limited": rate_limited(),
    "rate_limited_1s": rate_limited("1"),
    "quota": quota(),
    "payment": status(402, "Insufficient credits"),
    "auth": auth(),
    "forbidden": status(403, "Country not supported", kind="request_forbidden"),
    "not_found": status(404, "The model does not exist", error_code="model_not_found"),
    "bad_request": status(400, "Invalid 'messages'", kind="invalid_request_error"),
    "context_length": context_length(),
    "server_error": status(500, "The server had an error", kind="server_error"),
    "bad_gateway": html_error(502),
    "unavailable": html_error(503),
    "overloaded": status(529, "Overloaded", kind="overloaded_error"),
    "reset": Fault("reset", _reset),
    "half_body": Fault("half_body", _half_body),
    "hang": Fault("hang", _hang),
    "wrong_content_type": Fault("wrong_content_type", _html_200),
    "half_json": Fault("half_json", _half_json),
    "error_in_200": Fault("error_in_200", _error_in_200),
    "no_choices": Fault("no_choices", _no_choices),
    "surrogate_envelope": Fault("surrogate_envelope", _surrogate_envelope),
    "refusal": _saying(
        "refusal", lambda e: e.completion(None, refusal="I'm sorry, I can't help with that.")
    ),
    "filtered": _saying("filtered", lambda e: e.completion("", finish="content_filter")),
    "truncated": _saying(
        "truncated", lambda e: e.completion(e.answer[: len(e.answer) * 2 // 3], finish="length")
    ),
    "invalid_json": _saying("invalid_json", lambda e: e.completion("Sure! Here it is: {oops")),
    "half_answer": _saying("half_answer", lambda e: e.completion(e.answer[: len(e.answer) // 2])),
    "fenced": _saying("fenced", lambda e: e.completion(f"Here:\n```json\n{e.answer}\n```\nDone.")),
    "wrong_schema": _saying("wrong_schema", lambda e: e.completion('{"answer": 42}')),
    "empty": _saying("empty", lambda e: e.completion("")),
    "null": _saying("null", lambda e: e.completion(None)),
    "nan": _saying("nan", lambda e: e.completion(_with_first_value(e.answer, "NaN"))),
    "surrogates": _saying(
        "surrogates", lambda e: e.completion(_with_first_value(e.answer, '"a\\ud83d"'))
    ),
    "duplicate_keys": _saying(
        "duplicate_keys", lambda e: e.completion(e.answer[:-1] + ', "claims": []}')
    ),
    "huge": _saying("huge", _huge),
    "other_model": _saying("other_model", lambda e: e.completion(e.answer, model="llama-9")),
}
"""Each fault by its name, for tests that walk them all."""
