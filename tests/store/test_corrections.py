"""Review by plain SQL: what any SQLite tool may write, and what the database refuses."""

import json
import sqlite3
import subprocess
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from annotate.language.quantities import parse_quantity
from annotate.store import Label, RunInfo, Store
from annotate.store.numbers_sql import parsing
from tests.store.building import MODEL, add, claim, device, facts, paper, reading, save, state

P, Q = paper(), paper("Quenchette is 30-45% cheaper; it halves memory.")


@pytest.fixture
def filled(store):
    add(store, P, Q)
    save(store, [(P, reading(claim(5.0), claim(2.0, "memory"))), (Q, reading(method="Quenchette"))])
    return store


def update(store, text, claim_id=1):
    store.db.execute(f"UPDATE extracted_claims SET {text} WHERE claim_id = {claim_id}")


def labels(store):
    return store.db.execute("SELECT target, key, verdict, reviewer FROM labels").fetchall()


def test_accepting_by_sql_writes_a_label(filled):
    update(filled, "status='accepted', reviewer='r1'")
    assert labels(filled) == [("claim", "speedup|5|5|x", "accept", "r1")]
    assert facts(filled)[0] == ("speedup", "5x", 5.0, "accepted", "r1")
    assert facts(filled)[1] == ("memory", "2x", 2.0, "unreviewed", None)


def test_the_sqlite_utils_command_of_the_issue_works(filled):
    path = str(filled.path)
    sql = "update extracted_claims set status='accepted', reviewer='r1' where claim_id=2"
    subprocess.run([sys.executable, "-m", "sqlite_utils", path, sql], check=True)
    assert facts(filled)[1][3:] == ("accepted", "r1")


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("6x", (6, 6, "x", "exact", 6.0)),
        ("up to 6.5×", (6.5, 6.5, "x", "up_to", 6.5)),
        ("over 1,000x", (1000, 1000, "x", "at_least", 1000.0)),
        ("30--35\\%", (30, 35, "%", "range", 1.3)),
        ("about 4.49$\\times$", (4.49, 4.49, "x", "approx", 4.49)),
        ("3x to 5x", (3, 5, "x", "range", 3.0)),
        ("twice as fast", (2, 2, "x", "exact", 2.0)),
        ("two orders of magnitude", (100, 100, "x", "exact", 100.0)),
        ("60 fps", (60, 60, "fps", "exact", None)),
        ("20% less time", (20, 20, "%", "exact", 1.25)),
    ],
)
def test_a_corrected_value_brings_its_numbers(filled, value, expected):
    filled.db.execute("UPDATE extracted_claims SET value = ? WHERE claim_id = 1", [value])
    assert facts(filled, "low, high, unit, bound, factor, status")[0] == (*expected, "corrected")


PLAIN_NUMBER = st.decimals("0.01", 9_999, places=2).map(lambda number: f"{number.normalize():f}")


@given(
    st.sampled_from(["", "up to ", "over ", "about ", "nearly ", "at least ", "~"]),
    PLAIN_NUMBER,
    st.one_of(st.none(), PLAIN_NUMBER),
    st.sampled_from(["x", "%", "×", " times"]),
)
def test_sql_and_python_read_usual_values_alike(hedge, low, high, unit):
    ranged = high is not None and float(high) > float(low)
    value = f"{hedge}{low}{f'-{high}' if ranged else ''}{unit}"
    expected = parse_quantity(value)
    row = sqlite3.connect(":memory:").execute(
        f"WITH {parsing('SELECT ? AS value')} SELECT q_low, q_high, q_unit FROM q", [value]
    )
    assert expected is not None
    assert row.fetchone() == (expected.low, expected.high, expected.unit)


def test_a_corrected_metric_keeps_its_numbers_and_finds_its_factor(filled):
    filled.db.execute("UPDATE extracted_claims SET value = '20%' WHERE claim_id = 1")
    update(filled, "metric = 'energy'")
    assert facts(filled, "metric, value, low, factor")[0] == ("energy", "20%", 20.0, 1.25)


def test_numbers_can_be_given_beside_the_value(filled):
    update(filled, "value = 'a dozen times 2x', low = 12, high = 12, factor = 12")
    assert facts(filled, "value, low, factor")[0] == ("a dozen times 2x", 12.0, 12.0)


