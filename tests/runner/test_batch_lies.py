"""Batches of servers that tell nonsense, and of two commands at once: paid once, counted once."""

import json
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any

import pytest
from aiohttp import web

from annotate.errors import ModelError
from annotate.facts import Attempt, CheckedAnnotation, Outcome
from annotate.models.batch import answer_line
from annotate.prompt import load_prompt
from annotate.runner.batching import collect, run_batches, submit
from annotate.runner.judging import prepare
from annotate.runner.plan import Ending
from annotate.store import Store
from tests.runner.batch_server import BatchServer
from tests.runner.papers import PROMPT, papers
from tests.runner.test_batching import Quiet, lines_of, plan_for, readings, rows, store

__all__ = ["store"]

KEY = "sk-planted0000000000000000"


def _in_body(line: dict[str, Any], **more: Any) -> dict[str, Any]:
    response = line["response"]
    return line | {"response": response | {"body": response["body"] | more}}


def _raw(lines: list[dict[str, Any]], text: str) -> bytes:
    """Write the lines as servers do that escape nothing."""
    said = [json.dumps(_in_body(line, note=text), ensure_ascii=False) for line in lines]
    return "\n".join(said).encode() + b"\n"


_ERROR: dict[str, Any] = {"response": None, "error": {"code": "x", "message": "x"}}
READABLE: dict[str, Callable[[list[Any]], bytes]] = {
    "characters that end lines in texts": lambda lines: _raw(lines, "\u2028 \u2029 \x85"),
    "lone surrogates": lambda lines: lines_of([_in_body(x, note="\ud83d") for x in lines]),
    "numbers without end": lambda lines: lines_of([_in_body(x, n=float("nan")) for x in lines]),
    "a byte order mark": lambda lines: b"\xef\xbb\xbf" + lines_of(lines),
    "no last line feed": lambda lines: lines_of(lines)[:-1],
    "errors after the answers": lambda lines: lines_of([*lines, *(x | _ERROR for x in lines)]),
    "errors before the answers": lambda lines: lines_of([*(x | _ERROR for x in lines), *lines]),
    "a status as a text": lambda lines: lines_of(
        [x | {"response": x["response"] | {"status_code": "200"}} for x in lines]
    ),
}


@pytest.mark.parametrize("way", READABLE)
def test_an_answer_is_read_however_its_line_is_written(store: Store, way: str) -> None:
    with BatchServer(lie=READABLE[way]) as server:
        run_batches(plan_for(store, server), store, Quiet())
        assert (server.asked, readings(store)) == (20, 20)
        assert rows(store, "SELECT sum(prompt_tokens) FROM attempts") == [(server.prompt_tokens,)]


def test_a_line_keeps_what_json_can_not_hold_out_of_the_database() -> None:
    told = answer_line(
        b'{"custom_id": "a", "response": {"status_code": 200, "x": "\\ud83d", "y": NaN}}'
    )
    assert told is not None
    assert json.loads(told.text) == {
        "custom_id": "a", "response": {"status_code": 200, "x": "\ufffd", "y": None}
    }  # fmt: skip
    assert told.good
    assert answer_line(b"[" * 100_000) is None


def test_a_paper_whose_answers_are_always_lost_is_not_paid_for_without_end(store: Store) -> None:
    with BatchServer(lie=lambda lines: lines_of(lines[1:])) as server:
        summary = run_batches(plan_for(store, server), store, Quiet())
        assert (summary.tally.done, summary.tally.failed) == (19, 1)
        assert server.asked == 19 + plan_for(store, server).options.max_tries
    lost = "SELECT count(*) FROM attempts WHERE outcome = 'server_error' AND cost_usd IS NULL"
    assert rows(store, lost) == [(5,)]
    assert summary.tally.unpriced == 5


STATES: dict[str, dict[str, Any]] = {
    "a list of counts": {"request_counts": [1]},
    "counts of no size": {"request_counts": {"total": 1, "completed": 2**70, "failed": {}}},
    "no counts": {"request_counts": None},
    "metadata in words": {"metadata": ["a"]},
    "a file as an object": {"error_file_id": {"id": "file-1"}},
}


