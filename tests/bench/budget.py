"""Random runs under a cap on cost: the server's own sum must never pass it.

    python -m tests.bench.budget --runs 200

Every run draws its cap, prices, concurrency, latency, faults and number of papers. Bars: the sum
that the server would bill stays at or under the cap in every run, and a run that was stopped by
the cap leaves less of it than the dearest single request could have cost (a run with faults may
leave more: what a request cost whose answer was lost, nobody knows, so all it could have is set
aside).
"""

import argparse
import asyncio
import random
from dataclasses import dataclass
from pathlib import Path

from annotate.models import ModelOptions
from annotate.models.prices import parse_price
from annotate.runner.asker import Ears
from annotate.runner.asking import Course, Stop, ask_all
from annotate.runner.journal import Journal
from annotate.runner.opening import opened
from annotate.runner.plan import Ending, Job, Plan, Tally
from annotate.store import RunInfo
from tests.bench.desks import MemoryDesk
from tests.runner.papers import PROMPT, papers
from tests.servers import OpenAIServer

FAULTS = ("server_error", "invalid_json", "wrong_schema", "rate_limited", "reset", "truncated",
          "half_body", "refusal", "empty")  # fmt: skip


@dataclass
class Outcome:
    """What one run did: dollars by the server's count, the cap, and whether the cap ended it."""

    spent: float
    told: float
    cap: float
    ending: Ending
    dearest: float
    faults: bool


async def one_run(seed: int) -> Outcome:
    """Ask a fresh server under a random cap."""
    draw = random.Random(seed)
    count = draw.randint(5, 60)
    share = draw.choice([0.0, 0.0, 0.1, 0.3])
    faults = lambda number, body: draw.choice(FAULTS) if draw.random() < share else None  # noqa: E731
    price = f"{draw.choice([1, 50, 1000])},{draw.choice([2, 100, 3000])}"
    with OpenAIServer(faults=faults, latency_s=draw.choice([0, 0, 0.01])) as server:
        options = ModelOptions(
            "m", base_url=server.base_url, max_tokens=draw.choice([128, 512]), wait_scale=0.0
        )
        rates = parse_price(price)
        cap = draw.uniform(0.2, 1.2) * count * rates.bound(50, 70)
        job = Job(Path("unused.db"), (), RunInfo("openai", "m"), PROMPT)
        plan = Plan(job, options, draw.choice([1, 4, 16, 64]), max_cost=cap, price=price)
        course = Course(Tally(total=count), Stop(), Journal(None))
        desk = MemoryDesk(papers(count))
        async with opened(plan, Ears(desk.keep_attempt, lambda wait: None)) as asker:
            await ask_all(desk, asker, plan.concurrency, course)  # type: ignore[arg-type]
        used = server.usage
        spent = rates.bound(used.prompt_tokens, used.completion_tokens)
    dearest = rates.bound(4_000, 2 * options.max_tokens)
    return Outcome(spent, course.tally.cost_usd, cap, course.stop.ending, dearest, share > 0)


def main() -> None:
    """Print how near the caps were come to, and every run that broke a bar."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=200)
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    over, short, stopped, used = 0, 0, 0, []
    for seed in range(args.seed, args.seed + args.runs):
        run = asyncio.run(one_run(seed))
        over += run.spent > run.cap
        if run.ending is Ending.BUDGET:
            stopped += 1
            used.append(run.spent / run.cap)
            short += run.cap - run.spent > run.dearest and not run.faults
        if run.spent > run.cap:
            print(f"seed {seed}: {run.spent:.6f} of {run.cap:.6f}")
    mean = sum(used) / len(used) if used else 0.0
    print(f"{args.runs} runs, {stopped} stopped by the cap at {mean:.0%} of it on average")
    print(f"passed the cap: {over} (bar: 0); stopped more than a request short: {short} (bar: 0)")


if __name__ == "__main__":
    main()
