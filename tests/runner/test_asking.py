"""Papers asked side by side, committed by a second process, and an end in order."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest

from annotate.errors import ModelError, StoreError
from annotate.facts import Attempt, Outcome, Paper
from annotate.prompt import load_prompt
from annotate.runner.asking import Course, Stop, ask_all
from annotate.runner.desk import Desk, spawn
from annotate.runner.journal import Journal
from annotate.runner.plan import Ending, Job, Tally
from annotate.runner.wire import Reply
from annotate.store import RunInfo, Store
from tests.runner.papers import PROMPT, papers
from tests.servers.openai_server import plain_answer

OK = Attempt(1, "2026-01-01T00:00:00+00:00", 0.1, Outcome.OK, 200, prompt_tokens=10)


@dataclass
class Asked:
    """An asker without a model: answers rightly unless `on_ask` says otherwise."""

    on_ask: Callable[[Paper], Reply | None] = lambda paper: None
    delay_s: float = 0.0
    on_flying: Callable[[int], Awaitable[object] | None] = lambda flying: None
    """Told how many papers fly as another one starts; what it returns is waited for."""
    asked: list[str] = field(default_factory=list)
    flying: int = 0
    most: int = 0
    closed: str | None = None
    status: str = ""
    stopped: bool = False

    async def ask(self, paper: Paper) -> Reply:
        self.asked.append(paper.id)
        self.flying += 1
        self.most = max(self.most, self.flying)
        if (waiting := self.on_flying(self.flying)) is not None:
            await waiting
        await asyncio.sleep(self.delay_s)
        self.flying -= 1
        answer = json.dumps(plain_answer(paper.abstract))
        return self.on_ask(paper) or Reply(paper.id, answer, (OK,))

    def stop(self) -> None:
        self.stopped = True


@pytest.fixture
def job(tmp_path: Path) -> Job:
    return make_job(tmp_path, 50)


def make_job(folder: Path, count: int) -> Job:
    db = folder / "claims.db"
    with Store(db) as store:
        source = store.add_source(path="x", title="X", format="jsonl", sha256="0")
        store.add_papers(source, papers(count))
    return Job(db, (source,), RunInfo("openai", "m", prompt_id=load_prompt(PROMPT).id), PROMPT)


@asynccontextmanager
async def at_desk(job: Job):
    desk = Desk(await spawn("annotate.runner.scribe"))
    opened = await desk.open(job)
    course = Course(Tally(total=opened.papers), Stop(), Journal(None))
    yield desk, course
    await desk.finish(course.stop.ending)


def rows(job: Job, sql: str) -> list[tuple]:
    with Store(job.db, read_only=True) as store:
        return store.db.execute(sql).fetchall()


async def test_every_paper_is_asked_once_and_committed(job: Job) -> None:
    asker = Asked()
    async with at_desk(job) as (desk, course):
        await ask_all(desk, asker, 8, course)
    assert len(asker.asked) == len(set(asker.asked)) == 50
    assert (course.tally.done, course.tally.failed, course.tally.pending) == (50, 0, 0)
    assert course.tally.prompt_tokens == 500
    assert rows(job, "SELECT count(*) FROM annotations WHERE run_id = 1") == [(50,)]
    assert rows(job, "SELECT annotator, status FROM runs") == [
        ("openai", "done"),
        ("rules", "done"),
    ]


async def test_the_second_reading_covers_the_same_papers(job: Job) -> None:
    async with at_desk(job) as (desk, course):
        await ask_all(desk, Asked(), 8, course)
    assert rows(job, "SELECT count(*) FROM annotations WHERE run_id = 2") == [(50,)]


async def test_no_more_papers_fly_than_were_allowed(job: Job) -> None:
    asker = Asked(delay_s=0.002)
    async with at_desk(job) as (desk, course):
        await ask_all(desk, asker, 5, course)
    assert asker.most == 5


def interrupt_at(count: int, course: Course) -> Callable[[int], None]:
    """Return what interrupts the run when so many papers fly."""

    def heed(flying: int) -> None:
        if flying == count:
            course.stop(Ending.INTERRUPTED, "interrupted")

    return heed


async def test_a_stop_keeps_what_flies_and_asks_nothing_more(job: Job) -> None:
    async with at_desk(job) as (desk, course):
        asker = Asked(delay_s=0.05, on_flying=interrupt_at(4, course))
        await ask_all(desk, asker, 4, course)
    assert asker.stopped
    assert len(asker.asked) == course.tally.done == 4
    assert rows(job, "SELECT count(*) FROM annotations WHERE run_id = 1") == [(4,)]
    assert rows(job, "SELECT status FROM runs WHERE id = 1") == [("interrupted",)]


async def test_a_second_run_goes_on_where_the_first_was_stopped(job: Job) -> None:
    second = Asked()
    async with at_desk(job) as (desk, course):
        first = Asked(delay_s=0.05, on_flying=interrupt_at(4, course))
        await ask_all(desk, first, 4, course)
    async with at_desk(job) as (desk, course):
        await ask_all(desk, second, 4, course)
    assert len(second.asked) == 46
    assert not set(first.asked) & set(second.asked)


async def test_the_budget_leaves_papers_pending_with_their_attempts(job: Job) -> None:
    forbidden = Attempt(2, OK.started_at, 0.0, Outcome.BUDGET)
    asker = Asked(lambda paper: Reply(paper.id, None, (OK, forbidden), "budget", left=True))
    async with at_desk(job) as (desk, course):
        await ask_all(desk, asker, 3, course)
    assert course.stop.ending is Ending.BUDGET
    assert course.tally.left == len(asker.asked) <= 4
    assert rows(job, "SELECT count(*) FROM annotations") == [(0,)]
    (kept,) = rows(job, "SELECT count(*) FROM attempts WHERE outcome = 'ok'")[0]
    assert kept == len(asker.asked)


async def test_a_failed_paper_is_counted_by_what_failed_it(job: Job) -> None:
    refused = Attempt(1, OK.started_at, 0.1, Outcome.REFUSED, 200)
    asker = Asked(lambda paper: Reply(paper.id, None, (refused,), "it would not"))
    async with at_desk(job) as (desk, course):
        await ask_all(desk, asker, 8, course)
    assert course.tally.failed == 50
    assert course.tally.reasons == {"refused": 50}
    assert rows(job, "SELECT DISTINCT status, error FROM annotations WHERE run_id = 1") == [
        ("failed", "it would not")
    ]


async def test_attempts_kept_early_are_stored_once(job: Job) -> None:
    early = Attempt(1, OK.started_at, 0.1, Outcome.RATE_LIMITED, 429)
    second = Attempt(2, OK.started_at, 0.1, Outcome.OK, 200)
    async with at_desk(job) as (desk, course):

        def answer(paper: Paper) -> Reply:
            desk.keep_attempt(paper.id, early)
            return Reply(paper.id, json.dumps(plain_answer(paper.abstract)), (early, second))

        await ask_all(desk, Asked(answer), 8, course)
    assert rows(job, "SELECT outcome, count(*) FROM attempts GROUP BY 1 ORDER BY 1") == [
        ("ok", 50),
        ("rate_limited", 50),
    ]


async def test_paper_after_paper_failing_by_the_server_ends_the_run(tmp_path: Path) -> None:
    job = make_job(tmp_path, 200)
    lost = Attempt(1, OK.started_at, 0.1, Outcome.CONNECTION)
    asker = Asked(lambda paper: Reply(paper.id, None, (lost,), "connection refused"))
    async with at_desk(job) as (desk, course):
        await ask_all(desk, asker, 4, course)
    assert course.stop.ending is Ending.STOPPED
    assert "connection refused" in course.stop.why
    assert 50 <= course.tally.failed <= 54


async def test_an_endpoint_that_closes_ends_the_run_and_leaves_the_rest(job: Job) -> None:
    asker = Asked(delay_s=0.01)
    asker.closed = "the key is refused"
    async with at_desk(job) as (desk, course):
        await ask_all(desk, asker, 4, course)
    assert (course.stop.ending, course.stop.why) == (Ending.STOPPED, "the key is refused")
    assert course.tally.pending == 46


async def test_an_error_that_ends_all_lets_the_others_finish(job: Job) -> None:
    def fail(paper: Paper) -> None:
        if asker.asked.index(paper.id) == 2:
            raise ModelError("the server's process has died")

    asker = Asked(fail, delay_s=0.01)
    async with at_desk(job) as (desk, course):
        await ask_all(desk, asker, 4, course)
    assert str(course.stop.error) == "the server's process has died"
    assert course.tally.done == 3


async def test_a_scribe_that_dies_is_an_error_and_loses_nothing_committed(job: Job) -> None:
    asker = Asked(delay_s=0.005)
    process = await spawn("annotate.runner.scribe")
    desk = Desk(process)
    opened = await desk.open(job)
    course = Course(Tally(total=opened.papers), Stop(), Journal(None))
    asking = asyncio.create_task(ask_all(desk, asker, 4, course))
    while course.tally.done < 8:  # noqa: ASYNC110 - the run itself must not know of being watched
        await asyncio.sleep(0.001)
    process.kill()
    await asyncio.wait_for(asking, 60)
    assert isinstance(course.stop.error, StoreError)
    with pytest.raises(StoreError):
        await desk.finish("failed")
    await process.wait()
    (stored,) = rows(job, "SELECT count(*) FROM annotations WHERE run_id = 1")[0]
    assert stored >= course.tally.done >= 8
    assert rows(job, "PRAGMA integrity_check") == [("ok",)]


async def test_what_a_killed_parent_had_handed_over_is_committed(job: Job) -> None:
    process = await spawn("annotate.runner.scribe")
    assert process.stdin is not None
    desk = Desk(process)
    await desk.open(job)
    page = await desk.papers(40)
    for paper in page.papers:
        desk.save(Reply(paper.id, json.dumps(plain_answer(paper.abstract)), (OK,)))
    await asyncio.sleep(0)  # now it is in the pipe
    process.stdin.close()  # as the kernel does for one that is killed
    await process.wait()
    assert rows(job, "SELECT count(*) FROM annotations WHERE run_id = 1") == [(40,)]
    assert rows(job, "SELECT count(*) FROM annotations WHERE run_id = 2") == [(40,)]


async def test_a_kill_leaves_no_paper_with_one_reading_only(job: Job) -> None:
    asker = Asked(delay_s=0.001)
    process = await spawn("annotate.runner.scribe")
    desk = Desk(process)
    opened = await desk.open(job)
    course = Course(Tally(total=opened.papers), Stop(), Journal(None))
    asking = asyncio.create_task(ask_all(desk, asker, 4, course))
    while course.tally.done < 20:  # noqa: ASYNC110
        await asyncio.sleep(0.001)
    process.kill()
    await asking
    await process.wait()
    read_by = (
        "SELECT group_concat(DISTINCT paper_id) FROM (SELECT paper_id, annotator FROM annotations"
        " JOIN runs r ON r.id = run_id ORDER BY paper_id) WHERE annotator = '{}'"
    )
    by_model = rows(job, read_by.format("openai"))
    assert by_model == rows(job, read_by.format("rules"))
    async with at_desk(job) as (desk, course):
        await ask_all(desk, Asked(), 4, course)
    by_rules = "SELECT count(DISTINCT paper_id) FROM annotations a JOIN runs r ON r.id = run_id"
    assert rows(job, f"{by_rules} WHERE annotator = 'rules'") == [(50,)]


async def test_papers_that_the_rules_have_read_before_make_no_second_run(job: Job) -> None:
    async with at_desk(job) as (desk, course):
        await ask_all(desk, Asked(), 4, course)
    other = replace(job, info=replace(job.info, model="m2"))
    async with at_desk(other) as (desk, course):
        await ask_all(desk, Asked(), 4, course)
    assert rows(job, "SELECT annotator FROM runs ORDER BY id") == [
        ("openai",),
        ("rules",),
        ("openai",),
    ]


async def test_two_runs_side_by_side_share_the_papers(tmp_path: Path) -> None:
    job = make_job(tmp_path, 300)
    both = asyncio.Barrier(2)
    firsts = {"one", "two"}

    def meet(name: str) -> Callable[[int], Awaitable[object] | None]:
        # Neither can hold so much before this that the other finds nothing.
        return lambda flying: both.wait() if name in firsts and not firsts.discard(name) else None

    one, two = (Asked(delay_s=0.002, on_flying=meet(name)) for name in ("one", "two"))
    async with at_desk(job) as (desk_a, course_a), at_desk(job) as (desk_b, course_b):
        await asyncio.gather(ask_all(desk_a, one, 4, course_a), ask_all(desk_b, two, 4, course_b))
    assert sorted(one.asked + two.asked) == sorted({paper.id for paper in papers(300)})
    assert one.asked
    assert two.asked
