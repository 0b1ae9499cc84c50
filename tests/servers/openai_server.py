"""A real OpenAI-compatible server on loopback that answers rightly, or wrongly on demand.

    with OpenAIServer(faults=["rate_limited_1s", None, "reset"]) as server:
        ask(server.base_url)

As a program of its own (for benchmarks and tests that kill things):

    python -m tests.servers --latency 0.2
"""

import argparse
import asyncio
import json
import re
import threading
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Self

from aiohttp import web

from tests.servers.faults import FAULTS, Exchange, Fault

__all__ = ["OpenAIServer", "Seen", "Usage", "main", "plain_answer"]

Script = Iterable[str | Fault | None] | Callable[[int, dict[str, Any]], str | Fault | None]

_ABSTRACT = re.compile(r"<abstract>\n?(.*?)\n?</abstract>", re.DOTALL)
_CLAIM = re.compile(r"(?:up to |over )?\d+(?:\.\d+)?(?:x|×) (?:faster|speedup)")


@dataclass(frozen=True, slots=True)
class Seen:
    """One request as the server saw it: `at` in monotonic seconds, header names in lower case."""

    at: float
    path: str
    headers: dict[str, str]
    body: dict[str, Any]
    fault: str | None

    @property
    def abstract(self) -> str:
        """The last abstract in the messages."""
        found = [m for message in self.body["messages"]
                 for m in _ABSTRACT.findall(str(message.get("content")))]  # fmt: skip
        return found[-1] if found else ""


@dataclass(slots=True)
class Usage:
    """What the server would bill."""

    requests: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    cached_tokens: int = 0
    reasoning_tokens: int = 0


def plain_answer(abstract: str) -> dict[str, Any]:
    """Return a right annotation of an invented abstract ("We propose NAME … 3x faster …")."""
    name = re.search(r"(?:propose|introduce|present) ([\w+-]*[A-Z]\w*)", abstract)
    claims = [
        {"quote": m.group(), "value": m.group().rpartition(" ")[0], "metric": "speedup",
         "baseline": None, "setting": None, "device": None, "attribution": "own"}
        for m in _CLAIM.finditer(abstract)
    ]  # fmt: skip
    return {
        "method_name": name.group(1) if name else None, "method_full_name": None,
        "contribution": "method", "task": None, "hardware": [], "claims": claims,
    }  # fmt: skip


