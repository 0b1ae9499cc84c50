"""Every way in which a server can fail ends in its own outcome, and no paper is lost by it."""

import pytest

from annotate.models import Hooks
from annotate.schema import Annotation
from tests.models.conftest import KEY, PRICE, PROMPT, ask, outcomes, paper
from tests.servers import FAULTS, Fault, OpenAIServer
from tests.servers.faults import rate_limited, status

HEALS = {
    "rate_limited": "rate_limited",
    "rate_limited_1s": "rate_limited",
    "server_error": "server_error",
    "bad_gateway": "server_error",
    "unavailable": "server_error",
    "overloaded": "server_error",
    "reset": "connection",
    "half_body": "connection",
    "hang": "timeout",
    "wrong_content_type": "server_error",
    "half_json": "server_error",
    "error_in_200": "server_error",
    "no_choices": "server_error",
    "truncated": "truncated",
    "invalid_json": "invalid",
    "half_answer": "invalid",
    "wrong_schema": "invalid",
    "empty": "invalid",
    "null": "invalid",
    "nan": "invalid",
    "surrogates": "invalid",
    "duplicate_keys": "invalid",
    "huge": "invalid",
}
"""Faults after which the same paper may be asked again, and their outcomes."""

ENDS = {
    "quota": "quota",
    "payment": "quota",
    "auth": "auth",
    "forbidden": "auth",
    "not_found": "bad_request",
    "bad_request": "bad_request",
    "context_length": "bad_request",
    "refusal": "refused",
    "filtered": "filtered",
}
"""Faults that no second try heals, and their outcomes."""

HARMLESS = {"fenced", "surrogate_envelope", "other_model"}

KEPT_IN_PART = {"truncated": "truncated", "half_answer": "invalid", "duplicate_keys": "invalid"}
"""Faults that, though they never end, leave whole facts to keep, and the flag of these."""


def test_every_fault_of_the_server_is_tested_here():
    assert set(FAULTS) == HEALS.keys() | ENDS.keys() | HARMLESS


@pytest.mark.parametrize("fault", HEALS)
async def test_a_fault_that_heals_costs_one_more_request(fault):
    timeout_s = 2.0 if fault == "hang" else 20.0
    with OpenAIServer(faults=[fault]) as server:
        (answer,) = await ask(server.base_url, timeout_s=timeout_s)
    assert outcomes(answer) == [HEALS[fault], "ok"]
    assert answer.annotation is not None
    assert answer.annotation.method_name == "TeaLeaf"
    assert answer.attempts[0].error
    assert [attempt.number for attempt in answer.attempts] == [1, 2]


@pytest.mark.parametrize("fault", HEALS)
async def test_a_fault_that_never_ends_fails_the_paper_after_a_bounded_number_of_tries(fault):
    timeout_s = 0.1 if fault == "hang" else 20.0
    with OpenAIServer(faults=lambda number, body: fault) as server:
        (answer,) = await ask(server.base_url, timeout_s=timeout_s)
    assert set(outcomes(answer)) == {HEALS[fault]}
    # A limit that refuses everybody is waited for, a quarter of an hour in all.
    assert 2 <= len(answer.attempts) <= (40 if HEALS[fault] == "rate_limited" else 7)
    if fault in KEPT_IN_PART:
        assert answer.flags == (KEPT_IN_PART[fault],)
        assert answer.annotation is not None
    else:
        assert answer.annotation is None
        assert answer.error


@pytest.mark.parametrize("fault", ENDS)
async def test_a_fault_that_cannot_heal_is_not_tried_again(fault):
    with OpenAIServer(faults=lambda number, body: fault) as server:
        (answer,) = await ask(server.base_url)
    assert outcomes(answer) == [ENDS[fault]]
    assert answer.annotation is None
    assert answer.error


@pytest.mark.parametrize("fault", sorted(FAULTS))
async def test_error_texts_are_one_short_line_without_markup_or_keys(fault):
    timeout_s = 0.1 if fault == "hang" else 20.0
    with OpenAIServer(faults=lambda number, body: fault) as server:
        (answer,) = await ask(server.base_url, timeout_s=timeout_s)
    for text in [answer.error, *(attempt.error for attempt in answer.attempts)]:
        if text is not None:
            assert len(text) <= 320
            assert not set("\r\n\x00") & set(text)
            assert "<" not in text
            assert "sk-" not in text


@pytest.mark.parametrize("fault", sorted(HARMLESS))
async def test_a_harmless_oddity_is_understood_at_once(fault):
    with OpenAIServer(faults=[fault]) as server:
        (answer,) = await ask(server.base_url)
    assert outcomes(answer) == ["ok"]
    assert answer.annotation is not None
    assert answer.flags == (("other_model",) if fault == "other_model" else ())


async def test_papers_beside_a_failing_one_are_answered():
    def fault(number: int, body: dict) -> str | None:
        return "context_length" if "Sorting 5 kinds" in str(body["messages"][-1]) else None

    with OpenAIServer(faults=fault) as server:
        answers = await ask(server.base_url, [paper(n) for n in range(10)])
    assert [answer.annotation is None for answer in answers] == [n == 5 for n in range(10)]


async def test_a_truncated_answer_is_asked_once_more_with_twice_the_room():
    with OpenAIServer(faults=["truncated"]) as server:
        await ask(server.base_url, max_tokens=100)
    assert [seen.body["max_tokens"] for seen in server.seen] == [100, 200]


