"""What a request costs, by genai-prices or by prices that the user gives."""

import re
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any

from genai_prices import Usage as PricedUsage
from genai_prices.data_snapshot import get_snapshot

from annotate.errors import UsageError
from annotate.models.usage import Usage

__all__ = ["FREE", "Price", "parse_price", "price_of"]

_MILLION = 1_000_000
_MAKERS = ("openai", "anthropic", "google")
_OPEN_WEIGHTS = re.compile(r"oss|gemma|whisper")
_PAIR = re.compile(r"\s*(\d*\.?\d+)\s*,\s*(\d*\.?\d+)\s*")


@dataclass(frozen=True, slots=True)
class Price:
    """US dollars for a million tokens; `cached` is for prompt tokens that the server had cached.

    `table` is genai-prices' own record for prices that depend on the prompt's length.
    """

    prompt: float
    completion: float
    cached: float
    table: Any = None
    factor: float = 1.0

    def cost(self, usage: Usage) -> float:
        """Return dollars for one request; reasoning tokens are completion tokens."""
        if self.table is not None:
            priced = PricedUsage(
                input_tokens=usage.prompt_tokens,
                cache_read_tokens=min(usage.cached_tokens, usage.prompt_tokens),
                output_tokens=usage.completion_tokens,
            )
            return self.factor * float(self.table.calc_price(priced)["total_price"])
        cached = min(usage.cached_tokens, usage.prompt_tokens)
        fresh = usage.prompt_tokens - cached
        total = (
            fresh * self.prompt + cached * self.cached + usage.completion_tokens * self.completion
        )
        return self.factor * total / _MILLION

    def times(self, factor: float) -> "Price":
        """Return the price multiplied, as for batches at half price."""
        return replace(self, factor=self.factor * factor)

    def bound(self, prompt_tokens: int, completion_tokens: int) -> float:
        """Return the most dollars that so many tokens can cost."""
        return self.cost(Usage(prompt_tokens=prompt_tokens, completion_tokens=completion_tokens))


FREE = Price(0.0, 0.0, 0.0)


def parse_price(text: str) -> Price:
    """Return the price of "IN,OUT", in dollars for a million tokens; cached ones cost the same.

    >>> parse_price("0.25,2").completion
    2.0
    """
    match = _PAIR.fullmatch(text)
    if match is None:
        raise UsageError(f"price {text!r} is not of the form IN,OUT (dollars for a million tokens)")
    prompt, completion = float(match[1]), float(match[2])
    return Price(prompt, completion, prompt)


def price_of(model: str, base_url: str | None = None) -> Price | None:
    """Return today's price of `model`; None when nobody knows it.

    Behind a base URL that belongs to no known provider (a gateway, a server of one's own) only the
    names of models that nobody but their makers runs are priced: at their makers' prices.
    """
    record = _record(model, base_url)
    if record is None:
        return None
    prices = record.get_prices(datetime.now(UTC))
    prompt, completion = prices.input_mtok, prices.output_mtok
    if prompt is None or completion is None:
        return None
    cached = prices.cache_read_mtok
    flat = (prompt, completion, prompt if cached is None else cached)
    if all(isinstance(value, Decimal) for value in flat):
        return Price(*(float(value) for value in flat))
    return Price(0.0, 0.0, 0.0, table=prices)


def _record(model: str, base_url: str | None) -> Any:
    if base_url is None:
        return _made_by("openai", model)
    known = get_snapshot()
    try:
        known.find_provider(model, None, base_url)
    except LookupError:
        if _OPEN_WEIGHTS.search(model.lower()):
            return None
        return next((record for maker in _MAKERS if (record := _made_by(maker, model))), None)
    try:
        return known.find_provider_model(model, None, None, base_url)[1]
    except LookupError:
        return None


def _made_by(maker: str, model: str) -> Any:
    try:
        return get_snapshot().find_provider_model(model, None, maker, None)[1]
    except LookupError:
        return None
