"""The cap is hard: the server's own sum never passes it."""

import asyncio
import random

import pytest

from annotate.models.budget import Budget, BudgetExhaustedError, Money
from annotate.models.limits import Limits
from annotate.models.prices import Price
from annotate.models.usage import Usage
from tests.models.conftest import PRICE, ask, outcomes, paper
from tests.servers import OpenAIServer


def billed(server: OpenAIServer, price: Price = PRICE) -> float:
    """Return the dollars that the server would ask for."""
    used = server.usage
    return price.cost(Usage(used.prompt_tokens, used.completion_tokens, used.cached_tokens))


@pytest.mark.parametrize("seed", range(12))
async def test_the_servers_own_sum_never_passes_the_cap_and_stops_close_to_it(seed):
    chance = random.Random(seed)
    faults = ["wrong_schema", "rate_limited", "server_error", "truncated", "refusal", None, None]
    cap = chance.uniform(0.008, 0.03)
    with OpenAIServer(faults=lambda number, body: chance.choice(faults)) as server:
        budget = Budget(cap)
        answers = await ask(
            server.base_url, [paper(n) for n in range(60)],
            money=Money(PRICE, budget), limits=Limits(chance.choice([1, 8, 64]), scale=0),
            max_tokens=chance.choice([64, 256]), max_tries=50,
        )  # fmt: skip
        assert billed(server) <= cap
        assert budget.spent == pytest.approx(billed(server))
    forbidden = [a for a in answers if "budget" in outcomes(a)]
    assert forbidden, "the cap was never reached"
    assert budget.exhausted
    dearest = max(attempt.cost_usd or 0 for a in answers for attempt in a.attempts)
    assert cap - budget.spent <= 2.5 * dearest
    assert sum(t.cost_usd or 0 for a in answers for t in a.attempts) == pytest.approx(budget.spent)


async def test_a_paper_that_is_not_asked_for_want_of_money_says_so():
    with OpenAIServer() as server:
        (answer,) = await ask(server.base_url, money=Money(PRICE, Budget(1e-9)))
    assert outcomes(answer) == ["budget"]
    assert answer.annotation is None
    assert "could cost $" in (answer.error or "")
    assert server.usage.requests == 0


async def test_an_answer_that_was_lost_is_taken_to_have_cost_the_most_it_can():
    budget = Budget(1.0)
    with OpenAIServer(faults=["half_body"]) as server:
        await ask(server.base_url, money=Money(PRICE, budget))
        assert budget.spent > billed(server)


async def test_a_refused_request_costs_nothing():
    budget = Budget(1.0)
    with OpenAIServer(faults=["server_error", "rate_limited", "bad_request"]) as server:
        await ask(server.base_url, money=Money(PRICE, budget))
    assert budget.spent == 0


async def test_a_request_waits_for_others_to_settle_rather_than_give_up():
    budget = Budget(1.0)
    price = Price(0.0, 1e6, 0.0)
    first = await budget.reserve(price, lambda: 0, 1)
    second = asyncio.create_task(budget.reserve(price, lambda: 0, 1))
    await asyncio.sleep(0.01)
    assert not second.done()
    await budget.settle(first, Usage(), 0.0)
    assert (await second).max_tokens == 1


async def test_the_last_request_gets_a_lower_cap_if_answers_so_far_would_fit():
    budget = Budget(10.0)
    price = Price(0.0, 1e6, 0.0)
    await budget.settle(await budget.reserve(price, lambda: 0, 8), Usage(completion_tokens=3), 3.0)
    assert (await budget.reserve(price, lambda: 0, 8)).max_tokens == 7
    budget = Budget(10.0)
    await budget.settle(await budget.reserve(price, lambda: 0, 8), Usage(completion_tokens=8), 8.0)
    with pytest.raises(BudgetExhaustedError):
        await budget.reserve(price, lambda: 0, 8)


async def test_requests_that_waited_know_by_then_how_long_prompts_are():
    budget = Budget(20.0)
    with OpenAIServer() as server:
        papers = [paper(number) for number in range(30)]
        await ask(server.base_url, papers, money=Money(Price(1000.0, 1000.0, 1000.0), budget))
        spent = (server.usage.prompt_tokens + server.usage.completion_tokens) / 1000
        each = spent / server.usage.requests
    assert 20.0 - 1.5 * each < spent <= 20.0
