"""Corrected numbers: what the database refuses, what they prove, and what bad ones spoil."""

import json
import sqlite3
from io import BytesIO

import pytest

from annotate.export import Format, Table, export
from annotate.report.gather import report
from annotate.store import Label
from annotate.store.waiting import claim as one_claim
from tests.store.building import add, claim, facts, paper, reading, save

P, Q = paper(), paper("Quenchette is 30-45% cheaper; it halves memory.")


@pytest.fixture
def filled(store):
    add(store, P, Q)
    save(store, [(P, reading(claim(5.0), claim(2.0, "memory"))), (Q, reading())])
    return store


def update(store, text):
    store.db.execute(f"UPDATE extracted_claims SET {text} WHERE claim_id = 1")


def labels(store):
    return store.db.execute("SELECT key FROM labels").fetchall()


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ("run_id = 9", "only status, reviewer, metric"),
        ("quote_start = 0", "only status, reviewer, metric"),
        ("quote_end = 4", "only status, reviewer, metric"),
        ("low = 'abc'", "low and high must be finite numbers of 0 or more"),
        ("low = '6', high = '6'", "low and high must be finite"),
        ("low = NULL", "low and high must be finite"),
        ("low = -5", "low and high must be finite"),
        ("high = 9e999", "low and high must be finite"),
        ("high = NULL", "low and high must be finite"),
        ("high = x'35'", "low and high must be finite"),
        ("low = 50, high = 4", "low can't be above high"),
        ("low = 50", "low can't be above high"),
        ("factor = 'inf'", "factor must be a finite number of 0 or more, or NULL"),
        ("factor = 9e999", "factor must be a finite"),
        ("factor = -5", "factor must be a finite"),
        ("unit = 'zzz'", "unit must be x, % or a known unit"),
        ("unit = ''", "unit must be x"),
        ("unit = NULL", "unit must be x"),
        ("unit = 5", "unit must be x"),
        ("bound = 'zzz'", "bound must be one of exact, up_to, at_least, approx, range"),
        ("bound = NULL", "bound must be one of exact"),
    ],
)
def test_what_is_no_number_no_unit_and_no_bound_is_refused_by_the_database(filled, change, words):
    with pytest.raises(sqlite3.IntegrityError, match=words):
        update(filled, change)
    assert labels(filled) == []


@pytest.mark.parametrize(
    ("columns", "words"),
    [
        ({"low": "abc"}, "low and high"),
        ({"low": float("inf")}, "low and high"),
        ({"low": -1}, "low and high"),
        ({"low": 5, "high": 4}, "low can't be above high"),
        ({"high": 4}, "high can't be given without low"),
        ({"factor": "inf"}, "factor must be"),
        ({"unit": "zzz"}, "unit must be"),
        ({"bound": "zzz"}, "bound must be"),
        ({"quote": "nowhere"}, "the quote must be"),
    ],
)
def test_numbers_of_a_missing_claim_that_make_no_sense_are_refused(filled, columns, words):
    row = {"paper_id": Q.id, "metric": "cost", "value": "30%"} | columns
    places = ", ".join(f":{name}" for name in row)
    with pytest.raises(sqlite3.IntegrityError, match=words):
        filled.db.execute(f"INSERT INTO extracted_claims ({', '.join(row)}) VALUES ({places})", row)
    assert labels(filled) == []


@pytest.mark.parametrize(
    ("change", "support"),
    [
        ("low = 4", "unsupported"),
        ("low = 50, high = 50", "unsupported"),
        ("high = 55", "unsupported"),
        ("unit = '%'", "unsupported"),
        ("factor = 9", "unsupported"),
        ("bound = 'up_to'", "grounded"),
    ],
)
def test_a_corrected_number_that_is_not_stated_proves_nothing(filled, change, support):
    update(filled, change)
    assert facts(filled, "support, evidence, status")[0] == (support, "exact", "corrected")


def test_a_corrected_number_brings_its_factor(filled):
    update(filled, "low = 50, high = 50")
    assert facts(filled, "low, high, factor")[0] == (50.0, 50.0, 50.0)


@pytest.mark.parametrize(
    ("low", "high", "support"),
    [(30, 45, "grounded"), (30, 30, "grounded"), (3, 45, "unsupported"), (30, 50, "unsupported")],
)
def test_an_added_claim_is_proven_by_numbers_that_its_value_states(filled, low, high, support):
    filled.db.execute(
        "INSERT INTO extracted_claims (paper_id, metric, value, low, high, quote)"
        " VALUES (?, 'cost', '30-45%', ?, ?, 'is 30-45% cheaper')",
        [Q.id, low, high],
    )
    assert facts(filled, "low, high, unit, support")[0] == (low, high, "%", support)


BAD = (
    {"low": "abc", "value": "5x"}, {"factor": "inf", "value": "5x"}, {"high": -5}, {"unit": 5},
    {"low": 50, "high": 4}, {"bound": "zzz"}, {"value": 5}, {"quote_start": "a"}, {"device": 7},
)  # fmt: skip


@pytest.mark.parametrize("value", [*map(json.dumps, BAD)])
@pytest.mark.parametrize("form", Format)
def test_a_database_that_holds_bad_values_already_can_be_written_out(filled, value, form):
    filled.db.execute(
        "INSERT INTO labels (paper_id, target, key, verdict, value, reviewer)"
        " VALUES (?, 'claim', 'speedup|5|5|x', 'correct', ?, 'r1')",
        [P.id, value],
    )
    assert "Zorblax" in report(filled)
    for table in Table:
        out = BytesIO()
        assert export(filled, form, out, table) == 2
        assert b"Infinity" not in out.getvalue()
    row = one_claim(filled.db.conn, 1)
    assert row is not None
    assert row["factor"] is None or row["factor"] < 1e300


def test_numbers_that_are_none_are_left_out_of_labels(filled):
    for low in ("abc", float("inf"), -1):
        value = json.dumps({"metric": "speedup", "value": "7x", "low": low, "factor": low})
        filled.add_labels([Label(P.id, "claim", "speedup|5|5|x", "correct", "r1", value)])
        assert facts(filled, "low, high, factor")[0] == (7.0, 7.0, 7.0)
