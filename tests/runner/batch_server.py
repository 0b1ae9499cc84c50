"""A real server on loopback with OpenAI's files and batches, as their reference documents them."""

import asyncio
import json
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Self

from aiohttp import web

from tests.servers.openai_server import _ABSTRACT, plain_answer

__all__ = ["BatchServer"]

ENDPOINT = "/v1/chat/completions"


@dataclass
class Job:
    """One batch and its requests."""

    id: str
    input_file_id: str
    metadata: dict[str, str]
    requests: list[dict[str, Any]]
    status: str = "validating"
    looks: int = 0
    files: dict[str, str | None] = field(default_factory=lambda: {"output": None, "error": None})
    errors: dict[str, Any] | None = None
    counts: dict[str, int] = field(default_factory=dict)


class BatchServer:
    """Takes files and batches; each batch ends after `looks` looks at it.

    Args:
        act: Told (number of the request since the start, its body), says what becomes of it: None
            (a right answer), "invalid" (an answer that breaks the schema), "error" (HTTP 500 in
            the error file), "unrun" (not run before the batch ended).
        end: How batches end, one after the other: completed, expired, cancelled, failed; then
            all complete.
        lose_create: Break the connection instead of telling of the first batch.
        lie: From the lines of a result file to what is sent in its place; None is a lost file.
        instead: Content type and body of every answer: no server with batches at all.
    """

    def __init__(
        self,
        act: Callable[[int, dict[str, Any]], str | None] = lambda number, body: None,
        *,
        end: tuple[str, ...] = (),
        looks: int = 1,
        lose_create: bool = False,
        lie: Callable[[list[Any]], bytes | None] | None = None,
        instead: tuple[str, bytes] | None = None,
    ) -> None:
        self.lie, self.instead = lie, instead
        self.upload_s, self.uploads = 0.0, 0
        self.act, self.looks, self.lose_create = act, looks, lose_create
        self._ends = iter(end)
        self.files: dict[str, bytes | None] = {}
        self.jobs: dict[str, Job] = {}
        self.asked = 0
        self.prompt_tokens = self.completion_tokens = 0
        self.port = 0
        self._loop = asyncio.new_event_loop()

    @property
    def base_url(self) -> str:
        """The root that OpenAI clients take."""
        return f"http://127.0.0.1:{self.port}/v1"

    def __enter__(self) -> Self:
        started = threading.Event()
        self._thread = threading.Thread(target=self._run, args=(started,), daemon=True)
        self._thread.start()
        assert started.wait(10)
        return self

    def __exit__(self, *_: object) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(10)

    def _run(self, started: threading.Event) -> None:
        asyncio.set_event_loop(self._loop)
        app = web.Application(
            client_max_size=2**30, middlewares=[self._something_else] if self.instead else []
        )
        app.router.add_post("/v1/files", self._upload)
        app.router.add_get("/v1/files/{id}/content", self._content)
        app.router.add_post("/v1/batches", self._create)
        app.router.add_get("/v1/batches", self._list)
        app.router.add_get("/v1/batches/{id}", self._look)
        runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.05)
        self._loop.run_until_complete(runner.setup())
        self._loop.run_until_complete(web.TCPSite(runner, "127.0.0.1", 0).start())
        self.port = runner.addresses[0][1]
        started.set()
        self._loop.run_forever()
        self._loop.run_until_complete(runner.cleanup())
        self._loop.close()

    @web.middleware
    async def _something_else(self, request: web.Request, handler: object) -> web.Response:
        assert self.instead is not None
        return web.Response(content_type=self.instead[0], body=self.instead[1])

    async def _upload(self, request: web.Request) -> web.Response:
        self.uploads += 1
        await asyncio.sleep(self.upload_s)
        form = await request.post()
        assert form["purpose"] == "batch"
        content = form["file"].file.read()  # type: ignore[union-attr]
        file_id = self._keep(content)
        return web.json_response(
            {"id": file_id, "object": "file", "bytes": len(content), "created_at": 1,
             "filename": "requests.jsonl", "purpose": "batch", "status": "processed"}
        )  # fmt: skip

    def _keep(self, content: bytes | None) -> str:
        file_id = f"file-{len(self.files) + 1}"
        self.files[file_id] = content
        return file_id

    async def _content(self, request: web.Request) -> web.Response:
        content = self.files[request.match_info["id"]]
        if content is None:
            told = {"error": {"message": "No such File object", "type": "invalid_request_error"}}
            return web.json_response(told, status=404)
        return web.Response(body=content)

    async def _create(self, request: web.Request) -> web.Response:
        body = await request.json()
        assert (body["completion_window"], body["endpoint"]) == ("24h", ENDPOINT)
        lines = (self.files[body["input_file_id"]] or b"").splitlines()
        requests = [json.loads(line) for line in lines]
        assert len(requests) <= 50_000
        assert len({one["custom_id"] for one in requests}) == len(requests)
        assert {(one["method"], one["url"]) for one in requests} == {("POST", ENDPOINT)}
        assert all(len(one["custom_id"]) <= 64 for one in requests)
        job = Job(f"batch_{len(self.jobs) + 1}", body["input_file_id"], body["metadata"], requests)
        self.jobs[job.id] = job
        if self.lose_create:
            self.lose_create = False
            assert request.transport is not None
            request.transport.abort()
        return web.json_response(self._described(job))

    async def _list(self, request: web.Request) -> web.Response:
        newest = [self._described(job) for job in reversed(self.jobs.values())]
        if after := request.query.get("after"):
            ids = [job["id"] for job in newest]
            newest = newest[ids.index(after) + 1 :]
        page = newest[: int(request.query.get("limit", "20"))]
        return web.json_response(
            {"object": "list", "data": page, "has_more": len(page) < len(newest),
             "first_id": page[0]["id"] if page else None,
             "last_id": page[-1]["id"] if page else None}
        )  # fmt: skip

    async def _look(self, request: web.Request) -> web.Response:
        job = self.jobs[request.match_info["id"]]
        job.looks += 1
        if job.status in ("validating", "in_progress"):
            job.status = "in_progress"
            if job.looks >= self.looks:
                self._end(job, next(self._ends, "completed"))
        return web.json_response(self._described(job))

    def _end(self, job: Job, status: str) -> None:
        job.status = status
        if status == "failed":
            job.errors = {"object": "list", "data": [
                {"code": "token_limit_exceeded", "message": "Enqueued token limit reached",
                 "param": None, "line": None}]}  # fmt: skip
            return
        output, error = [], []
        for request in job.requests:
            self.asked += 1
            self._answer(request, status, output, error)
        for name, lines in (("output", output), ("error", error)):
            if lines:
                content = b"".join(json.dumps(x).encode() + b"\n" for x in lines)
                job.files[name] = self._keep(self.lie(lines) if self.lie else content)
        job.counts = {"total": len(job.requests), "completed": len(output), "failed": len(error)}

    def _answer(
        self, request: dict[str, Any], status: str, output: list[Any], error: list[Any]
    ) -> None:
        does = self.act(self.asked, request["body"])
        line = {"id": f"batch_req_{self.asked}", "custom_id": request["custom_id"]}
        if does == "unrun":
            code = "batch_cancelled" if status == "cancelled" else "batch_expired"
            told = {"code": code, "message": "This request could not be executed in time."}
            error.append(line | {"response": None, "error": told})
        elif does == "error":
            body = {"error": {"message": "The server had an error", "type": "server_error"}}
            response = {"status_code": 500, "request_id": "r", "body": body}
            error.append(line | {"response": response, "error": None})
        else:
            body = self._completion(request["body"], does)
            response = {"status_code": 200, "request_id": "r", "body": body}
            output.append(line | {"response": response, "error": None})

    def _completion(self, body: dict[str, Any], does: str | None) -> dict[str, Any]:
        text = "\n".join(str(m["content"]) for m in body["messages"])
        answer = json.dumps(plain_answer(_ABSTRACT.findall(text)[-1]))
        content = '{"answer": 42}' if does == "invalid" else answer
        prompt, completion = len(text) // 4 + 1, len(content) // 4 + 1
        self.prompt_tokens += prompt
        self.completion_tokens += completion
        return {
            "id": "chatcmpl-1", "object": "chat.completion", "created": 1, "model": body["model"],
            "choices": [{"index": 0, "finish_reason": "stop",
                         "message": {"role": "assistant", "content": content, "refusal": None}}],
            "usage": {"prompt_tokens": prompt, "completion_tokens": completion,
                      "total_tokens": prompt + completion},
        }  # fmt: skip

    def _described(self, job: Job) -> dict[str, Any]:
        return {
            "id": job.id, "object": "batch", "endpoint": ENDPOINT, "errors": job.errors,
            "input_file_id": job.input_file_id, "completion_window": "24h", "status": job.status,
            "output_file_id": job.files["output"], "error_file_id": job.files["error"],
            "created_at": int(time.time()), "metadata": job.metadata,
            "request_counts": {"total": len(job.requests), "completed": 0, "failed": 0}
            | job.counts,
        }  # fmt: skip
