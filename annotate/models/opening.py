"""Open the annotator that a model's name, a cassette or a GGUF file calls for."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from annotate.models import Annotator, Hooks, ModelOptions, Question
from annotate.models.budget import Money
from annotate.models.client import Client
from annotate.models.limits import Limits
from annotate.models.openai import OpenAIAnnotator

__all__ = ["open_annotator"]

_NO_HOOKS = Hooks()
_NO_MONEY = Money()


@asynccontextmanager
async def open_annotator(
    options: ModelOptions,
    prompt: Question,
    *,
    hooks: Hooks = _NO_HOOKS,
    limits: Limits | None = None,
    money: Money = _NO_MONEY,
) -> AsyncIterator[Annotator]:
    """Open the annotator for `options.model` and close it, with all it started, at the end."""
    limits = limits or Limits()
    limits.on_wait = limits.on_wait or hooks.on_wait
    client = Client(options)
    annotator = OpenAIAnnotator(client, prompt, options, limits, hooks=hooks, money=money)
    try:
        yield annotator
    finally:
        await annotator.aclose()
