"""What servers that speak like OpenAI say in their own way, each understood for what it is."""

import json
import time
from email.utils import formatdate
from typing import Any

import orjson
import pytest
from aiohttp import web

from annotate.errors import ModelError
from annotate.models.budget import Budget, Money
from annotate.models.failures import Scrubber, from_status, retry_after
from annotate.models.limits import Limits
from annotate.models.replies import Reply, read_reply
from tests.models.conftest import PRICE, ask, outcomes, paper
from tests.servers import Fault, OpenAIServer
from tests.servers.faults import Exchange, status

SCRUB = Scrubber(())
COUNTED = {"prompt_tokens": 100, "completion_tokens": 50}


def read(message: Any = None, **more: Any) -> Reply:
    """Return what a completion with this message, and other members, says."""
    choice = {"message": message or {"content": "{}"}, "finish_reason": "stop"}
    body = {"choices": [choice], "usage": COUNTED} | more
    return read_reply(json.dumps(body).encode(), "application/json", SCRUB)


def saying(code: int, body: Any, **headers: str) -> Fault:
    """Return a fault that answers with this body, whatever its form."""

    async def act(exchange: Exchange) -> web.StreamResponse:
        content = body if isinstance(body, bytes) else json.dumps(body).encode()
        return web.Response(body=content, status=code, headers=headers)

    return Fault(f"says_{code}", act)


def completing(change: dict[str, Any], choice: dict[str, Any] | None = None) -> Fault:
    """Return a fault that changes members of a right answer, or of its choice."""

    async def act(exchange: Exchange) -> web.StreamResponse:
        right = exchange.completion(exchange.answer)
        right["choices"][0] |= choice or {}
        return web.json_response(right | change)

    return Fault("completing", act)


@pytest.mark.parametrize(
    "message",
    [
        {"content": [{"type": "thinking", "thinking": "{"}, {"type": "text", "text": "{}"}]},
        {"content": ["{", "}"]},
        {"content": "{}", "tool_calls": {}},
        {"content": "{}", "tool_calls": [None, {"function": None}]},
        {"content": None, "tool_calls": [{"function": {"name": "x", "arguments": {}}}]},
        {"content": "", "reasoning_content": "\n{}\n"},
        {"content": "{}", "reasoning_content": '{"a": 1}'},
    ],
)
def test_an_answer_is_found_where_servers_put_it(message):
    assert read(message).text == "{}"


def test_reasoning_that_is_no_answer_is_none():
    assert read({"content": "", "reasoning_content": "Let me see {x}."}).text == ""


@pytest.mark.parametrize(
    ("usage", "counted"),
    [
        ({"prompt_tokens": "100", "completion_tokens": "50"}, (100, 50, 0)),
        (COUNTED | {"prompt_tokens_details": [{"modality": "TEXT"}]}, (100, 50, 0)),
        (COUNTED | {"prompt_tokens_details": {"cached_tokens": 1000}}, (100, 50, 100)),
        (COUNTED | {"completion_tokens_details": "none"}, (100, 50, 0)),
        ({"prompt_tokens": -100, "completion_tokens": 50}, (0, 50, 0)),
    ],
)
def test_tokens_are_counted_as_far_as_the_server_does(usage, counted):
    used = read(usage=usage).usage
    assert used is not None
    assert (used.prompt_tokens, used.completion_tokens, used.cached_tokens) == counted


NO_COUNT = [None, [1, 2], "many", {}, {"prompt_tokens": 0, "completion_tokens": 0},
            {"prompt_tokens": "-1", "completion_tokens": "x"}]  # fmt: skip


@pytest.mark.parametrize("usage", NO_COUNT)
def test_a_server_that_counts_nothing_is_not_free_of_charge(usage):
    assert read(usage=usage).usage is None


@pytest.mark.parametrize("usage", [None, {}, {"prompt_tokens": 0, "completion_tokens": 0}])
async def test_an_answer_without_a_count_is_taken_to_have_cost_the_most_it_can(usage):
    budget = Budget(0.1)
    with OpenAIServer(faults=lambda number, body: completing({"usage": usage})) as server:
        answers = await ask(
            server.base_url, [paper(n) for n in range(40)], money=Money(PRICE, budget)
        )
    answered = [a for a in answers if a.annotation]
    assert 0 < len(answered) < 40
    assert budget.exhausted
    assert 0.05 < budget.spent <= 0.1
    assert {attempt.cost_usd for a in answered for attempt in a.attempts} == {None}


