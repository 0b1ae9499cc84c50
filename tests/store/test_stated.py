"""Which corrected values a quote states."""

import sqlite3

import pytest

from annotate.store.numbers_sql import stands_in
from tests.store.building import add, claim, paper, reading, save

QUOTE = "up to 22.25x faster, with 1,200x, 7x less [at best*], 3 or 4, 5."


@pytest.mark.parametrize(
    ("value", "stands"),
    [
        ("22.25x", True), ("up to 22.25x", True), ("1,200x", True), ("7x less [at best*]", True),
        ("3", True), ("4", True), ("5", True), ("x faster", True),
        ("2.25x", False), ("25x", False), ("5x", False), ("200x", False), ("22", False),
        ("22.2", False), ("1", False), ("up to 22", False), ("7x less", True), ("8x", False),
    ],
)  # fmt: skip
def test_a_value_stands_where_it_is_cut_out_of_no_number(value: str, stands: bool):
    with sqlite3.connect(":memory:") as db:
        sql = f"SELECT {stands_in('?1', '?2')}"
        assert bool(db.execute(sql, [value, QUOTE]).fetchone()[0]) is stands


def test_a_value_of_any_length_is_looked_for():
    with sqlite3.connect(":memory:") as db:
        long = "9x " * 50_000
        assert db.execute(f"SELECT {stands_in('?1', '?2')}", [long, f"a {long}"]).fetchone() == (1,)


@pytest.mark.parametrize(
    ("value", "support"), [("2.2x", "unsupported"), ("2x", "unsupported"), ("22.2x", "grounded")]
)
def test_a_corrected_or_added_value_cut_out_of_a_number_is_unsupported(store, value, support):
    quote = "Zorblax is 22.2x faster"
    one = paper(f"{quote}.")
    add(store, one)
    save(store, [(one, reading(claim(3.0, quote=quote, value="3x")))])
    store.db.execute("UPDATE extracted_claims SET value = ?, quote = ?", [value, quote])
    store.db.execute(
        "INSERT INTO extracted_claims (paper_id, metric, value, quote) VALUES (?, 'energy', ?, ?)",
        [one.id, value, quote],
    )
    rows = store.db.execute("SELECT support FROM extracted_claims").fetchall()
    assert rows == [(support,), (support,)]
