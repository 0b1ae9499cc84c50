"""The quickest OpenAI-compatible server that Python can be: one answer for all, for benchmarks.

    python -m tests.servers.quick_server --latency 0.2

The first line of stdout is the base URL. `GET /stats` tells how many requests came, and when the
first and the last were answered (seconds of a monotonic clock).
"""

import argparse
import asyncio
import json
import time

__all__ = ["ABSTRACT", "ANSWER", "main"]

ABSTRACT = (
    "Sorting tea by smell is slow, and batch number {number} is slower still. We propose TeaLeaf, "
    "a sniffing scheme for tea sorting that skips empty cups and keeps the aroma of the others. "
    "Tasters sip each cup twelve times, which no kettle allows for in practice. On a Jetson Orin, "
    "TeaLeaf is up to 3.5x faster than tasting and cuts energy by 22% on green tea, with the same "
    "accuracy. We hope that it makes afternoons longer, and release all cups."
)
"""What the answer is about; `{number}` makes papers distinct."""

ANSWER = {
    "method_name": "TeaLeaf",
    "method_full_name": None,
    "contribution": "method",
    "task": "tea sorting",
    "hardware": [{"name": "Jetson Orin", "role": "evaluated_on"}],
    "claims": [
        {"value": "up to 3.5x", "quote": "TeaLeaf is up to 3.5x faster than tasting",
         "metric": "speedup", "baseline": "tasting", "setting": None, "device": "Jetson Orin",
         "attribution": "own"},
        {"value": "22%", "quote": "cuts energy by 22% on green tea", "metric": "energy",
         "baseline": None, "setting": "green tea", "device": "Jetson Orin", "attribution": "own"},
    ],
}  # fmt: skip


def _response(body: bytes) -> bytes:
    head = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n"
    return (head % len(body)).encode() + body


def _completion(message: dict[str, object]) -> bytes:
    usage = {"prompt_tokens": 1200, "completion_tokens": 150, "total_tokens": 1350,
             "prompt_tokens_details": {"cached_tokens": 1000}}  # fmt: skip
    choice = {"index": 0, "message": message, "finish_reason": "stop"}
    completion = {"id": "chatcmpl-1", "object": "chat.completion", "created": 1_700_000_000,
                  "model": "mock", "choices": [choice], "usage": usage}  # fmt: skip
    return _response(json.dumps(completion).encode())


def _said() -> bytes:
    return _completion({"role": "assistant", "content": json.dumps(ANSWER)})


def _called() -> bytes:
    call = {"id": "call_1", "type": "function",
            "function": {"name": "Annotation", "arguments": json.dumps(ANSWER)}}  # fmt: skip
    return _completion({"role": "assistant", "content": None, "tool_calls": [call]})


class _Stats:
    def __init__(self) -> None:
        self.requests = 0
        self.first = self.last = 0.0

    def count(self) -> None:
        self.last = time.monotonic()
        self.first = self.first or self.last
        self.requests += 1

    def told(self) -> bytes:
        data = {"requests": self.requests, "first": self.first, "last": self.last}
        self.requests, self.first = 0, 0.0
        return _response(json.dumps(data).encode())


class _Connection(asyncio.Protocol):
    """One connection; answers each request as soon as its last byte is there."""

    def __init__(self, stats: _Stats, latency_s: float) -> None:
        self._stats, self._latency_s = stats, latency_s
        self._buffer = b""
        self._transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport

    def data_received(self, data: bytes) -> None:
        self._buffer += data
        end = self._buffer.find(b"\r\n\r\n")
        if end < 0:
            return
        head = self._buffer[:end]
        if head.startswith(b"GET /stats"):
            self._buffer = b""
            self._write(self._stats.told())
            return
        at = head.lower().find(b"content-length:")
        length = int(head[at + 15 :].split(b"\r\n", 1)[0])
        if len(self._buffer) < end + 4 + length:
            return
        answer = CALLED if b'"tools"' in self._buffer else SAID
        self._buffer = b""
        if self._latency_s:
            asyncio.get_running_loop().call_later(self._latency_s, self._answer, answer)
        else:
            self._answer(answer)

    def _answer(self, answer: bytes) -> None:
        self._stats.count()
        self._write(answer)

    def _write(self, data: bytes) -> None:
        if self._transport is not None and not self._transport.is_closing():
            self._transport.write(data)


SAID, CALLED = _said(), _called()


async def _serve(latency_s: float) -> None:
    loop, stats = asyncio.get_running_loop(), _Stats()
    server = await loop.create_server(lambda: _Connection(stats, latency_s), "127.0.0.1", 0,
                                      backlog=1024)  # fmt: skip
    port = server.sockets[0].getsockname()[1]
    print(f"http://127.0.0.1:{port}/v1", flush=True)
    await server.serve_forever()


def main() -> None:
    """Serve until killed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--latency", type=float, default=0.0, help="seconds")
    asyncio.run(_serve(parser.parse_args().latency))


if __name__ == "__main__":
    main()
