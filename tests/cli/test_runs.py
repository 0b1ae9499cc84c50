"""`annotate runs`, `failures` and `diff`, as they are called."""

import csv
import io

import pytest

from annotate.facts import Outcome
from annotate.store import RunInfo, Store
from tests.cli.querying import rows, run
from tests.store.building import MODEL, RULES, add, attempt, claim, paper, reading, save

P, Q = paper("Zorblax is 5x faster.", title="On sorting"), paper("Quenchette halves memory.")
OTHER = RunInfo("local", "eta-2")


@pytest.fixture
def db(tmp_path):
    path = tmp_path / "claims.db"
    with Store(path) as store:
        add(store, P, Q)
        run_id = store.start_run(MODEL)
        failed = reading(status="failed", error="the answer was cut off twice")
        tries = [attempt(1, Outcome.RATE_LIMITED, http_status=429), attempt(2, Outcome.TRUNCATED)]
        store.save(run_id, [(P.id, reading(claim(5.0), claim(2.0, "memory")), [attempt()])])
        store.save(run_id, [(Q.id, failed, tries)])
        store.finish_run(run_id, "done")
        save(store, [(P, reading(claim(6.0))), (Q, reading(claim(2.0, "memory")))], OTHER)
    return path


def test_runs_show_what_was_read_asked_and_paid(db):
    done = run("runs", db)
    assert done.exit_code == 0
    head, _, first, second = done.stdout.splitlines()
    assert head.split()[:4] == ["run", "started", "took", "model"]
    assert first.split()[-8:] == ["2", "1", "2", "3", "300", "+", "30", "$0.7500"]
    assert second.split()[-8:] == ["2", "0", "2", "2", "200", "+", "20", "$0.5000"]


def test_totals_of_runs_are_the_sums_over_attempts(db):
    with Store(db) as store:
        for row in rows("runs", db):
            spent = store.db.execute(
                "SELECT count(*), sum(prompt_tokens), sum(cost_usd) FROM attempts WHERE run_id = ?",
                [row["run_id"]],
            ).fetchone()
            assert (row["attempts"], row["prompt_tokens"], row["cost_usd"]) == spent


def test_a_run_without_requests_shows_no_tokens(tmp_path):
    path = tmp_path / "claims.db"
    with Store(path) as store:
        add(store, P)
        run_id = store.start_run(RULES)
        store.save(run_id, [(P.id, reading(), ())])
        store.finish_run(run_id, "done")
    assert "tokens" not in run("runs", path).stdout
    assert rows("runs", path)[0]["cost_usd"] is None


def test_failures_say_why(db):
    done = run("failures", db)
    assert done.exit_code == 0
    line = done.stdout.splitlines()[2]
    for words in ("List list.txt, 2", "truncated", "the answer was cut off twice"):
        assert words in line
    (row,) = rows("failures", db)
    assert (row["run_id"], row["paper_id"], row["attempts"]) == (1, Q.id, 2)


def test_failures_of_one_run_can_be_asked_for(db):
    with Store(db) as store:
        save(store, [(Q, reading())], MODEL)
    done = run("failures", db)
    assert (done.exit_code, done.stdout, done.stderr) == (0, "", "no paper has failed\n")
    assert len(rows("failures", db, "--run", "1")) == 1
    assert run("failures", db, "--run", "9").exit_code == 2


def test_diff_shows_what_a_run_added_lost_and_changed(db):
    done = run("diff", "1", "2", "--db", db)
    assert done.exit_code == 0
    lines = [line.split() for line in done.stdout.splitlines()[2:]]
    assert lines == [
        ["changed", "speedup", "5x", "6x", "On", "sorting"],
        ["lost", "memory", "2x", "On", "sorting"],
    ]
    assert done.stderr == "1 paper read by both, 2 differences; 1 paper read by run 2 only\n"


def test_diff_renders_mark_up_in_tables_only(db):
    with Store(db) as store:
        save(store, [(P, reading(claim(7.0, value="7$\\times$")))], RunInfo("local", "theta"))
    assert "7×" in run("diff", "2", "3", "--db", db).stdout
    assert "7$\\\\times$" in run("diff", "2", "3", "--db", db, "--format", "jsonl").stdout


def test_diff_and_failures_name_a_paper_without_a_title_by_list_and_place(db):
    with Store(db) as store:
        save(store, [(Q, reading(claim(3.0, "memory")))], MODEL)
    assert run("diff", "2", "3", "--db", db).stdout.rstrip().endswith("List list.txt, 2")
    assert "List list.txt, 2" in run("failures", db, "--run", "1").stdout


def test_diff_takes_the_database_first_as_sqlite_utils_does(db):
    assert run("diff", db, "2", "1").stdout == run("diff", "2", "1", "--db", db).stdout
    told = list(csv.DictReader(io.StringIO(run("diff", db, 2, 1, "--format", "csv").stdout)))
    assert [(row["change"], row["older_value"], row["newer_value"]) for row in told] == [
        ("changed", "6x", "5x"), ("added", "", "2x"),
    ]  # fmt: skip


@pytest.mark.parametrize("words", [[], ["1"], ["a", "b"], ["x.db", "1", "2", "3"], ["1", "9"]])
def test_diff_wants_two_runs_that_exist(db, words):
    done = run("diff", *words, "--db", db)
    assert done.exit_code == 2
    assert done.stdout == ""


def test_a_run_that_was_killed_is_told_as_interrupted(db):
    with Store(db) as store:
        store.start_run(MODEL)
        store.db.execute("UPDATE _workers SET born = 'earlier'")
        store.finish_run(store.start_run(MODEL), "done")
    assert [row["status"] for row in rows("runs", db)] == ["done", "done", "interrupted", "done"]
