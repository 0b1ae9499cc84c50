"""Carry a job's papers through a batch API, round by round, until each has its reading.

Everything that a later round needs is in the database and at the server, so any process that has
the database and a key can take the next step.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import islice

from annotate.facts import Answer, Attempt, CheckedAnnotation, Paper
from annotate.models import Hooks
from annotate.models.batch import batch_annotator
from annotate.models.budget import Budget, Money
from annotate.models.mailbox import Mailbox
from annotate.prompt import load_prompt
from annotate.runner.judging import prepare
from annotate.runner.money import price_for
from annotate.runner.opening import problems_of, reply_of
from annotate.runner.outbox import Outbox
from annotate.runner.plan import Plan, Tally, Watcher
from annotate.runner.second import SecondReading
from annotate.runner.witnesses import Witnesses
from annotate.store import Store, batches
from annotate.store.connection import transaction
from annotate.store.leases import leased

__all__ = ["Rounds"]

_PAGE = 100


class Rounds:
    """The papers of one job: converses with the answers that are there, sends what is missing."""

    def __init__(self, plan: Plan, store: Store, tally: Tally) -> None:
        self._plan, self._store, self._tally = plan, store, tally
        self.run_id: int | None = None
        self._work = plan.job.info.work
        self._prompt = load_prompt(plan.job.prompt or "claims")
        self._judge = prepare(store, self._prompt)
        self._second = SecondReading(store)
        self._witnesses = Witnesses(store, self._work)
        self._rows: list[tuple[str, CheckedAnnotation, tuple[Attempt, ...]]] = []
        self._settled = 0.0
        self._budget = None if plan.max_cost is None else Budget(plan.max_cost)
        assert plan.options is not None  # noqa: S101
        self._annotator, self._client = batch_annotator(
            plan.options,
            self._prompt,
            hooks=Hooks(problems=problems_of),
            money=Money(price_for(plan), self._budget),
        )
        self.capped = False
        """Whether the cap on cost has kept papers from being sent."""

    async def step(self, papers: Iterable[Paper], mailbox: Mailbox, watch: Watcher) -> int:
        """Take each paper one step on and return how many requests were sent."""
        self.capped = False
        if self._budget is not None:
            # Papers that are through; those under way are counted as their answers are read again.
            self._budget.spent = self._settled
        async with Outbox(self._plan.job, self._store, mailbox, watch) as outbox:
            for page in self._pages(papers):
                for paper in page:
                    if not self.capped:
                        await self._one(paper, outbox)
                self._save()
                watch.update(self._tally)
                if self.capped:
                    break
            await outbox.send()
            return outbox.requests

    async def settle(self, papers: Iterable[Paper]) -> None:
        """Account for the answers to papers that have been read otherwise meanwhile."""
        for paper in papers:
            answer, told = await self._answer(paper)
            attempts = answer.attempts[told : None if self._client.missing is None else -1]
            self._tally.count_attempts(attempts)
            run_id = self._run() if attempts else None
            with transaction(self._store.db):
                if run_id is not None:
                    self._store.save_attempts(run_id, [(paper.id, attempts)])
                batches.forget(self._store.db, self._work, [paper.id])

    def close(self, status: str) -> None:
        """Close the run, if there was anything to store."""
        if self.run_id is not None:
            self._store.finish_run(self.run_id, status)
        self._second.close()

    def _run(self) -> int:
        """Return the run's id; sending alone makes no run."""
        if self.run_id is None:
            self.run_id = self._store.start_run(self._plan.job.info)
        return self.run_id

    def _pages(self, papers: Iterable[Paper]) -> Iterator[list[Paper]]:
        """Yield papers that wait for no batch, and that no live run is asking about."""
        source, db = iter(papers), self._store.db
        while page := list(islice(source, _PAGE)):
            ids = [paper.id for paper in page]
            taken = batches.waiting(db, self._work, ids) | leased(db, self._work, ids)
            yield [paper for paper in page if paper.id not in taken]

    async def _one(self, paper: Paper, outbox: Outbox) -> None:
        client = self._client
        answer, told = await self._answer(paper)
        if client.missing is None:
            self._finish(paper, answer, told)
            return
        # The last attempt is the request that waits for a batch.
        attempts = answer.attempts[told:-1]
        if attempts:
            run_id = self._run()
            with transaction(self._store.db):  # killed in between, they would be counted twice
                self._store.save_attempts(run_id, [(paper.id, attempts)])
                batches.count_lines(self._store.db, self._work, [paper.id])
            self._tally.count_attempts(attempts)
        await outbox.add(client.missing)

    async def _answer(self, paper: Paper) -> tuple[Answer, int]:
        """Converse as far as answers are there; with it, how many attempts are stored already."""
        lines = batches.lines_of(self._store.db, self._work, paper.id)
        self._client.begin(paper.id, {line.custom_id: line.line for line in lines})
        answer = await self._annotator.annotate(paper)
        return answer, sum(line.counted for line in lines)

    def _finish(self, paper: Paper, answer: Answer, told: int) -> None:
        """Judge a conversation that has come to its end."""
        reply = replace(reply_of(paper, answer), attempts=answer.attempts[told:])
        self._tally.count_attempts(reply.attempts)
        if reply.left:
            self.capped = True  # nothing was sent, so there is no attempt to keep
            return
        self._settled += sum(attempt.cost_usd or 0.0 for attempt in answer.attempts)
        judged = self._judge(paper, reply)
        if judged.second is not None:
            self._second.add(paper, judged.second)
        self._rows.append((paper.id, judged.checked, reply.attempts))
        checked = judged.checked
        ok, facts = checked.status == "ok", checked.claims or checked.rows
        self._tally.count_paper(answer.attempts, ok=ok, claims=len(facts))

    def _save(self) -> None:
        if not self._rows:
            return
        readings = self._witnesses.hear([(key, reading) for key, reading, _ in self._rows])
        rows = [
            (key, reading, attempts)
            for (key, _, attempts), reading in zip(self._rows, readings, strict=True)
        ]
        readings_of = [(self._run(), rows), *self._second.take()]
        with transaction(self._store.db):
            self._store.save_all(readings_of)
            batches.forget(self._store.db, self._work, [row[0] for row in self._rows])
        self._rows = []