def test_a_corrected_device_or_baseline_is_shown_and_can_be_emptied(filled):
    update(filled, "device = 'NVIDIA H100', baseline = 'QuickSort', reviewer = 'r1'")
    assert facts(filled, "value, device, baseline, status")[0] == (
        "5x", "NVIDIA H100", "QuickSort", "corrected",
    )  # fmt: skip
    update(filled, "device = NULL")
    assert facts(filled, "device, baseline, reviewer")[0] == (None, "QuickSort", "r1")


def test_a_corrected_quote_is_placed_in_the_abstract(filled):
    update(filled, "quote = '5x faster'")
    assert facts(filled, "quote, quote_start, quote_end, evidence")[0] == (
        "5x faster", 11, 20, "exact",
    )  # fmt: skip


def test_accepting_a_corrected_claim_keeps_the_correction(filled):
    update(filled, "value = '6x', reviewer = 'r1'")
    update(filled, "status = 'accepted', reviewer = 'r2'")
    assert facts(filled)[0] == ("speedup", "6x", 6.0, "accepted", "r2")


def test_undo_is_a_label_that_brings_back_what_was_read(filled):
    update(filled, "value = '6x', reviewer = 'r1'")
    update(filled, "status = 'unreviewed', reviewer = 'r1'")
    assert facts(filled)[0] == ("speedup", "5x", 5.0, "unreviewed", None)
    assert [row[2] for row in labels(filled)] == ["correct", "undo"]


def test_a_rejected_claim_stays_to_be_seen(filled):
    update(filled, "status = 'rejected', reviewer = 'r1'")
    assert facts(filled)[0] == ("speedup", "5x", 5.0, "rejected", "r1")


def test_deleting_a_row_rejects_the_claim(filled):
    filled.db.execute("DELETE FROM extracted_claims WHERE claim_id = 1")
    assert facts(filled)[0] == ("speedup", "5x", 5.0, "rejected", "anonymous")


def test_a_missing_claim_is_added_by_insert_with_its_numbers_and_its_place(filled):
    filled.db.execute(
        "INSERT INTO extracted_claims (paper_id, metric, value, quote, reviewer)"
        " VALUES (?, 'cost', '30-45%', 'is 30-45% cheaper', 'r1')",
        [Q.id],
    )
    row = next(iter(filled.db.query("SELECT * FROM extracted_claims WHERE claim_id < 0")))
    shown = "low high unit bound factor attribution quote_start quote_end evidence support status"
    assert [row[name] for name in shown.split()] == [
        30.0, 45.0, "%", "range", pytest.approx(1 / 0.7), "own", 11, 28, "exact", "grounded",
        "accepted",
    ]  # fmt: skip
    assert (row["method"], row["reviewer"], row["paper_id"]) == ("Quenchette", "r1", Q.id)


def test_an_added_claim_can_be_rejected_corrected_and_taken_back(filled):
    filled.db.execute(
        "INSERT INTO extracted_claims (paper_id, metric, value) VALUES (?, 'cost', '30%')", [Q.id]
    )
    (added,) = filled.db.execute("SELECT min(claim_id) FROM extracted_claims").fetchone()
    update(filled, "status = 'rejected'", added)
    assert facts(filled)[0][:4] == ("cost", "30%", pytest.approx(1 / 0.7), "rejected")
    update(filled, "value = '50%'", added)
    assert facts(filled)[0][:4] == ("cost", "50%", 2.0, "corrected")
    assert facts(filled, "claim_id")[0] == (added,)
    update(filled, "status = 'unreviewed'", added)
    assert len(facts(filled)) == 2


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ("status = 'fine'", "status must be unreviewed, accepted, corrected or rejected"),
        ("status = NULL", "status must be"),
        ("metric = 'speed'", "metric must be one of speedup, throughput"),
        ("metric = NULL", "metric must be one of"),
        ("value = 'much faster'", "value must state a number, such as '5x'"),
        ("value = NULL", "value must state a number"),
        ("value = 5", "value must state a number"),
        ("attribution = 'mine'", "attribution must be own or prior"),
        ("status = 'accepted', reviewer = '  '", "reviewer must be a name"),
        ("status = 'corrected'", "to correct a claim, change"),
        ("quote = 'words of my own'", "the quote must be words of the abstract"),
        ("title = 'x'", "only status, reviewer, metric"),
        ("claim_id = 99", "only status, reviewer, metric"),
        ("support = 'verified'", "only status, reviewer, metric"),
    ],
)
def test_bad_values_are_refused_by_the_database_itself(filled, change, words):
    with pytest.raises(sqlite3.IntegrityError, match=words):
        update(filled, change)
    assert labels(filled) == []


