"""Who is asked: an annotator, opened with its part of the limits and of the money."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from typing import Any, Protocol

from annotate.check import problems
from annotate.facts import Answer, Outcome, Paper
from annotate.models import Annotator, Hooks
from annotate.models.budget import Budget, Money
from annotate.models.cassettes import Cassette
from annotate.models.limits import Limits
from annotate.models.opening import open_annotator
from annotate.models.presence import refuse_absent
from annotate.prompt import load_prompt
from annotate.runner.asker import Ears
from annotate.runner.connections import most_connections
from annotate.runner.money import price_for
from annotate.runner.plan import TRANSIENT, Plan
from annotate.runner.wire import Reply
from annotate.schema import Annotation

__all__ = ["AnnotatorAsker", "Gate", "opened", "problems_of", "reply_of"]

_STOPPED = "stopped"
"""The flag of an answer that was given up because the run is to end."""

_FEWER = "fewer_samples"
"""The flag of an answer that not all of its samples could be drawn for."""


class Gate(Protocol):
    """What holds an annotator back; `Limits` is one."""

    closed: str | None

    def status(self) -> str:
        """Return what binds now."""
        ...

    def stop(self) -> None:
        """Let nothing more through."""
        ...


@dataclass(frozen=True, slots=True)
class AnnotatorAsker:
    """An annotator and what holds it back."""

    annotator: Annotator
    limits: Gate
    samples: int = 1

    async def ask(self, paper: Paper) -> Reply:
        """Ask the annotator, `samples` times, and make its answer ready for the writer.

        Where the budget or an interrupt keeps samples from being drawn, what was paid for is kept.
        """
        reply = reply_of(paper, await self.annotator.annotate(paper))
        for sample in range(1, self.samples):
            if reply.left or _FEWER in reply.flags:
                break
            answer = await self.annotator.annotate(paper, sample=sample)
            reply = _with_sample(reply, reply_of(paper, answer))
        return reply

    @property
    def closed(self) -> str | None:
        """Why the endpoint refuses for good, if it does."""
        return self.limits.closed

    @property
    def status(self) -> str:
        """The limit that holds asking back at the moment, in words."""
        return self.limits.status()

    def stop(self) -> None:
        """Send nothing more, and end every wait between requests."""
        self.limits.stop()


@asynccontextmanager
async def opened(plan: Plan, ears: Ears, share: int = 1) -> AsyncIterator[AnnotatorAsker]:
    """Open the plan's annotator with its part, 1/`share`, of the limits and of the money."""
    assert plan.options is not None  # noqa: S101
    if not plan.replay:
        await refuse_absent(plan.options.base_url)
    limits = Limits(
        most_connections(max(1, plan.concurrency // share)),
        rpm=_part(plan.rpm, share),
        tpm=_part(plan.tpm, share),
    )
    budget = None if plan.max_cost is None else Budget(plan.max_cost / share)
    async with open_annotator(
        plan.options,
        load_prompt(plan.job.prompt or "claims"),
        hooks=Hooks(
            problems=problems_of,
            # The attempts of several samples are numbered anew, so they can't be told ahead.
            on_attempt=ears.attempt if plan.samples == 1 else None,
            on_wait=ears.wait,
        ),
        limits=limits,
        money=Money(price_for(plan), budget),
        cassette=_cassette(plan),
    ) as annotator:
        yield AnnotatorAsker(annotator, limits, plan.samples)


def _cassette(plan: Plan) -> Cassette | None:
    if plan.replay:
        return Cassette(plan.replay, "replay")
    return Cassette(plan.record, "record") if plan.record else None


def _part(limit: int | None, share: int) -> int | None:
    return None if limit is None else max(1, limit // share)


def reply_of(paper: Paper, answer: Answer) -> Reply:
    """Return the answer in the form in which it travels.

    A paper whose last request was forbidden by the budget, or given up because the run is to end,
    is left pending. One that failed for want of a server is flagged, and so asked again next time.
    """
    attempts = answer.attempts
    last = attempts[-1].outcome if attempts else None
    forbidden = last is Outcome.BUDGET
    transient = answer.annotation is None and last in TRANSIENT
    return Reply(
        paper_id=paper.id,
        reading=None if answer.annotation is None else answer.annotation.model_dump_json(),
        attempts=attempts,
        error=answer.error,
        flags=(*answer.flags, "transient") if transient else answer.flags,
        left=answer.annotation is None and (forbidden or _STOPPED in answer.flags),
    )


def _with_sample(reply: Reply, further: Reply) -> Reply:
    """Return `reply` with one more answer; the first good one is the reading."""
    known = len(reply.attempts)
    attempts = [replace(one, number=known + one.number) for one in further.attempts]
    if further.left and reply.reading is not None:
        flags = (*reply.flags, _FEWER)
        return replace(reply, attempts=(*reply.attempts, *attempts), flags=flags)
    together = replace(reply, attempts=(*reply.attempts, *attempts), left=further.left)
    if further.reading is None:
        return together
    if reply.reading is None:
        return replace(together, reading=further.reading, error=None, flags=further.flags)
    return replace(together, samples=(*reply.samples, further.reading))


def problems_of(answer: Any, paper: Paper) -> list[str]:
    return problems(answer, paper) if isinstance(answer, Annotation) else []
