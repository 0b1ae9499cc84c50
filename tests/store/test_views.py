"""What the views show of readings, before and after people judge them."""

import pytest

from annotate.facts import Evidence, Outcome, Support
from annotate.schema import Attribution
from annotate.store import RunInfo, ledger
from annotate.store.opening import rebuild
from tests.store.building import (
    MODEL,
    RULES,
    add,
    attempt,
    claim,
    device,
    facts,
    paper,
    reading,
    save,
    state,
)

P, Q = paper(), paper("Quenchette halves memory.")
OTHER = RunInfo("local", "eta-2")


@pytest.fixture
def filled(store):
    add(store, P, Q)
    return store


def test_a_claim_is_shown_with_its_paper_its_reading_and_its_run(store):
    add(store, paper(title="On sorting", position=7))
    save(store, [(P, reading(claim(device="NVIDIA A100"), hardware=(device(),)))])
    cursor = store.db.query("SELECT * FROM extracted_claims")
    row = next(iter(cursor))
    assert row == {
        "claim_id": 1, "paper_id": P.id, "title": "On sorting", "source": "List list.txt",
        "position": 7, "method": "Zorblax", "task": "sorting", "hardware": "NVIDIA A100",
        "metric": "speedup", "value": "5x", "low": 5.0, "high": 5.0, "unit": "x",
        "bound": "exact", "factor": 5.0, "baseline": None, "setting": None,
        "device": "NVIDIA A100", "attribution": "own", "quote": "is 5x faster",
        "quote_start": 8, "quote_end": 20, "evidence": "exact", "support": "grounded",
        "status": "unreviewed", "reviewer": None, "run_id": 1, "model": "zeta-1",
    }  # fmt: skip
    text = store.db.execute(
        "SELECT substr(abstract, quote_start + 1, quote_end - quote_start) = quote"
        " FROM extracted_claims JOIN papers ON papers.id = paper_id"
    )
    assert text.fetchone() == (1,)


def test_a_models_reading_outranks_the_rules_whichever_came_first(filled):
    save(filled, [(P, reading(claim(2.0))), (Q, reading(claim(3.0)))], RULES)
    save(filled, [(P, reading(claim(5.0)))], MODEL)
    assert facts(filled, "value, model") == [("3x", "rules"), ("5x", "zeta-1")]
    save(filled, [(P, reading(claim(9.0)))], RunInfo("rules", "rules", params={"version": 2}))
    assert facts(filled, "value, model") == [("3x", "rules"), ("5x", "zeta-1")]


def test_the_newest_good_reading_by_a_model_is_shown(filled):
    save(filled, [(P, reading(claim(5.0)))])
    save(filled, [(P, reading(claim(6.0)))], OTHER)
    save(filled, [(P, reading(status="failed", method=None, error="cut off"))], RunInfo("x", "y"))
    assert facts(filled, "value, model, run_id") == [("6x", "eta-2", 2)]


def test_a_reading_that_failed_is_not_shown(filled):
    save(filled, [(P, reading(status="failed", error="no answer"))])
    assert facts(filled) == []
    assert filled.db.execute("SELECT count(*) FROM extracted_papers").fetchone() == (0,)


def test_devices_are_joined_once_each_and_invented_ones_left_out(filled):
    hardware = (
        device(),
        device("H100", "NVIDIA H100"),
        device("an A100", "NVIDIA A100"),
        device("128x128 array", None),
        device("quantum brain", None, evidence=Evidence.MISSING),
        device("in the title", "CPU", evidence=Evidence.MISSING),
    )
    save(filled, [(P, reading(hardware=hardware))])
    (joined,) = filled.db.execute("SELECT hardware FROM extracted_papers").fetchone()
    assert joined == "NVIDIA A100; NVIDIA H100; 128x128 array; CPU"


