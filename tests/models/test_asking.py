"""What is really sent: the strict schema in every mode, and the parameters that a server takes."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from annotate.models import ModelOptions
from annotate.schema import Annotation, Metric
from tests.models.conftest import PROMPT, ask, outcomes, paper
from tests.servers import OpenAIServer
from tests.servers.faults import status
from tests.test_schema import REFUSED_BY_PROVIDERS, nodes


def sent_schemas(body: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield the schemas of a request, whichever mode it is in."""
    if body.get("response_format", {}).get("type") == "json_schema":
        form = body["response_format"]["json_schema"]
        assert form["strict"] is True
        yield form["schema"]
    for tool in body.get("tools", []):
        assert tool["function"]["strict"] is True
        yield tool["function"]["parameters"]
    if body.get("response_format", {}).get("type") == "json_object":
        text = body["messages"][0]["content"]
        yield json.JSONDecoder().raw_decode(text[text.index("{\n") :])[0]


@pytest.mark.parametrize("modes", [["json_schema"], ["tools"], ["json_object"]])
async def test_the_schema_that_is_sent_stays_in_the_strict_subset(modes):
    with OpenAIServer(modes=modes) as server:
        await ask(server.base_url)
    (schema,) = sent_schemas(server.seen[-1].body)
    for node, depth in nodes(schema):
        assert not (REFUSED_BY_PROVIDERS - {"title"}) & node.keys()
        assert depth <= 5
        if node.get("type") == "object":
            assert sorted(node["required"]) == sorted(node["properties"])
            assert node["additionalProperties"] is False
    assert list(schema["properties"]) == list(Annotation.model_fields)


@pytest.mark.parametrize("modes", [["json_schema"], ["tools"], ["json_object"]])
async def test_every_mode_shows_the_prompt_and_its_examples(modes):
    with OpenAIServer(modes=modes) as server:
        await ask(server.base_url, [paper()])
    sent, made = server.seen[-1].body["messages"], PROMPT.messages(paper())
    assert sent[0]["content"].startswith(made[0]["content"])
    assert [(m["role"], m["content"]) for m in sent[1:]] == [
        (m["role"], m["content"]) for m in made[1:]
    ]


async def test_the_mode_that_works_is_remembered_for_the_run():
    with OpenAIServer(modes=["json_object"]) as server:
        answers = await ask(server.base_url, [paper(n) for n in range(1)])
        assert outcomes(answers[0]) == ["bad_request", "bad_request", "ok"]
        many = await ask(server.base_url, [paper(n) for n in range(40)])
    refused = sum(outcomes(answer).count("bad_request") for answer in many)
    assert all(answer.annotation for answer in many)
    assert refused < 2 * 40


async def test_a_reasoning_models_parameters_are_learned_from_its_refusals():
    with OpenAIServer(reasoning=True) as server:
        (answer,) = await ask(server.base_url, max_tokens=100)
    assert outcomes(answer) == ["bad_request", "bad_request", "ok"]
    body = server.seen[-1].body
    assert "max_tokens" not in body
    assert "temperature" not in body
    assert body["max_completion_tokens"] >= 100
    assert answer.attempts[-1].reasoning_tokens == 16


@pytest.mark.parametrize("model", ["gpt-5-mini", "o3", "openai/gpt-5"])
async def test_a_model_known_to_reason_is_asked_rightly_at_once(model):
    with OpenAIServer(reasoning=True) as server:
        (answer,) = await ask(server.base_url, model=model)
    assert outcomes(answer) == ["ok"]


async def test_a_server_that_knows_only_max_tokens_gets_it():
    text = "Unknown parameter: 'max_completion_tokens'."
    fault = status(400, text, param="max_completion_tokens", error_code="unknown_parameter")
    with OpenAIServer(faults=[fault]) as server:
        (answer,) = await ask(server.base_url, model="gpt-4o-mini")
    assert outcomes(answer) == ["bad_request", "ok"]
    assert "max_tokens" in server.seen[-1].body


async def test_other_parameters_are_sent_and_given_up_when_a_server_refuses_them():
    fault = status(400, "Unsupported parameter: 'top_k'.", param="top_k")
    with OpenAIServer(faults=[fault]) as server:
        (answer,) = await ask(server.base_url, params={"top_k": 1, "seed": 7, "temperature": 0.3})
    assert answer.annotation is not None
    assert server.seen[0].body["top_k"] == 1
    assert "top_k" not in server.seen[1].body
    assert server.seen[1].body["seed"] == 7
    assert server.seen[1].body["temperature"] == 0.3


async def test_a_server_that_refuses_everything_is_not_asked_forever():
    def fault(number: int, body: dict[str, Any]) -> Any:
        caps = ("max_tokens", "max_completion_tokens")
        cap = next(name for name in caps if name in body)
        return status(400, f"Unsupported parameter: '{cap}' max_completion_tokens", param=cap)

    with OpenAIServer(faults=fault) as server:
        (answer,) = await ask(server.base_url)
    assert answer.annotation is None
    assert len(answer.attempts) <= 10


async def test_a_context_that_is_too_long_does_not_change_how_others_are_asked():
    text = (
        "This model's maximum context length is 4097 tokens. However, your messages resulted in"
        " 5000 tokens (4900 in the messages, 100 in the functions)."
    )
    fault = status(400, text, error_code="context_length_exceeded", param="messages")
    with OpenAIServer(faults=[fault]) as server:
        await ask(server.base_url, [paper(1)])
        await ask(server.base_url, [paper(2)])
    assert all("response_format" in seen.body for seen in server.seen)
    with OpenAIServer(faults=[fault], modes=["tools"]) as server:
        (answer,) = await ask(server.base_url)
    assert outcomes(answer) == ["bad_request", "bad_request"]


async def test_a_number_of_no_resource_is_asked_for_and_not_kept():
    def answer(abstract: str) -> dict[str, Any]:
        claim = {
            "value": "91%", "quote": "91%", "metric": "quality", "baseline": None,
            "setting": None, "device": None, "attribution": "own",
        }  # fmt: skip
        return {
            "method_name": None, "method_full_name": None, "contribution": "study", "task": None,
            "hardware": [], "claims": [claim, claim | {"metric": "memory"}],
        }  # fmt: skip

    with OpenAIServer(answer=answer) as server:
        (got,) = await ask(server.base_url)
    assert [claim.metric for claim in got.annotation.claims] == [Metric.MEMORY]


def test_the_key_of_finished_work_knows_what_an_answer_depends_on_and_no_more():
    one = ModelOptions("m", base_url="http://a/v1", api_key="sk-1", params={"seed": 1})
    assert one.key() == ModelOptions("m", base_url="http://b/v1", params={"seed": 1}).key()
    assert one.key() != ModelOptions("m", params={"seed": 2}).key()
    assert one.key() != ModelOptions("m", params={"seed": 1}, max_tokens=7).key()
    json.dumps(one.key())
