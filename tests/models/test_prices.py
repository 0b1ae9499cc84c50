"""Costs are exact where the price is known, and unknown, never zero, where it is not."""

import pytest

from annotate.errors import UsageError
from annotate.models.prices import FREE, Price, parse_price, price_of
from annotate.models.usage import Usage


def test_cached_prompt_tokens_are_priced_as_such():
    price = Price(2.0, 8.0, 0.5)
    assert price.cost(Usage(1_000_000, 0, 400_000)) == pytest.approx(1.2 + 0.2)


def test_reasoning_tokens_are_completion_tokens_and_count_once():
    price = Price(2.0, 8.0, 0.5)
    assert price.cost(Usage(0, 1_000_000, 0, 900_000)) == pytest.approx(8.0)


def test_the_default_models_price_is_known():
    price = price_of("gpt-5-mini")
    assert price is not None
    assert 0 < price.cached < price.prompt < price.completion


def test_a_dated_name_has_its_models_price():
    assert price_of("gpt-5-mini-2025-08-07") == price_of("gpt-5-mini")


@pytest.mark.parametrize("url", ["https://api.openai.com/v1", "https://gateway.example/v1"])
def test_a_makers_own_model_is_priced_behind_any_gateway(url):
    assert price_of("gpt-5-mini", url) == price_of("gpt-5-mini")


@pytest.mark.parametrize("model", ["mock", "gpt-99-ultra", "qwen2.5-coder-0.5b", "gpt-oss-20b"])
def test_an_unknown_models_price_is_none(model):
    assert price_of(model, "http://127.0.0.1:8080/v1") is None


def test_prices_that_depend_on_the_prompts_length_are_worked_out_for_each_request():
    price = price_of("claude-haiku-5-5", "https://gateway.example/v1")
    if price is None or price.table is None:
        pytest.skip("this release of genai-prices has no tiers for it")
    assert price.cost(Usage(1000, 10)) * 200 < price.cost(Usage(200_000, 2000))


def test_half_a_price_is_half_the_cost():
    usage = Usage(1000, 200, 300)
    price = Price(2.0, 8.0, 0.5)
    assert price.times(0.5).cost(usage) == pytest.approx(price.cost(usage) / 2)


def test_the_bound_counts_no_token_as_cached():
    assert Price(2.0, 8.0, 0.5).bound(100, 10) == pytest.approx(Price(2.0, 8.0, 2.0).bound(100, 10))


def test_a_free_model_costs_nothing():
    assert FREE.cost(Usage(1000, 1000)) == 0


def test_a_price_is_told_in_dollars_for_a_million_tokens():
    assert parse_price("0.25,2") == Price(0.25, 2.0, 0.25)


@pytest.mark.parametrize("text", ["", "1", "1,2,3", "a,b", "-1,2", "1;2", "nan,1"])
def test_a_price_in_another_form_is_refused(text):
    with pytest.raises(UsageError, match="IN,OUT"):
        parse_price(text)
