"""Which engine carries out a plan; each is loaded only when it is called."""

# Every import in a function here spares the others its weight: openai, Ray.
# ruff: noqa: PLC0415

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from annotate.runner.asker import Asker, Ears
from annotate.runner.plan import Plan, Summary, Watcher
from annotate.runner.session import run
from annotate.store import Store

__all__ = ["carry_out"]


def carry_out(plan: Plan, engine: str, watch: Watcher) -> Summary:
    """Read every paper of the plan that isn't read yet, by the engine of this name."""
    if engine == "batch":
        from annotate.runner.batching import run_batches

        with Store(plan.job.db) as store:
            return run_batches(plan, store, watch)
    return run(plan, watch, _ray if engine == "ray" else None)


@asynccontextmanager
async def _ray(plan: Plan, ears: Ears) -> AsyncIterator[Asker]:  # noqa: ARG001
    from annotate.engine_ray import RayShare, open_ray
    from annotate.models.presence import refuse_absent
    from annotate.runner.money import price_for
    from annotate.runner.opening import AnnotatorAsker

    assert plan.options is not None  # noqa: S101
    await refuse_absent(plan.options.base_url)
    share = RayShare(
        plan.options,
        plan.job.prompt or "claims",
        plan.concurrency,
        rpm=plan.rpm,
        tpm=plan.tpm,
        max_cost=plan.max_cost,
        price=price_for(plan),
    )
    actors = plan.processes if plan.processes > 1 else None
    async with open_ray(share, actors) as annotator:
        yield AnnotatorAsker(annotator, annotator, plan.samples)
