"""Rows that are inserted several at once."""

import sqlite3

import pytest

from annotate.store.bulk import insert_rows


@pytest.mark.parametrize("count", [0, 1, 15, 16, 17, 32, 50])
def test_each_row_is_inserted_once_and_in_order(count):
    connection = sqlite3.connect(":memory:")
    connection.execute("CREATE TABLE t (a TEXT, b INTEGER)")
    rows = [(f"row {number}", number) for number in range(count)]
    insert_rows(connection, "INSERT INTO t (a, b)", rows)
    assert connection.execute("SELECT a, b FROM t ORDER BY rowid").fetchall() == rows


def test_rows_that_are_there_are_left_out_one_by_one():
    connection = sqlite3.connect(":memory:")
    connection.execute("CREATE TABLE t (a INTEGER PRIMARY KEY, b TEXT)")
    insert_rows(connection, "INSERT INTO t (a, b)", [(3, "first"), (17, "first")])
    rows = [(number, "second") for number in range(20)] + [(3, "third")]
    insert_rows(connection, "INSERT OR IGNORE INTO t (a, b)", rows)
    first = connection.execute("SELECT a FROM t WHERE b = 'first' ORDER BY a").fetchall()
    assert first == [(3,), (17,)]
    assert connection.execute("SELECT count(*) FROM t WHERE b = 'second'").fetchone() == (18,)
