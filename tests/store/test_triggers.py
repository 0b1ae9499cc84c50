import re

import pytest

from annotate.store import Label, RunInfo
from annotate.store.results import _ADD_ANNOTATION, _ADD_CLAIM
from tests.store.building import RULES, add, claim, device, paper, reading, save

_CAME = r"CREATE TRIGGER (_annotations_(?:first|second|other)|_claims_insert\w*)\b"


def _reordered(store):
    """Make the triggers of each event that has several anew, the oldest last."""
    rows = store.db.execute("SELECT sql FROM sqlite_master WHERE type = 'trigger' ORDER BY rowid")
    for (sql,) in rows.fetchall()[::-1]:
        if found := re.match(_CAME, sql):
            store.db.execute(f"DROP TRIGGER {found[1]}")
            store.db.execute(sql)


def _rows(store):
    names = ("_readings", "_facts", "_verdicts")
    return [store.db.execute(f"SELECT * FROM {name} ORDER BY 1").fetchall() for name in names]


@pytest.mark.parametrize("reorder", [False, True])
def test_readings_in_any_order_leave_the_rows_that_are_made_anew(store, reorder):
    if reorder:
        _reordered(store)
    one, two = paper("Zorblax is 5x faster."), paper("Quenchette is 3x faster.")
    add(store, one, two)
    model = [reading(claim(5.0), hardware=(device(),)), reading(claim(3.0))]
    rules = [reading(claim(5.0)), reading(claim(4.0), hardware=(device(),))]
    said = Label(one.id, "claim", "speedup|5|5|x", "accept", "r1")
    for step in (
        lambda: save(store, [(one, model[0])]),
        lambda: save(store, [(one, rules[0]), (two, rules[1])], RULES),
        lambda: save(store, [(two, model[1])]),
        lambda: store.add_labels([said]),
        lambda: save(store, [(one, model[1]), (two, model[0])], RunInfo("openai", "zeta-2")),
        lambda: save(store, [(one, rules[1])], RunInfo("rules", "rules", params={"version": 2})),
    ):
        step()
        rows = _rows(store)
        store.db.execute("INSERT INTO _refresh (paper_id) SELECT id FROM papers")
        assert _rows(store) == rows


@pytest.mark.parametrize("sql", [_ADD_ANNOTATION, _ADD_CLAIM])
def test_the_usual_reading_needs_no_table_of_sqlite_s_own(store, sql):
    values = [None] * sql.partition("VALUES")[2].count("?")
    steps = store.db.execute(f"EXPLAIN {sql}", values).fetchall()
    # Triggers come as programs behind the statement, each with its name in its first step.
    program, opened = "", set()
    for _, operation, *_, words, _, _ in steps:
        if operation == "Init":
            program = words or ""
        if operation == "OpenEphemeral":
            opened.add(program)
    assert not [name for name in opened if "_annotations" in name or "_claims" in name]