@pytest.mark.parametrize(
    ("finish", "outcome"),
    [
        ("MAX_TOKENS", "truncated"),
        ("model_length", "truncated"),
        ("content_filter: PROHIBITED_CONTENT", "filtered"),
        ("SAFETY", "filtered"),
        ("eos", "ok"),
        (None, "ok"),
    ],
)
async def test_the_end_of_an_answer_is_read_in_every_spelling(finish, outcome):
    fault = completing({}, {"finish_reason": finish})
    with OpenAIServer(faults=[fault]) as server:
        (answer,) = await ask(server.base_url)
    assert outcomes(answer)[0] == outcome


@pytest.mark.parametrize("message", [None, "text"])
async def test_a_filtered_choice_needs_no_message(message):
    fault = completing({}, {"finish_reason": "content_filter", "message": message})
    with OpenAIServer(faults=[fault]) as server:
        (answer,) = await ask(server.base_url)
    assert outcomes(answer) == ["filtered"]


async def test_an_error_within_a_choice_is_the_servers():
    error = {"code": 502, "message": "upstream is gone"}
    fault = completing({}, {"finish_reason": "error", "message": {"content": ""}, "error": error})
    with OpenAIServer(faults=[fault]) as server:
        (answer,) = await ask(server.base_url)
    assert outcomes(answer) == ["server_error", "ok"]
    assert answer.attempts[0].error == "HTTP 502: upstream is gone"


GOOGLE_LIMIT = {"error": {
    "code": 429, "status": "RESOURCE_EXHAUSTED",
    "message": "You exceeded your current quota, please check your plan and billing details.",
    "details": [{"@type": "type.googleapis.com/google.rpc.RetryInfo", "retryDelay": "34.5s"}],
}}  # fmt: skip
GOOGLE_KEY = {"error": {"code": 400, "message": "API key not valid. Please pass a valid API key.",
                        "status": "INVALID_ARGUMENT"}}  # fmt: skip
FASTAPI = {"detail": [{"loc": ["body", "seed"], "msg": "Extra inputs are not permitted"}]}


def told(code: int, body: Any) -> Any:
    return from_status(code, {}, orjson.dumps(body), SCRUB)


def test_googles_limits_are_waited_for_and_its_keys_are_keys():
    limited = told(429, [GOOGLE_LIMIT])
    assert (limited.outcome, limited.retry, limited.wait_s) == ("rate_limited", True, 34.5)
    assert told(400, [GOOGLE_KEY]).outcome == "auth"


@pytest.mark.parametrize("body", [FASTAPI, {"object": "error", "message": FASTAPI}])
async def test_a_parameter_that_a_validation_error_is_about_is_left_out(body):
    assert told(422, body).message == "HTTP 422: body.seed: Extra inputs are not permitted"
    with OpenAIServer(faults=[saying(422, body)]) as server:
        (answer,) = await ask(server.base_url, params={"seed": 7})
    assert outcomes(answer) == ["bad_request", "ok"]
    assert ["seed" in seen.body for seen in server.seen] == [True, False]


@pytest.mark.parametrize("code", ["json_validate_failed", "tool_use_failed"])
async def test_an_answer_that_a_server_keeps_back_as_invalid_is_asked_for_again(code):
    text = "Generated JSON does not match the expected schema."
    with OpenAIServer(faults=[status(400, text, error_code=code)]) as server:
        (answer,) = await ask(server.base_url)
    assert outcomes(answer) == ["invalid", "ok"]
    modes = {seen.body["response_format"]["type"] for seen in server.seen}
    assert modes == {"json_schema"}, "the server takes schemas; it was the answer that failed"


LM_STUDIO = {"error": "Unexpected endpoint or method. (POST /chat/completions). Returning 200"}


