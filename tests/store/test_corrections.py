"""Review by plain SQL: what any SQLite tool may write, and what the database refuses."""

import json
import sqlite3
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotate.language.quantities import parse_quantity
from annotate.store import Label, RunInfo
from annotate.store.numbers_sql import parsing
from tests.store.building import device, facts, reading, save
from tests.store.correcting import P, Q, fill, labels, update


@pytest.fixture
def filled(store):
    return fill(store)


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
    update(filled, "value = '20%'")
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


def judge(store, change):
    store.db.execute(f"UPDATE extracted_papers SET {change} WHERE paper_id = ?", [P.id])
    row = "SELECT method, status, reviewer FROM extracted_papers WHERE paper_id = ?"
    return store.db.execute(row, [P.id]).fetchone()


def test_papers_are_judged_under_a_name(filled):
    assert judge(filled, "status = 'accepted', reviewer = 'ada'") == ("Zorblax", "accepted", "ada")
    assert judge(filled, "method = 'Z', reviewer = 'bob'") == ("Z", "accepted", "bob")
    assert judge(filled, "status = 'rejected'") == ("Z", "rejected", "bob")
    assert judge(filled, "reviewer = 'eve'") == ("Z", "rejected", "eve")
    assert judge(filled, "status = 'rejected', reviewer = 'eve'") == ("Z", "rejected", "eve")
    assert labels(filled) == [
        ("paper", "", "accept", "ada"),
        ("method", "", "correct", "bob"),
        ("paper", "", "reject", "bob"),
        ("paper", "", "reject", "eve"),
    ]
    assert judge(filled, "status = 'unreviewed', reviewer = 'ada'") == ("Z", "corrected", "bob")


def test_a_paper_that_nobody_judged_has_no_reviewer_and_no_name_is_anonymous(filled):
    update(filled, "status = 'accepted', reviewer = 'ada'")  # a claim
    assert judge(filled, "status = 'unreviewed'") == ("Zorblax", "unreviewed", None)
    assert judge(filled, "task = 'searching'") == ("Zorblax", "corrected", "anonymous")
    filled.add_labels([Label(P.id, "hardware", "CPU", "add", "bob", "CPU")])
    assert judge(filled, "task = 'searching'") == ("Zorblax", "corrected", "bob")
    assert {row["paper_id"]: row["reviewer"] for row in filled.extracted_papers()}[P.id] == "bob"


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ("status = 'rejected', reviewer = ' '", "reviewer must be a name"),
        ("reviewer = 'ada'", "set status, method or task as well"),
        ("title = 'Other', reviewer = 'ada'", "only status, reviewer, method and task"),
    ],
)
def test_a_signature_that_says_nothing_is_refused(filled, change, words):
    with pytest.raises(sqlite3.IntegrityError, match=words):
        judge(filled, change)
    assert labels(filled) == []


def test_an_empty_name_says_that_there_is_none(filled):
    query = "SELECT method, task FROM extracted_papers WHERE paper_id = ?"
    filled.db.execute(
        "UPDATE extracted_papers SET method = ' ', task = ' sorting ' WHERE paper_id = ?", [P.id]
    )
    assert filled.db.execute(query, [P.id]).fetchone() == (None, "sorting")
    said = filled.db.execute("SELECT target, verdict FROM labels").fetchall()
    assert said == [("method", "reject")]


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
