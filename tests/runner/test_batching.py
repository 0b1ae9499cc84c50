"""Papers through a batch API: everything it can do to them, and being killed in between."""

import asyncio
import json
from dataclasses import replace
from pathlib import Path

import pytest

from annotate.errors import ModelError
from annotate.models import ModelOptions
from annotate.prompt import load_prompt
from annotate.runner.batching import collect, run_batches, submit
from annotate.runner.outbox import Outbox
from annotate.runner.plan import Ending, Job, Plan, Tally
from annotate.store import RunInfo, Store, batches
from tests.runner.batch_server import BatchServer
from tests.runner.papers import PROMPT, papers


class Quiet:
    """Nobody looks on."""

    def say(self, text: str) -> None: ...

    def reading(self, papers: int) -> None: ...

    def update(self, tally: Tally) -> None: ...


@pytest.fixture
def store(tmp_path: Path):
    with Store(tmp_path / "claims.db") as store:
        source = store.add_source(path="x", title="X", format="jsonl", sha256="0")
        store.add_papers(source, papers(20))
        yield store


def plan_for(store: Store, server: BatchServer, **changes: object) -> Plan:
    options = ModelOptions("m", base_url=server.base_url, api_key="k")
    info = RunInfo("batch", "m", prompt_id=load_prompt(PROMPT).id, params=options.key())
    job = Job(store.path, (1,), info, PROMPT)
    return replace(Plan(job, options, poll_s=0.02, price="1,2"), **changes)


def rows(store: Store, sql: str) -> list[tuple]:
    return store.db.execute(sql).fetchall()


def readings(store: Store) -> int:
    sql = "SELECT paper_id FROM annotations a JOIN runs r ON r.id = run_id WHERE model = 'm'"
    found = [paper for (paper,) in rows(store, sql + " AND a.status = 'ok'")]
    assert len(found) == len(set(found))
    return len(found)


def test_submitting_asks_once_and_collecting_brings_every_reading(store: Store) -> None:
    with BatchServer(looks=2) as server:
        plan = plan_for(store, server)
        sent = submit(plan, store, Quiet())
        assert "20 requests sent" in sent.why
        assert readings(store) == 0
        assert submit(plan, store, Quiet()).why.startswith("0 requests sent")
        summary = collect(plan, store, Quiet())
        assert (summary.ending, summary.tally.done) == (Ending.DONE, 20)
        assert server.asked == readings(store) == 20
    assert rows(store, "SELECT count(*) FROM _batch_requests") == [(0,)]
    assert rows(store, "SELECT status, annotator FROM runs WHERE model = 'm'") == [
        ("done", "batch")
    ]


def test_another_process_with_the_database_collects(store: Store, tmp_path: Path) -> None:
    with BatchServer() as server:
        submit(plan_for(store, server), store, Quiet())
        store.close()
        with Store(tmp_path / "claims.db") as elsewhere:
            collect(plan_for(elsewhere, server), elsewhere, Quiet())
            assert readings(elsewhere) == 20


def test_invalid_answers_are_asked_again_in_the_next_batch(store: Store) -> None:
    with BatchServer(lambda number, body: "invalid" if number in (3, 9) else None) as server:
        summary = run_batches(plan_for(store, server), store, Quiet())
        assert summary.ending is Ending.DONE
        assert (server.asked, len(server.jobs)) == (22, 2)
        assert readings(store) == 20
        again = server.jobs["batch_2"].requests
        assert len(again) == 2
        assert "answer" in str(again[0]["body"]["messages"][-1])
        totals = [(server.prompt_tokens, server.completion_tokens)]
    told = rows(store, "SELECT sum(prompt_tokens), sum(completion_tokens) FROM attempts")
    assert told == totals
    assert rows(store, "SELECT count(*) FROM attempts") == [(22,)]