@pytest.mark.parametrize(
    ("paper_id", "metric", "value"),
    [("unknown", "cost", "3x"), (P.id, "joy", "3x"), (P.id, "cost", "less"), (P.id, None, "3x")],
)
def test_a_missing_claim_that_makes_no_sense_is_refused(filled, paper_id, metric, value):
    with pytest.raises(sqlite3.IntegrityError):
        filled.db.execute(
            "INSERT INTO extracted_claims (paper_id, metric, value) VALUES (?, ?, ?)",
            [paper_id, metric, value],
        )
    assert labels(filled) == []


@pytest.mark.parametrize(
    "statement",
    [
        "INSERT INTO labels (paper_id, target, verdict, reviewer) VALUES ('p', 'x', 'accept', 'r')",
        "INSERT INTO labels (paper_id, target, verdict, reviewer) VALUES ('p', 'task', 'ok', 'r')",
        "INSERT INTO labels (paper_id, target, verdict, reviewer) VALUES ('p', 'task', 'undo', '')",
        "INSERT INTO labels (paper_id, target, verdict, reviewer) VALUES ('p', 'task', 'add', 'r')",
        "INSERT INTO labels (paper_id, target, verdict, reviewer, created_at)"
        " VALUES ('p', 'task', 'accept', 'r', 'yesterday')",
        "UPDATE labels SET verdict = 'reject'",
        "DELETE FROM labels",
    ],
)
def test_labels_are_checked_and_never_changed(filled, statement):
    update(filled, "status = 'accepted'")
    with pytest.raises(sqlite3.IntegrityError):
        filled.db.execute(statement)
    assert len(labels(filled)) == 1


def test_labels_written_by_hand_are_understood(filled):
    filled.db.execute(
        "INSERT INTO labels (paper_id, target, key, verdict, value, reviewer)"
        " VALUES (?1, 'claim', 'speedup|5|5|x', 'correct', '8x', 'r1'),"
        " (?1, 'claim', 'energy|3|3|x', 'add', '{\"setting\":\"at night\"}', 'r2'),"
        " (?1, 'claim', 'latency|10|20|%', 'add', '{}', 'r2'),"
        " (?1, 'claim', 'memory|2|2|x', 'accept', NULL, 'r3')",
        [P.id],
    )
    assert facts(filled, "metric, value, low, high, unit, factor, setting, status, quote") == [
        ("latency", "10-20%", 10.0, 20.0, "%", pytest.approx(1 / 0.9), None, "accepted", None),
        ("energy", "3x", 3.0, 3.0, "x", 3.0, "at night", "accepted", None),
        ("speedup", "8x", 8.0, 8.0, "x", 8.0, None, "corrected", "is 5x faster"),
        ("memory", "2x", 2.0, 2.0, "x", 2.0, None, "accepted", "is 2x faster"),
    ]


def test_labels_outlive_runs_and_what_no_longer_fits_is_listed(filled):
    update(filled, "status = 'accepted', reviewer = 'r1'", 1)
    update(filled, "status = 'rejected', reviewer = 'r1'", 2)
    save(
        filled,
        [(P, reading(claim(5.0, quote="5x", quote_start=11, quote_end=13)))],
        RunInfo("a", "b"),
    )
    assert facts(filled, "claim_id, value, quote, status, reviewer") == [
        (3, "5x", "5x", "accepted", "r1")
    ]
    assert filled.db.execute("SELECT key, verdict FROM unmatched_labels").fetchall() == [
        ("memory|2|2|x", "reject")
    ]
    save(filled, [(P, reading(claim(2.0, "memory")))], RunInfo("a", "c"))
    assert facts(filled) == [("memory", "2x", 2.0, "rejected", "r1")]


def test_a_run_that_reads_the_corrected_claim_is_right(filled):
    update(filled, "value = '6x', reviewer = 'r1'")
    save(filled, [(P, reading(claim(6.0)))], RunInfo("a", "b"))
    assert facts(filled) == [("speedup", "6x", 6.0, "accepted", "r1")]
    assert filled.db.execute("SELECT count(*) FROM unmatched_labels").fetchone() == (0,)