def test_the_best_speedup_is_ones_own_proven_and_of_time(filled):
    claims = (
        claim(3.0),
        claim(4.0, "latency"),
        claim(90.0, "memory"),
        claim(80.0, attribution=Attribution.PRIOR),
        claim(70.0, support=Support.UNSUPPORTED),
    )
    save(filled, [(P, reading(*claims))])
    row = filled.db.execute("SELECT claims, best_speedup FROM extracted_papers").fetchone()
    assert row == (5, 4.0)
    filled.db.execute("UPDATE extracted_claims SET status = 'rejected' WHERE metric = 'latency'")
    filled.db.execute("UPDATE extracted_claims SET status = 'accepted' WHERE factor = 70")
    row = filled.db.execute("SELECT claims, best_speedup FROM extracted_papers").fetchone()
    assert row == (4, 70.0)


def test_what_is_said_twice_is_stored_twice_and_shown_once(store):
    one = paper()
    add(store, one)
    twice = [claim(5.0), *[claim(5.0, flags=("duplicate",))] * 3, claim(2.0, flags=("prior",))]
    save(store, [(one, reading(*twice))])
    save(store, [(one, reading(claim(3.0)))], RULES)

    def shown() -> list[tuple]:
        return store.db.execute(
            "SELECT value, status FROM extracted_claims ORDER BY claim_id"
        ).fetchall()

    assert shown() == [("5x", "unreviewed"), ("2x", "unreviewed")]
    store.db.execute("UPDATE extracted_claims SET status = 'accepted' WHERE value = '5x'")
    assert shown() == [("5x", "accepted"), ("2x", "unreviewed")]
    assert store.db.execute("SELECT claims FROM extracted_papers").fetchall() == [(2,)]
    assert store.db.execute("SELECT count(*) FROM claims").fetchone() == (6,)
    totals = store.db.execute("SELECT run_id, claims FROM run_totals ORDER BY run_id").fetchall()
    assert totals == [(1, 2), (2, 1)]
    assert [row["claims"] for row in ledger.runs(store.db.conn)] == [2, 1]
    differ = store.db.execute("SELECT model_value FROM disagreements WHERE field = 'claim'")
    assert sorted(differ, key=str) == [("speedup 2x",), ("speedup 5x",), (None,)]
    assert store.db.execute("SELECT count(*) FROM unmatched_labels").fetchone() == (0,)
    before = state(store)
    rebuild(store.db)
    assert state(store) == before


def test_the_queue_has_the_unsupported_first_then_disagreements_then_the_rest(filled):
    claims = (
        claim(1.0, support=Support.VERIFIED),
        claim(2.0, support=Support.GROUNDED),
        claim(3.0, support=Support.UNSUPPORTED),
    )
    save(filled, [(P, reading(*claims))])
    save(filled, [(Q, reading(claim(4.0, support=Support.GROUNDED)))], RULES)
    queue = "SELECT value, reason, priority FROM review_queue"
    assert filled.db.execute(queue).fetchall() == [
        ("3x", "unsupported", 1),
        ("2x", "disagreement", 2),
        ("1x", "unreviewed", 3),
        ("4x", "unreviewed", 3),
    ]
    filled.db.execute("UPDATE extracted_claims SET status = 'accepted' WHERE value <> '2x'")
    assert filled.db.execute(queue).fetchall() == [("2x", "disagreement", 2)]


def test_readings_that_differ_are_told_field_by_field(filled):
    save(filled, [(P, reading(claim(2.0), claim(3.0), hardware=(device(),), task="Sorting"))])
    rules = reading(claim(3.0), claim(4.0), hardware=(device("CPU", "CPU"),), method=None)
    save(filled, [(P, rules), (Q, rules)], RULES)
    rows = filled.db.execute("SELECT * FROM disagreements").fetchall()
    assert sorted(rows, key=str) == [
        (P.id, "claim", "speedup 2x", None),
        (P.id, "claim", None, "speedup 4x"),
        (P.id, "hardware", "NVIDIA A100", None),
        (P.id, "hardware", None, "CPU"),
        (P.id, "method", "Zorblax", None),
    ]