def test_error_lines_are_retried_and_answers_beside_them_kept(store: Store) -> None:
    with BatchServer(lambda number, body: "error" if number % 7 == 0 else None) as server:
        run_batches(plan_for(store, server), store, Quiet())
        assert readings(store) == 20
        assert server.asked == 20 + server.asked // 7
    assert rows(store, "SELECT count(*) FROM attempts WHERE outcome = 'server_error'") == [
        (server.asked // 7,)
    ]


@pytest.mark.parametrize("end", ["expired", "cancelled"])
def test_what_a_batch_did_before_it_ended_early_is_kept(store: Store, end: str) -> None:
    first_half = lambda number, body: "unrun" if 10 < number <= 20 else None  # noqa: E731
    with BatchServer(first_half, end=(end,)) as server:
        plan = plan_for(store, server)
        submit(plan, store, Quiet())
        collect(plan, store, Quiet())
        assert readings(store) == 10
        assert len(server.jobs["batch_2"].requests) == 10
        collect(plan, store, Quiet())
        assert readings(store) == 20
    assert rows(store, "SELECT count(*) FROM attempts") == [(20,)]


def test_a_refused_batch_is_said_and_its_papers_stay_pending(store: Store) -> None:
    with BatchServer(end=("failed",)) as server:
        plan = plan_for(store, server)
        summary = run_batches(plan, store, Quiet())
        assert summary.ending is Ending.STOPPED
        assert "Enqueued token limit" in summary.why
        assert run_batches(plan, store, Quiet()).tally.done == 20


def test_half_the_price_is_accounted(store: Store) -> None:
    with BatchServer() as server:
        summary = run_batches(plan_for(store, server), store, Quiet())
        full = (server.prompt_tokens * 1 + server.completion_tokens * 2) / 1e6
    assert summary.tally.cost_usd == pytest.approx(full / 2)
    assert rows(store, "SELECT cost_usd FROM runs WHERE model = 'm'")[0][0] == pytest.approx(
        full / 2
    )


def test_a_cap_holds_back_what_it_can_not_pay(store: Store) -> None:
    store.add_papers(1, papers(80))
    with BatchServer() as server:
        plan = plan_for(store, server, price="1000,1000", max_cost=4.0)
        summary = run_batches(plan, store, Quiet())
        spent = (server.prompt_tokens + server.completion_tokens) / 2 / 1000
    assert summary.ending is Ending.BUDGET
    assert 1.0 < spent <= 4.0
    assert 20 < readings(store) < 80


def test_a_batch_whose_id_was_lost_is_found_again_and_not_paid_twice(store: Store) -> None:
    with BatchServer() as server:
        plan = plan_for(store, server)
        submit(plan, store, Quiet())
        # As if killed between the server's answer and the storing of its id, by another process.
        store.db.execute("UPDATE _batches SET batch_id = NULL, status = 'planned', pid = 999999999")
        run_batches(plan, store, Quiet())
        assert (len(server.jobs), server.asked, readings(store)) == (1, 20, 20)


def test_a_batch_that_was_never_sent_frees_its_papers(store: Store) -> None:
    with BatchServer() as server:
        plan = plan_for(store, server)
        submit(plan, store, Quiet())
        store.db.execute("UPDATE _batches SET batch_id = NULL, status = 'planned', pid = 999999999")
        server.jobs.clear()
        run_batches(plan, store, Quiet())
        assert readings(store) == 20


def test_a_lost_answer_to_create_makes_no_second_batch(store: Store) -> None:
    with BatchServer(lose_create=True) as server:
        submit(plan_for(store, server), store, Quiet())
        assert len(server.jobs) == 1


def test_requests_are_split_at_the_servers_bounds(store: Store) -> None:
    class Small(Outbox):
        def __init__(self, *args: object) -> None:
            super().__init__(*args)  # type: ignore[arg-type]
            self.max_requests = 6

    with BatchServer() as server:
        plan = plan_for(store, server)
        from annotate.models.batch import Entry
        from annotate.models.mailbox import Mailbox

        async def send() -> None:
            mailbox = Mailbox(plan.options)
            store.add_prompt({"id": plan.job.info.prompt_id, "name": "p", "version": "1",
                              "template": "", "schema": ""})  # fmt: skip
            async with Small(plan.job, store, mailbox, Quiet()) as outbox:
                for paper in papers(20):
                    await outbox.add(Entry(paper.id, paper.id, b'{"model":"m"}'))
                await outbox.send()
            await mailbox.aclose()

        asyncio.run(send())
        assert [len(job.requests) for job in server.jobs.values()] == [6, 6, 6, 2]
    assert [batch.requests for batch in batches.all_batches(store.db)] == [6, 6, 6, 2]


def test_a_server_without_batches_is_one_line(store: Store) -> None:
    with BatchServer() as server:
        plan = plan_for(store, server)
        options = replace(plan.options, base_url=server.base_url + "/elsewhere")
        with pytest.raises(
            ModelError, match=r"this server has no batch API .it answered HTTP 404"
        ) as caught:
            submit(replace(plan, options=options), store, Quiet())
        assert "\n" not in str(caught.value)


def test_an_upload_that_takes_too_long_says_what_to_do_and_leaves_nothing_behind(
    store: Store,
) -> None:
    with BatchServer() as server:
        server.upload_s = 5
        plan = plan_for(store, server)
        hasty = replace(plan, options=replace(plan.options, timeout_s=0.2, wait_scale=0.0))
        with pytest.raises(ModelError) as caught:
            submit(hasty, store, Quiet())
        assert str(caught.value) == (
            "batch API: no answer within 0.2 s, 5 times over; call the same command again with"
            " more time, as in ANNOTATE_TIMEOUT=1"
        )
        assert server.uploads == 5
        assert batches.all_batches(store.db) == []
        server.upload_s = 0
        run_batches(plan, store, Quiet())
    assert readings(store) == 20


def test_a_batch_api_that_is_not_reached_is_named(store: Store) -> None:
    with BatchServer() as server:
        plan = plan_for(store, server)
    gone = replace(plan, options=replace(plan.options, wait_scale=0.0))
    with pytest.raises(ModelError, match=r"batch API: connection: .*Connect call failed"):
        submit(gone, store, Quiet())


HTML = ("text/html", b"<html><title>Welcome</title><body>It works!</body></html>")
COMPLETION = ("application/json", b'{"id": "c1", "object": "chat.completion", "choices": []}')


@pytest.mark.parametrize("answer", [HTML, COMPLETION, ("application/json", b"7")])
def test_a_server_that_takes_batches_for_something_else_is_one_line(
    store: Store, answer: tuple[str, bytes]
) -> None:
    with BatchServer(instead=answer) as server:
        plan = plan_for(store, server)
        with pytest.raises(ModelError, match="this server has no batch API") as caught:
            submit(plan, store, Quiet())
        assert "\n" not in str(caught.value)
        assert batches.all_batches(store.db) == []
    with BatchServer() as server:
        run_batches(plan_for(store, server), store, Quiet())
    assert readings(store) == 20


def lines_of(lines: list) -> bytes:
    return b"".join(json.dumps(line).encode() + b"\n" for line in lines)


LIES = {
    "half a line": lambda lines: lines_of(lines)[:-200],
    "no JSON": lambda lines: b"<html>Bad gateway</html>\n" + lines_of(lines[1:]),
    "other JSON": lambda lines: b"[1, 2]\n7\nnull\n" + lines_of(lines[1:]),
    "no UTF-8": lambda lines: b"\xff\xfe{}\n" + lines_of(lines[1:]),
    "ids of nobody": lambda lines: lines_of([lines[0] | {"custom_id": "else"}, *lines[1:]]),
    "no id": lambda lines: lines_of([lines[0] | {"custom_id": None}, *lines[1:]]),
    "every line twice": lambda lines: lines_of(lines + lines),
    "a response in words": lambda lines: lines_of([lines[0] | {"response": "fine"}, *lines[1:]]),
    "an error in words": lambda lines: lines_of(
        [lines[0] | {"response": None, "error": "broken"}, *lines[1:]]
    ),
    "a status in words": lambda lines: lines_of(
        [lines[0] | {"response": lines[0]["response"] | {"status_code": "OK"}}, *lines[1:]]
    ),
    "no body": lambda lines: lines_of(
        [lines[0] | {"response": {"status_code": 200, "body": None}}, *lines[1:]]
    ),
    "an empty file": lambda lines: b"",
    "a lost file": lambda lines: None,
}


@pytest.mark.parametrize("lie", LIES)
def test_what_a_server_says_wrongly_of_a_batch_is_asked_again(store: Store, lie: str) -> None:
    told = []

    def once(lines: list) -> bytes | None:
        told.append(lie)
        return LIES[lie](lines) if len(told) == 1 else lines_of(lines)

    with BatchServer(lie=once) as server:
        summary = run_batches(plan_for(store, server), store, Quiet())
    assert summary.ending is Ending.DONE
    assert readings(store) == 20
    assert len(told) == (1 if lie == "every line twice" else 2)