def test_another_claim_of_the_same_reading_is_not_judged_by_a_correction(store):
    add(store, P)
    save(store, [(P, reading(claim(5.0), claim(1.9)))])
    update(store, "value = '5x', reviewer = 'r1'", claim_id=2)
    assert facts(store) == [
        ("speedup", "5x", 5.0, "unreviewed", None),
        ("speedup", "5x", 5.0, "corrected", "r1"),
    ]


def test_a_corrected_value_that_the_quote_does_not_state_is_unsupported(filled):
    update(filled, "value = '6x'")
    assert facts(filled, "value, quote, evidence, support")[0] == (
        "6x", "is 5x faster", "exact", "unsupported",
    )  # fmt: skip
    update(filled, "value = '5x'")
    assert facts(filled, "support")[0] == ("grounded",)


def test_a_corrected_quote_has_to_state_the_value_anew(filled):
    update(filled, "quote = 'Zorblax is'")
    assert facts(filled, "quote_start, quote_end, support")[0] == (0, 10, "unsupported")
    update(filled, "quote = '5x faster'")
    assert facts(filled, "quote_start, quote_end, support")[0] == (11, 20, "grounded")
    update(filled, "quote = ''")
    assert facts(filled, "quote_start, quote_end, evidence, support")[0] == (
        None, None, "missing", "unsupported",
    )  # fmt: skip


def test_correcting_another_column_keeps_what_was_proven(filled):
    update(filled, "baseline = 'QuickSort'")
    assert facts(filled, "quote_start, evidence, support")[0] == (8, "exact", "grounded")


def test_a_run_that_finds_the_added_claim_shows_it_once(filled):
    filled.db.execute(
        "INSERT INTO extracted_claims (paper_id, metric, value, reviewer)"
        " VALUES (?, 'speedup', '9x', 'r1')",
        [P.id],
    )
    assert len(facts(filled)) == 3
    save(filled, [(P, reading(claim(9.0)))], RunInfo("a", "b"))
    assert facts(filled, "claim_id > 0, value, status, reviewer") == [(1, "9x", "accepted", "r1")]
    save(filled, [(P, reading())], RunInfo("a", "c"))
    assert facts(filled, "claim_id > 0, value, status, reviewer") == [(0, "9x", "accepted", "r1")]


def test_labels_without_any_reading_show_what_people_know(filled, tmp_path):
    update(filled, "status = 'accepted', reviewer = 'r1'", 1)
    update(filled, "value = '3x', reviewer = 'r1'", 2)
    columns = "metric, value, low, factor, quote, quote_start, evidence, support, status, reviewer"
    with Store(tmp_path / "empty.db") as other:
        other.add_labels(filled.labels())
        add(other, P, Q)
        assert sorted(facts(other, columns)) == sorted(facts(filled, columns))
        assert other.db.execute("SELECT count(*) FROM unmatched_labels").fetchone() == (0,)


def test_two_numbers_said_twice_share_their_label(store):
    add(store, P)
    save(store, [(P, reading(claim(5.0), claim(5.0, quote="again 5x")))])
    update(store, "status = 'accepted', reviewer = 'r1'", 1)
    assert [row[3] for row in facts(store)] == ["accepted", "accepted"]


def test_methods_tasks_and_papers_are_corrected_by_sql(filled):
    filled.db.execute(
        "UPDATE extracted_papers SET method = 'Zorblax++', task = NULL WHERE paper_id = ?", [P.id]
    )
    query = "SELECT method, task, status FROM extracted_papers WHERE paper_id = ?"
    assert filled.db.execute(query, [P.id]).fetchone() == ("Zorblax++", None, "corrected")
    assert facts(filled, "method, task")[0] == ("Zorblax++", None)
    filled.db.execute("UPDATE extracted_papers SET status = 'rejected' WHERE paper_id = ?", [P.id])
    assert filled.db.execute(query, [P.id]).fetchone() == ("Zorblax++", None, "rejected")
    save(filled, [(P, reading(method="Other", task="Other"))], RunInfo("a", "b"))
    assert filled.db.execute(query, [P.id]).fetchone() == ("Zorblax++", "Other", "rejected")


def test_devices_are_rejected_corrected_and_added(filled):
    save(filled, [(P, reading(hardware=(device(), device("CPU", "CPU"))))], RunInfo("a", "b"))
    filled.add_labels(
        [
            Label(P.id, "hardware", "CPU", "reject", "r1"),
            Label(P.id, "hardware", "NVIDIA A100", "correct", "r1", "NVIDIA H100"),
            Label(P.id, "hardware", "FPGA", "add", "r1", "FPGA"),
        ]
    )
    query = "SELECT hardware FROM extracted_papers WHERE paper_id = ?"
    assert filled.db.execute(query, [P.id]).fetchone() == ("NVIDIA H100; FPGA",)


