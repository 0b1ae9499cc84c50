"""A server that goes away and comes back costs no paper a try; one that was never there does."""

import asyncio
from contextlib import ExitStack

import pytest
from aiohttp import web

from annotate.facts import Outcome
from annotate.models import Hooks, Wait
from annotate.models.limits import Limits
from annotate.models.outage import OUTAGE_S, Outage
from tests.models.conftest import ask, outcomes, paper
from tests.servers import FAULTS, Fault, OpenAIServer
from tests.servers.faults import Exchange


async def test_papers_wait_for_a_server_that_is_being_restarted():
    waits: list[Wait] = []
    limits = Limits(8)
    with ExitStack() as stack:
        first = stack.enter_context(OpenAIServer())
        await ask(first.base_url, limits=limits)
        stack.close()
        asking = asyncio.create_task(
            ask(
                first.base_url,
                [paper(n) for n in range(20)],
                limits=limits,
                hooks=Hooks(on_wait=waits.append),
                max_tries=1,
            )
        )
        while not any(wait.seconds >= 1 for wait in waits):  # noqa: ASYNC110
            await asyncio.sleep(0.01)
        assert not asking.done()
        second = stack.enter_context(OpenAIServer(port=first.port))
        answers = await asyncio.wait_for(asking, 60)
    assert all(answer.annotation for answer in answers)
    assert second.usage.requests == 20


@pytest.mark.parametrize("fault", ["unavailable", "bad_gateway"])
async def test_a_gateway_without_a_server_behind_it_is_waited_for(fault):
    limits = Limits(32, scale=0.1)

    async def once_all_have_asked(exchange: Exchange) -> web.StreamResponse:
        while server.usage.requests < 1 + 16:  # noqa: ASYNC110
            await asyncio.sleep(0.001)
        return await FAULTS[fault].act(exchange)

    def fault_of(number: int, body: dict) -> Fault | None:
        return Fault(fault, once_all_have_asked) if 2 <= number <= 24 else None

    with OpenAIServer(faults=fault_of, latency_s=0.05) as server:
        await ask(server.base_url, limits=limits)
        late = await ask(server.base_url, [paper(n) for n in range(16)], limits=limits, max_tries=2)
    assert all(answer.annotation for answer in late)
    assert server.usage.requests == 1 + 16 + 23


async def test_one_paper_that_brings_its_server_down_is_no_outage():
    def fault_of(number: int, body: dict) -> str | None:
        return "unavailable" if number > 1 else None

    limits = Limits(4, scale=0)
    with OpenAIServer(faults=fault_of) as server:
        await ask(server.base_url, limits=limits)
        (answer,) = await ask(server.base_url, [paper(5)], limits=limits, max_tries=3)
    assert outcomes(answer) == ["server_error"] * 3


async def test_a_server_that_stays_away_fails_the_paper_in_the_end():
    limits = Limits(4, scale=0)
    with OpenAIServer() as server:
        await ask(server.base_url, limits=limits)
    (answer,) = await ask(server.base_url, [paper(5)], limits=limits, max_tries=2)
    assert set(outcomes(answer)) == {Outcome.CONNECTION}
    assert 10 < len(answer.attempts) < 30


async def test_a_server_that_has_never_answered_is_not_waited_for():
    with OpenAIServer() as server:
        pass
    (answer,) = await ask(server.base_url, max_tries=3, limits=Limits(4, scale=0))
    assert outcomes(answer) == ["connection"] * 3


async def test_a_paper_that_fails_while_others_are_answered_is_its_own_fault():
    def fault_of(number: int, body: dict) -> str | None:
        return "unavailable" if "Sorting 1 " in str(body["messages"][-1]["content"]) else None

    with OpenAIServer(faults=fault_of, latency_s=0.01) as server:
        papers = [paper(n) for n in range(60)]
        answers = await ask(server.base_url, papers, limits=Limits(4, scale=0), max_tries=2)
    poisoned = answers[1]
    assert poisoned.annotation is None
    assert len(poisoned.attempts) < 30
    assert all(answer.annotation for answer in answers if answer is not poisoned)


def test_an_outage_is_excused_for_so_long_only():
    outage = Outage()
    assert not outage.excuses("a", 0, sure=True)
    outage.answered()
    waited = 0.0
    while outage.excuses("a", 1, sure=True):
        waited += outage.pause_s(None)
    assert OUTAGE_S <= waited < OUTAGE_S + 30
    outage.answered()
    assert outage.excuses("a", 2, sure=True)
    assert not outage.excuses("a", 1, sure=True)
