"""What the tests of this room share: an invented paper and one way to ask about it."""

import asyncio
from collections.abc import Sequence
from typing import Any

from annotate.facts import Answer, Paper, paper_id
from annotate.models import Hooks, ModelOptions
from annotate.models.budget import Money
from annotate.models.limits import Limits
from annotate.models.opening import open_annotator
from annotate.models.prices import Price
from annotate.prompt import Prompt, load_prompt

PROMPT = load_prompt("claims")
PRICE = Price(1.0, 4.0, 0.1)
KEY = "sk-planted-0123456789abcdef"


def paper(number: int = 3) -> Paper:
    """Return an invented abstract; each number gives another one."""
    text = (
        f"Sorting {number} kinds of tea by smell is slow. We propose TeaLeaf, a sniffing scheme. "
        f"It is up to {number}.5x faster than tasting on a kettle."
    )
    return Paper(id=paper_id(text), abstract=text)


async def ask(  # noqa: PLR0913 - a test names what it needs
    base_url: str | None,
    papers: Sequence[Paper] = (paper(),),
    *,
    prompt: Prompt = PROMPT,
    hooks: Hooks = Hooks(),  # noqa: B008
    limits: Limits | None = None,
    money: Money = Money(PRICE),  # noqa: B008
    cassette: Any = None,
    **options: Any,
) -> list[Answer]:
    """Return the answers to `papers`, asked at once, with every wait turned off."""
    told = ModelOptions(
        **{"model": "mock", "base_url": base_url, "api_key": KEY, "wait_scale": 0.0,
           "timeout_s": 5.0} | options
    )  # fmt: skip
    limits = limits or Limits(64, scale=0.0)
    async with open_annotator(
        told, prompt, hooks=hooks, limits=limits, money=money, cassette=cassette
    ) as annotator:
        return list(await asyncio.gather(*(annotator.annotate(p) for p in papers)))


def outcomes(answer: Answer) -> list[str]:
    """Return what became of each attempt."""
    return [attempt.outcome.value for attempt in answer.attempts]