class OpenAIServer:
    """An OpenAI-compatible server in a thread; faults come from a list or a function.

    Args:
        answer: From an abstract to the right answer.
        faults: Names of FAULTS, faults or None (answer rightly): a list is used up request by
            request and then all is well; a function is asked with the request's number and body.
        modes: What the server can do: json_schema, tools, json_object.
        reasoning: Refuse `max_tokens` and `temperature`, as reasoning models do.
        latency_s: Wait before each answer.
        rpm: Requests a minute before it answers 429.
        tells_wait: Whether a 429 of that limit comes with Retry-After.
        keep: Whether requests are kept in `seen` (turn off to measure).
    """

    def __init__(  # noqa: PLR0913 - a script of what to do, told by name
        self,
        *,
        answer: Callable[[str], dict[str, Any]] = plain_answer,
        faults: Script = (),
        modes: Iterable[str] = ("json_schema", "tools", "json_object"),
        reasoning: bool = False,
        latency_s: float = 0.0,
        rpm: int | None = None,
        tells_wait: bool = True,
        keep: bool = True,
        port: int = 0,
    ) -> None:
        self.answer, self.modes, self.reasoning = answer, set(modes), reasoning
        self.latency_s, self.rpm, self.keep, self.port = latency_s, rpm, keep, port
        self.tells_wait = tells_wait
        self._faults = faults if callable(faults) else None
        self._script = iter(() if callable(faults) else faults)
        self.seen: list[Seen] = []
        self.usage = Usage()
        self.in_flight = self.most_in_flight = 0
        self.response_headers: dict[str, str] = {}
        self._loop = asyncio.new_event_loop()
        self._thread: threading.Thread | None = None
        self._runner: web.AppRunner | None = None
        self._tokens, self._refilled = float(rpm or 0), time.monotonic()

    @property
    def base_url(self) -> str:
        """The root that OpenAI clients take."""
        return f"http://127.0.0.1:{self.port}/v1"

    def __enter__(self) -> Self:
        started = threading.Event()
        self._thread = threading.Thread(target=self._run, args=(started,), daemon=True)
        self._thread.start()
        assert started.wait(10), "the server didn't start"
        return self

    def __exit__(self, *_: object) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        assert self._thread is not None
        self._thread.join(10)

    def _run(self, started: threading.Event) -> None:
        asyncio.set_event_loop(self._loop)
        self._loop.run_until_complete(self.start())
        started.set()
        self._loop.run_forever()
        self._loop.run_until_complete(self.stop())
        self._loop.close()

    async def start(self) -> None:
        """Listen on a free port of loopback, or on `port`."""
        app = web.Application(client_max_size=64 * 2**20)
        app.router.add_post("/v1/chat/completions", self._chat)
        app.router.add_get("/v1/models", self._models)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.05)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", self.port, reuse_address=True, backlog=1024)
        await site.start()
        self.port = self._runner.addresses[0][1]

    async def stop(self) -> None:
        """Close every connection."""
        if self._runner is not None:
            await self._runner.cleanup()
        pending = [t for t in asyncio.all_tasks() if t is not asyncio.current_task()]
        for task in pending:
            task.cancel()
        await asyncio.gather(*pending, return_exceptions=True)

    async def _models(self, request: web.Request) -> web.Response:
        return web.json_response({"object": "list", "data": [{"id": "mock", "object": "model"}]})

    async def _chat(self, request: web.Request) -> web.StreamResponse:
        body = await request.json()
        self.in_flight += 1
        self.most_in_flight = max(self.most_in_flight, self.in_flight)
        try:
            return await self._answer(request, body)
        finally:
            self.in_flight -= 1

    async def _answer(self, request: web.Request, body: dict[str, Any]) -> web.StreamResponse:
        self.usage.requests += 1
        refusal = self._refuse(body)
        fault = None if refusal else self._next_fault(body)
        headers = {name.lower(): value for name, value in request.headers.items()}
        seen = Seen(time.monotonic(), request.path, headers, body,
                    fault.name if fault else None)  # fmt: skip
        if self.keep:
            self.seen.append(seen)
        if self.latency_s:
            await asyncio.sleep(self.latency_s)
        if refusal:
            return refusal
        text = json.dumps(self.answer(seen.abstract), ensure_ascii=False)
        exchange = Exchange(request, body, text, {}, lambda *a, **k: self._complete(body, *a, **k))
        if fault is not None:
            return await fault.act(exchange)
        return web.Response(
            text=json.dumps(self._complete(body, text)),
            content_type="application/json", headers=self.response_headers,
        )  # fmt: skip

    def _next_fault(self, body: dict[str, Any]) -> Fault | None:
        if self._faults is not None:
            fault = self._faults(self.usage.requests, body)
        else:
            fault = next(self._script, None)
        return FAULTS[fault] if isinstance(fault, str) else fault

    def _refuse(self, body: dict[str, Any]) -> web.Response | None:
        """Return the 400 or 429 that this server's abilities and limits call for."""
        wanted = body.get("response_format", {}).get("type") or ("tools" if "tools" in body else "")
        if wanted and wanted not in self.modes:
            name = "tools" if wanted == "tools" else "response_format"
            return _refusal(f"'{name}' of type '{wanted}' is not supported with this model.", name)
        if self.reasoning and "max_tokens" in body:
            text = "Unsupported parameter: 'max_tokens' is not supported with this model."
            return _refusal(f"{text} Use 'max_completion_tokens' instead.", "max_tokens")
        if self.reasoning and body.get("temperature", 1) != 1:
            text = "Unsupported value: 'temperature' does not support 0 with this model."
            return _refusal(text, "temperature", "unsupported_value")
        return self._over_the_limit() if self.rpm else None

    def _over_the_limit(self) -> web.Response | None:
        assert self.rpm is not None
        now = time.monotonic()
        self._tokens = min(self.rpm, self._tokens + (now - self._refilled) * self.rpm / 60)
        self._refilled = now
        if self._tokens >= 1:
            self._tokens -= 1
            return None
        wait = (1 - self._tokens) * 60 / self.rpm
        data = {"error": {"message": "Rate limit reached", "code": "rate_limit_exceeded"}}
        headers = {"Retry-After": f"{wait:.2f}"} if self.tells_wait else {}
        return web.json_response(data, status=429, headers=headers)

    def _complete(
        self,
        body: dict[str, Any],
        content: str | None,
        *,
        finish: str = "stop",
        refusal: str | None = None,
        model: str | None = None,
    ) -> dict[str, Any]:
        """Return the chat completion that says `content`, and bill it."""
        message: dict[str, Any] = {"role": "assistant", "content": content, "refusal": refusal}
        if "tools" in body and content is not None:
            name = body["tools"][0]["function"]["name"]
            call = {"id": "call_1", "type": "function",
                    "function": {"name": name, "arguments": content}}  # fmt: skip
            message = {"role": "assistant", "content": None, "tool_calls": [call]}
        usage = self._bill(body, content or refusal or "")
        return {
            "id": f"chatcmpl-{self.usage.requests}",
            "object": "chat.completion",
            "created": 1_700_000_000,
            "model": model or body["model"],
            "choices": [{"index": 0, "message": message, "finish_reason": finish}],
            "usage": usage,
        }

    def _bill(self, body: dict[str, Any], content: str) -> dict[str, Any]:
        prompt = sum(len(str(m.get("content"))) for m in body["messages"]) // 4 + 1
        completion, cached, reasoning = len(content) // 4 + 1, prompt // 2, 0
        if self.reasoning:
            reasoning = 16
            completion += reasoning
        self.usage.prompt_tokens += prompt
        self.usage.completion_tokens += completion
        self.usage.cached_tokens += cached
        self.usage.reasoning_tokens += reasoning
        return {
            "prompt_tokens": prompt,
            "completion_tokens": completion,
            "total_tokens": prompt + completion,
            "prompt_tokens_details": {"cached_tokens": cached},
            "completion_tokens_details": {"reasoning_tokens": reasoning},
        }


def _refusal(message: str, param: str, code: str = "unsupported_parameter") -> web.Response:
    error = {"message": message, "type": "invalid_request_error", "param": param, "code": code}
    return web.json_response({"error": error}, status=400)


async def _serve(server: OpenAIServer) -> None:
    await server.start()
    print(server.base_url, flush=True)
    await asyncio.Event().wait()


def main() -> None:
    """Serve until killed; the first line of stdout is the base URL."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--latency", type=float, default=0.0, help="seconds")
    parser.add_argument("--fault", action="append", default=[], choices=sorted(FAULTS))
    args = parser.parse_args()
    server = OpenAIServer(latency_s=args.latency, faults=args.fault, keep=False, port=args.port)
    asyncio.run(_serve(server))