async def test_an_invalid_answer_is_asked_again_with_the_reason():
    with OpenAIServer(faults=["wrong_schema"]) as server:
        (answer,) = await ask(server.base_url)
    told = server.seen[1].body["messages"][-1]
    assert told["role"] == "user"
    assert "method_name: Field required" in told["content"]
    assert server.seen[1].body["messages"][-2] == {
        "role": "assistant", "content": '{"answer": 42}', "refusal": None
    } or server.seen[1].body["messages"][-2]["content"] == '{"answer": 42}'  # fmt: skip
    assert "Field required" in (answer.attempts[0].error or "")


async def test_problems_that_the_runner_finds_are_told_and_the_better_answer_is_kept():
    calls: list[Annotation] = []

    def problems(annotation: Annotation, asked: object) -> list[str]:
        calls.append(annotation)
        return ["claims[0].quote stands nowhere"] * (3 - len(calls))

    with OpenAIServer() as server:
        (answer,) = await ask(server.base_url, hooks=Hooks(problems=problems), max_reasks=1)
    assert "claims[0].quote stands nowhere" in server.seen[1].body["messages"][-1]["content"]
    assert outcomes(answer) == ["invalid", "invalid"]
    assert answer.annotation is calls[1]
    assert answer.flags == ("problems",)


async def test_a_failure_after_a_usable_answer_does_not_lose_it():
    def problems(annotation: Annotation, asked: object) -> list[str]:
        return ["not good enough"]

    with OpenAIServer(faults=[None, "context_length"]) as server:
        (answer,) = await ask(server.base_url, hooks=Hooks(problems=problems))
    assert outcomes(answer) == ["invalid", "bad_request"]
    assert answer.annotation is not None
    assert answer.flags == ("problems",)


async def test_every_attempts_tokens_count_whatever_became_of_it():
    faults = ["rate_limited", "wrong_schema", "truncated", "server_error", None]
    with OpenAIServer(faults=faults) as server:
        (answer,) = await ask(server.base_url)
    assert answer.annotation is not None
    for name in ("prompt_tokens", "completion_tokens", "cached_tokens", "reasoning_tokens"):
        assert sum(getattr(a, name) for a in answer.attempts) == getattr(server.usage, name)
    fresh = server.usage.prompt_tokens - server.usage.cached_tokens
    dollars = (
        fresh * PRICE.prompt
        + server.usage.cached_tokens * PRICE.cached
        + server.usage.completion_tokens * PRICE.completion
    ) / 1e6
    assert sum(a.cost_usd or 0 for a in answer.attempts) == pytest.approx(dollars)


async def test_refused_answers_are_billed_too():
    with OpenAIServer(faults=["refusal"]) as server:
        (answer,) = await ask(server.base_url)
    assert answer.attempts[0].completion_tokens == server.usage.completion_tokens > 0


async def test_an_answer_that_was_lost_on_the_way_has_an_unknown_cost():
    with OpenAIServer(faults=["half_body"]) as server:
        (answer,) = await ask(server.base_url)
    assert answer.attempts[0].cost_usd is None
    assert answer.attempts[1].cost_usd is not None


async def test_a_wrong_base_url_ends_in_a_connection_failure():
    (answer,) = await ask("http://127.0.0.1:9/v1", max_tries=2)
    assert outcomes(answer) == ["connection", "connection"]


async def test_a_host_that_does_not_exist_ends_in_a_connection_failure():
    (answer,) = await ask("http://no-such-host.invalid/v1", max_tries=1)
    assert outcomes(answer) == ["connection"]


async def test_tls_where_there_is_none_ends_in_a_connection_failure():
    with OpenAIServer() as server:
        url = server.base_url.replace("http:", "https:")
        (answer,) = await ask(url, max_tries=1)
    assert outcomes(answer) == ["connection"]


async def test_a_server_restarted_mid_run_is_waited_for():
    with OpenAIServer() as server:
        port = server.port
        (first,) = await ask(server.base_url)
    with OpenAIServer(port=port) as server:
        (second,) = await ask(server.base_url)
    assert first.annotation == second.annotation


async def test_a_quota_message_with_retry_after_is_a_rate_limit():
    text = "You exceeded your current quota, please check your plan and billing details."
    fault = status(429, text, headers={"Retry-After": "0.01"})
    with OpenAIServer(faults=[fault]) as server:
        (answer,) = await ask(server.base_url)
    assert outcomes(answer) == ["rate_limited", "ok"]


async def test_a_rate_limit_of_papers_at_once_costs_no_paper_its_tries():
    def fault(number: int, body: dict) -> Fault | None:
        return rate_limited("0") if number % 4 else None

    with OpenAIServer(faults=fault) as server:
        answers = await ask(server.base_url, [paper(n) for n in range(40)], max_tries=1)
    assert all(answer.annotation for answer in answers)
    assert max(len(answer.attempts) for answer in answers) > 2


@pytest.mark.parametrize("modes", [["json_schema"], ["tools"], ["json_object"]])
async def test_every_mode_carries_every_fact(modes):
    with OpenAIServer(modes=modes) as server:
        (answer,) = await ask(server.base_url)
    assert answer.annotation is not None
    (claim,) = answer.annotation.claims
    assert (claim.value, claim.metric, claim.quote) == (
        "up to 3.5x", "speedup", "up to 3.5x faster"
    )  # fmt: skip


async def test_nothing_secret_stands_in_repr_or_answers():
    with OpenAIServer(faults=["auth"]) as server:
        (answer,) = await ask(server.base_url)
    assert KEY not in repr(answer)
    assert server.seen[0].headers["authorization"] == f"Bearer {KEY}"
    assert PROMPT.id not in repr(server.seen[0].headers)
