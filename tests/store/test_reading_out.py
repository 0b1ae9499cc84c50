"""Readings, runs, failures, the queue and comparisons as they are read out."""

from dataclasses import replace

import pytest

from annotate.facts import Evidence, Outcome, Support
from annotate.store import Label, RunInfo, ledger, readings, reviewing
from annotate.store.comparison import Compared, compare
from annotate.store.witnesses import count_missed
from tests.store.building import MODEL, RULES, add, attempt, claim, device, paper, reading, save

P, Q, R = paper(title="On sorting"), paper("Quenchette halves memory."), paper("Nothing here.")
FULL = reading(
    claim(5.0, flags=("leaked",), baseline="b", setting="s", device="d"),
    claim(None, quote_start=None, quote_end=None, evidence=Evidence.MISSING, bound=None),
    hardware=(device(count=8), device("chip", None, role=None)),
    data={"claims": [{"value": "5x"}]},
    flags=("odd",),
)


@pytest.fixture
def filled(store):
    add(store, P, Q, R)
    return store


def test_a_reading_comes_out_as_it_went_in(filled):
    run = save(
        filled, [(P, FULL), (Q, reading(status="failed", method=None, task=None, error="e"))]
    )
    out = dict(filled.readings(run_id=run))
    assert out[P.id] == FULL
    assert (out[Q.id].status, out[Q.id].error) == ("failed", "e")
    assert list(out) == [P.id, Q.id]


def test_readings_are_chosen_by_who_read(filled):
    save(filled, [(P, reading(claim(1.0))), (Q, reading(claim(2.0)))], RULES)
    save(filled, [(P, reading(claim(3.0))), (Q, reading(status="failed")), (R, reading())])
    save(filled, [(P, reading(status="failed"))], RunInfo("local", "eta"))

    def values(**which):
        return {
            key: [one.value for one in checked.claims] or checked.status
            for key, checked in filled.readings(**which)
        }

    assert values() == {P.id: ["3x"], Q.id: ["2x"], R.id: "ok"}
    assert values(reader="rules") == {P.id: ["1x"], Q.id: ["2x"]}
    assert values(reader="model") == {P.id: ["3x"], Q.id: "failed", R.id: "ok"}
    assert values(run_id=99) == {}


def test_many_readings_come_page_by_page_in_order(store):
    papers = [paper(f"Paper {n}.") for n in range(1_000)]
    add(store, *papers)
    run = save(store, [(one, reading()) for one in reversed(papers)])
    for which in ({"run_id": run}, {}, {"reader": "model"}):
        assert [key for key, _ in store.readings(**which)] == [one.id for one in papers]
    assert list(store.papers(one.id for one in papers)) == list(store.papers())


def test_runs_are_listed_with_their_prompt_and_their_sums(filled):
    filled.add_prompt({"id": "p", "name": "claims", "version": "3", "template": "", "schema": ""})
    save(filled, [(P, FULL), (Q, reading(status="failed"))], replace(MODEL, prompt_id="p"))
    (row,) = ledger.runs(filled.db.conn)
    shown = "run_id status annotator model prompt papers failed claims attempts cost_usd"
    assert [row[name] for name in shown.split()] == [
        1, "done", "openai", "zeta-1", "claims 3", 2, 1, 2, 2, 0.5,
    ]  # fmt: skip
    assert row["seconds"] >= 0


def test_a_run_that_was_killed_took_as_long_as_its_attempts_tell(filled):
    run = filled.start_run(MODEL)
    assert ledger.runs(filled.db.conn)[0]["seconds"] is None
    filled.save_attempts(run, [(P.id, [attempt(1, Outcome.OK)])])
    started = "2026-01-01T00:00:00+00:00", "2026-01-01T00:01:30+00:00"
    filled.db.execute("UPDATE runs SET started_at = ?", [started[0]])
    filled.db.execute("UPDATE attempts SET started_at = ?", [started[1]])
    assert ledger.runs(filled.db.conn)[0]["seconds"] == pytest.approx(90, abs=0.01)


def test_failures_are_explained_by_their_last_attempt(filled):
    run = filled.start_run(MODEL)
    failed = reading(status="failed", error="the answer was cut off twice")
    attempts = [attempt(1, Outcome.RATE_LIMITED, http_status=429), attempt(2, Outcome.TRUNCATED)]
    filled.save(run, [(Q.id, failed, attempts), (P.id, failed, ())])
    filled.finish_run(run, "done")
    rows = list(ledger.failures(filled.db.conn))
    shown = "run_id paper_id source position outcome http_status attempts error"
    assert [[row[name] for name in shown.split()] for row in rows] == [
        [1, P.id, "List list.txt", 1, None, None, 0, failed.error],
        [1, Q.id, "List list.txt", 2, "truncated", None, 2, failed.error],
    ]


def test_a_failed_reading_gives_way_among_new_ones_and_each_keeps_its_claims(filled):
    run = filled.start_run(MODEL)
    filled.save(run, [(P.id, reading(status="failed"), ())])
    good = {R.id: reading(claim(2.0)), P.id: reading(claim(3.0)), Q.id: reading(claim(4.0))}
    filled.save(run, [(key, one, ()) for key, one in good.items()])
    rows = filled.db.execute(
        "SELECT a.id, a.paper_id, c.low FROM annotations a JOIN claims c ON c.annotation_id = a.id"
        " ORDER BY a.id"
    )
    assert list(rows) == [(1, P.id, 3.0), (2, R.id, 2.0), (3, Q.id, 4.0)]
    assert list(filled.db.execute("SELECT papers, failed FROM runs")) == [(3, 0)]


