"""Answers that no model gives, and machines that have too little room."""

import asyncio
import gzip
import json
import resource
from collections.abc import Iterator

import pytest
from aiohttp import web

from annotate.errors import CassetteError
from annotate.models.cassettes import Cassette
from annotate.models.failures import Scrubber, from_status
from annotate.models.limits import Limits
from annotate.models.replies import read_reply
from annotate.models.resets import seconds_until_free
from tests.models.conftest import ask, outcomes, paper
from tests.servers import OpenAIServer
from tests.servers.faults import Exchange, Fault

NOWHERE = "http://192.0.2.1:9/v1"
_BOMB = gzip.compress(b" " * (40 * 2**20))


async def _bomb(exchange: Exchange) -> web.StreamResponse:
    headers = {"Content-Encoding": "gzip", "Content-Type": "application/json"}
    return web.Response(body=_BOMB, headers=headers)


async def _endless(exchange: Exchange) -> web.StreamResponse:
    response = web.StreamResponse()
    await response.prepare(exchange.request)
    while exchange.request.transport is not None:
        await response.write(b" " * 2**20)
    return response


@pytest.mark.parametrize("act", [_bomb, _endless])
async def test_an_answer_that_would_fill_the_memory_is_not_read_to_its_end(act):
    with OpenAIServer(faults=[Fault("long", act)]) as server:
        [answer] = await ask(server.base_url)
    assert outcomes(answer) == ["server_error", "ok"]
    assert answer.attempts[0].error == "an answer of more than 32 MB"
    assert answer.attempts[0].cost_usd is None


@pytest.mark.parametrize("where", [5, True, 1.5, {"a": 1}, "body"])
def test_an_error_may_name_its_place_in_any_way(where):
    content = json.dumps({"detail": [{"loc": where, "msg": "too long"}]}).encode()
    assert "too long" in from_status(422, {}, content, Scrubber(())).message


def test_no_limit_is_not_a_limit_that_is_used_up():
    headers = {"x-ratelimit-limit-requests": "-1", "x-ratelimit-remaining-requests": "-1"}
    assert seconds_until_free(headers | {"x-ratelimit-reset-requests": "60s"}, "requests") is None


@pytest.mark.parametrize("count", [2**53 - 1, 2**40 + 1, str(2**48), -1, float("nan"), [5]])
def test_a_count_of_tokens_that_can_be_none_is_taken_for_none(count):
    usage = {"prompt_tokens": count, "completion_tokens": count}
    told = {"choices": [{"message": {"content": "{}"}}], "usage": usage}
    reply = read_reply(json.dumps(told).encode(), "application/json", Scrubber(()))
    assert reply.usage is None


@pytest.fixture
def many_files() -> Iterator[None]:
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    if before[1] < 4096:
        pytest.skip("this machine allows few open files")
    resource.setrlimit(resource.RLIMIT_NOFILE, (4096, before[1]))
    yield
    resource.setrlimit(resource.RLIMIT_NOFILE, before)


async def test_as_many_are_asked_at_once_as_the_gate_lets_in(many_files):
    papers = [paper(number) for number in range(1100)]
    together = asyncio.Barrier(len(papers))

    async def all_at_once(exchange: Exchange) -> web.StreamResponse:
        async with asyncio.timeout(40):
            await together.wait()
        return web.json_response(exchange.completion(exchange.answer))

    limits = Limits(2 * len(papers), scale=0.0)  # half of them at first
    with OpenAIServer(faults=[Fault("wait", all_at_once)] * len(papers), keep=False) as server:
        answers = await ask(server.base_url, papers, limits=limits, timeout_s=60.0)
    assert {tuple(outcomes(answer)) for answer in answers} == {("ok",)}


async def test_a_recording_that_can_not_be_written_leaves_the_one_before(tmp_path):
    path = tmp_path / "c.yaml"
    with OpenAIServer() as server:
        await ask(server.base_url, [paper(1)], cassette=Cassette(path, "record"))
        before = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (path.stat().st_size + 1000, before[1]))
        try:
            with pytest.raises(CassetteError, match=r"c\.yaml can't be written"):
                await ask(server.base_url, [paper(2)], cassette=Cassette(path, "record"))
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert [one.name for one in tmp_path.iterdir()] == ["c.yaml"]
    [again] = await ask(NOWHERE, [paper(1)], cassette=Cassette(path, "replay"))
    assert outcomes(again) == ["ok"]


async def test_an_answer_that_is_no_unicode_leaves_a_recording_that_can_be_read(tmp_path):
    path = tmp_path / "c.yaml"
    with OpenAIServer(faults=["surrogate_envelope"]) as server:
        first = await ask(server.base_url, [paper()], cassette=Cassette(path, "record"))
    again = await ask(NOWHERE, [paper()], cassette=Cassette(path, "replay"))
    assert [a.annotation for a in again] == [a.annotation for a in first]