def test_values_of_labels_are_json_that_stands_on_its_own(filled):
    update(filled, "status = 'accepted', reviewer = 'r1'")
    (value,) = filled.db.execute("SELECT value FROM labels").fetchone()
    told = json.loads(value)
    assert (told["metric"], told["value"], told["low"], told["quote"]) == (
        "speedup", "5x", 5.0, "is 5x faster",
    )  # fmt: skip


# One step of a history: a run that reads some claims of one of two papers, or a label on one.
CLAIM = st.tuples(st.sampled_from([2.0, 3.0, 5.0]), st.sampled_from(["speedup", "memory"]))
RUN = st.tuples(
    st.just("run"), st.sampled_from(["rules", "m1", "m2"]), st.sampled_from([P, Q]),
    st.lists(CLAIM, max_size=3), st.sampled_from(["ok", "failed"]),
)  # fmt: skip
LABEL = st.tuples(
    st.just("label"), st.sampled_from([P, Q]), CLAIM,
    st.sampled_from(["accept", "correct", "reject", "add", "undo"]), st.sampled_from(["2x", "7x"]),
)  # fmt: skip
OTHER_LABEL = st.tuples(
    st.just("name"), st.sampled_from([P, Q]),
    st.sampled_from(["method", "task", "paper", "hardware"]),
    st.sampled_from(["accept", "correct", "reject", "undo"]),
)  # fmt: skip


def play(store, step):
    match step:
        case ("run", name, one, claims, status):
            info = RunInfo("rules" if name == "rules" else "openai", name, params={"n": str(step)})
            hardware = (device(),) if len(claims) != 1 else (device("CPU", "CPU"), device())
            done = reading(*(claim(*c) for c in claims), status=status, hardware=hardware)
            save(store, [(one, done)], info)
        case ("label", one, (low, metric), verdict, value):
            key = f"{metric}|{low:g}|{low:g}|x"
            told = None if verdict in ("accept", "undo") else value
            store.add_labels([Label(one.id, "claim", key, verdict, "r", told)])
        case ("name", one, target, verdict):
            key = "NVIDIA A100" if target == "hardware" else ""
            told = "N" if verdict == "correct" else None
            store.add_labels([Label(one.id, target, key, verdict, "r", told)])


@settings(max_examples=60, deadline=None)
@given(st.lists(st.one_of(RUN, LABEL, OTHER_LABEL), max_size=9))
def test_whatever_happens_the_views_show_what_the_tables_hold(tmp_path_factory, history):
    with Store(tmp_path_factory.mktemp("db") / "claims.db") as store:
        add(store, P, Q)
        for step in history:
            play(store, step)
        before = state(store)
        store.db.execute(
            "INSERT INTO _judge (paper_id, key) SELECT paper_id, key FROM labels"
            " WHERE target = 'claim' GROUP BY paper_id, key"
        )
        store.db.execute("INSERT INTO _refresh (paper_id) SELECT id FROM papers")
        assert state(store) == before
        shown = store.db.execute("SELECT count(*) FROM extracted_claims").fetchone()
        assert shown == (len(before[1]),)


@settings(max_examples=40, deadline=None)
@given(st.lists(st.one_of(RUN, LABEL), max_size=8), st.permutations(range(8)))
def test_labels_say_the_same_before_and_after_a_run(tmp_path_factory, history, order):
    runs = [step for step in history if step[0] == "run"]
    said = [step for step in history if step[0] == "label"]
    mixed = sorted(range(len(history)), key=lambda at: order[at])
    shown = []
    for steps in (runs + said, said + runs):
        with Store(tmp_path_factory.mktemp("db") / "claims.db") as store:
            add(store, P, Q)
            for step in steps:
                play(store, step)
            shown.append(
                facts(store, "paper_id, metric, value, factor, status, reviewer, claim_id")
            )
    assert shown[0] == shown[1]
    assert len(mixed) == len(history)


def test_a_run_by_a_model_is_kept_apart_from_its_address(store):
    assert MODEL.work == RunInfo("batch", "zeta-1", params={"temperature": 0}).work