def test_a_failure_that_a_later_run_healed_is_told_only_of_its_run(filled):
    save(filled, [(P, reading(status="failed")), (Q, reading(status="failed"))])
    save(filled, [(P, reading()), (Q, reading(status="failed"))])
    assert [(row["run_id"], row["paper_id"]) for row in ledger.failures(filled.db.conn)] == [
        (2, Q.id)
    ]
    assert len(list(ledger.failures(filled.db.conn, 1))) == 2


def test_the_queue_comes_by_reason_and_page(filled):
    claims = [claim(float(n), support=support) for n, support in enumerate(Support, 1)]
    save(filled, [(P, reading(*claims)), (Q, reading(claim(9.0, support=Support.UNSUPPORTED)))])
    connection = filled.db.conn
    assert reviewing.queue_counts(connection) == {
        "unsupported": 2, "disagreement": 1, "unreviewed": 1,
    }  # fmt: skip
    assert reviewing.progress(connection) == (0, 4)

    def values(**which):
        return [row["value"] for row in reviewing.queue(connection, **which)]

    assert values() == ["3x", "9x", "2x", "1x"]
    assert values(reason="unsupported") == ["3x", "9x"]
    assert values(limit=2, offset=1) == ["9x", "2x"]
    assert values(reason="joy") == []
    filled.db.execute("UPDATE extracted_claims SET status = 'rejected' WHERE value = '3x'")
    assert values() == ["9x", "2x", "1x"]
    assert reviewing.progress(connection) == (1, 4)


def test_one_paper_comes_with_all_that_is_known_of_it(filled):
    save(filled, [(P, reading(claim(2.0)))], RULES)
    save(filled, [(P, FULL)])
    filled.add_labels([Label(P.id, "claim", "speedup|5|5|x", "accept", "r1")])
    filled.add_labels([Label(P.id, "task", "", "correct", "r1", "hashing")])
    known = reviewing.facts_of(filled.db.conn, P.id)
    assert known is not None
    assert (known.paper.title, known.paper.position) == ("On sorting", 1)
    assert known.row is not None
    assert known.row["task"] == "hashing"
    assert [row["status"] for row in known.claims] == ["accepted", "unreviewed"]
    assert known.reading == FULL
    assert known.rules is not None
    assert [one.value for one in known.rules.claims] == ["2x"]
    assert [one.target for one in known.labels] == ["task", "claim"]


def test_a_paper_that_nobody_read_or_that_is_unknown_is_told_so(filled):
    known = reviewing.facts_of(filled.db.conn, R.id)
    assert known is not None
    assert (known.row, known.claims, known.reading, known.rules) == (None, [], None, None)
    assert reviewing.facts_of(filled.db.conn, "x") is None


def test_papers_in_which_the_readings_differ_are_counted(filled):
    save(filled, [(P, reading(claim(2.0), claim(3.0))), (Q, reading())])
    save(filled, [(P, reading(method="Other")), (Q, reading()), (R, reading())], RULES)
    assert reviewing.disagreement_counts(filled.db.conn) == (
        2, {"method": 1, "task": 0, "hardware": 0, "claim": 1},
    )  # fmt: skip


def test_two_runs_are_compared_claim_by_claim(filled):
    older = save(
        filled,
        [
            (P, reading(claim(5.0), claim(2.0, "memory"), claim(3.0, "energy"))),
            (Q, reading(claim(9.0))),
            (R, reading(status="failed")),
        ],
    )
    newer = save(
        filled,
        [
            (P, reading(claim(5.0, device="CPU"), claim(3.0, "energy"), claim(4.0, "memory"))),
            (R, reading(claim(1.0))),
        ],
        RunInfo("local", "eta"),
    )
    compared = Compared()
    rows = list(compare(filled.db.conn, older, newer, compared))
    shown = "change title metric older_value newer_value older_device newer_device"
    assert [[row[name] for name in shown.split()] for row in rows] == [
        ["changed", "On sorting", "speedup", "5x", "5x", None, "CPU"],
        ["changed", "On sorting", "memory", "2x", "4x", None, None],
    ]
    assert compared == Compared(both=1, only_older=1, only_newer=1)


def test_claims_that_only_one_run_has_are_added_or_lost(filled):
    older = save(filled, [(P, reading(claim(5.0), claim(5.0)))])
    newer = save(filled, [(P, reading(claim(5.0), claim(2.0, "cost")))], RunInfo("a", "b"))
    rows = list(compare(filled.db.conn, older, newer, Compared()))
    assert [(row["change"], row["metric"]) for row in rows] == [
        ("lost", "speedup"), ("added", "cost"),
    ]  # fmt: skip
    assert list(compare(filled.db.conn, older, older, Compared())) == []


def test_what_one_run_says_twice_is_no_difference_and_nothing_that_another_missed(filled):
    twice = reading(claim(5.0), claim(5.0, flags=("duplicate",)))
    by_rules = save(filled, [(P, twice)], RULES)
    by_model = save(filled, [(P, reading(claim(2.0)))])
    assert count_missed(filled.db, by_model) == 1
    once = save(filled, [(P, reading(claim(5.0)))], RunInfo("local", "eta"))
    assert list(compare(filled.db.conn, by_rules, once, Compared())) == []
    assert count_missed(filled.db, once) == 0


def test_a_reading_that_is_not_stored_is_none(filled):
    assert readings.reading(filled.db.conn, None) is None
    assert readings.reading(filled.db.conn, 5) is None