@pytest.mark.parametrize("lie", STATES)
def test_what_a_server_says_of_a_batch_may_be_of_any_type(
    store: Store, lie: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with BatchServer() as server:
        describe = server._described
        monkeypatch.setattr(server, "_described", lambda job: describe(job) | STATES[lie])
        run_batches(plan_for(store, server), store, Quiet())
        assert (server.asked, readings(store)) == (20, 20)


@pytest.mark.parametrize("errors", [
    f"no {KEY}", [f"no {KEY}"], [{"message": f"no {KEY}"}], {"data": [{"message": f"no {KEY}"}]},
    {"data": [{"message": [f"no {KEY}"]}, None, 5]},
])  # fmt: skip
def test_why_a_batch_was_refused_is_told_without_the_key(
    store: Store, errors: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    with BatchServer() as server:
        describe = server._described
        refusal = {"status": "failed", "errors": errors}
        monkeypatch.setattr(
            server, "_described", lambda job: describe(job) | (refusal if job.looks else {})
        )
        plan = plan_for(store, server)
        options = replace(plan.options, api_key=KEY)
        summary = run_batches(replace(plan, options=options), store, Quiet())
    assert summary.ending is Ending.STOPPED
    [(error,)] = rows(store, "SELECT error FROM _batches")
    assert "no …" in error
    assert KEY not in summary.why


def test_a_status_that_is_no_word_is_one_line(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    with BatchServer() as server:
        describe = server._described
        monkeypatch.setattr(server, "_described", lambda job: describe(job) | {"status": "\ud83d"})
        with pytest.raises(ModelError, match="no batch API") as caught:
            submit(plan_for(store, server), store, Quiet())
    assert "\n" not in str(caught.value)


def test_a_list_of_batches_without_end_is_left(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def always(server: BatchServer, request: web.Request) -> web.Response:
        data = [server._described(job) for job in server.jobs.values()]
        return web.json_response(
            {"object": "list", "data": data, "has_more": True, "last_id": "batch_1"}
        )

    monkeypatch.setattr(BatchServer, "_list", always)
    with BatchServer() as server:
        plan = plan_for(store, server)
        submit(plan, store, Quiet())
        store.db.execute("UPDATE _batches SET batch_id = NULL, key = 'x', pid = 999999999")
        run_batches(plan, store, Quiet())
        assert (len(server.jobs), readings(store)) == (2, 20)


def _both(store: Store, step: Callable[[Store], Any]) -> None:
    def work(number: int) -> None:
        with Store(store.path) as own:
            step(own)

    with ThreadPoolExecutor(2) as pool:
        list(pool.map(work, range(2)))


def test_two_commands_at_once_send_each_paper_once_and_count_each_answer_once(
    store: Store,
) -> None:
    store.add_papers(1, papers(200))
    flaky = lambda number, body: "invalid" if number % 10 == 0 else None  # noqa: E731
    with BatchServer(flaky, looks=3) as server:
        _both(store, lambda own: submit(plan_for(own, server), own, Quiet()))
        sent = [x["custom_id"] for job in server.jobs.values() for x in job.requests]
        assert len(sent) == len(set(sent)) == 200
        _both(store, lambda own: collect(plan_for(own, server), own, Quiet(), wait=True))
        assert readings(store) == 200
        assert server.asked == len(rows(store, "SELECT 1 FROM attempts"))
        assert rows(store, "SELECT sum(prompt_tokens) FROM runs") == [(server.prompt_tokens,)]
    assert rows(store, "SELECT * FROM _workers") == rows(store, "SELECT * FROM _leases") == []


def test_an_answer_for_a_paper_that_was_read_live_meanwhile_is_still_accounted(
    store: Store,
) -> None:
    with BatchServer() as server:
        plan = plan_for(store, server)
        submit(plan, store, Quiet())
        live = store.start_run(plan.job.info)
        taken = list(store.take(live, limit=3, size=3))
        attempt = Attempt(1, "2026-01-01T00:00:00+00:00", 1.0, Outcome.OK, prompt_tokens=7)
        store.save(live, [(taken[0].id, CheckedAnnotation(status="ok"), [attempt])])
        collect(plan, store, Quiet())
        # The two that the live run still holds wait until it has given them back.
        assert readings(store) == 18
        store.finish_run(live, "interrupted")
        collect(plan, store, Quiet())
        assert (server.asked, readings(store)) == (20, 20)
    told = rows(store, f"SELECT sum(prompt_tokens) FROM attempts WHERE run_id <> {live}")
    assert told == [(server.prompt_tokens,)]


def test_papers_that_a_live_run_asks_about_are_not_sent(store: Store) -> None:
    with BatchServer() as server:
        plan = plan_for(store, server)
        prepare(store, load_prompt(PROMPT))
        live = store.start_run(plan.job.info)
        held = [paper.id for paper in store.take(live, limit=3, size=3)]
        assert len(held) == 3
        submit(plan, store, Quiet())
        assert len(server.jobs["batch_1"].requests) == 17
