"""How runs share the work: leases, other processes, killed ones."""

import os
import subprocess
import sys
import time

import pytest

from annotate.store import Store
from annotate.store.leases import SILENT_S
from tests.store.building import MODEL, RULES, add, attempt, claim, paper, reading, save
from tests.store.waiting import ALL, PAPERS, texts


@pytest.fixture
def filled(store):
    add(store, *PAPERS)
    return store


def test_taking_leases_what_it_yields_and_saving_ends_the_lease(filled):
    run = filled.start_run(MODEL)
    taken = filled.take(run, size=3)
    first = [next(taken) for _ in range(3)]
    with Store(filled.path) as other:
        assert texts(other.take(other.start_run(MODEL), size=3)) == ALL[3:]
        assert texts(other.take(other.start_run(RULES))) == ALL
    filled.save(run, [(one.id, reading(), ()) for one in first])
    assert list(taken) == []
    leased = "SELECT count(*) FROM _leases JOIN _workers w ON w.id = worker_id WHERE run_id = ?"
    assert filled.db.execute(leased, [run]).fetchone() == (0,)


def test_papers_held_by_another_run_are_counted_and_come_back_when_it_ends(filled):
    with Store(filled.path) as other:
        theirs = other.start_run(MODEL)
        list(other.take(theirs))
        run = filled.start_run(MODEL)
        assert list(filled.take(run)) == []
        assert filled.held_elsewhere(run) == 7
        other.give_back(theirs, [PAPERS[0].id])
        assert texts(filled.take(run)) == ALL[:1]
        other.finish_run(theirs, "interrupted")
        assert filled.held_elsewhere(run) == 0
        assert texts(filled.take(run)) == ALL[1:]


def worker(store):
    return store.db.execute("SELECT id FROM _workers ORDER BY id DESC LIMIT 1").fetchone()[0]


def test_a_process_that_is_gone_loses_its_leases_and_its_run_is_called_interrupted(filled):
    code = (
        "import sys; from annotate.store import *;"
        "s = Store(sys.argv[1]);"
        "r = s.start_run(RunInfo('openai', 'zeta-1', params={'temperature': 0}));"
        "print(len(list(s.take(r))), flush=True); import os; os._exit(9)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(filled.path)], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout) == (9, "7\n")
    run = filled.start_run(MODEL)
    assert texts(filled.take(run)) == ALL
    assert filled.db.execute("SELECT status FROM runs ORDER BY id").fetchall() == [
        ("interrupted",), ("running",),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("change", "free"),
    [
        ("born = 'earlier'", 7),
        ("host = 'elsewhere', seen_at = seen_at - 10", 0),
        (f"host = 'elsewhere', seen_at = seen_at - {SILENT_S + 1}", 7),
    ],
)
def test_a_worker_is_known_by_its_start_and_far_away_by_its_beat(filled, change, free):
    with Store(filled.path) as other:
        list(other.take(other.start_run(MODEL)))
        filled.db.execute(f"UPDATE _workers SET {change} WHERE id = ?", [worker(filled)])
        assert len(list(filled.take(filled.start_run(MODEL)))) == free


def test_a_run_that_beats_stays_alive(filled):
    run = filled.start_run(MODEL)
    filled.db.execute("UPDATE _workers SET seen_at = 0")
    filled._leases[run].beat(force=True)
    assert filled.db.execute("SELECT seen_at FROM _workers").fetchone()[0] > time.time() - 60


def test_saving_while_taking_disturbs_neither(store):
    papers = [paper(f"Paper {n}.") for n in range(1_000)]
    add(store, *papers)
    run = store.start_run(MODEL)
    seen = []
    for one in store.take(run, size=64):
        seen.append(one.abstract)
        store.save(run, [(one.id, reading(claim()), [attempt()])])
    store.finish_run(run, "done")
    assert seen == texts(papers)
    assert store.db.execute("SELECT papers, failed, prompt_tokens FROM runs").fetchone() == (
        1_000, 0, 100_000,
    )  # fmt: skip


SHARER = """
import os, sys, time
from annotate.facts import CheckedAnnotation
from annotate.store import RunInfo, Store
from tests.timing import cpu_seconds
store = Store(sys.argv[1])
run = store.start_run(RunInfo("openai", "zeta-1", params={"temperature": 0}))
batch = []
while True:
    for paper in store.take(run, size=16):
        batch.append((paper.id, CheckedAnnotation("ok", method="M"), ()))
        print(paper.id, flush=True)
        if len(batch) == 5:
            store.save(run, batch)
            batch = []
    store.save(run, batch)
    batch = []
    if not store.held_elsewhere(run):
        break
    time.sleep(0.02)
store.finish_run(run, "done")
"""


def start(path):
    command = [sys.executable, "-c", SHARER, str(path)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def test_runs_side_by_side_share_the_work_and_ask_nothing_twice(store):
    add(store, *(paper(f"Paper {n}.") for n in range(600)))
    sharers = [start(store.path) for _ in range(3)]
    asked = []
    for sharer in sharers:
        out, errors = sharer.communicate(timeout=60)
        assert (sharer.returncode, errors) == (0, "")
        asked += out.split()
    assert len(asked) == len(set(asked)) == 600
    assert store.db.execute("SELECT count(*) FROM annotations").fetchone() == (600,)
    assert store.db.execute("SELECT count(*) FROM _leases").fetchone() == (0,)


def test_two_processes_may_make_the_same_database_at_once(tmp_path):
    makers = [start(tmp_path / "claims.db") for _ in range(4)]
    for maker in makers:
        _, errors = maker.communicate(timeout=60)
        assert (maker.returncode, errors) == (0, "")


@pytest.mark.parametrize("round_", range(4))
def test_a_run_killed_at_any_moment_keeps_what_it_saved_and_loses_nothing(store, round_):
    add(store, *(paper(f"Paper {n}.") for n in range(3_000)))
    killed = start(store.path)
    assert killed.stdout is not None
    asked = [killed.stdout.readline() for _ in range(20 + 97 * round_)]
    killed.kill()
    asked += killed.communicate()[0].splitlines()
    with Store(store.path) as later:
        assert later.db.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        (kept,) = later.db.execute("SELECT count(*) FROM annotations").fetchone()
        assert len(asked) - 5 <= kept + 5
        run = later.start_run(MODEL)
        assert later.count_pending(key=MODEL) == 3_000 - kept
        assert len(list(later.take(run))) == 3_000 - kept
        assert later.db.execute(
            "SELECT count(*) FROM (SELECT 1 FROM annotations GROUP BY paper_id HAVING count(*) > 1)"
        ).fetchone() == (0,)


def test_a_writer_waits_for_another_program_that_holds_the_file(store):
    add(store, *PAPERS)
    holder = subprocess.Popen(
        [
            sys.executable,
            "-c",
            "import sqlite3, sys, time; c = sqlite3.connect(sys.argv[1], isolation_level=None);"
            "c.execute('BEGIN IMMEDIATE'); print('held', flush=True); time.sleep(1);"
            "print(time.monotonic(), flush=True); c.execute('COMMIT')",
            str(store.path),
        ],
        stdout=subprocess.PIPE,
    )
    assert holder.stdout is not None
    holder.stdout.readline()
    save(store, [(PAPERS[0], reading())])
    saved = time.monotonic()  # the same clock in every process
    let_go, _ = holder.communicate()
    assert saved >= float(let_go)
    assert os.path.exists(store.path)
