"""What asking costs beside the model: our client, a plain instructor loop and a bare one, one run.

    python tests/bench/overhead.py
    python tests/bench/overhead.py --papers 2000 --only bare,annotate,pipeline

All talk to the same mock server in a process of its own, in turns, `--rounds` times; the best round
of each counts, so that noise of the machine falls out. Prints calls a second, the client's CPU time
a call, and the ratios that DESIGN.md asks for:

    pipeline ≥ 5 × instructor, ≥ 0.25 × bare; at 200 ms latency ≥ 0.95 × concurrency / latency
"""

import argparse
import asyncio
import json
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import aiohttp
import httpx2
import instructor
import orjson
from openai import AsyncOpenAI, DefaultAioHttpClient

from annotate.facts import Paper, paper_id
from annotate.models import Hooks, ModelOptions
from annotate.models.budget import Money
from annotate.models.limits import Limits
from annotate.models.opening import open_annotator
from annotate.models.prices import Price
from annotate.prompt import load_prompt
from annotate.runner.asking import in_hand
from annotate.runner.opening import problems_of
from annotate.schema import Annotation

ROOT = Path(__file__).parent.parent.parent
sys.path.insert(0, str(ROOT))

from tests.servers.quick_server import ABSTRACT  # noqa: E402

PROMPT = load_prompt("claims")
Call = Callable[[Paper], Awaitable[object]]


@dataclass(frozen=True, slots=True)
class Speed:
    """Calls a second, and the client's CPU milliseconds a call (None: not in this process)."""

    rate: float
    cpu_ms: float | None
    asking: float | None = None
    """Calls a second without what comes after the last answer."""


def papers(count: int) -> list[Paper]:
    """Return distinct invented abstracts."""
    texts = (ABSTRACT.format(number=number) for number in range(count))
    return [Paper(id=paper_id(text), abstract=text, source="bench") for text in texts]


@contextmanager
def server(latency_s: float = 0.0) -> Iterator[str]:
    """Start the mock server and give its base URL."""
    command = [sys.executable, "-m", "tests.servers.quick_server", "--latency", str(latency_s)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT)
    assert process.stdout is not None
    try:
        yield process.stdout.readline().strip()
    finally:
        process.kill()
        process.wait()


async def drive(call: Call, todo: list[Paper], at_once: int) -> Speed:
    """Call for every paper, so many `at_once`; the first call is for warming up."""
    await call(todo[0])
    gate = asyncio.Semaphore(at_once)

    async def one(paper: Paper) -> None:
        async with gate:
            await call(paper)

    cpu, clock = time.process_time(), time.perf_counter()
    await asyncio.gather(*(one(paper) for paper in todo))
    cpu, clock = time.process_time() - cpu, time.perf_counter() - clock
    return Speed(len(todo) / clock, cpu / len(todo) * 1000)


def request(paper: Paper) -> dict[str, object]:
    """Return the chat request for a paper, as everybody here sends it."""
    schema = {"name": "Annotation", "schema": PROMPT.schema, "strict": True}
    form = {"type": "json_schema", "json_schema": schema}
    return {"model": "mock", "messages": PROMPT.messages(paper), "response_format": form}


async def bare(url: str, todo: list[Paper], concurrency: int) -> Speed:
    """aiohttp and pydantic, no retries, no accounts: as little as can be done."""
    async with aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=concurrency)) as session:

        async def call(paper: Paper) -> object:
            async with session.post(f"{url}/chat/completions", json=request(paper)) as response:
                data = await response.json()
            content = data["choices"][0]["message"]["content"]
            return Annotation.model_validate_json(content)

        return await drive(call, todo, concurrency)


async def plain_instructor(url: str, todo: list[Paper], concurrency: int) -> Speed:
    """The loop of instructor's documentation."""
    # Closed, for sockets that are left to the garbage collector stay in the event loop's books: a
    # later one with the same number then waits for ever.
    async with AsyncOpenAI(base_url=url, api_key="none") as openai:
        client = instructor.from_openai(openai)

        async def call(paper: Paper) -> object:
            return await client.chat.completions.create(
                model="mock", messages=PROMPT.messages(paper), response_model=Annotation
            )

        return await drive(call, todo, concurrency)


async def openai_create(url: str, todo: list[Paper], concurrency: int) -> Speed:
    """openai's documented call over its default transport, without instructor."""
    async with AsyncOpenAI(base_url=url, api_key="none", max_retries=0) as client:

        async def call(paper: Paper) -> object:
            reply = await client.chat.completions.create(**request(paper))  # type: ignore[call-overload]
            return Annotation.model_validate_json(reply.choices[0].message.content)

        return await drive(call, todo, concurrency)


async def openai_post(url: str, todo: list[Paper], concurrency: int) -> Speed:
    """What our client is made of: ready-made bytes by `post` over aiohttp, raw bytes back."""
    async with AsyncOpenAI(
        base_url=url, api_key="none", max_retries=0, http_client=DefaultAioHttpClient()
    ) as client:

        async def call(paper: Paper) -> object:
            reply = await client.post(
                "/chat/completions", cast_to=httpx2.Response, content=orjson.dumps(request(paper))
            )
            content = orjson.loads(reply.content)["choices"][0]["message"]["content"]
            return Annotation.model_validate_json(content)

        return await drive(call, todo, concurrency)


