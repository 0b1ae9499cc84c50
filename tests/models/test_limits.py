"""The gate adapts to what an endpoint bears, and everybody waits out what it asks for."""

import asyncio
import time

import pytest

from annotate.models import Wait
from annotate.models.admission import StoppedError
from annotate.models.limits import STORM_S, Limits
from annotate.models.resets import parse_reset
from annotate.models.stagger import Stagger
from tests.clock import jumping
from tests.models.conftest import ask, outcomes, paper
from tests.servers import Fault, OpenAIServer
from tests.servers.faults import rate_limited, status


async def test_concurrency_grows_to_its_ceiling_while_all_is_well():
    limits = Limits(16)
    assert limits.concurrency == 8
    for _ in range(8):
        limits.succeeded({})
    assert limits.concurrency == 16


@jumping
async def test_the_first_requests_go_out_one_after_the_other():
    limits = Limits(16)
    started = time.monotonic()
    for _ in range(8):
        await limits.enter(0)
    assert time.monotonic() - started == pytest.approx(7 * 0.2 / 16)
    assert limits.in_flight == limits.concurrency == 8


@jumping
async def test_what_has_been_in_flight_before_goes_out_at_once():
    stagger = Stagger(16)
    waits = [stagger.wait_s(in_flight) for in_flight in range(8)]
    assert waits == pytest.approx([n * 0.2 / 16 for n in range(8)])
    assert [stagger.wait_s(in_flight) for in_flight in range(8)] == [0.0] * 8


async def test_who_comes_while_others_wait_does_not_go_before_them():
    limits, came = Limits(1), list[int]()

    async def come(number: int) -> None:
        await limits.enter(0)
        came.append(number)
        await asyncio.sleep(0)
        limits.leave()

    await limits.enter(0)
    waiting = [asyncio.create_task(come(number)) for number in (1, 2)]
    await asyncio.sleep(0)
    limits.leave()
    await come(3)
    await asyncio.gather(*waiting)
    assert came == [1, 2, 3]


async def test_a_turn_that_is_given_up_when_it_is_called_goes_to_the_next():
    limits = Limits(1)
    await limits.enter(0)
    first, second = (asyncio.create_task(limits.enter(0)) for _ in range(2))
    await asyncio.sleep(0)
    limits.leave()
    first.cancel()
    await asyncio.wait_for(second, 5)
    assert limits.in_flight == 1


async def test_concurrency_halves_on_a_rate_limit_and_grows_slowly_after_it():
    limits = Limits(16, scale=0)
    limits.in_flight = 16
    for _ in range(8):
        limits.succeeded({})
    limits.pushed_back(limits.round, None)
    assert limits.concurrency == 8
    for _ in range(8):
        limits.succeeded({})
    assert limits.concurrency == 8
    limits.succeeded({})
    limits.succeeded({})
    assert limits.concurrency == 9


async def test_refusals_of_requests_that_flew_together_are_one():
    limits = Limits(16, scale=0)
    limits.in_flight = 8
    sent_in = limits.round
    for _ in range(8):
        limits.pushed_back(sent_in, None)
    assert limits.rounds == 1
    assert limits.concurrency == 4


@pytest.mark.parametrize("retry_after", [None, 1.0, 600.0])
async def test_an_endless_storm_closes_the_endpoint_and_a_success_opens_it_again(retry_after):
    limits = Limits(4, scale=0)
    while not limits.closed:
        limits.pushed_back(limits.round, retry_after)
    # Half a second, a second, … a minute; a server that always asks for a second is not believed.
    assert limits.rounds - 6 < STORM_S / 60 + 15
    limits.succeeded({})
    assert limits.closed is None


@jumping
async def test_nobody_asks_during_a_pause():
    limits = Limits(4)
    limits.pause(0.2, "Retry-After")
    started = time.monotonic()

    async def enter() -> float:
        async with limits.slot():
            return time.monotonic() - started

    assert min(await asyncio.gather(*(enter() for _ in range(3)))) == pytest.approx(0.2)


@jumping
async def test_a_shorter_pause_does_not_cut_a_longer_one_short():
    limits = Limits(4)
    limits.pause(5, "Retry-After")
    limits.pause(0.1, "rate limit")
    assert limits.pause_left == pytest.approx(5)
    assert limits.status().startswith("waits 5 s")


async def test_retry_after_is_told_to_whoever_watches():
    waits: list[Wait] = []
    limits = Limits(4, on_wait=waits.append)
    limits.pushed_back(limits.round, 600.0)
    assert waits == [Wait("Retry-After", 600.0)]


@pytest.mark.parametrize("value", ["1", "0.8"])
async def test_retry_after_is_honoured_by_all_papers(value):
    with OpenAIServer(faults=[rate_limited(value)]) as server:
        limits = Limits(1)
        answers = await ask(server.base_url, [paper(n) for n in range(3)], limits=limits)
    assert all(answer.annotation for answer in answers)
    pause = server.seen[1].at - server.seen[0].at
    assert float(value) - 0.05 <= pause < float(value) + 20


