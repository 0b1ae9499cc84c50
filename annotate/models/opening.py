"""Open the annotator that a model's name, a cassette or a GGUF file calls for."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from annotate.models import Annotator, Hooks, ModelOptions, Question
from annotate.models.budget import Money
from annotate.models.cassettes import Cassette, Player, Recorder
from annotate.models.client import Client, Sender
from annotate.models.failures import Scrubber
from annotate.models.limits import Limits
from annotate.models.local import LocalServer, is_gguf
from annotate.models.openai import OpenAIAnnotator

__all__ = ["open_annotator"]

LOCAL_SLOTS = 2
LOCAL_TIMEOUT_S = 3600.0
"""A request to a slow machine's own model waits in its server's queue; it is not lost."""

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
    cassette: Cassette | None = None,
) -> AsyncIterator[Annotator]:
    """Open the annotator for `options.model` and close it, with all it started, at the end.

    Raises ModelError when a model can't be reached or started at all, CassetteError for a recording
    that can't be read, MissingExtraError when an optional package isn't installed.
    """
    limits = limits or Limits()
    limits.on_wait = limits.on_wait or hooks.on_wait
    async with AsyncExitStack() as stack:
        recorded: list[dict[str, Any]] = []
        if cassette is not None and cassette.use == "replay":
            options, name = _named(options), "cassette"
            sender: Sender = (player := Player(cassette.path, Scrubber(())))
            recorded = player.bodies
        else:
            name = "local" if is_gguf(options.model) else "openai"
            if name == "local":
                options = await _serve(options, limits, stack)
            sender = Client(options)
            if cassette is not None:
                sender = Recorder(cassette.path, sender)
        annotator = OpenAIAnnotator(
            sender, prompt, options, limits, hooks=hooks, money=money, recorded=recorded
        )
        annotator.name = name
        stack.push_async_callback(annotator.aclose)
        yield annotator


async def _serve(options: ModelOptions, limits: Limits, stack: AsyncExitStack) -> ModelOptions:
    slots = min(LOCAL_SLOTS, limits.ceiling)
    limits.ceiling = slots
    server = LocalServer(Path(options.model), slots)
    stack.push_async_callback(server.stop)
    await server.start()
    timeout_s = max(options.timeout_s, LOCAL_TIMEOUT_S)
    return replace(
        _named(options),
        base_url=server.base_url,
        api_key=None,
        organization=None,
        project=None,
        timeout_s=timeout_s,
    )


def _named(options: ModelOptions) -> ModelOptions:
    """Return the options with a GGUF file's name in place of its path, as recordings have it."""
    return replace(options, model=Path(options.model).stem) if is_gguf(options.model) else options