@pytest.mark.parametrize(
    ("fault", "outcome", "words"),
    [
        (saying(404, b"404 page not found"), "server_error", "most end in /v1"),
        (saying(404, {"detail": "Not Found"}), "server_error", "most end in /v1"),
        (saying(405, b""), "server_error", "HTTP 405: Method Not Allowed; correct the base URL"),
        (saying(200, LM_STUDIO), "server_error", "most end in /v1"),
        (saying(404, {"error": "model 'm' not found"}), "bad_request", "model 'm' not found"),
    ],
)
async def test_a_wrong_address_or_model_ends_the_run_after_three(fault, outcome, words):
    limits = Limits(4, scale=0)
    with OpenAIServer(faults=lambda number, body: fault) as server:
        answers = await ask(server.base_url, [paper(n) for n in range(3)], limits=limits)
        assert server.usage.requests == 3
    assert [outcomes(answer) for answer in answers] == [[outcome]] * 3
    assert words in (answers[0].error or "")
    assert words in (limits.closed or "")


@pytest.mark.parametrize("code", [301, 302, 303, 307, 308])
async def test_a_redirect_is_followed_where_it_keeps_the_question_else_named(code):
    class Moved(web.HTTPException):
        status_code = code

    async def move(exchange: Exchange) -> web.StreamResponse:
        raise Moved(headers={"Location": "/v1/models?token=secret"})

    with OpenAIServer(faults=lambda number, body: Fault("moved", move)) as server:
        limits = Limits(4, scale=0)
        answers = await ask(server.base_url, [paper(n) for n in range(3)], limits=limits)
        root = server.base_url
    for answer in answers:
        assert outcomes(answer) == ["server_error"]
        assert f"the base URL is redirected to {root}/models: correct it" in (answer.error or "")
    assert "is redirected to" in (limits.closed or "")


@pytest.mark.parametrize("code", [304, 307])
def test_a_status_that_names_no_place_is_no_redirect(code):
    assert "redirected" not in told(code, {}).message


def test_a_date_is_compared_with_the_servers_own_clock():
    def headers(ahead_s: float) -> dict[str, str]:
        now = time.time() + ahead_s
        return {"retry-after": formatdate(now + 30, usegmt=True), "date": formatdate(now)}

    assert retry_after(headers(-7200)) == retry_after(headers(7200)) == pytest.approx(30, abs=1)
    assert retry_after({"retry-after": formatdate(time.time() - 60)}) == 0


@pytest.mark.parametrize("text", ["nan", "inf", "-5", "soon", "", "3, 5"])
def test_a_wait_that_is_no_number_is_none(text):
    assert retry_after({"retry-after": text}) is None


@pytest.mark.parametrize("code", [429, 503, 500])
@pytest.mark.parametrize("wait", ["90000", "1e9", "Fri, 31 Dec 9999 23:59:59 GMT"])
async def test_who_asks_for_more_than_a_day_ends_the_run(code, wait):
    limits = Limits(4)
    with OpenAIServer(faults=lambda number, body: saying(code, b"", **{"Retry-After": wait})) as s:
        (answer,) = await ask(s.base_url, limits=limits, wait_scale=1.0)
        assert s.usage.requests == 1
    assert answer.annotation is None
    assert "asks to wait for" in (limits.closed or "")
    assert limits.pause_left == 0


@pytest.mark.parametrize("reset", ["24h", "999999999h", "1796054400000"])
def test_what_a_header_foretells_is_waited_for_a_minute_at_most(reset):
    limits = Limits(4)
    limits.succeeded(
        {"x-ratelimit-remaining-requests": "0", "x-ratelimit-reset-requests": reset}
    )  # fmt: skip
    assert 0 < limits.pause_left <= 60


async def test_a_connection_that_fails_behind_a_proxy_names_the_proxy(monkeypatch):
    monkeypatch.setenv("HTTP_PROXY", "http://user:planted@127.0.0.1:9")
    monkeypatch.setenv("NO_PROXY", "")
    (answer,) = await ask("http://192.0.2.1/v1", max_tries=1)
    assert outcomes(answer) == ["connection"]
    assert (answer.error or "").endswith("(through the proxy of HTTP_PROXY)")
    assert "planted" not in (answer.error or "")


async def test_certificates_that_are_not_there_are_named(monkeypatch):
    monkeypatch.setenv("SSL_CERT_FILE", "/no/such/file")
    with pytest.raises(ModelError, match="certificates of SSL_CERT_FILE"):
        await ask("http://127.0.0.1:9/v1")