async def test_a_503_with_retry_after_is_honoured_too():
    with OpenAIServer(faults=[status(503, "busy", headers={"Retry-After": "0.5"})]) as server:
        (answer,) = await ask(server.base_url, limits=Limits(1))
    assert outcomes(answer) == ["server_error", "ok"]
    assert server.seen[1].at - server.seen[0].at >= 0.45


async def test_no_more_than_the_ceiling_is_ever_in_flight():
    with OpenAIServer(latency_s=0.1) as server:
        await ask(server.base_url, [paper(n) for n in range(30)], limits=Limits(5))
    assert server.most_in_flight == 5


async def test_requests_a_minute_are_kept():
    limits = Limits(64, rpm=1200)
    started = time.monotonic()
    with OpenAIServer() as server:
        await ask(server.base_url, [paper(n) for n in range(40)], limits=limits)
    # A burst of a second's worth, then 20 a second.
    assert time.monotonic() - started >= 0.95


@pytest.mark.parametrize("tells_wait", [True, False])
async def test_refusals_by_rate_limits_lose_no_paper(tells_wait):
    refusal = rate_limited("0.02" if tells_wait else None)
    fault_of = lambda number, body: None if number % 4 else refusal  # noqa: E731
    with OpenAIServer(faults=fault_of) as server:
        answers = await ask(
            server.base_url,
            [paper(n) for n in range(40)],
            limits=Limits(32, scale=0.1),
            max_tries=1,
        )
    assert all(answer.annotation for answer in answers)
    assert server.usage.requests == 53


@pytest.mark.parametrize("tells_wait", [True, False])
@pytest.mark.parametrize("latency_s", [0.001, 0.02, 0.2])
@jumping
async def test_the_pace_of_an_enforced_limit_is_found(tells_wait, latency_s):
    limits, papers, window = Limits(32), 300, 32
    started = time.monotonic()
    sent, free, refilled = 0, 5.0, started

    async def one() -> None:
        nonlocal sent, free, refilled
        while True:
            async with limits.slot():
                known = limits.sent()
                sent += 1
                now = time.monotonic()
                free, refilled = free + (now - refilled) * 50, now
                granted = free >= 1
                free -= granted
                wait = (1 - free) / 50 if tells_wait else None
                await asyncio.sleep(latency_s)
                if granted:
                    limits.succeeded({})
                    return
                limits.pushed_back(known.round, wait)

    await asyncio.gather(*(one() for _ in range(papers)))
    # What the window lets out before the first refusal comes back, and half on the way.
    assert sent <= window + 1.5 * papers
    assert papers / (time.monotonic() - started) > 0.35 * 50


@jumping
async def test_a_used_up_limit_in_the_headers_is_waited_out():
    limits = Limits(4)
    limits.succeeded(
        {
            "x-ratelimit-limit-requests": "60",
            "x-ratelimit-remaining-requests": "0",
            "x-ratelimit-reset-requests": "1m0s",
        }
    )
    assert limits.pause_left == pytest.approx(1)


async def test_a_limit_with_something_left_is_no_reason_to_wait():
    limits = Limits(4)
    limits.succeeded(
        {
            "x-ratelimit-limit-requests": "14400",
            "x-ratelimit-remaining-requests": "14399",
            "x-ratelimit-reset-requests": "6s",
            "x-ratelimit-remaining-tokens": "nonsense",
        }
    )
    assert limits.pause_left == 0


async def test_three_refused_keys_in_a_row_close_the_endpoint():
    limits = Limits(4, scale=0)
    with OpenAIServer(faults=lambda number, body: "auth") as server:
        await ask(server.base_url, [paper(n) for n in range(3)], limits=limits)
    assert "Incorrect API key" in (limits.closed or "")


async def test_stopping_ends_every_wait_and_keeps_what_is_in_flight():
    limits = Limits(1)

    def fault(number: int, body: dict) -> Fault | None:
        return rate_limited("600") if number == 2 else None

    with OpenAIServer(faults=fault, latency_s=0.2) as server:
        asking = asyncio.create_task(
            ask(server.base_url, [paper(n) for n in range(4)], limits=limits)
        )
        while limits.pause_left < 100:  # noqa: ASYNC110 - there is nothing to wait for
            await asyncio.sleep(0.01)
        limits.stop()
        answers = await asyncio.wait_for(asking, 60)
    assert len([a for a in answers if a.annotation]) == 1
    stopped = [a for a in answers if a.annotation is None]
    assert all(a.flags == ("stopped",) for a in stopped)
    assert server.usage.requests == 2


@jumping
async def test_stopping_while_waiting_for_a_limiter_gives_up_at_once():
    limits = Limits(4, rpm=1)
    async with limits.slot():
        pass
    waiting = asyncio.create_task(limits.enter(0))
    await asyncio.sleep(0.05)
    limits.stop()
    with pytest.raises(StoppedError):
        await asyncio.wait_for(waiting, 1)
    assert limits.in_flight == 0


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("6m0s", 360.0),
        ("250ms", 0.25),
        ("1h2m3s", 3723.0),
        ("12", 12.0),
        ("soon", None),
        ("", None),
    ],
)
def test_reset_times_are_read_as_servers_write_them(text, seconds):
    assert parse_reset(text) == seconds