async def annotate(url: str, todo: list[Paper], concurrency: int) -> Speed:
    """Our annotator: limits, retries, accounts, validation and the check's reasons to ask again.

    Its own limits let `concurrency` requests through; as in a run, a few papers wait before them.
    """
    options = ModelOptions(model="mock", base_url=url)
    async with open_annotator(
        options,
        PROMPT,
        hooks=Hooks(problems=problems_of),
        limits=Limits(concurrency),
        money=Money(Price(0.25, 2.0, 0.025)),
    ) as annotator:

        async def call(paper: Paper) -> object:
            answer = await annotator.annotate(paper)
            assert answer.annotation is not None, answer.error
            return answer

        return await drive(call, todo, in_hand(concurrency))


async def pipeline(url: str, todo: list[Paper], concurrency: int, *more: str) -> Speed:
    """`annotate run` as people call it: ask, validate, check, store, and end.

    Counted from the first answer to the command's end, so that nothing is left for afterwards;
    `asking` is from the first to the last answer.
    """
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "papers.jsonl"
        source.write_text("".join(json.dumps({"abstract": p.abstract}) + "\n" for p in todo))
        stats(url)
        command = [
            sys.executable, "-m", "annotate", "run", str(source), "--db", f"{folder}/claims.db",
            "--model", "mock", "--base-url", url, "--concurrency", str(concurrency),
            "--no-progress", *more,
        ]  # fmt: skip
        process = await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.DEVNULL,
                                                       stderr=asyncio.subprocess.PIPE)  # fmt: skip
        _, said = await process.communicate()
        ended = time.monotonic()
        assert process.returncode == 0, said.decode()[-500:]
    told = stats(url)
    assert told["requests"] == len(todo), told
    count, first = len(todo) - 1, told["first"]
    return Speed(count / (ended - first), None, count / (told["last"] - first))


def stats(url: str) -> dict[str, float]:
    """Return and reset the server's own count."""
    with urllib.request.urlopen(url.removesuffix("/v1") + "/stats") as response:
        data: dict[str, float] = json.load(response)
    return data


CONTENDERS = {
    "bare": bare,
    "instructor": plain_instructor,
    "openai-create": openai_create,
    "openai-post": openai_post,
    "annotate": annotate,
    "pipeline": pipeline,
}
SHARE = {"instructor": 0.15, "openai-create": 0.3, "pipeline": 2.0}
"""Slow contenders get fewer papers, so that a round of each takes about as long; the pipeline gets
more, since the half second that any command takes to end is no cost of a paper."""


async def measure(
    url: str, names: list[str], count: int, rounds: int, concurrency: int
) -> dict[str, Speed]:
    """Return each contender's best round; they take turns."""
    todo, best = papers(2 * count), dict[str, Speed]()
    for _ in range(rounds):
        for name in names:
            part = todo[: max(concurrency, int(count * SHARE.get(name, 1.0)))]
            speed = await CONTENDERS[name](url, part, concurrency)
            if name not in best or speed.rate > best[name].rate:
                best[name] = speed
    return best


def show(title: str, best: dict[str, Speed]) -> None:
    """Print one line a contender."""
    print(title)
    for name, speed in best.items():
        cpu = "" if speed.cpu_ms is None else f"{speed.cpu_ms:8.2f} ms CPU a call"
        if speed.asking is not None:
            cpu = f"{speed.asking:8.0f} from the first to the last answer"
        print(f"  {name:14}{speed.rate:9.0f} calls/s{cpu}")


def main() -> None:
    """Measure and print; exit 1 when a bar is missed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--papers", type=int, default=1500)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--concurrency", type=int, default=64)
    parser.add_argument("--latency", type=float, default=0.2, help="seconds; 0 skips this part")
    parser.add_argument("--seconds", type=float, default=60, help="of the pipeline with latency")
    parser.add_argument("--only", default=",".join(CONTENDERS))
    args = parser.parse_args()
    names = args.only.split(",")
    with server() as url:
        best = asyncio.run(measure(url, names, args.papers, args.rounds, args.concurrency))
    show(f"no latency, {args.concurrency} at once", best)
    bars = []
    for name in ("annotate", "pipeline"):
        for other, bar in (("instructor", 5.0), ("bare", 0.25)):
            if name in best and other in best:
                ratio = best[name].rate / best[other].rate
                bars.append(ratio >= bar)
                print(f"  {name} / {other}: {ratio:.2f} (bar {bar})")
    ours = [name for name in ("annotate", "pipeline") if name in names]
    if args.latency and ours:
        allowed = args.concurrency / args.latency
        with server(args.latency) as url:
            count = int(allowed * args.seconds / SHARE["pipeline"])
            slow = asyncio.run(measure(url, ours, count, 1, args.concurrency))
        show(f"{args.latency * 1000:.0f} ms latency, which allows {allowed:.0f}/s", slow)
        for name, speed in slow.items():
            bars.append(speed.rate >= 0.95 * allowed)
            print(f"  {name} / allowed: {speed.rate / allowed:.3f} (bar 0.95)")
    sys.exit(0 if all(bars) else 1)


if __name__ == "__main__":
    main()