def test_totals_of_a_run_are_the_sums_over_its_attempts(filled):
    run = save(filled, [(P, reading(claim(), claim(2.0))), (Q, reading(status="failed"))])
    totals = next(iter(filled.db.query("SELECT * FROM run_totals")))
    stored = next(iter(filled.db.query("SELECT * FROM runs")))
    assert totals["run_id"] == run
    assert (totals["papers"], totals["failed"], totals["claims"]) == (2, 1, 2)
    assert (totals["attempts"], totals["request_seconds"]) == (2, 1.0)
    for name in ("papers", "failed", "prompt_tokens", "completion_tokens", "cost_usd"):
        assert stored[name] == totals[name], name
    assert stored["cost_usd"] == 0.5


def test_what_the_cap_held_back_is_no_request(filled):
    run = filled.start_run(MODEL)
    filled.save_attempts(run, [(P.id, [attempt(1, Outcome.BUDGET, cost_usd=None)])])
    (held,) = filled.db.query("SELECT attempts, cost_usd FROM run_totals")
    assert held == {"attempts": 0, "cost_usd": None}
    filled.save_attempts(run, [(Q.id, [attempt(1), attempt(2, Outcome.BUDGET, cost_usd=None)])])
    (paid,) = filled.db.query("SELECT attempts, cost_usd FROM run_totals")
    assert paid == {"attempts": 1, "cost_usd": attempt(1).cost_usd}


@pytest.mark.parametrize("table", ["claims", "hardware", "annotations"])
def test_rows_deleted_by_hand_leave_the_views_true(filled, table):
    save(filled, [(P, reading(claim(2.0), hardware=(device(),)))], RULES)
    save(filled, [(P, reading(claim(3.0), hardware=(device("H100", "NVIDIA H100"),)))])
    filled.db.execute("PRAGMA foreign_keys = OFF")
    ids = "(SELECT id FROM annotations WHERE run_id = 2)"
    column = "id" if table == "annotations" else "annotation_id"
    filled.db.execute(f"DELETE FROM {table} WHERE {column} IN {ids}")
    expected = {
        "claims": [],
        "hardware": [("3x", None)],
        "annotations": [("2x", "NVIDIA A100")],
    }
    assert facts(filled, "value, hardware") == expected[table]


def test_rows_written_by_other_tools_are_shown_as_well(filled):
    script = f"""
    INSERT INTO runs (id, started_at, status, annotator, model) VALUES (9, 'x', 'done', 'm', 'm');
    INSERT INTO annotations (id, run_id, paper_id, status) VALUES (5, 9, '{P.id}', 'ok');
    INSERT INTO claims (id, annotation_id, metric, value, factor, support)
        VALUES (77, 5, 'energy', '3x', 3, 'grounded');
    INSERT INTO hardware (annotation_id, name, device) VALUES (5, 'A100', 'NVIDIA A100');
    UPDATE claims SET factor = 4 WHERE id = 77;
    UPDATE hardware SET device = 'NVIDIA H100';
    """
    filled.db.executescript(script)
    assert facts(filled, "claim_id, factor, hardware") == [(77, 4.0, "NVIDIA H100")]
    filled.db.execute("UPDATE annotations SET status = 'failed' WHERE id = 5")
    assert facts(filled) == []


def test_plans_of_the_contracts_questions_use_indexes(store):
    claims = "SELECT * FROM extracted_claims WHERE"
    questions = {
        f"{claims} metric='x' AND factor>=2 AND device='y'": "_facts_device",
        f"{claims} metric='x' AND factor>=2": "_facts_metric",
        f"{claims} claim_id=7": "INTEGER PRIMARY KEY",
        "SELECT * FROM review_queue LIMIT 100": "_facts_priority",
        "SELECT * FROM extracted_papers WHERE paper_id='x'": "INTEGER PRIMARY KEY",
    }
    for question, index in questions.items():
        rows = store.db.execute(f"EXPLAIN QUERY PLAN {question}").fetchall()
        plan = [step for *_, step in rows]
        assert any(index in step for step in plan), (question, plan)
        assert not any(step.startswith("SCAN") for step in plan), plan
        # One row's labels may be sorted, rows may not.
        assert not any("TEMP B-TREE" in step for _, parent, _, step in rows if not parent), plan
