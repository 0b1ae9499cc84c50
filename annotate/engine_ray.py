"""`--engine ray`: spread the asking over the actors of a Ray cluster, or of this machine's cores.

`open_ray` gives an annotator like any other. Each actor has its part of the limits and of the
money; the answers come back here, to the one writer. annotate must be installed on every node.
"""

import asyncio
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field, replace
from importlib import import_module
from typing import Any

from annotate.check import problems
from annotate.errors import MissingExtraError, ModelError
from annotate.facts import Answer, Paper
from annotate.models import Hooks, ModelOptions
from annotate.models.budget import Budget, Money
from annotate.models.limits import Limits
from annotate.models.opening import open_annotator
from annotate.models.prices import Price
from annotate.prompt import load_prompt
from annotate.schema import Annotation

try:
    # Ray's own types know nothing of asyncio actors.
    ray: Any = import_module("ray")
except ModuleNotFoundError:
    raise MissingExtraError("ray", "ray") from None
RayError: type[Exception] = ray.exceptions.RayError

__all__ = ["RayAnnotator", "RayShare", "open_ray"]

_TICK_S = 0.5


@dataclass(frozen=True, slots=True)
class RayShare:
    """What one actor is told: whom to ask, and its part of the limits and of the money."""

    options: ModelOptions
    prompt: str
    concurrency: int
    rpm: int | None = None
    tpm: int | None = None
    max_cost: float | None = None
    price: Price | None = None

    def part(self, count: int) -> "RayShare":
        """Return an equal part, 1/`count`, of it."""
        return replace(
            self,
            concurrency=max(1, self.concurrency // count),
            rpm=None if self.rpm is None else max(1, self.rpm // count),
            tpm=None if self.tpm is None else max(1, self.tpm // count),
            max_cost=None if self.max_cost is None else self.max_cost / count,
        )


class _Asking:
    """An actor: an annotator in a process of Ray's."""

    def __init__(self, share: RayShare) -> None:
        self._share = share
        self._limits = Limits(share.concurrency, rpm=share.rpm, tpm=share.tpm)
        self._done = asyncio.Event()
        self._open: asyncio.Task[None] | None = None
        self._annotator: Any = None

    async def open(self) -> str | None:
        """Open the annotator; returns what is wrong, if anything is."""
        ready: asyncio.Future[str | None] = asyncio.get_running_loop().create_future()
        self._open = asyncio.create_task(self._hold(ready))
        return await ready

    async def _hold(self, ready: "asyncio.Future[str | None]") -> None:
        share = self._share
        budget = None if share.max_cost is None else Budget(share.max_cost)
        try:
            async with open_annotator(
                share.options,
                load_prompt(share.prompt),
                hooks=Hooks(problems=_problems),
                limits=self._limits,
                money=Money(share.price, budget),
            ) as self._annotator:
                ready.set_result(None)
                await self._done.wait()
        except ModelError as error:
            if not ready.done():
                ready.set_result(str(error))

    async def ask(self, paper: Paper, sample: int) -> tuple[str | None, Answer]:
        """Return the reading as JSON, since a model of the user's own can't always be pickled."""
        answer = await self._annotator.annotate(paper, sample=sample)
        reading = None if answer.annotation is None else answer.annotation.model_dump_json()
        return reading, replace(answer, annotation=None)

    async def state(self) -> tuple[str | None, str]:
        """Return why the endpoint refuses for good, and what holds asking back."""
        return self._limits.closed, self._limits.status()

    async def stop(self) -> None:
        """Send nothing more, and end every wait between requests."""
        self._limits.stop()

    async def close(self) -> None:
        """Close the annotator."""
        self._done.set()
        if self._open is not None:
            await self._open


def _problems(answer: Any, paper: Paper) -> list[str]:
    return problems(answer, paper) if isinstance(answer, Annotation) else []


@dataclass(slots=True)
class RayAnnotator:
    """Spreads papers over actors; `closed`, `status` and `stop` are those of `Limits`."""

    model: str
    actors: list[Any]
    answer_model: Any
    name: str = "openai"
    closed: str | None = None
    _status: str = ""
    _flying: dict[int, int] = field(default_factory=dict)

    async def annotate(self, paper: Paper, *, sample: int = 0) -> Answer:
        """Return the reading of `paper` by the actor with the least to do."""
        index = min(range(len(self.actors)), key=lambda one: self._flying.get(one, 0))
        self._flying[index] = self._flying.get(index, 0) + 1
        answer: Answer
        try:
            reading, answer = await self.actors[index].ask.remote(paper, sample)
        except RayError as error:
            raise ModelError(f"an actor that asks the model is gone: {_line(error)}") from None
        finally:
            self._flying[index] -= 1
        if reading is None:
            return answer
        return replace(answer, annotation=self.answer_model.model_validate_json(reading))

    async def aclose(self) -> None:
        """End the actors."""
        for actor in self.actors:
            with suppress(RayError):
                await actor.close.remote()
            ray.kill(actor)

    def status(self) -> str:
        """Return what holds the first actor back that waits for something."""
        return self._status

    def stop(self) -> None:
        """Send nothing more, and end every wait between requests."""
        for actor in self.actors:
            actor.stop.remote()

    async def watch(self) -> None:
        """Ask the actors how they are, again and again."""
        while True:
            with suppress(RayError):
                states = await asyncio.gather(*(actor.state.remote() for actor in self.actors))
                self.closed = next((closed for closed, _ in states if closed), None)
                self._status = f"{states[0][1]} in the first of {len(states)} actors"
            await asyncio.sleep(_TICK_S)


@asynccontextmanager
async def open_ray(share: RayShare, actors: int | None = None) -> AsyncIterator[RayAnnotator]:
    """Start Ray, or join the cluster of RAY_ADDRESS, and open an annotator in each actor.

    `actors` is by default one for each CPU, as far as there are papers at once for them.
    """
    started = not ray.is_initialized()
    if started:
        os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")
        ray.init(include_dashboard=False, log_to_driver=False, logging_level="ERROR")
    try:
        count = actors or int(ray.cluster_resources().get("CPU", 1))
        count = max(1, min(count, share.concurrency))
        part = share.part(count)
        make = ray.remote(max_concurrency=part.concurrency + 8, num_cpus=0.5)(_Asking)
        annotator = RayAnnotator(
            share.options.model,
            [make.remote(part) for _ in range(count)],
            load_prompt(share.prompt).answer_model,
        )
        watching: asyncio.Task[None] | None = None
        try:
            wrong = await asyncio.gather(*(actor.open.remote() for actor in annotator.actors))
            if reason := next(filter(None, wrong), None):
                raise ModelError(reason)
            watching = asyncio.create_task(annotator.watch())
            yield annotator
        except RayError as error:
            raise ModelError(f"Ray: {_line(error)}") from None
        finally:
            if watching is not None:
                watching.cancel()
            await annotator.aclose()
    finally:
        if started:
            ray.shutdown()


def _line(error: Exception) -> str:
    return str(error).strip().partition("\n")[0]
